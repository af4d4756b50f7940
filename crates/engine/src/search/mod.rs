//! The search: alpha-beta with a principal variation, deepened step by step from `root`.
//!
//! What is special about these games:
//!
//! - In most games there is no check. A side has lost when its royal pieces are gone (K113), which is known at once
//!   after a turn, and a side without a turn has lost (K116), which is known when its turns are listed. Where a check
//!   binds (L46) such a side is checkmated or has a draw.
//! - A turn that brings about a position for the third time is illegal (K117). It is skipped, and the hash table keeps
//!   apart what was found while different positions were barred (see `repetition`). In a game where it draws instead
//!   (L49), the first repetition counts: who can repeat once can do so again.
//!
//! Whatever takes time is noted as work, and the clock is looked at when it has become much (see [`Work`]).

mod candidates;
mod node;
mod quiescence;
mod reductions;
mod repetition;
mod root;

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Turn};

use crate::eval::{Evaluation, Sums, Watch};
use crate::ordering::{Candidate, History, Killers, Known};
use crate::score::{DRAW, WIN, lost, won};
use crate::table::{Fingerprint, Table};
use crate::time::{Timer, Work};

pub(crate) use reductions::Reductions;
pub(crate) use repetition::Barred;
use repetition::Occurrence;
pub use root::SearchResult;

/// The remaining depth up to which margins hold that promise something of a position or a turn.
const SHALLOW: i32 = 6;

/// What is kept for each ply, so that no node allocates.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) turns: Vec<Turn>,
    pub(crate) candidates: Vec<Candidate>,
    /// The best line from here.
    pub(crate) pv: Vec<Turn>,
    pub(crate) killers: Killers,
}

/// What adds turns of a position to a list, and reports the work.
type Generator = fn(&Position, &mut Vec<Turn>, &mut dyn FnMut(usize) -> bool);

/// One search going on.
pub(crate) struct Search<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a Table,
    pub(crate) reductions: &'a Reductions,
    pub(crate) history: &'a mut History,
    pub(crate) frames: &'a mut [Frame],
    pub(crate) position: Position,
    pub(crate) path: Path,
    pub(crate) timer: Timer<'a>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
}

/// What changes from turn to turn beside the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) sums: Sums,
    pub(crate) barred: Barred,
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
        let mut watch = Watch { evaluation: self.evaluation, sums: &mut self.path.sums };
        self.position.play_with(turn, &mut watch);
        self.spend(Work::Played);
        match self.position.decided() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => After::Decided(won(ply + 1)),
            Some(_) => After::Decided(lost(ply + 1)),
            None => match self.path.barred.occur(&self.position) {
                Occurrence::Illegal => After::Repeated,
                Occurrence::Draw => After::Decided(DRAW),
                Occurrence::Allowed if self.position.drawn().is_some() => After::Decided(DRAW),
                Occurrence::Allowed => After::Open,
            },
        }
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
    pub(crate) fn undo(&mut self, path: Path) {
        self.position.undo();
        self.path = path;
    }

    /// Returns what the hash table knows the position by.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.position.key() ^ self.path.barred.key()
    }

    /// Returns the score of the position from its pieces alone.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate_with(&self.position, self.path.sums).clamp(1 - WIN, WIN - 1)
    }

    /// Counts a node and returns whether the search is to stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.spend(Work::Node);
        self.stopped |= self.timer.is_exhausted(self.nodes);
        self.stopped
    }

    /// Lists turns of the position in the list of a ply. If the time runs out meanwhile, the list remains incomplete, and
    /// the search is stopped.
    pub(crate) fn list(&mut self, ply: usize, add: Generator) {
        let Search { position, timer, stopped, frames, .. } = self;
        let mut go_on = |turns| {
            *stopped |= timer.spend(Work::Listed(turns)) && timer.is_over();
            !*stopped
        };
        let turns = &mut frames[ply].turns;
        turns.clear();
        add(position, turns, &mut go_on);
    }

    /// Notes work, and looks at the clock if there has been much since the last time.
    #[inline]
    pub(crate) fn spend(&mut self, work: Work) {
        if self.timer.spend(work) {
            self.stopped |= self.timer.is_over();
        }
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
