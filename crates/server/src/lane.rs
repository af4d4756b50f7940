//! Places for work that takes long: few pieces at the same time, and one of each address. The others wait, first in a list of their
//! address, then in one list of all; both are bounded. An address that asks for much waits for itself.
//!
//! Heavy work (advice, imports, replays) has a place for each processor core but one, and never takes the threads that serve players.
//! Searches have a place for each connection of the store that searches.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::available_parallelism;
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::block::block;
use crate::network::{Bucket, NetworkCounts};

/// The most heavy requests of an address that are done or wait; the next is refused. A wider network and a trusted one have more.
const MAX_ADDRESS_HEAVY: usize = 4;
/// The most heavy requests of all addresses together that are done or wait.
const MAX_HEAVY: usize = 64;
/// The most searches of an address, of which one is carried out and the others wait.
const MAX_ADDRESS_SEARCHES: usize = 3;
/// The most searches that wait.
const MAX_WAITING_SEARCHES: usize = 32;
/// The longest wait of a search.
const SEARCH_WAIT: Duration = Duration::from_secs(2);

/// Places for work of one kind.
#[derive(Debug)]
pub(crate) struct Lane {
    places: Arc<Semaphore>,
    /// The most that is done or waits.
    max_all: usize,
    /// The same of an address.
    max_address: usize,
    /// The longest wait of [`Lane::enter`].
    max_wait: Duration,
    queues: Mutex<Queues>,
}

#[derive(Debug, Default)]
struct Queues {
    all: usize,
    by_network: NetworkCounts,
    /// The one place of each address.
    turns: HashMap<IpNet, Arc<Semaphore>>,
}

/// The reason why work is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowded {
    /// Too much work of the address or its network is done or waits.
    Address,
    /// Too much work of all is done or waits.
    Server,
}

/// A piece of work that is counted and may wait, until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    lane: Arc<Lane>,
    /// The networks for which it counts; none if addresses are not limited.
    networks: Vec<IpNet>,
    turn: Option<Arc<Semaphore>>,
}

/// A permit for work that is being done; dropping it frees the place.
#[derive(Debug)]
pub(crate) struct WorkPermit {
    _place: OwnedSemaphorePermit,
    _turn: Option<OwnedSemaphorePermit>,
    /// It is dropped last, after the turn.
    _ticket: Option<Ticket>,
}

impl Crowded {
    /// Returns the message to a client whose search is refused.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Crowded::Address => {
                "another search of your address takes its time: one is carried out after the other\n"
            }
            Crowded::Server => "too many people search at present: try again\n",
        }
    }
}

impl Lane {
    /// Creates the places for heavy work.
    pub(crate) fn heavy() -> Arc<Lane> {
        // One core is left to those who play, where there is more than one.
        let cores = available_parallelism().map_or(1, usize::from);
        Lane::new(cores.saturating_sub(1).max(1), MAX_HEAVY, MAX_ADDRESS_HEAVY, Duration::MAX)
    }

    /// Creates `places` places for searches.
    pub(crate) fn searches(places: usize) -> Arc<Lane> {
        Lane::new(places, MAX_WAITING_SEARCHES + places, MAX_ADDRESS_SEARCHES, SEARCH_WAIT)
    }

    fn new(places: usize, max_all: usize, max_address: usize, max_wait: Duration) -> Arc<Lane> {
        let (places, queues) = (Arc::new(Semaphore::new(places)), Mutex::default());
        Arc::new(Lane { places, max_all, max_address, max_wait, queues })
    }

    /// Lets work wait that counts for an address and its network, if there is one.
    ///
    /// # Errors
    /// If too much of the address, of its network or of all waits already.
    pub(crate) fn admit(
        self: &Arc<Lane>,
        buckets: impl IntoIterator<Item = Bucket> + Clone,
    ) -> Result<Ticket, Crowded> {
        let mut queues = self.queues();
        if queues.by_network.exceeded(buckets.clone(), self.max_address, 1).is_some() {
            return Err(Crowded::Address);
        }
        if queues.all >= self.max_all {
            return Err(Crowded::Server);
        }
        Ok(self.count(&mut queues, buckets))
    }

    /// Lets work wait that cannot be refused: a turn, or what is needed to play one.
    pub(crate) fn admit_always(self: &Arc<Lane>, buckets: impl IntoIterator<Item = Bucket>) -> Ticket {
        self.count(&mut self.queues(), buckets)
    }

    fn count(self: &Arc<Lane>, queues: &mut Queues, buckets: impl IntoIterator<Item = Bucket>) -> Ticket {
        let mut networks: Vec<IpNet> = buckets.into_iter().map(|bucket| bucket.network).collect();
        networks.dedup();
        queues.all += 1;
        queues.by_network.add(networks.iter().copied(), 1);
        let new = || Arc::new(Semaphore::new(1));
        let turn = networks.first().map(|own| Arc::clone(queues.turns.entry(*own).or_insert_with(new)));
        Ticket { lane: Arc::clone(self), networks, turn }
    }

    /// Waits for a place for a moment; work without an address is not limited.
    ///
    /// # Errors
    /// If that takes too long, or too much waits already.
    pub(crate) async fn enter(self: &Arc<Lane>, address: Option<IpAddr>) -> Result<WorkPermit, Crowded> {
        let bucket = address.map(|address| Bucket { network: address.into(), shares: 1 });
        let ticket = self.admit(bucket)?;
        let mut has_turn = false;
        let entered = timeout(self.max_wait, async {
            let turn = ticket.turn().await;
            has_turn = true;
            WorkPermit { _place: self.place().await, _turn: turn, _ticket: Some(ticket) }
        });
        entered.await.map_err(|_| if has_turn { Crowded::Server } else { Crowded::Address })
    }

    /// Waits for a place however long that takes, without being counted: for what is asked for once in a while.
    pub(crate) async fn enter_patiently(&self) -> WorkPermit {
        WorkPermit { _place: self.place().await, _turn: None, _ticket: None }
    }

    async fn place(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.places).acquire_owned().await.expect("it is never closed")
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().expect("nothing panics while it counts work")
    }

    /// Takes all places, so that nothing goes on until what is returned is dropped.
    #[cfg(test)]
    pub(crate) async fn occupy(&self) -> OwnedSemaphorePermit {
        let all = self.places.available_permits() as u32;
        Arc::clone(&self.places).acquire_many_owned(all).await.unwrap()
    }

    /// Returns how many pieces of work are done or wait.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.queues().all
    }
}

impl Ticket {
    /// Does the work when it is its turn, in a thread that may wait.
    ///
    /// # Panics
    /// If the work does.
    pub(crate) async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let turn = self.turn().await;
        let place = WorkPermit { _place: self.lane.place().await, _turn: turn, _ticket: Some(self) };
        block(move || {
            // The work goes on if the caller is dropped.
            let _place = place;
            work()
        })
        .await
    }

    /// Waits until the address has nothing else to do.
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let turn = Arc::clone(self.turn.as_ref()?);
        Some(turn.acquire_owned().await.expect("it is never closed"))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queues = self.lane.queues();
        queues.all -= 1;
        queues.by_network.remove(self.networks.iter().copied(), 1);
        if let Some(own) = self.networks.first()
            && !queues.by_network.has(own)
        {
            queues.turns.remove(own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::TrustedNetworks;

    fn of(address: &str) -> [Bucket; 2] {
        Bucket::of(address.parse::<IpAddr>().unwrap(), &TrustedNetworks::default())
    }

    #[tokio::test]
    async fn an_address_and_its_network_have_their_share_and_all_have_a_bound() {
        let lane = Lane::heavy();
        let admit = |address: &str| lane.admit(of(address));
        let mut tickets: Vec<_> = (0..100).map_while(|_| admit("192.0.2.1").ok()).collect();
        assert_eq!(tickets.len(), MAX_ADDRESS_HEAVY);
        tickets.extend((0..100).map_while(|n| admit(&format!("2001:db8:0:{n:x}::1")).ok()));
        assert_eq!(tickets.len(), 5 * MAX_ADDRESS_HEAVY, "a wide network has four shares");
        tickets.extend((0..100).map_while(|n| admit(&format!("198.51.{n}.1")).ok()));
        assert_eq!(tickets.len(), MAX_HEAVY);
        let insisted = lane.admit_always(of("192.0.2.1"));
        assert_eq!(lane.len(), MAX_HEAVY + 1, "what cannot be refused waits all the same");
        drop((tickets, insisted));
        assert_eq!(lane.len(), 0);
        assert!(lane.queues().by_network.is_empty() && lane.queues().turns.is_empty());
        assert!(admit("192.0.2.1").is_ok());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_address_does_one_thing_at_a_time() {
        let lane = Lane::heavy();
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let first = lane.admit(of("192.0.2.1")).unwrap().work(move || {
            begun.send(()).unwrap();
            ends.recv().unwrap();
        });
        let first = tokio::spawn(first);
        begins.recv().await.unwrap();
        let second = tokio::spawn(lane.admit(of("192.0.2.1")).unwrap().work(|| ()));
        tokio::task::yield_now().await;
        assert!(!second.is_finished());
        end.send(()).unwrap();
        first.await.unwrap();
        second.await.unwrap();
        assert_eq!(lane.len(), 0);
    }

    fn searches(max_wait: Duration) -> Arc<Lane> {
        Lane::new(2, MAX_WAITING_SEARCHES + 2, MAX_ADDRESS_SEARCHES, max_wait)
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    #[tokio::test]
    async fn one_search_of_an_address_is_carried_out_at_a_time() {
        let searches = searches(Duration::ZERO);
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
        assert!(searches.queues().turns.is_empty());
    }

    #[tokio::test]
    async fn those_beyond_the_end_of_the_list_are_refused_at_once() {
        // Longer than any test.
        let searches = searches(Duration::from_secs(600));
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
