//! `relay`: lends travels to friendly pieces that stand within reach (K74 to K81).

use crate::language::ast::{self, Area, Travel};
use crate::travel::{Travels, View, targets_of};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

use super::Reach;

/// What a piece lends, and to whom.
#[derive(Clone, Debug)]
pub(crate) enum Relay {
    /// Travels to those within reach.
    Lends {
        travels: Travels,
        reach: Reach,
        /// From every square of the lender, the squares where a borrower may land; empty if it may land anywhere (K75).
        landing: Box<[SquareSet]>,
    },
    /// Quiet leaps between its side and the sides of friendly royal pieces (K81).
    Royal,
}

impl Relay {
    pub(crate) fn compile(
        size: Geometry,
        rays: &mut Rays,
        lends: &[Travel],
        reach: &ast::Reach,
        landing: Option<Area>,
        turned: bool,
    ) -> Relay {
        Relay::Lends {
            travels: Travels::compile(size, rays, lends, turned),
            reach: Reach::compile(size, rays, reach, turned),
            landing: landing.map_or_else(Box::default, |area| targets_of(size, &area.vectors(), turned)),
        }
    }

    /// Returns the squares of the friendly pieces the lender serves; never its own (K74).
    #[inline]
    pub(crate) fn borrowers(&self, view: &View<'_>, lender: Square) -> SquareSet {
        match self {
            Relay::Lends { reach, .. } => reach.pieces(view, lender).intersection(&view.own),
            Relay::Royal => {
                let royals = view.board.royals(view.side).iter();
                let near = royals
                    .fold(*view.rays.neighbours(lender), |set, royal| set.union(view.rays.neighbours(royal)));
                let mut borrowers = near.intersection(&view.own);
                borrowers.remove(lender);
                borrowers
            }
        }
    }

    /// Returns the squares on which a borrowed step may end.
    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, lender: Square, borrower: Square) -> SquareSet {
        match self {
            Relay::Lends { travels, landing, .. } => {
                let reached = travels.destinations(view, borrower);
                match landing.get(lender.index()) {
                    Some(landing) => reached.intersection(landing),
                    None => reached,
                }
            }
            Relay::Royal => between_royals(view, lender, borrower),
        }
    }
}

/// The leaps of K81: from beside the lender to the like place beside a royal piece, and the other way round. The borrower
/// is never the royal piece referred to.
fn between_royals(view: &View<'_>, lender: Square, borrower: Square) -> SquareSet {
    let size = view.rays.size();
    let mut reached = SquareSet::EMPTY;
    for royal in view.board.royals(view.side).iter().filter(|&royal| royal != borrower) {
        for (near, far) in [(lender, royal), (royal, lender)] {
            if view.rays.neighbours(near).contains(borrower) {
                reached =
                    size.step(far, size.vector(near, borrower)).into_iter().fold(reached, |mut set, to| {
                        set.insert(to);
                        set
                    });
            }
        }
    }
    reached.without(&view.occupied)
}
