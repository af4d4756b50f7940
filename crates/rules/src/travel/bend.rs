//! Bent paths: a first leg to an empty square, then a second one in another direction (K33, K42).

use crate::grammar::ast::{self, Bearing, Mode};
use crate::vocabulary::{Rays, Square, SquareSet};

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
    pub(crate) fn compile(
        rays: &mut Rays,
        first: &ast::Ride,
        stop: Mode,
        second: &ast::Ride,
        bearing: Bearing,
        mode: Mode,
        turned: bool,
    ) -> Vec<Bend> {
        let firsts = Ride::compile(rays, first, turned);
        let seconds = Ride::compile(rays, second, turned);
        let follows = |first: &Ride, second: &Ride| {
            bearing.allows(rays.vector(first.line()), rays.vector(second.line()))
        };
        let bend = |first: Ride| {
            let seconds = seconds.iter().filter(|second| follows(&first, second)).copied().collect();
            Bend { first, stop, seconds, mode }
        };
        firsts.into_iter().map(bend).collect()
    }

    /// See [`Travels::gates`](super::Travels::gates).
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        SquareSet::from_iter([self.first.first_step(rays, from)])
    }

    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        if self.first.is_shut(view, from) {
            return SquareSet::EMPTY;
        }
        let corners = self.first.reach(view, from);
        let mut reached = view.allowed(self.stop, &corners);
        for corner in corners - view.occupied {
            for second in &self.seconds {
                if !second.is_shut(view, corner) {
                    reached |= view.allowed(self.mode, &second.reach(view, corner));
                }
            }
        }
        reached
    }
}
