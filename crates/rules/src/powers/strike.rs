//! `strike` and `hop-capture`: takes an opposing piece by a leap and goes on from there (K46, K47, K49 to K51).

use crate::language::ast::{Area, Bearing};
use crate::travel::View;
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// The strikes of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Strike {
    /// For every square, its strikes.
    paths: Box<[Box<[Path]>]>,
    /// Whether the last square may hold an opposing piece, which is taken too, or be the origin.
    may_take_twice: bool,
}

#[derive(Clone, Copy, Debug)]
struct Path {
    via: Square,
    to: Square,
}

impl Strike {
    /// Compiles `strike`.
    pub(crate) fn compile(
        size: Geometry,
        first: &[Vector],
        second: &[Vector],
        bearing: Bearing,
        turned: bool,
    ) -> Strike {
        let turn = |v: Vector| if turned { -v } else { v };
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
        let pairs: Vec<(Vector, Vector)> =
            pairs.filter(|&(a, b)| bearing.allows(a, b)).map(|(a, b)| (turn(a), turn(b))).collect();
        let path = |from, (a, b)| {
            let via = size.step(from, a)?;
            Some(Path { via, to: size.step(via, b)? })
        };
        let paths = |from| pairs.iter().filter_map(|&pair| path(from, pair)).collect();
        Strike { paths: size.iter().map(paths).collect(), may_take_twice: true }
    }

    /// Compiles `hop-capture`: straight on, to an empty square (K46).
    pub(crate) fn hop_capture(size: Geometry, over: Area, turned: bool) -> Strike {
        let steps = over.vectors();
        Strike { may_take_twice: false, ..Strike::compile(size, &steps, &steps, Bearing::Straight, turned) }
    }

    /// See [`Special::gates`](super::Special::gates): the squares of the pieces taken first.
    pub(crate) fn gates(&self, from: Square) -> SquareSet {
        self.paths[from.index()].iter().map(|path| path.via).collect()
    }

    /// Calls `strike` with the square of each piece that can be taken first and the square where the strike ends.
    #[inline]
    pub(crate) fn each(&self, view: &View<'_>, from: Square, mut strike: impl FnMut(Square, Square)) {
        for &Path { via, to } in &self.paths[from.index()] {
            let open =
                !view.occupied.contains(to) || self.may_take_twice && (to == from || view.enemy.contains(to));
            if open && view.enemy.contains(via) {
                strike(via, to);
            }
        }
    }
}
