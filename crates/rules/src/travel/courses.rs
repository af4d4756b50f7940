//! Crooked paths as tables: fixed sequences of squares, which may be passed while they are empty.

use super::{RouteRules, View};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// The crooked paths of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Courses {
    /// By square: each path up to the edge of the board.
    paths: Box<[Box<[Course]>]>,
}

/// The size of a path from each square, in bytes, in addition to its squares.
pub(super) const COURSE_BYTES: usize = 64;

/// The squares of a path, in its order.
pub(super) type Course = Box<[Square]>;

impl Courses {
    /// Compiles the paths that lead from each square.
    pub(super) fn new(size: Geometry, from: impl Fn(Square) -> Box<[Course]>) -> Courses {
        Courses { paths: size.iter().map(from).collect() }
    }

    /// Returns the squares reached on each path: the empty ones up to the first occupied one, inclusive, whatever piece is
    /// there.
    fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for path in &self.paths[from.index()] {
            for &square in path {
                reached.insert(square);
                if view.occupied.contains(square) {
                    break;
                }
            }
        }
        reached
    }
}

impl RouteRules for Courses {
    /// The first square of each path.
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.paths[from.index()].iter().filter_map(|path| path.first().copied()).collect()
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        view.allowed(mode, &self.reach(view, from))
    }
}
