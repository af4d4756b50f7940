//! The search stack and the data of a thread, and what the threads of a search share (lazy SMP).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use beaufort_rules::{Game, PieceType, Square, Turn};

use crate::correction::CorrectionHistory;
use crate::eval::{AccumulatorStack, Evaluation, commonest};
use crate::history::{ContinuationKey, History};
use crate::score::MAX_PLY;
use crate::shared_memory::SharedSearch;
use crate::skill::Blindness;
use crate::time::Timer;
use crate::tt::{PackedTurn, TranspositionTable};

use super::LmrTable;
use super::movepick::{Killers, ScoredTurn};

/// An entry of the search stack: what is kept for a ply, so that no node allocates.
#[derive(Default)]
pub(super) struct StackFrame {
    pub(super) turns: Vec<Turn>,
    pub(super) scored_turns: Vec<ScoredTurn>,
    /// The quiet turns searched so far.
    pub(super) quiets: Vec<Turn>,
    /// The captures searched so far.
    pub(super) captures: Vec<Turn>,
    /// The principal variation from here.
    pub(super) pv: Vec<Turn>,
    pub(super) killers: Killers,
    /// The static eval, corrected by the correction history and a bound of the transposition table.
    pub(super) static_eval: i32,
    /// The turn that was played here last, for the continuation history.
    pub(super) played: ContinuationKey,
    /// The square where it ended; `None` for a pass.
    pub(super) reached: Option<Square>,
    /// The turn that a singular search leaves out.
    pub(super) excluded: PackedTurn,
}

/// What a thread keeps from one search to the next.
pub(crate) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: CorrectionHistory,
    /// The commonest type of the game, whose squares the correction history knows apart from the others.
    pub(super) common: Option<PieceType>,
    pub(super) stack: Vec<StackFrame>,
    /// The hidden layers of the network on the way to the position.
    pub(super) accumulators: AccumulatorStack,
}

impl ThreadData {
    /// Returns the data of a thread in a game.
    pub(crate) fn new(game: &Game) -> ThreadData {
        // Captures may go on for one ply beyond the deepest, and a frame looks two plies ahead.
        let stack = std::iter::repeat_with(StackFrame::default).take(MAX_PLY + 4).collect();
        ThreadData {
            history: History::new(game.types().count()),
            correction: CorrectionHistory::new(),
            common: commonest(game),
            stack,
            accumulators: AccumulatorStack::default(),
        }
    }

    /// Clears the histories.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// What the threads of one search share.
pub(crate) struct SharedData<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) tt: &'a TranspositionTable,
    pub(super) lmr: &'a LmrTable,
    /// What a weak level misses.
    pub(super) blindness: Option<Blindness>,
    /// Whether the main thread has its result.
    finished: AtomicBool,
    /// The nodes by thread, as of its last look at the clock.
    nodes: Vec<AtomicU64>,
}

impl<'a> SharedData<'a> {
    pub(crate) fn new(
        evaluation: &'a Evaluation,
        tt: &'a TranspositionTable,
        lmr: &'a LmrTable,
        blindness: Option<Blindness>,
        threads: usize,
    ) -> SharedData<'a> {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        SharedData { evaluation, tt, lmr, blindness, finished: AtomicBool::new(false), nodes }
    }

    /// Lets the other threads stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Returns whether a limit is reached or the main thread has its result.
    pub(super) fn is_over(&self, timer: &mut Timer<'_>) -> bool {
        timer.is_over() || self.finished.load(Relaxed)
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Publishes the number of nodes that a thread has searched.
    pub(super) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Relaxed);
        if let Some(search) = self.tt.shared_search() {
            search.publish_nodes(self.own_nodes());
        }
    }

    /// Returns the nodes of all threads, and of the helpers of the main engine.
    pub(super) fn nodes(&self) -> u64 {
        self.own_nodes() + self.tt.shared_search().map_or(0, SharedSearch::helpers_nodes)
    }

    fn own_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}
