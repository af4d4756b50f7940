//! Tables of the squares that powers reach.

use crate::travel::{Ray, View};
use crate::vocabulary::{Rays, Square, SquareSet};

/// Returns the first steps of some rides: the exits of a power that looks along them for an opposing piece.
pub(super) fn first_steps(lines: &[Ray], rays: &Rays, from: Square) -> SquareSet {
    lines.iter().map(|line| line.first_step(rays, from)).collect()
}

/// An [`ast::Reach`](crate::grammar::ast::Reach) for one side and every square: fixed squares, or the piece seen along each
/// line.
#[derive(Clone, Debug)]
pub(crate) enum ReachTable {
    /// The fixed squares, by the square of the power's owner.
    At(Box<[SquareSet]>),
    /// The lines.
    Seen(Box<[Ray]>),
}

impl ReachTable {
    /// Returns the exits of a square for taking a piece within reach.
    pub(super) fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        match self {
            ReachTable::At(targets) => targets[from.index()],
            ReachTable::Seen(lines) => first_steps(lines, rays, from),
        }
    }

    /// Returns the squares of the pieces within reach, of either side.
    #[inline]
    pub(crate) fn pieces(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            ReachTable::At(targets) => targets[from.index()] & view.occupied,
            ReachTable::Seen(lines) => lines.iter().filter_map(|line| line.seen(view, from)).collect(),
        }
    }
}
