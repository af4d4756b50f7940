//! Perft that can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use beaufort_rules::{Position, perft_while};
use pyo3::PyResult;

use crate::convert::zero_to;

/// The greatest depth, in plies; a deeper count would never end.
const MAX_PERFT_DEPTH: i64 = 100;

/// A count that can be stopped.
#[derive(Debug)]
pub(super) struct Perft {
    depth: u32,
    stopped: AtomicBool,
}

impl Perft {
    /// Returns a count to a depth.
    pub(super) fn new(depth: i64) -> PyResult<Perft> {
        let depth = zero_to("depth", depth, MAX_PERFT_DEPTH)? as u32;
        Ok(Perft { depth, stopped: AtomicBool::new(false) })
    }

    /// Ends the count soon.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Counts; returns nothing if it was stopped.
    pub(super) fn count(&self, mut position: Position) -> Option<u64> {
        perft_while(&mut position, self.depth, || !self.stopped.load(Ordering::Relaxed))
    }
}
