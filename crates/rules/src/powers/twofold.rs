//! `twofold`: a piece on two diagonally adjacent squares (L22, L23).

use crate::travel::{View, mirrored_targets_of};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// How the two parts move.
#[derive(Clone, Debug)]
pub(crate) struct Twofold {
    /// From every square, where a part may go.
    targets: Box<[SquareSet]>,
}

impl Twofold {
    pub(crate) fn compile(size: Geometry, leaps: &[Vector], turned: bool) -> Twofold {
        Twofold { targets: mirrored_targets_of(size, leaps, turned) }
    }

    /// Returns where the other part of the piece stands, seen from the part on a square, if both are there.
    pub(crate) fn other_part(view: &View<'_>, square: Square) -> Option<Square> {
        let v = view.board.at(square).other_part()?;
        let other = view.rays.size().step(square, v)?;
        (view.board.at(other).other_part() == Some(-v)).then_some(other)
    }

    /// Calls `each` with every two squares that the parts can reach together, the higher one first. The piece is listed
    /// with its higher part alone.
    pub(crate) fn each(&self, view: &View<'_>, part: Square, mut each: impl FnMut(Square, Square)) {
        let Some(other) = Twofold::other_part(view, part).filter(|&other| other < part) else { return };
        let mut own = view.own;
        own.remove(part);
        own.remove(other);
        let [ones, others] = [part, other].map(|part| self.targets[part.index()].without(&own));
        let either = ones.union(&others);
        for one in either.iter() {
            for another in either.iter().filter(|&another| another < one) {
                let v = view.rays.size().vector(one, another);
                let reached = |a: Square, b: Square| ones.contains(a) && others.contains(b);
                if v.dx.abs() == 1 && v.dy.abs() == 1 && (reached(one, another) || reached(another, one)) {
                    each(one, another);
                }
            }
        }
    }
}
