//! The search: iterative deepening (`root`) of principal variation search (alpha-beta with null windows).
//!
//! `node` has steps 1 to 9 of a node, `move_loop` steps 10 to 15, `qsearch` the captures beyond the horizon and
//! `quiescence_limit` their limit; `movepick` is the move picker, `see` the static exchange evaluation, `static_eval` the
//! static eval with its corrections, `pvs` principal variation search with the reductions of `lmr`.
//!
//! Particularities of these games:
//!
//! - In most games there is no check. A side has lost when its royal pieces are gone (K113), which is known right after a turn,
//!   and a side without a turn has lost (K116), which is known when its turns are listed. Where check binds (L46), such a side
//!   is checkmated or stalemated.
//! - A turn that brings about a position for the third time is illegal (K117). The search skips it, and the transposition
//!   table separates results by the positions that may not occur again (see `repetition`). In a game where repetition draws
//!   instead (L49), a position is scored as a draw if it occurred after the root before, or if it occurs for the third time. One
//!   that occurred once in the game counts, too, unless the side to move at the root returns to it while it is behind.
//!
//! Lazy SMP: several threads search the same position and share nothing but the transposition table; the result of the main
//! thread counts. Engines that cannot be threads of one program can do the same (see `shared_memory`).
//!
//! Every operation that takes time is charged a [`TimeCost`], and the clock is checked when enough has added up.

mod lmr;
mod move_loop;
mod movepick;
mod node;
mod pvs;
mod qsearch;
mod quiescence_limit;
mod repetition;
mod root;
mod root_turns;
mod see;
mod singular;
mod static_eval;
mod threads;

use beaufort_rules::game::definition::CaptureDuty;
use beaufort_rules::turn::{Outcome, Verdict};
use beaufort_rules::{PieceType, Position, Scope, Side, Turn};

use crate::correction::{CorrectionHistory, CorrectionKeys, KeyObserver};
use crate::eval::{Accumulator, AccumulatorStack, EvalObserver, Evaluation, RideCache};
use crate::history::{ContinuationKey, Continuations, History};
use crate::score::{DRAW, mate_in, mated_in};
use crate::skill::Blindness;
use crate::time::{TimeCost, Timer};
use crate::tt::{PackedTurn, TranspositionTable};

pub(crate) use lmr::LmrTable;
use movepick::{Killers, TurnScorer};
pub(crate) use quiescence_limit::QuiescenceLimit;
use repetition::{Occurrence, RepetitionKey};
pub use root_turns::{PvLine, SearchResult};
use static_eval::ExpectationError;
use threads::StackFrame;
pub(crate) use threads::{SharedData, ThreadData};

/// One thread of a running search.
pub(crate) struct Search<'a> {
    shared: &'a SharedData<'a>,
    /// The number of the thread; 0 for the main thread.
    number: usize,
    evaluation: &'a Evaluation,
    tt: &'a TranspositionTable,
    lmr: &'a LmrTable,
    history: &'a mut History,
    correction: &'a mut CorrectionHistory,
    /// The commonest type of the game, for the correction history.
    common: Option<PieceType>,
    stack: &'a mut [StackFrame],
    accumulators: &'a mut AccumulatorStack,
    rides: &'a mut RideCache,
    expectation: ExpectationError,
    position: Position,
    state: StackState,
    pub(crate) timer: Timer<'a>,
    nodes: u64,
    seldepth: usize,
    /// The depth of the iteration, in plies.
    root_depth: i32,
    pub(crate) quiescence_limit: QuiescenceLimit,
    stopped: bool,
    /// Whether pieces are a burden, as a side wins by losing them.
    gives_away: bool,
    /// Whether captures are obligatory or pieces a burden, so that no estimate by a turn not made is sound.
    forced: bool,
}

/// The state that a node passes to the next one besides the position, restored when the turn is undone.
#[derive(Clone, Copy, Debug)]
struct StackState {
    accumulator: Accumulator,
    keys: CorrectionKeys,
    repetition: RepetitionKey,
}

/// The result of playing a turn.
pub(crate) enum PlayOutcome {
    /// The game goes on.
    Ongoing,
    /// The game is over, with this score for the side that moved.
    Over(i32),
    /// The turn was illegal (K117).
    Illegal,
}

/// Returns the score of a decided game for a side, `ply` plies after the root.
fn score_of(verdict: Verdict, side: Side, ply: usize) -> i32 {
    match verdict.outcome {
        Outcome::Draw => DRAW,
        Outcome::Win(winner) if winner == side => mate_in(ply),
        Outcome::Win(_) => mated_in(ply),
    }
}

impl<'a> Search<'a> {
    /// Creates a thread's part of a search of a position.
    pub(crate) fn new(
        shared: &'a SharedData<'a>,
        number: usize,
        data: &'a mut ThreadData,
        position: Position,
        mut timer: Timer<'a>,
    ) -> Search<'a> {
        let ThreadData { history, correction, common, stack, accumulators, rides } = data;
        let common = *common;
        let evaluation = shared.evaluation;
        if let Some(network) = evaluation.network() {
            accumulators.reset(network, evaluation.features(), &position);
        }
        for frame in stack.iter_mut() {
            frame.killers = Killers::default();
        }
        timer.share_nodes(shared.threads());
        let SharedData { tt, lmr, .. } = *shared;
        let definition = position.game().definition();
        let gives_away = definition.gives_away();
        let forced = gives_away || definition.obligations.capture != CaptureDuty::Free;
        let state = StackState {
            accumulator: evaluation.accumulate(&position),
            keys: CorrectionKeys::of(&position, common),
            repetition: RepetitionKey::at_root(&position),
        };
        Search {
            shared,
            number,
            evaluation,
            tt,
            lmr,
            history,
            correction,
            common,
            stack,
            accumulators,
            rides,
            expectation: ExpectationError::default(),
            position,
            state,
            timer,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            quiescence_limit: QuiescenceLimit::default(),
            stopped: false,
            gives_away,
            forced,
        }
    }

    /// Plays a turn on the board.
    #[inline]
    fn apply(&mut self, turn: Turn) {
        self.accumulators.enter();
        let StackState { accumulator, keys, .. } = &mut self.state;
        let eval = EvalObserver { evaluation: self.evaluation, accumulator, stack: self.accumulators };
        let mut observer = (eval, KeyObserver { keys, common: self.common });
        self.position.play_unchecked_with(turn, &mut observer);
        self.spend(TimeCost::Played);
    }

    /// Plays a turn and returns its result.
    #[inline]
    pub(crate) fn play(&mut self, turn: Turn, ply: usize) -> PlayOutcome {
        let side = self.position.side();
        let frame = &mut self.stack[ply];
        (frame.played, frame.reached) = (ContinuationKey::after(&self.position, turn), Some(turn.last().to));
        self.tt.prefetch(self.tt_key(self.position.likely_key_after(turn)));
        self.apply(turn);
        match self.position.royal_verdict() {
            Some(verdict) => PlayOutcome::Over(score_of(verdict, side, ply + 1)),
            None => match self.state.repetition.enter(&self.position, ply + 1) {
                Occurrence::Illegal => PlayOutcome::Illegal,
                Occurrence::Draw => PlayOutcome::Over(DRAW),
                Occurrence::Judged(verdict) => PlayOutcome::Over(score_of(verdict, side, ply + 1)),
                // The winning side must neither return to the position nor let the opponent do so; for the losing side nothing
                // is gained by it.
                Occurrence::OnceInGame if !ply.is_multiple_of(2) || self.evaluate() <= 0 => {
                    PlayOutcome::Over(DRAW)
                }
                Occurrence::Allowed | Occurrence::OnceInGame if self.position.draw_verdict().is_none() => {
                    PlayOutcome::Ongoing
                }
                // A mate with the last turn before a draw by the turn count is a mate.
                Occurrence::Allowed | Occurrence::OnceInGame => {
                    let verdict = self.position.terminal_verdict().or_else(|| self.position.draw_verdict());
                    PlayOutcome::Over(verdict.map_or(DRAW, |verdict| score_of(verdict, side, ply + 1)))
                }
            },
        }
    }

    /// Returns the score of a side to move that has no legal turn.
    pub(crate) fn score_without_turns(&self, ply: usize) -> i32 {
        score_of(self.position.no_turn_verdict(), self.position.side(), ply)
    }

    /// Takes the last turn back.
    #[inline]
    fn undo(&mut self, state: StackState) {
        self.position.undo();
        self.accumulators.leave();
        self.state = state;
    }

    /// Returns the position's key for the transposition table.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.tt_key(self.position.key())
    }

    /// Combines the key of a position with that of the barred positions and of the missed turns, for the transposition table.
    #[inline]
    fn tt_key(&self, key: u64) -> u64 {
        let key = key ^ self.state.repetition.key();
        self.shared.blindness.map_or(key, |blindness| key ^ blindness.key())
    }

    /// Counts a node and returns whether the search has to stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.spend(TimeCost::Node);
        self.stopped |= self.timer.exceeds_nodes(self.nodes);
        self.stopped
    }

    /// Generates turns of the position into the list of a ply. If the time runs out during generation, the list remains
    /// incomplete and the search stops.
    pub(crate) fn generate(&mut self, ply: usize, scope: Scope) {
        let Search { position, timer, stopped, stack, shared, .. } = self;
        let mut go_on = |turns| {
            *stopped |= timer.spend(TimeCost::Listed(turns)) && shared.is_over(timer);
            !*stopped
        };
        let turns = &mut stack[ply].turns;
        turns.clear();
        position.generate_while(scope, turns, &mut go_on);
    }

    /// Charges a cost, and checks the clock if enough has added up since the last check.
    #[inline]
    pub(crate) fn spend(&mut self, cost: TimeCost) {
        if self.timer.spend(cost) {
            self.publish_nodes();
            self.stopped |= self.shared.is_over(&mut self.timer);
        }
    }

    /// Publishes the number of nodes that this thread has searched.
    fn publish_nodes(&self) {
        self.shared.publish_nodes(self.number, self.nodes);
    }

    /// Sets the principal variation of this ply to a turn followed by that of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, turn: Turn) {
        let (here, deeper) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(turn);
        pv.extend_from_slice(&deeper[0].pv);
    }

    /// Returns the scorer of the turns of a ply.
    #[inline]
    pub(crate) fn scorer(&self, ply: usize, tt_turn: PackedTurn) -> TurnScorer<'_> {
        let Search { evaluation, position, history, .. } = self;
        let (killers, continuations) = (self.stack[ply].killers, self.continuations(ply));
        TurnScorer { evaluation, position, history, tt_turn, killers, continuations }
    }

    /// Returns whether the skill misses a turn; never at full strength.
    #[inline]
    fn misses(&self, ply: usize, turn: Turn) -> bool {
        let misses = |blindness: Blindness| blindness.misses(&self.position, self.evaluation, turn, ply);
        self.shared.blindness.is_some_and(misses)
    }

    /// Returns the keys of the continuation history at a ply.
    #[inline]
    fn continuations(&self, ply: usize) -> Continuations {
        let played = |plies| ply.checked_sub(plies).map(|before: usize| self.stack[before].played);
        [1, 2].map(|plies| played(plies).unwrap_or_default())
    }
}
