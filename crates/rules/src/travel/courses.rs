//! Crooked paths as tables: fixed sequences of squares, passed while they are empty.

use super::{RouteRules, View};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// Crooked paths of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Courses {
    /// From every square, each path as far as the board goes.
    paths: Box<[Box<[Course]>]>,
}

/// What a path takes from each square beside its squares.
pub(super) const COURSE_BYTES: usize = 64;

/// The squares of a path, in its order.
pub(super) type Course = Box<[Square]>;

impl Courses {
    /// Compiles the paths that lead from each square.
    pub(super) fn new(size: Geometry, from: impl Fn(Square) -> Box<[Course]>) -> Courses {
        Courses { paths: size.iter().map(from).collect() }
    }

    /// Returns the squares reached: the empty ones passed and the first occupied one of each path, whoever stands there.
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
