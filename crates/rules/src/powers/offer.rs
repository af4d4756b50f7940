//! Promotions on terms of their own: where, after which moves, and whether they may be declined (R43, R44).

use crate::vocabulary::{PromotingMoves, Promotion, Square, SquareSet};

/// A promotion with its terms, compiled for the pieces of a side.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub(crate) promotion: Promotion,
    /// The squares of its zone.
    pub(crate) zone: SquareSet,
    pub(crate) duty: Duty,
}

/// Whether a promotion may be declined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Duty {
    /// It may.
    May,
    /// Not where it is offered.
    Must,
    /// Not on these squares, where no move ends without a promotion.
    MustOn(SquareSet),
}

impl Offer {
    /// Returns the destinations after which the promotion may be offered, if those in `captures` are captures.
    pub(crate) fn eligible(&self, from: Square, to: &SquareSet, captures: &SquareSet) -> SquareSet {
        let starts_inside = self.zone.contains(from);
        let touching = if starts_inside { *to } else { to & self.zone };
        match self.promotion.terms.moves {
            PromotingMoves::Touching => touching,
            PromotingMoves::Ending => to & self.zone,
            PromotingMoves::Entering if starts_inside => SquareSet::EMPTY,
            PromotingMoves::EnteringOrCapturing if starts_inside => touching & captures,
            PromotingMoves::Entering | PromotingMoves::EnteringOrCapturing => touching,
            PromotingMoves::Capturing => touching & captures,
        }
    }
}
