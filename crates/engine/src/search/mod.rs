//! The search: alpha-beta with a principal variation, deepened step by step from `root`.
//!
//! What is special about these games:
//!
//! - In most games there is no check. A side has lost when its royal pieces are gone (K113), which is known at once
//!   after a turn, and a side without a turn has lost (K116), which is known when its turns are listed. Where a check
//!   binds (L46) such a side is checkmated or has a draw.
//! - A turn that brings about a position for the third time is illegal (K117). It is skipped. The result of a node
//!   where that happened depends on how play came there, so it is not stored in the hash table. (Its ancestors may be:
//!   the error is rare and small, and repaired when the position itself comes to the root, whose turns are the legal
//!   ones.) In a game where it draws instead (L49), the first repetition counts: who can repeat once can do so again.

mod candidates;
mod node;
mod quiescence;
mod reductions;
mod root;

use beaufort_rules::game::definition::Repetition;
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Turn};

use crate::eval::{Evaluation, Sums, Watch};
use crate::ordering::{Candidate, History, Killers, Known};
use crate::score::{DRAW, WIN, lost, won};
use crate::table::{Fingerprint, Table};
use crate::time::Timer;

pub(crate) use reductions::Reductions;
pub use root::SearchResult;

/// The remaining depth up to which margins hold that promise something of a position or a turn.
const SHALLOW: i32 = 6;
/// After so many turns listed the clock is looked at, however few nodes that took.
const MUCH: usize = 4_000;

/// What is kept for each ply, so that no node allocates.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) turns: Vec<Turn>,
    pub(crate) candidates: Vec<Candidate>,
    /// The best line from here.
    pub(crate) pv: Vec<Turn>,
    pub(crate) killers: Killers,
}

/// One search going on.
pub(crate) struct Search<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a Table,
    pub(crate) reductions: &'a Reductions,
    pub(crate) history: &'a mut History,
    pub(crate) frames: &'a mut [Frame],
    pub(crate) position: Position,
    pub(crate) sums: Sums,
    pub(crate) timer: Timer<'a>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// The number of turns listed since the last look at the clock.
    pub(crate) effort: usize,
}

/// What a turn brought about.
pub(crate) enum After {
    /// The game goes on.
    Open,
    /// The game is over, with this score for the side that moved.
    Decided(i32),
    /// The turn was illegal (K117).
    Repeated,
}

impl Search<'_> {
    /// Plays a turn and tells what it brought about.
    #[inline]
    pub(crate) fn play(&mut self, turn: Turn, ply: usize) -> After {
        let side = self.position.side();
        let mut watch = Watch { evaluation: self.evaluation, sums: &mut self.sums };
        self.position.play_with(turn, &mut watch);
        match self.position.decided() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => After::Decided(won(ply + 1)),
            Some(_) => After::Decided(lost(ply + 1)),
            None if self.position.occurs_too_often() => After::Repeated,
            None if self.is_drawn() => After::Decided(DRAW),
            None => After::Open,
        }
    }

    /// Returns whether the turns that led to the position make it a draw.
    #[inline]
    fn is_drawn(&self) -> bool {
        let repeats = matches!(self.position.game().definition().ending.repetition, Repetition::Draws(_));
        repeats && self.position.earlier_occurrences() > 0 || self.position.drawn().is_some()
    }

    /// Returns the score of a side to move that has no turn.
    pub(crate) fn without_turn(&self, ply: usize) -> i32 {
        match self.position.verdict_without_turn().outcome {
            Outcome::Draw => DRAW,
            Outcome::Win(side) if side == self.position.side() => won(ply),
            Outcome::Win(_) => lost(ply),
        }
    }

    /// Takes the last turn back.
    #[inline]
    pub(crate) fn undo(&mut self, sums: Sums) {
        self.position.undo();
        self.sums = sums;
    }

    /// Returns the score of the position from its pieces alone.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate_with(&self.position, self.sums).clamp(1 - WIN, WIN - 1)
    }

    /// Counts a node and returns whether the search is to stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.stopped = self.stopped
            || if self.effort >= MUCH {
                self.timer.is_over_now(self.nodes)
            } else {
                self.timer.is_over(self.nodes)
            };
        if self.effort >= MUCH {
            self.effort = 0;
        }
        self.stopped
    }

    /// Puts a turn before the best line of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, turn: Turn) {
        let (here, deeper) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(turn);
        pv.extend_from_slice(&deeper[0].pv);
    }

    /// Returns what the turns of a ply are judged by.
    #[inline]
    pub(crate) fn known(&self, ply: usize, hash: Fingerprint) -> Known<'_> {
        let killers = self.frames[ply].killers;
        Known { evaluation: self.evaluation, position: &self.position, history: self.history, hash, killers }
    }
}
