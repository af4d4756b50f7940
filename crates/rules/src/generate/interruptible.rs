//! A list of turns that reports how much work it has been, and may be broken off.

use crate::powers::StepKind;
use crate::turn::Turn;
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::TurnSink;

/// The work between two reports, in turns listed.
const SPAN: usize = 1_000;
/// The work of trying a first move of a doubled piece, whatever follows.
const FIRST_MOVE: usize = 4;

/// Lists turns and reports the work.
pub(super) struct Interruptible<'a> {
    turns: &'a mut Vec<Turn>,
    go_on: &'a mut dyn FnMut(usize) -> bool,
    /// The work since the last report.
    work: usize,
    wanted: bool,
}

impl<'a> Interruptible<'a> {
    pub(super) fn new(
        turns: &'a mut Vec<Turn>,
        go_on: &'a mut dyn FnMut(usize) -> bool,
    ) -> Interruptible<'a> {
        Interruptible { turns, go_on, work: 0, wanted: true }
    }

    fn report(&mut self) {
        self.wanted = (self.go_on)(std::mem::take(&mut self.work)) && self.wanted;
    }
}

impl TurnSink for Interruptible<'_> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        self.work += to.len() as usize;
        self.turns.plain(kind, from, to, promotion);
    }

    #[inline]
    fn turn(&mut self, turn: Turn) {
        self.work += 1;
        self.turns.push(turn);
    }

    #[inline]
    fn goes_on(&mut self) -> bool {
        self.work += FIRST_MOVE;
        if self.work >= SPAN {
            self.report();
        }
        self.wanted
    }
}

impl Drop for Interruptible<'_> {
    /// Reports the rest of the work.
    fn drop(&mut self) {
        self.report();
    }
}
