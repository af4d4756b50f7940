//! Lines over pieces that are not taken (K34, K37, K38, K39).

use crate::grammar::ast::{self, Mode};
use crate::vocabulary::{Class, Rays, Square, SquareSet};

use super::{Ride, View};

/// One line of such a travel.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    line: Ride,
    /// The most pieces passed.
    most: u8,
    /// Whether shielded pieces can be neither passed nor taken (K38); armoured opposing ones never can (L27).
    sparing: bool,
}

impl Over {
    pub(crate) fn compile(
        rays: &mut Rays,
        ride: &ast::Ride,
        most: u8,
        sparing: bool,
        turned: bool,
    ) -> Vec<Over> {
        let lines = Ride::compile(rays, ride, turned);
        lines.into_iter().map(|line| Over { line, most, sparing }).collect()
    }

    /// See [`Travels::gates`](super::Travels::gates): the squares behind the first one.
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        let mut gates = *self.line.limited(rays, from);
        gates.remove(self.line.first_step(rays, from));
        gates
    }

    /// Returns the squares behind one piece or more on which a move may end.
    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let allowed = view.allowed(mode, self.line.limited(view.rays, from));
        if allowed.is_empty() { allowed } else { self.behind(view, from, allowed) }
    }

    /// Returns those of some squares of the line that are behind as many pieces as may be passed.
    fn behind(&self, view: &View<'_>, from: Square, squares: SquareSet) -> SquareSet {
        let (id, line) = (self.line.line(), self.line.limited(view.rays, from));
        let Some(first) = self.line.nearest(&(line & view.occupied)) else {
            return SquareSet::EMPTY;
        };
        let mut behind = squares & view.rays.beyond(id, first);
        let mut barring = *view.board.class(Class::Armoured, view.side.other());
        if self.sparing {
            barring |= view.board.class_of_both(Class::Shielded);
        }
        if let Some(end) = self.line.nearest(&(line & barring)) {
            behind -= view.rays.beyond(id, end);
            behind.remove(end);
        }
        let mut passed = first;
        for _ in 0..self.most {
            let pieces = view.rays.beyond(id, passed) & view.occupied;
            let Some(next) = self.line.nearest(&pieces) else { return behind };
            passed = next;
        }
        behind - view.rays.beyond(id, passed)
    }
}
