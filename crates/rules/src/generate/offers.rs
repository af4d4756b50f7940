//! Promotions on terms of their own: what they allow and what they demand (R43 to R45).

use smallvec::SmallVec;

use crate::game::Game;
use crate::game::definition::{PromotingMoves, PromotionWhen};
use crate::powers::{Abilities, Duty, Offer, Prey, Step};
use crate::travel::View;
use crate::turn::promotion::offered;
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::steps::{standing, taken};

/// The promotions of a piece after a move to some squares.
pub(super) struct Offers {
    /// The destinations at which the piece may become each type.
    pub(super) by_kind: SmallVec<[(PieceType, SquareSet); 12]>,
    /// The destinations at which it must promote.
    pub(super) obliged: SquareSet,
}

/// The moves of a piece after which it may promote.
struct Moves<'a> {
    from: Square,
    to: &'a SquareSet,
    /// The destinations that are captures.
    captures: &'a SquareSet,
    /// The type whose capture may make it another piece; not asked for by moves that take where they end.
    prey: Option<Option<PieceType>>,
}

impl Offers {
    /// Finds the promotions after a move to any of some squares, at which the piece survives and takes what stands there; those in
    /// `captures` are captures.
    #[cold]
    pub(super) fn new(
        game: &Game,
        view: &View<'_>,
        abilities: &Abilities,
        from: Square,
        to: &SquareSet,
        captures: &SquareSet,
    ) -> Offers {
        Offers::find(game, view, abilities, &Moves { from, to, captures, prey: None })
    }

    /// Finds the promotions after one step that takes or converts something if `takes`, and takes the pieces in `prey`, the last
    /// one first (R163).
    #[cold]
    pub(super) fn after(
        game: &Game,
        view: &View<'_>,
        abilities: &Abilities,
        step: Step,
        takes: bool,
        prey: &Prey,
    ) -> Offers {
        let to = SquareSet::from(step.to);
        let captures = if takes { to } else { SquareSet::EMPTY };
        let changes = |&kind: &PieceType| {
            abilities.offers.iter().any(|offer| {
                offer.promotion.when == PromotionWhen::Taking(kind)
                    && !offer.eligible(step.from, &to, &captures).is_empty()
            })
        };
        let prey = prey.iter().filter_map(|&square| view.board.at(square).kind()).find(changes);
        let moves = Moves { from: step.from, to: &to, captures: &captures, prey: Some(prey) };
        Offers::find(game, view, abilities, &moves)
    }

    fn find(game: &Game, view: &View<'_>, abilities: &Abilities, moves: &Moves<'_>) -> Offers {
        let mut offers = Offers { by_kind: SmallVec::new(), obliged: SquareSet::EMPTY };
        // A piece that stays where it is promotes only because of its capture.
        let stays = *moves.to == SquareSet::from(moves.from);
        // A piece that becomes another by its capture does not promote besides.
        let mut to = *moves.to;
        let mut rest = to;
        for by_taking in [true, false] {
            let moves = Moves { to: &to, ..*moves };
            for offer in abilities.offers.iter().filter(|offer| {
                let is_for_capture = by_taking || offer.promotion.terms.moves == PromotingMoves::Capturing;
                offer.promotion.when.is_taking() == by_taking && (is_for_capture || !stays)
            }) {
                let squares = squares_of(offer, game, view, &moves);
                offers.add(offer.promotion.to, squares);
                match offer.duty {
                    Duty::May => {}
                    Duty::Must => {
                        offers.obliged |= squares;
                        if by_taking {
                            rest -= squares;
                        }
                    }
                    Duty::MustOn(_) if stays => {}
                    // After taking a royal piece there need be no promotion left (R31).
                    Duty::MustOn(due) => {
                        offers.obliged |= (moves.to & due) - view.board.royals(view.side.other());
                    }
                }
            }
            to = rest;
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
fn squares_of(offer: &Offer, game: &Game, view: &View<'_>, moves: &Moves<'_>) -> SquareSet {
    let promotion = offer.promotion;
    let Moves { from, to, captures, prey } = *moves;
    let eligible = offer.eligible(from, to, captures);
    match (promotion.when, prey) {
        (PromotionWhen::Anywhere, _) => eligible,
        (PromotionWhen::Taking(kind), None) => taken(game, view, from, &eligible, kind, promotion.to),
        (PromotionWhen::Taking(kind), Some(prey)) if prey == Some(kind) => {
            standing(game, view, from, eligible, promotion.to)
        }
        (PromotionWhen::Taking(_), Some(_)) => SquareSet::EMPTY,
        (PromotionWhen::TakingAny, _) => eligible & captures,
        _ => offered(game, view.board, view.side, promotion, from, eligible),
    }
}
