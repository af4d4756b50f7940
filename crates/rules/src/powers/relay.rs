//! `relay`: lends travels to friendly pieces that stand within reach (K74 to K79).

use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast::{self, Area, Travel};
use crate::moves::{Travels, View, targets_of};

use super::Reach;

/// What a piece lends, and to whom.
#[derive(Clone, Debug)]
pub(crate) struct Relay {
    lends: Travels,
    reach: Reach,
    /// From every square of the lender, the squares where a borrower may land; empty if it may land anywhere (K75).
    landing: Box<[SquareSet]>,
}

impl Relay {
    pub(crate) fn compile(
        size: BoardSize,
        rays: &mut Rays,
        lends: &[Travel],
        reach: &ast::Reach,
        landing: Option<Area>,
        turned: bool,
    ) -> Relay {
        Relay {
            lends: Travels::compile(size, rays, lends, turned),
            reach: Reach::compile(size, rays, reach, turned),
            landing: landing.map_or_else(Box::default, |area| targets_of(size, &area.vectors(), turned)),
        }
    }

    /// Returns the squares of the friendly pieces the lender serves; never its own (K74).
    #[inline]
    pub(crate) fn borrowers(&self, view: &View<'_>, lender: Square) -> SquareSet {
        self.reach.pieces(view, lender).intersection(&view.own)
    }

    /// Returns the squares on which a borrowed step may end.
    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, lender: Square, borrower: Square) -> SquareSet {
        let reached = self.lends.destinations(view, borrower);
        match self.landing.get(lender.index()) {
            Some(landing) => reached.intersection(landing),
            None => reached,
        }
    }
}
