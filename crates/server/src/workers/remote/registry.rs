//! The registry of workers with their engines, and of the other servers with their demand.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::share::share;
use crate::nats::job_stream::{Compatibility, ServerHeartbeat, WorkerHeartbeat};

/// The silence after which a worker or a server counts as gone.
pub(super) const MAX_SILENCE: Duration = Duration::from_secs(5);
/// The most workers that a server knows; those after them are not used.
const MAX_WORKERS: usize = 1000;
/// The most other servers that a server knows.
const MAX_SERVERS: usize = 100;
/// The most engines of a worker that are believed.
const MAX_WORKER_ENGINES: usize = 1024;

/// The workers and servers seen in the last [`MAX_SILENCE`].
#[derive(Debug)]
pub(super) struct WorkerRegistry {
    compatibility: Compatibility,
    workers: HashMap<u64, (usize, Instant)>,
    servers: HashMap<u64, ([usize; 2], Instant)>,
    /// Workers of another version, or with other games, that the log has mentioned.
    incompatible: HashSet<u64>,
}

impl WorkerRegistry {
    pub(super) fn new(compatibility: Compatibility) -> WorkerRegistry {
        WorkerRegistry {
            compatibility,
            workers: HashMap::new(),
            servers: HashMap::new(),
            incompatible: HashSet::new(),
        }
    }

    /// Records the heartbeat of a worker.
    pub(super) fn note_worker(&mut self, heartbeat: &WorkerHeartbeat) {
        let WorkerHeartbeat { worker, engines, .. } = *heartbeat;
        if heartbeat.compatibility != self.compatibility {
            if self.incompatible.len() < MAX_WORKERS && self.incompatible.insert(worker) {
                log_limited!(warn, worker, "a worker of another version, or with other games, is not used");
            }
        } else if engines == 0 {
            self.workers.remove(&worker);
        } else if self.workers.contains_key(&worker) || self.workers.len() < MAX_WORKERS {
            let engines = engines.min(MAX_WORKER_ENGINES);
            if self.workers.insert(worker, (engines, Instant::now())).is_none() {
                tracing::info!(worker, engines, "a worker has come");
            }
        }
    }

    /// Records the heartbeat of another server.
    pub(super) fn note_server(&mut self, heartbeat: &ServerHeartbeat) {
        if self.servers.contains_key(&heartbeat.server) || self.servers.len() < MAX_SERVERS {
            self.servers.insert(heartbeat.server, (heartbeat.demand, Instant::now()));
        }
    }

    /// Removes workers and servers that have been silent for [`MAX_SILENCE`].
    pub(super) fn forget_silent(&mut self) {
        self.servers.retain(|_, (_, last_seen)| last_seen.elapsed() < MAX_SILENCE);
        self.workers.retain(|worker, (_, last_seen)| {
            let is_there = last_seen.elapsed() < MAX_SILENCE;
            if !is_there {
                log_limited!(warn, worker, "a worker has gone");
            }
            is_there
        });
    }

    /// Returns the number of workers.
    pub(super) fn workers(&self) -> usize {
        self.workers.len()
    }

    /// Returns the number of their engines.
    pub(super) fn engines(&self) -> usize {
        self.workers.values().map(|(engines, _)| engines).sum()
    }

    /// Returns how many of the engines a server may use whose demand is `demand`.
    pub(super) fn share(&self, server: u64, demand: [usize; 2]) -> usize {
        let mut demands: BTreeMap<u64, [usize; 2]> =
            self.servers.iter().map(|(&id, &(demand, _))| (id, demand)).collect();
        demands.insert(server, demand);
        // The servers agree on it as far as their clocks do; where they do not, an order waits in the stream for a moment.
        let round = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        share(self.engines(), &demands, server, round)
    }
}
