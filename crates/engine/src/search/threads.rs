//! The search stack and the data of a thread, and the data shared by the threads of a search (lazy SMP).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use beaufort_rules::{Game, PieceType, Square, Turn};

use crate::correction::CorrectionHistory;
use crate::eval::{AccumulatorStack, Evaluation, RideCache, commonest};
use crate::history::{ContinuationKey, History};
use crate::score::MAX_PLY;
use crate::shared_memory::SharedSearch;
use crate::skill::Blindness;
use crate::time::Timer;
use crate::tt::{PackedTurn, TranspositionTable};

use super::LmrTable;
use super::movepick::{Killers, ScoredTurn};

/// An entry of the search stack: the data of a ply, reused so that no node allocates.
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
    /// The static eval, corrected by the correction history and by a bound of the transposition table.
    pub(super) static_eval: i32,
    /// The uncorrected static eval less its incremental part; computed or expected.
    pub(super) rest: i32,
    /// The last turn played here, for the continuation history.
    pub(super) played: ContinuationKey,
    /// The square where that turn ended; `None` for a pass.
    pub(super) reached: Option<Square>,
    /// The turn that a singular search leaves out.
    pub(super) excluded: PackedTurn,
}

/// The data of a thread that are kept from one search to the next.
pub(crate) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: CorrectionHistory,
    /// The commonest type of the game, which has a table of its own in the correction history.
    pub(super) common: Option<PieceType>,
    pub(super) stack: Vec<StackFrame>,
    /// The network's hidden layers along the path to the position.
    pub(super) accumulators: AccumulatorStack,
    pub(super) rides: RideCache,
}

impl ThreadData {
    /// Creates the data of a thread for a game.
    pub(crate) fn new(game: &Game) -> ThreadData {
        // Quiescence may go one ply beyond the greatest, and a frame accesses two plies ahead.
        let stack = std::iter::repeat_with(StackFrame::default).take(MAX_PLY + 4).collect();
        ThreadData {
            history: History::new(game.types().count()),
            correction: CorrectionHistory::new(),
            common: commonest(game),
            stack,
            accumulators: AccumulatorStack::default(),
            rides: RideCache::default(),
        }
    }

    /// Clears the histories.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// The data shared by the threads of one search.
pub(crate) struct SharedData<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) tt: &'a TranspositionTable,
    pub(super) lmr: &'a LmrTable,
    /// The turns that a weak level misses.
    pub(super) blindness: Option<Blindness>,
    /// Whether the main thread has finished.
    finished: AtomicBool,
    /// The nodes by thread, as of its last check of the clock.
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

    /// Makes the other threads stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Returns whether a limit is reached or the main thread has finished.
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

    /// Returns the nodes of all threads and, for the main engine, of the helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.own_nodes() + self.tt.shared_search().map_or(0, SharedSearch::helpers_nodes)
    }

    fn own_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}
