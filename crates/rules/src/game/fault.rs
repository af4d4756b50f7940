//! Boards that no game comes to.

use crate::language::ast::{Power, Royal};
use crate::vocabulary::{Piece, PieceType, Side, Square};

use super::definition::{Definition, PieceDef, PromotionDuty, PromotionWhen};

impl Definition {
    /// Complains of pieces that no game brings together: none that is royal or several on a side where check binds, or one that
    /// should have promoted (R23), unless pieces may come somewhere without a move of their own.
    pub(crate) fn fault_of(&self, pieces: &[(Square, Piece)]) -> Option<String> {
        for side in Side::BOTH.into_iter().filter(|_| self.ending.check_binds) {
            let is_royal = |piece: Piece| piece.kind().is_some_and(|kind| self.is_royal(kind));
            let royals = pieces.iter().filter(|&&(_, piece)| piece.side() == side && is_royal(piece)).count();
            if royals != 1 {
                let name = &self.side_names[side.index()];
                return Some(format!("{name} has {royals} royal pieces instead of one"));
            }
        }
        let is_placing = |piece: &PieceDef| piece.ability.powers.iter().any(Power::is_placing);
        if self.pieces.iter().any(is_placing) {
            return None;
        }
        let (square, _) = pieces.iter().find(|&&(square, piece)| self.should_have_promoted(square, piece))?;
        Some(format!("the piece on {} should have promoted", self.size.name(*square)))
    }

    /// Returns whether a piece cannot have come to a square by a move of its own and be what it is.
    fn should_have_promoted(&self, square: Square, piece: Piece) -> bool {
        let Some(kind) = piece.kind() else { return false };
        let mut promotions = self.pieces[kind.index()].promotions.iter();
        match self.promotion_duty {
            PromotionDuty::May => false,
            PromotionDuty::Must => {
                self.is_far(square, piece.side(), self.zone_ranks)
                    && promotions.any(|promotion| promotion.when == PromotionWhen::Always)
            }
            PromotionDuty::MustOnLastRank => {
                self.is_far(square, piece.side(), 1)
                    && promotions.any(|promotion| promotion.when.needs_zone())
            }
        }
    }

    /// Returns whether a square is on one of the so many ranks farthest from a side's player.
    pub(crate) fn is_far(&self, square: Square, side: Side, depth: u8) -> bool {
        let rank = self.size.rank(square);
        match side {
            Side::First => self.size.ranks() - rank <= depth,
            Side::Second => rank < depth,
        }
    }

    /// Returns whether a piece type is royal (K113).
    pub(crate) fn is_royal(&self, kind: PieceType) -> bool {
        self.pieces[kind.index()].ability.powers.contains(&Power::Royal(Royal))
    }
}
