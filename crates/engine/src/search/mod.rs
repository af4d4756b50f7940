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
//! Several threads search the same position at the same time and tell each other what they find through the hash table
//! alone; the first one's result counts.
//!
//! Whatever takes time is noted as work, and the clock is looked at when it has become much (see [`Work`]).

mod lmr;
mod move_loop;
mod movepick;
mod node;
mod notice;
mod qsearch;
mod repetition;
mod root;
mod root_moves;
mod see;
mod threads;

use std::sync::atomic::Ordering::Relaxed;

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Turn};

use crate::eval::{Evaluation, Sums, Watch};
use crate::history::{Context, History};
use crate::score::{DRAW, WIN, lost, won};
use crate::time::{Timer, Work};
use crate::tt::{Fingerprint, Table};

pub(crate) use lmr::Reductions;
use movepick::{Killers, Known};
pub(crate) use repetition::Barred;
use repetition::Occurrence;
pub use root_moves::{Line, SearchResult};
use threads::Frame;
pub(crate) use threads::{Shared, Worker};

/// The remaining depth up to which margins hold that promise something of a position or a turn.
const SHALLOW: i32 = 6;

/// What adds turns of a position to a list, and reports the work.
type Generator = fn(&Position, &mut Vec<Turn>, &mut dyn FnMut(usize) -> bool);

/// One thread of a search going on.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    /// The number of the thread; the first one's result counts.
    number: usize,
    evaluation: &'a Evaluation,
    table: &'a Table,
    reductions: &'a Reductions,
    history: &'a mut History,
    frames: &'a mut [Frame],
    exchanges: &'a mut [Vec<Turn>; see::MOST],
    position: Position,
    path: Path,
    pub(crate) timer: Timer<'a>,
    nodes: u64,
    seldepth: usize,
    stopped: bool,
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

impl<'a> Search<'a> {
    /// Returns a thread's part of a search of a position.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        worker: &'a mut Worker,
        position: Position,
        path: Path,
        mut timer: Timer<'a>,
    ) -> Search<'a> {
        let Worker { history, frames, exchanges } = worker;
        for frame in frames.iter_mut() {
            frame.killers = Killers::default();
        }
        timer.share_nodes(shared.nodes.len());
        let Shared { evaluation, table, reductions, .. } = *shared;
        Search {
            shared,
            number,
            evaluation,
            table,
            reductions,
            history,
            frames,
            exchanges,
            position,
            path,
            timer,
            nodes: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Plays a turn on the board.
    #[inline]
    fn apply(&mut self, turn: Turn) {
        let mut watch = Watch { evaluation: self.evaluation, sums: &mut self.path.sums };
        self.position.play_with(turn, &mut watch);
        self.spend(Work::Played);
    }

    /// Plays a turn and tells what it brought about.
    #[inline]
    pub(crate) fn play(&mut self, turn: Turn, ply: usize) -> After {
        let side = self.position.side();
        self.frames[ply].played = Context::after(&self.position, turn);
        self.apply(turn);
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
        let key = self.position.key() ^ self.path.barred.key();
        self.shared.oversight.map_or(key, |oversight| key ^ oversight.key())
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
        let Search { position, timer, stopped, frames, shared, .. } = self;
        let mut go_on = |turns| {
            *stopped |= timer.spend(Work::Listed(turns)) && shared.is_over(timer);
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
            self.tell_nodes();
            self.stopped |= self.shared.is_over(&mut self.timer);
        }
    }

    /// Lets the other threads know how many nodes this one has searched.
    fn tell_nodes(&self) {
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
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
        let Search { evaluation, position, history, .. } = self;
        let (killers, context) = (self.frames[ply].killers, self.context(ply));
        Known { evaluation, position, history, hash, killers, context }
    }

    /// Returns what the turn before a ply was.
    fn context(&self, ply: usize) -> Context {
        ply.checked_sub(1).map_or_else(Context::default, |before| self.frames[before].played)
    }
}
