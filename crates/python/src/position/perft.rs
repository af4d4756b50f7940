//! Perft that can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use beaufort_rules::{Position, Scope, perft};
use pyo3::PyResult;

use crate::errors::value_error;

/// The greatest depth, in plies: what is deeper ends with the universe.
const MAX_PERFT_DEPTH: i64 = 100;
/// The depth that is counted without a look at the signal, in plies: moments even where there are thousands of turns.
const UNINTERRUPTED_DEPTH: u32 = 1;

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

    /// Counts; what it returns after a stop means nothing.
    pub(super) fn count(&self, mut position: Position) -> u64 {
        self.walk(&mut position, self.depth)
    }

    fn walk(&self, position: &mut Position, depth: u32) -> u64 {
        if depth <= UNINTERRUPTED_DEPTH {
            return perft(position, depth);
        }
        let mut leaves = 0u64;
        for turn in position.turns(Scope::Distinct) {
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            position.play_unchecked(turn);
            leaves = leaves.saturating_add(self.walk(position, depth - 1));
            position.undo();
        }
        leaves
    }
}
