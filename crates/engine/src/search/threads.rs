//! What a thread keeps from one search to the next, and what the threads of one search have in common.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use beaufort_rules::Turn;

use crate::eval::Evaluation;
use crate::history::{Context, History};
use crate::score::MAX_PLY;
use crate::skill::Oversight;
use crate::time::Timer;
use crate::tt::Table;

use super::movepick::{Candidate, Killers};
use super::{Reductions, see};

/// What is kept for each ply, so that no node allocates.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) turns: Vec<Turn>,
    pub(super) candidates: Vec<Candidate>,
    /// The turns tried that neither take nor gain.
    pub(super) quiets: Vec<Turn>,
    /// The best line from here.
    pub(super) pv: Vec<Turn>,
    pub(super) killers: Killers,
    /// The static score.
    pub(super) calm: i32,
    /// The turn that was played here last.
    pub(super) played: Context,
}

/// What one thread keeps from one search to the next.
pub(crate) struct Worker {
    pub(super) history: History,
    pub(super) frames: Vec<Frame>,
    /// Room for the exchanges of a node, by ply.
    pub(super) exchanges: [Vec<Turn>; see::MOST],
}

impl Worker {
    /// Returns what a thread begins with in a game of so many piece types.
    pub(crate) fn new(types: usize) -> Worker {
        // Captures may go on for one ply beyond the deepest, and a frame looks two plies ahead.
        let frames = std::iter::repeat_with(Frame::default).take(MAX_PLY + 4).collect();
        Worker { history: History::new(types), frames, exchanges: Default::default() }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.history.clear();
    }
}

/// What the threads of one search have in common.
pub(crate) struct Shared<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) table: &'a Table,
    pub(super) reductions: &'a Reductions,
    /// What is overlooked, by a player who does.
    pub(super) oversight: Option<Oversight>,
    /// Whether the first thread has its result.
    finished: AtomicBool,
    /// The nodes by thread, as of its last look at the clock.
    pub(super) nodes: Vec<AtomicU64>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        evaluation: &'a Evaluation,
        table: &'a Table,
        reductions: &'a Reductions,
        oversight: Option<Oversight>,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        Shared { evaluation, table, reductions, oversight, finished: AtomicBool::new(false), nodes }
    }

    /// Lets the other threads stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Returns whether a limit is reached or the first thread has its result.
    pub(super) fn is_over(&self, timer: &mut Timer<'_>) -> bool {
        timer.is_over() || self.finished.load(Relaxed)
    }

    /// Returns the nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}
