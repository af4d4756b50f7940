//! Perft that can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use beaufort_rules::{Position, perft_while};
use pyo3::PyResult;

use crate::errors::value_error;

/// The greatest depth, in plies: what is deeper ends with the universe.
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
        if !(0..=MAX_PERFT_DEPTH).contains(&depth) {
            return Err(value_error(format!("depth is {depth}: expected 0 to {MAX_PERFT_DEPTH}")));
        }
        Ok(Perft { depth: depth as u32, stopped: AtomicBool::new(false) })
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
