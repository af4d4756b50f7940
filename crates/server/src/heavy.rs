//! A place for heavy work: advice, imports, replays. It shares the processor with what players wait for, but never takes the threads
//! that do that.
//!
//! There is a place for each processor core but one, and an address does one thing at a time. The others wait in lists with bounds, each
//! address's own first, then all in one: whoever asks for much waits for itself.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use ipnet::IpNet;
use tokio::sync::Semaphore;

use crate::block::block;
use crate::network::Bucket;

/// The most heavy requests of an address that are done or wait; the next is refused. A wider network and a trusted one have more.
const MAX_ADDRESS_HEAVY: usize = 4;
/// The same of all addresses together.
const MAX_HEAVY: usize = 64;

/// Where heavy work is done.
#[derive(Debug)]
pub(crate) struct HeavyLane {
    /// The places.
    places: Arc<Semaphore>,
    queues: Mutex<Queues>,
}

#[derive(Debug, Default)]
struct Queues {
    all: usize,
    /// How much of each address and network is done or waits, with the one place of each address.
    by_network: HashMap<IpNet, (usize, Arc<Semaphore>)>,
}

/// Too much waits already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded;

/// A heavy piece of work that may wait, until it is dropped.
pub(crate) struct Ticket {
    lane: Arc<HeavyLane>,
    /// Where it is counted; nowhere if it is nobody's.
    buckets: Vec<Bucket>,
    own_place: Option<Arc<Semaphore>>,
}

impl HeavyLane {
    pub(crate) fn new() -> Arc<HeavyLane> {
        // One core is left to those who play, where there is more than one.
        let cores = available_parallelism().map_or(1, usize::from);
        let places = cores.saturating_sub(1).max(1);
        Arc::new(HeavyLane { places: Arc::new(Semaphore::new(places)), queues: Mutex::default() })
    }

    /// Lets work wait; of an address, if one is told.
    ///
    /// # Errors
    /// If too much of the address, of its network or of all waits already.
    pub(crate) fn admit(self: &Arc<HeavyLane>, buckets: Option<[Bucket; 2]>) -> Result<Ticket, Crowded> {
        let mut queues = self.queues.lock().expect("nothing panics while it counts work");
        let is_full = |bucket: Bucket| {
            let most = MAX_ADDRESS_HEAVY * bucket.shares as usize;
            queues.by_network.get(&bucket.network).is_some_and(|(count, _)| *count >= most)
        };
        if queues.all >= MAX_HEAVY || buckets.into_iter().flatten().any(is_full) {
            return Err(Crowded);
        }
        Ok(self.count(&mut queues, buckets))
    }

    /// Lets work wait that cannot be refused: a turn, or what is needed to play one.
    pub(crate) fn insist(self: &Arc<HeavyLane>, buckets: Option<[Bucket; 2]>) -> Ticket {
        let mut queues = self.queues.lock().expect("nothing panics while it counts work");
        self.count(&mut queues, buckets)
    }

    fn count(self: &Arc<HeavyLane>, queues: &mut Queues, buckets: Option<[Bucket; 2]>) -> Ticket {
        let mut buckets: Vec<Bucket> = buckets.into_iter().flatten().collect();
        buckets.dedup();
        queues.all += 1;
        let mut own_place = None;
        for bucket in &buckets {
            let (count, place) =
                queues.by_network.entry(bucket.network).or_insert_with(|| (0, Arc::new(Semaphore::new(1))));
            *count += 1;
            own_place.get_or_insert_with(|| Arc::clone(place));
        }
        Ticket { lane: Arc::clone(self), buckets, own_place }
    }

    /// Takes all places, so that nothing goes on until what is returned is dropped.
    #[cfg(test)]
    pub(crate) async fn occupy(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = self.places.available_permits() as u32;
        Arc::clone(&self.places).acquire_many_owned(all).await.unwrap()
    }

    /// Returns how many pieces of work are done or wait.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.queues.lock().unwrap().all
    }
}

impl Ticket {
    /// Does the work when it is its turn.
    ///
    /// # Panics
    /// If the work does.
    pub(crate) async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let own = match &self.own_place {
            Some(place) => Some(Arc::clone(place).acquire_owned().await.expect("it is never closed")),
            None => None,
        };
        let place = Arc::clone(&self.lane.places).acquire_owned().await.expect("it is never closed");
        block(move || {
            // The work goes on if nobody waits for it any more.
            let _held = (own, place, self);
            work()
        })
        .await
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("buckets", &self.buckets).finish_non_exhaustive()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queues = self.lane.queues.lock().expect("nothing panics while it counts work");
        queues.all -= 1;
        for bucket in &self.buckets {
            if let Some((count, _)) = queues.by_network.get_mut(&bucket.network) {
                *count -= 1;
                if *count == 0 {
                    queues.by_network.remove(&bucket.network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::network::TrustedNetworks;

    fn of(address: &str) -> Option<[Bucket; 2]> {
        Some(Bucket::of(address.parse::<IpAddr>().unwrap(), &TrustedNetworks::default()))
    }

    #[tokio::test]
    async fn an_address_and_its_network_have_their_share_and_all_have_a_bound() {
        let lane = HeavyLane::new();
        let admit = |address: &str| lane.admit(of(address));
        let mut tickets: Vec<_> = (0..100).map_while(|_| admit("192.0.2.1").ok()).collect();
        assert_eq!(tickets.len(), MAX_ADDRESS_HEAVY);
        tickets.extend((0..100).map_while(|n| admit(&format!("2001:db8:0:{n:x}::1")).ok()));
        assert_eq!(tickets.len(), 5 * MAX_ADDRESS_HEAVY, "a wide network has four shares");
        tickets.extend((0..100).map_while(|n| admit(&format!("198.51.{n}.1")).ok()));
        assert_eq!(tickets.len(), MAX_HEAVY);
        let insisted = lane.insist(of("192.0.2.1"));
        assert_eq!(lane.len(), MAX_HEAVY + 1, "what cannot be refused waits all the same");
        drop((tickets, insisted));
        assert_eq!(lane.len(), 0);
        assert!(lane.queues.lock().unwrap().by_network.is_empty());
        assert!(admit("192.0.2.1").is_ok());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_address_does_one_thing_at_a_time() {
        let lane = HeavyLane::new();
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
}
