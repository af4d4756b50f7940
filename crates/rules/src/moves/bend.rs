//! Bent paths: a first leg to an empty square, then a second one in another direction (K33, K42).

use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast::{self, Bearing, Mode};

use super::{Ride, View};

/// A first leg in one direction and all second legs that may follow it.
#[derive(Clone, Debug)]
pub(crate) struct Bend {
    first: Ride,
    stop: Mode,
    seconds: Box<[Ride]>,
    mode: Mode,
}

impl Bend {
    /// Compiles a bent path into its first directions.
    #[expect(clippy::too_many_arguments, reason = "the parts of the term, passed on once")]
    pub(crate) fn compile(
        size: BoardSize,
        rays: &mut Rays,
        first: &ast::Ride,
        stop: Mode,
        second: &ast::Ride,
        bearing: Bearing,
        mode: Mode,
        turned: bool,
    ) -> Vec<Bend> {
        let firsts = Ride::compile(size, rays, first, turned);
        let seconds = Ride::compile(size, rays, second, turned);
        let follows = |first: &Ride, second: &Ride| {
            bearing.allows(rays.vector(first.direction()), rays.vector(second.direction()))
        };
        let bend = |first: Ride| {
            let seconds = seconds.iter().filter(|second| follows(&first, second)).cloned().collect();
            Bend { first, stop, seconds, mode }
        };
        firsts.into_iter().map(bend).collect()
    }

    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        if self.first.is_shut(view, from) {
            return SquareSet::EMPTY;
        }
        let corners = self.first.reach(view, from);
        let mut reached = view.allowed(self.stop, &corners);
        for corner in corners.without(&view.occupied) {
            for second in &self.seconds {
                reached = reached.union(&view.allowed(self.mode, &second.reach(view, corner)));
            }
        }
        reached
    }
}
