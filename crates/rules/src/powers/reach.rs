//! The squares that powers reach.

use crate::travel::{Ray, View};
use crate::vocabulary::{Rays, Square, SquareSet};

/// Returns the first steps of some rides: the exits of whatever looks along them for an opposing piece.
pub(super) fn first_steps(lines: &[Ray], rays: &Rays, from: Square) -> SquareSet {
    lines.iter().map(|line| line.first_step(rays, from)).collect()
}

/// An [`ast::Reach`](crate::grammar::ast::Reach) for one side and every square: fixed squares, or the piece seen along each
/// line.
#[derive(Clone, Debug)]
pub(crate) enum ReachTable {
    /// By the square where the power's owner stands.
    At(Box<[SquareSet]>),
    /// The lines.
    Seen(Box<[Ray]>),
}

impl ReachTable {
    /// Returns the exits of a square for taking an opposing piece reached.
    pub(super) fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        match self {
            ReachTable::At(targets) => targets[from.index()],
            ReachTable::Seen(lines) => first_steps(lines, rays, from),
        }
    }

    /// Returns the squares of the pieces reached, of either side.
    #[inline]
    pub(crate) fn pieces(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            ReachTable::At(targets) => targets[from.index()] & view.occupied,
            ReachTable::Seen(lines) => lines.iter().filter_map(|line| line.seen(view, from)).collect(),
        }
    }
}
