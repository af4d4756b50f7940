//! The orders that a worker has, and those that were stopped before they came.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use beaufort_session::Signal;

use crate::nats::job_stream::OrderId;

/// The most orders that were stopped, and of which it is remembered: one of them may be on its way.
const MAX_STOPPED: usize = 1024;
/// The most servers of which it is known when they were heard last.
const MAX_KNOWN_SERVERS: usize = 1024;
/// A server that is silent for this long is presumed gone, and its orders are dropped.
const MAX_SERVER_SILENCE: Duration = Duration::from_secs(10);

/// The orders of a worker.
#[derive(Debug)]
pub(super) struct Orders {
    /// The number of the worker, which it has drawn.
    worker: u64,
    state: Mutex<OrdersState>,
}

#[derive(Debug, Default)]
struct OrdersState {
    running: HashMap<OrderId, Arc<Signal>>,
    stopped: VecDeque<OrderId>,
    servers: HashMap<u64, Instant>,
}

impl Default for Orders {
    fn default() -> Self {
        Orders { worker: fastrand::u64(..), state: Mutex::default() }
    }
}

impl Orders {
    /// Returns the number of the worker.
    pub(super) fn worker(&self) -> u64 {
        self.worker
    }

    /// Notes that an order is worked on, and returns what tells its engine to stop.
    pub(super) fn begin(&self, order: OrderId) -> Arc<Signal> {
        let signal = Arc::new(Signal::new());
        let mut state = self.state();
        if state.stopped.contains(&order) {
            signal.stop();
        }
        state.note_server(order.server);
        state.running.insert(order, Arc::clone(&signal));
        signal
    }

    /// Notes that an order is over.
    pub(super) fn end(&self, order: OrderId) {
        self.state().running.remove(&order);
    }

    /// Returns the orders that are worked on.
    pub(super) fn running(&self) -> Vec<OrderId> {
        self.state().running.keys().copied().collect()
    }

    /// Stops an order, at once or when it comes.
    pub(super) fn stop(&self, order: OrderId) {
        let mut state = self.state();
        if let Some(signal) = state.running.get(&order) {
            signal.stop();
            return;
        }
        if !state.stopped.contains(&order) {
            if state.stopped.len() == MAX_STOPPED {
                state.stopped.pop_front();
            }
            state.stopped.push_back(order);
        }
    }

    /// Stops all orders.
    pub(super) fn stop_all(&self) {
        self.state().running.values().for_each(|signal| signal.stop());
    }

    /// Notes that a server is there.
    pub(super) fn note_server(&self, server: u64) {
        self.state().note_server(server);
    }

    /// Stops the orders of servers that are gone.
    pub(super) fn stop_those_of_silent_servers(&self) {
        let mut state = self.state();
        state.servers.retain(|_, last_seen| last_seen.elapsed() < MAX_SERVER_SILENCE);
        let OrdersState { running, servers, .. } = &*state;
        let orphans = running.iter().filter(|(order, _)| !servers.contains_key(&order.server));
        orphans.for_each(|(_, signal)| signal.stop());
    }

    fn state(&self) -> MutexGuard<'_, OrdersState> {
        self.state.lock().expect("nothing panics while it holds the orders")
    }
}

impl OrdersState {
    fn note_server(&mut self, server: u64) {
        if self.servers.contains_key(&server) || self.servers.len() < MAX_KNOWN_SERVERS {
            self.servers.insert(server, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(number: u64) -> OrderId {
        OrderId { server: 1, number }
    }

    #[test]
    fn an_order_is_stopped_even_before_it_comes() {
        let orders = Orders::default();
        let signal = orders.begin(order(1));
        assert!(!signal.is_stopped());
        orders.stop(order(1));
        orders.stop(order(2));
        assert!(signal.is_stopped());
        assert!(orders.begin(order(2)).is_stopped());
        assert!(!orders.begin(order(3)).is_stopped());
        orders.end(order(1));
        assert_eq!(orders.running().len(), 2);
    }

    #[test]
    fn what_was_stopped_is_forgotten_in_the_end() {
        let orders = Orders::default();
        (0..=MAX_STOPPED as u64).for_each(|number| orders.stop(order(number)));
        assert!(!orders.begin(order(0)).is_stopped());
        assert!(orders.begin(order(1)).is_stopped());
    }
}
