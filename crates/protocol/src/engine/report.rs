//! The reports of the worker.

use std::time::Duration;

use beaufort_engine::{Info, SearchResult};
use beaufort_rules::Turn;

/// A report of the worker.
#[derive(Debug)]
pub(super) enum WorkerReport {
    /// All commands before are done.
    Ready,
    /// The progress of the search with this number.
    Progress(u64, SearchProgress),
    /// The search with this number has ended.
    Found(u64, SearchResult),
    /// A computation has ended.
    Computed(String),
    /// The engine has panicked.
    Failed,
}

/// The progress of a search: [`Info`] for another thread.
#[derive(Clone, Debug)]
pub(super) struct SearchProgress {
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) line: u32,
    pub(super) score: i32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) pv: Vec<Turn>,
    pub(super) hashfull: u32,
}

impl From<&Info<'_>> for SearchProgress {
    fn from(info: &Info<'_>) -> SearchProgress {
        SearchProgress {
            depth: info.depth,
            seldepth: info.seldepth,
            line: info.line,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: info.pv.to_vec(),
            hashfull: info.hashfull,
        }
    }
}

impl SearchProgress {
    /// Returns the nodes searched in a second.
    pub(super) fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}
