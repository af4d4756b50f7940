//! Who may search, and replay games that are over: one at a time for an address, and few together. The others wait for a moment, in a
//! list with an end.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::store::SEARCH_CONNECTIONS;

/// The most searches that wait.
const MAX_WAITING_SEARCHES: usize = 32;
/// The most searches of an address, of which one is carried out and the others wait.
const MAX_ADDRESS_SEARCHES: usize = 3;
/// How long a search waits.
const SEARCH_WAIT: Duration = Duration::from_secs(2);

/// The searches that are carried out, and those that wait.
#[derive(Debug)]
pub(crate) struct Searches {
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    addresses: Arc<Mutex<HashMap<IpAddr, AddressSearches>>>,
    /// How long a search waits.
    wait: Duration,
}

#[derive(Debug)]
struct AddressSearches {
    turn: Arc<Semaphore>,
    count: usize,
}

/// A search's place among the others, until it is dropped.
#[derive(Debug)]
pub(crate) struct SearchPlace {
    _place: OwnedSemaphorePermit,
    /// It is dropped before the address is counted.
    _turn: Option<OwnedSemaphorePermit>,
    _address: Option<AddressCount>,
}

/// Counts a search of an address, until it is dropped.
#[derive(Debug)]
struct AddressCount {
    address: IpAddr,
    addresses: Arc<Mutex<HashMap<IpAddr, AddressSearches>>>,
}

/// Why a search is not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowded {
    /// The address has too many searches.
    Address,
    /// There are too many searches.
    Server,
}

impl Crowded {
    /// Returns what is told to whoever has asked.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Crowded::Address => {
                "another search of your address takes its time: one is carried out after the other\n"
            }
            Crowded::Server => "too many people search at present: try again\n",
        }
    }
}

impl Searches {
    pub(crate) fn new() -> Searches {
        Searches::with_wait(SEARCH_WAIT)
    }

    fn with_wait(wait: Duration) -> Searches {
        Searches {
            wait,
            places: Arc::new(Semaphore::new(SEARCH_CONNECTIONS)),
            waiting: Arc::new(Semaphore::new(MAX_WAITING_SEARCHES)),
            addresses: Arc::default(),
        }
    }

    /// Waits until a search may begin; nobody is limited who has no address.
    ///
    /// # Errors
    /// If that takes too long, or too many wait.
    pub(crate) async fn enter(&self, address: Option<IpAddr>) -> Result<SearchPlace, Crowded> {
        let counted = address.map(|address| self.count(address)).transpose()?;
        let _waiting = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Crowded::Server)?;
        let mut has_turn = counted.is_none();
        let entered = timeout(self.wait, async {
            let (address, turn) = match counted {
                Some((count, turn)) => {
                    (Some(count), Some(turn.acquire_owned().await.expect("it is never closed")))
                }
                None => (None, None),
            };
            has_turn = true;
            SearchPlace { _place: self.place().await, _turn: turn, _address: address }
        });
        entered.await.map_err(|_| if has_turn { Crowded::Server } else { Crowded::Address })
    }

    /// Waits until a search may begin, however long that takes: for what is asked for once in a while.
    pub(crate) async fn enter_patiently(&self) -> SearchPlace {
        SearchPlace { _place: self.place().await, _turn: None, _address: None }
    }

    async fn place(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.places).acquire_owned().await.expect("it is never closed")
    }

    /// Counts a search of an address, and returns what gives it its turn.
    fn count(&self, address: IpAddr) -> Result<(AddressCount, Arc<Semaphore>), Crowded> {
        let mut addresses = self.addresses.lock().expect("nothing panics while it counts searches");
        let new = || AddressSearches { turn: Arc::new(Semaphore::new(1)), count: 0 };
        let known = addresses.entry(address).or_insert_with(new);
        if known.count >= MAX_ADDRESS_SEARCHES {
            return Err(Crowded::Address);
        }
        known.count += 1;
        let turn = Arc::clone(&known.turn);
        Ok((AddressCount { address, addresses: Arc::clone(&self.addresses) }, turn))
    }
}

impl Drop for AddressCount {
    fn drop(&mut self) {
        let mut addresses = self.addresses.lock().expect("nothing panics while it counts searches");
        if let Some(known) = addresses.get_mut(&self.address) {
            known.count -= 1;
            if known.count == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    /// Longer than any test.
    const LONG: Duration = Duration::from_secs(600);

    #[tokio::test]
    async fn one_search_of_an_address_is_carried_out_at_a_time() {
        let searches = Searches::with_wait(Duration::ZERO);
        let first = searches.enter(address(1)).await.unwrap();
        assert_eq!(searches.enter(address(1)).await.unwrap_err(), Crowded::Address, "it waits in vain");
        // Others are not concerned.
        let other = searches.enter(address(2)).await.unwrap();
        assert_eq!(searches.enter(address(3)).await.unwrap_err(), Crowded::Server, "there is no place");
        assert_eq!(searches.enter(None).await.unwrap_err(), Crowded::Server);
        drop((first, other));
        for _ in 0..3 {
            drop(searches.enter(address(1)).await.unwrap());
        }
        assert!(searches.addresses.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn those_beyond_the_end_of_the_list_are_refused_at_once() {
        let searches = Arc::new(Searches::with_wait(LONG));
        let first = searches.enter(address(1)).await.unwrap();
        let _other = searches.enter(address(2)).await.unwrap();
        let begin = |last| {
            let searches = Arc::clone(&searches);
            tokio::spawn(async move { searches.enter(address(last)).await.map(drop) })
        };
        // Of one address few wait.
        let of_first: Vec<_> = (1..MAX_ADDRESS_SEARCHES).map(|_| begin(1)).collect();
        tokio::task::yield_now().await;
        assert_eq!(begin(1).await.unwrap(), Err(Crowded::Address));
        let others = (of_first.len()..MAX_WAITING_SEARCHES).map(|number| begin(10 + number as u8));
        let others: Vec<_> = others.collect();
        tokio::task::yield_now().await;
        assert_eq!(begin(3).await.unwrap(), Err(Crowded::Server));
        // All that wait have their turn.
        drop(first);
        for search in of_first.into_iter().chain(others) {
            assert_eq!(search.await.unwrap(), Ok(()));
        }
    }
}
