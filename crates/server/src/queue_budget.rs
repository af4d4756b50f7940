//! The memory of the queues to clients: a budget for all, and one for each address and its networks. If one is exceeded, the client
//! with the largest queue within it is disconnected; it reconnects, and gets the current state.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use ipnet::IpNet;
use tokio::sync::watch;

use crate::network::{NetworkCounts, TrustedNetworks, networks};

/// The most bytes that wait for all clients together.
const MAX_ALL_QUEUED_BYTES: usize = 128 * 1024 * 1024;
/// The most bytes that wait for the clients of one address. Wider and trusted networks have more.
const MAX_ADDRESS_QUEUED_BYTES: usize = 32 * 1024 * 1024;

/// The queues to all clients.
#[derive(Debug)]
pub(crate) struct QueueBudget {
    most: usize,
    most_of_address: usize,
    trusted: TrustedNetworks,
    queues: Mutex<Queues>,
}

#[derive(Debug, Default)]
struct Queues {
    next: u64,
    all: usize,
    by_network: NetworkCounts,
    by_number: HashMap<u64, Queue>,
}

#[derive(Debug)]
struct Queue {
    /// The address of the client, if addresses are limited.
    address: Option<IpAddr>,
    bytes: usize,
    cut: watch::Sender<bool>,
}

/// The queue to one client, until it is dropped.
#[derive(Debug)]
pub(crate) struct QueueShare {
    budget: Arc<QueueBudget>,
    number: u64,
    cut: watch::Receiver<bool>,
}

impl QueueBudget {
    pub(crate) fn new(trusted: TrustedNetworks) -> Arc<QueueBudget> {
        QueueBudget::with_bounds(MAX_ALL_QUEUED_BYTES, MAX_ADDRESS_QUEUED_BYTES, trusted)
    }

    fn with_bounds(most: usize, most_of_address: usize, trusted: TrustedNetworks) -> Arc<QueueBudget> {
        Arc::new(QueueBudget { most, most_of_address, trusted, queues: Mutex::default() })
    }

    /// Returns the share of a new client.
    pub(crate) fn share(self: &Arc<QueueBudget>, address: Option<IpAddr>) -> QueueShare {
        let (sender, cut) = watch::channel(false);
        let mut queues = self.queues();
        let number = queues.next;
        queues.next += 1;
        queues.by_number.insert(number, Queue { address, bytes: 0, cut: sender });
        QueueShare { budget: Arc::clone(self), number, cut }
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().expect("nothing panics while it counts bytes")
    }

    /// Returns the network whose budget is exceeded by the queues of an address, if one is.
    fn exceeded(&self, queues: &Queues, address: IpAddr) -> Option<IpNet> {
        queues.by_network.exceeded(self.trusted.buckets(address), self.most_of_address, 0)
    }
}

impl Queues {
    /// Counts bytes that are added to a queue. Returns the address of its client, if addresses are limited.
    fn add(&mut self, number: u64, bytes: usize) -> Option<IpAddr> {
        let queue = self.by_number.get_mut(&number)?;
        queue.bytes += bytes;
        self.all += bytes;
        let address = queue.address?;
        self.by_network.add(networks(address).map(|(network, _)| network), bytes);
        Some(address)
    }

    /// Counts bytes that have left a queue.
    fn subtract(&mut self, number: u64, bytes: usize) {
        let Some(queue) = self.by_number.get_mut(&number) else { return };
        queue.bytes -= bytes;
        self.all -= bytes;
        let networks = queue.address.into_iter().flat_map(networks).map(|(network, _)| network);
        self.by_network.remove(networks, bytes);
    }

    /// Disconnects the client with the largest queue in a network, or of all. Its bytes no longer count.
    fn cut_largest(&mut self, network: Option<IpNet>) {
        let is_meant = |queue: &Queue| {
            network.is_none_or(|network| {
                queue.address.is_some_and(|address| network.contains(&address.to_canonical()))
            })
        };
        let meant = self.by_number.iter().filter(|(_, queue)| is_meant(queue));
        let largest = meant.max_by_key(|(_, queue)| queue.bytes).map(|(&number, _)| number);
        if let Some(number) = largest {
            self.remove(number);
        }
    }

    fn remove(&mut self, number: u64) {
        let bytes = self.by_number.get(&number).map_or(0, |queue| queue.bytes);
        self.subtract(number, bytes);
        if let Some(queue) = self.by_number.remove(&number) {
            queue.cut.send_replace(true);
        }
    }
}

impl QueueShare {
    /// Adds bytes to the queue. Returns `false` if the client is disconnected.
    pub(crate) fn add(&self, bytes: usize) -> bool {
        let mut queues = self.budget.queues();
        let address = queues.add(self.number, bytes);
        while let Some(network) = address.and_then(|address| self.budget.exceeded(&queues, address)) {
            queues.cut_largest(Some(network));
        }
        while queues.all > self.budget.most {
            queues.cut_largest(None);
        }
        queues.by_number.contains_key(&self.number)
    }

    /// Removes bytes that have been sent.
    pub(crate) fn remove(&self, bytes: usize) {
        self.budget.queues().subtract(self.number, bytes);
    }

    /// Returns the number of bytes that wait for the client.
    pub(crate) fn bytes(&self) -> usize {
        self.budget.queues().by_number.get(&self.number).map_or(0, |queue| queue.bytes)
    }

    /// Waits until the client is disconnected.
    pub(crate) fn cut(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut cut = self.cut.clone();
        async move {
            // A dropped sender means the same.
            let _ = cut.wait_for(|&cut| cut).await;
        }
    }
}

impl Drop for QueueShare {
    fn drop(&mut self) {
        self.budget.queues().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    #[test]
    fn the_largest_queue_of_an_address_or_of_all_is_cut_off() {
        let budget = QueueBudget::with_bounds(1000, 100, TrustedNetworks::default());
        let shares: Vec<QueueShare> = (0..3).map(|_| budget.share(address(1))).collect();
        let [first, second, third] = &shares[..] else { panic!() };
        assert!(first.add(30) && second.add(50) && third.add(20));
        assert!(first.add(10), "it grows, and another is larger");
        assert!(!second.add(1));
        assert_eq!([first.bytes(), second.bytes(), third.bytes()], [40, 0, 20]);
        first.remove(40);
        assert!(!third.add(200), "a queue that is too large alone");
        // Their network has the share of four addresses, so four of these ten queues fit.
        let others: Vec<QueueShare> = (2..12).map(|last| budget.share(address(last))).collect();
        let kept = others.iter().filter(|share| share.add(90)).count();
        assert!(kept >= 4);
        assert_eq!(others.iter().filter(|share| share.bytes() > 0).count(), 4);
        let elsewhere: Vec<QueueShare> =
            (0..20).map(|site| budget.share(Some([198, 51, site, 1].into()))).collect();
        let kept = elsewhere.iter().filter(|share| share.add(80)).count();
        assert!(kept > 0);
        assert!(budget.queues().all <= 1000);
        let unlimited = budget.share(None);
        assert!(unlimited.add(10), "where addresses are not limited, all together are");
        assert!(!unlimited.add(1000));
        drop((shares, others, elsewhere, unlimited));
        let queues = budget.queues();
        assert_eq!((queues.all, queues.by_number.len()), (0, 0));
        assert!(queues.by_network.is_empty());
    }

    #[tokio::test]
    async fn who_is_cut_off_hears_of_it() {
        let budget = QueueBudget::with_bounds(10, 10, TrustedNetworks::default());
        let share = budget.share(None);
        let cut = share.cut();
        assert!(!share.add(11));
        cut.await;
    }
}
