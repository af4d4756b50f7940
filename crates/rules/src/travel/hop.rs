//! Hops to the square just beyond the piece seen, alone and in chains (K40, K41).

use crate::grammar::ast;
use crate::vocabulary::{Rays, Square, SquareSet};

use super::{Ride, View};

/// The lines along which a piece hops.
#[derive(Clone, Debug)]
pub(crate) struct Hop {
    lines: Box<[Ride]>,
}

impl Hop {
    pub(crate) fn compile(rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Hop {
        Hop { lines: Ride::compile(rays, ride, turned).into() }
    }

    /// See [`Travels::gates`](super::Travels::gates): the squares just beyond those on the lines.
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        let beyond = |line: &Ride| {
            let line = *line;
            line.limited(rays, from).iter().map(move |hopped| line.first_step(rays, hopped))
        };
        self.lines.iter().flat_map(beyond).collect()
    }

    /// Returns the squares just beyond the pieces seen, whoever stands there.
    pub(crate) fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let landing = |line: &Ride| {
            let hopped = line.seen(view, from)?;
            line.nearest(view.rays.beyond(line.line(), hopped))
        };
        self.lines.iter().filter_map(landing).collect()
    }

    /// Returns the empty squares and opposing pieces on which a chain of hops may end; never its origin, which is empty
    /// while the chain lasts and cannot be hopped (K41).
    pub(crate) fn chain(&self, view: &View<'_>, origin: Square) -> SquareSet {
        let mut off = *view;
        off.own.remove(origin);
        off.occupied.remove(origin);
        let mut reached = SquareSet::EMPTY;
        let mut visited = SquareSet::from_iter([origin]);
        let mut next = visited;
        while let Some(from) = next.first() {
            next.remove(from);
            let landings = self.reach(&off, from) - off.own;
            reached |= landings;
            let onward = landings - off.occupied - visited;
            visited |= onward;
            next |= onward;
        }
        reached.remove(origin);
        reached
    }
}
