//! Boards that no game comes to.

use crate::game::definition::{PieceDef, PromotionDuty, PromotionWhen};
use crate::language::ast::Power;
use crate::vocabulary::{Piece, Side, Square};

use super::Game;

impl Game {
    /// Complains of pieces that no game brings together: none that is royal or several on a side where check binds, or one that
    /// should have promoted (R23), unless pieces may come somewhere without a move of their own.
    pub(crate) fn fault_of(&self, pieces: &[(Square, Piece)]) -> Option<String> {
        let definition = self.definition();
        for side in Side::BOTH.into_iter().filter(|_| definition.ending.check_binds) {
            let is_royal = |piece: Piece| piece.kind().is_some_and(|kind| self.is_royal(kind));
            let royals = pieces.iter().filter(|&&(_, piece)| piece.side() == side && is_royal(piece)).count();
            if royals != 1 {
                return Some(format!("{} has {royals} royal pieces instead of one", self.side_name(side)));
            }
        }
        let is_placing = |piece: &PieceDef| piece.ability.powers.iter().any(Power::is_placing);
        if definition.pieces.iter().any(is_placing) {
            return None;
        }
        let (square, _) = pieces.iter().find(|&&(square, piece)| self.should_have_promoted(square, piece))?;
        Some(format!("the piece on {} should have promoted", self.size().name(*square)))
    }

    /// Returns whether a piece cannot have come to a square by a move of its own and be what it is.
    fn should_have_promoted(&self, square: Square, piece: Piece) -> bool {
        let mut promotions = self.abilities(piece).promotions.iter();
        let side = piece.side();
        match self.definition().promotion_duty {
            PromotionDuty::May => false,
            PromotionDuty::Must => {
                self.zone(side).contains(square)
                    && promotions.any(|promotion| promotion.when == PromotionWhen::Always)
            }
            PromotionDuty::MustOnLastRank => {
                self.last_rank(side).contains(square)
                    && promotions.any(|promotion| promotion.when.needs_zone())
            }
        }
    }
}
