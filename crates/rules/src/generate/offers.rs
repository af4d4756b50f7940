//! Promotions on terms of their own: what they allow and what they demand (R43 to R45).

use smallvec::SmallVec;

use crate::game::Game;
use crate::game::definition::{PromotingMoves, PromotionWhen};
use crate::powers::{Abilities, Duty, Offer};
use crate::travel::View;
use crate::turn::promotion::offered;
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::steps::taken;

/// The promotions of a piece after a move to some squares.
pub(super) struct Offers {
    /// The destinations at which the piece may become each type.
    pub(super) by_kind: SmallVec<[(PieceType, SquareSet); 12]>,
    /// The destinations at which it must promote.
    pub(super) obliged: SquareSet,
}

impl Offers {
    /// Finds the promotions after a move to any of some squares, at which the piece survives; those in `captures` are captures.
    #[cold]
    pub(super) fn new(
        game: &Game,
        view: &View<'_>,
        abilities: &Abilities,
        from: Square,
        to: &SquareSet,
        captures: &SquareSet,
    ) -> Offers {
        let mut offers = Offers { by_kind: SmallVec::new(), obliged: SquareSet::EMPTY };
        // A piece that becomes another by its capture does not promote besides.
        let mut to = *to;
        let mut rest = to;
        for by_taking in [true, false] {
            for offer in abilities.offers.iter().filter(|offer| offer.promotion.when.is_taking() == by_taking)
            {
                let squares = squares_of(offer, game, view, from, &to, captures);
                offers.add(offer.promotion.to, squares);
                match offer.duty {
                    Duty::May => {}
                    Duty::Must => {
                        offers.obliged |= squares;
                        if by_taking {
                            rest -= squares;
                        }
                    }
                    // After taking a royal piece there need be no promotion left (R31).
                    Duty::MustOn(due) => offers.obliged |= (to & due) - view.board.royals(view.side.other()),
                }
            }
            to = rest;
        }
        offers
    }

    /// Finds the promotions after a capture by which the piece does not leave its square.
    #[cold]
    pub(super) fn by_shot(game: &Game, view: &View<'_>, abilities: &Abilities, from: Square) -> Offers {
        let mut offers = Offers { by_kind: SmallVec::new(), obliged: SquareSet::EMPTY };
        let here = SquareSet::from_iter([from]);
        let by_capture = |offer: &&Offer| {
            offer.promotion.terms.moves == PromotingMoves::Capturing && !offer.promotion.when.is_taking()
        };
        for offer in abilities.offers.iter().filter(by_capture) {
            let squares = squares_of(offer, game, view, from, &here, &here);
            if !squares.is_empty() {
                offers.add(offer.promotion.to, squares);
                if matches!(offer.duty, Duty::Must) {
                    offers.obliged |= squares;
                }
            }
        }
        offers
    }

    /// Adds squares at which the piece may become a type.
    fn add(&mut self, kind: PieceType, squares: SquareSet) {
        match self.by_kind.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known |= squares,
            None => self.by_kind.push((kind, squares)),
        }
    }
}

/// Returns the destinations after which one promotion is offered.
fn squares_of(
    offer: &Offer,
    game: &Game,
    view: &View<'_>,
    from: Square,
    to: &SquareSet,
    captures: &SquareSet,
) -> SquareSet {
    let promotion = offer.promotion;
    let eligible = offer.eligible(from, to, captures);
    match promotion.when {
        PromotionWhen::Anywhere => eligible,
        PromotionWhen::Taking(kind) => taken(game, view, from, &eligible, kind, promotion.to),
        PromotionWhen::TakingAny => eligible & captures,
        _ => offered(game, view.board, view.side, promotion, from, eligible),
    }
}
