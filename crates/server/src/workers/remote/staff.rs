//! Who is there: the workers with their engines, and the other servers with what they need.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::share::share;
use crate::nats::job_stream::{Kind, ServerNews, WorkerNews};

/// How long a worker or a server may be silent before it is thought to be gone.
pub(super) const MAX_SILENCE: Duration = Duration::from_secs(5);
/// The most workers that a server knows; those after them are not used.
const MAX_WORKERS: usize = 1000;
/// The most other servers that a server knows.
const MAX_SERVERS: usize = 100;
/// The most engines of a worker that are believed.
const MAX_WORKER_ENGINES: usize = 1024;

/// Who is there.
#[derive(Debug)]
pub(super) struct Staff {
    kind: Kind,
    workers: HashMap<u64, (usize, Instant)>,
    servers: HashMap<u64, ([usize; 2], Instant)>,
    /// Workers of another kind that were told of in the log.
    strangers: HashSet<u64>,
}

impl Staff {
    pub(super) fn new(kind: Kind) -> Staff {
        Staff { kind, workers: HashMap::new(), servers: HashMap::new(), strangers: HashSet::new() }
    }

    /// Notes what a worker tells.
    pub(super) fn note_worker(&mut self, news: &WorkerNews) {
        let WorkerNews { worker, engines, .. } = *news;
        if news.kind != self.kind {
            if self.strangers.len() < MAX_WORKERS && self.strangers.insert(worker) {
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

    /// Notes what another server tells.
    pub(super) fn note_server(&mut self, news: &ServerNews) {
        if self.servers.contains_key(&news.server) || self.servers.len() < MAX_SERVERS {
            self.servers.insert(news.server, (news.demand, Instant::now()));
        }
    }

    /// Forgets who is silent.
    pub(super) fn forget_silent(&mut self) {
        self.servers.retain(|_, (_, heard)| heard.elapsed() < MAX_SILENCE);
        self.workers.retain(|worker, (_, heard)| {
            let is_there = heard.elapsed() < MAX_SILENCE;
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
