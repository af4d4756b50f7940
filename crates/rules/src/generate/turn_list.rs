//! A list of turns that can report its work and be interrupted.

use crate::powers::{Step, StepKind};
use crate::turn::Turn;
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::TurnSink;

/// The work between two reports, in turns listed.
const SPAN: usize = 1_000;
/// The work of trying a first move of a doubled piece, in turns listed.
const FIRST_MOVE: usize = 4;

/// Lists turns, and reports the work if requested.
pub(super) struct TurnList<'a> {
    turns: &'a mut Vec<Turn>,
    /// Called with the work since the last report, in turns listed; once it returns `false` the list remains incomplete.
    report: Option<&'a mut dyn FnMut(usize) -> bool>,
    /// The work since the last report.
    work: usize,
    goes_on: bool,
}

impl<'a> TurnList<'a> {
    /// Appends to a list without reports.
    pub(super) fn new(turns: &'a mut Vec<Turn>) -> TurnList<'a> {
        TurnList { turns, report: None, work: 0, goes_on: true }
    }

    /// Appends to a list as long as `report` returns `true`.
    pub(super) fn reporting(
        turns: &'a mut Vec<Turn>,
        report: &'a mut dyn FnMut(usize) -> bool,
    ) -> TurnList<'a> {
        TurnList { turns, report: Some(report), work: 0, goes_on: true }
    }

    fn report(&mut self) {
        let work = std::mem::take(&mut self.work);
        if let Some(report) = &mut self.report {
            self.goes_on &= report(work);
        }
    }
}

impl TurnSink for TurnList<'_> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let count = to.len() as usize;
        self.work += count;
        self.turns.reserve(count);
        to.iter().for_each(|to| self.turns.push(Turn::from(Step::plain(kind, from, to, promotion))));
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
        self.goes_on
    }
}

impl Drop for TurnList<'_> {
    /// Reports the remaining work.
    fn drop(&mut self) {
        self.report();
    }
}
