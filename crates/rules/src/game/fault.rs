//! Detection of positions that cannot arise in a game.

use crate::language::ast::{Bewitch, Helpless, Power, Royal, Swap, Unstoppable};
use crate::travel::Origin;
use crate::vocabulary::{Phrase, Piece, PieceType, Side, Square, phrase};

use super::definition::{Definition, PieceDef, PromotionDuty, PromotionTerms, PromotionWhen};

impl Definition {
    /// Returns why the pieces cannot occur together in a game: a side has no royal piece or too many where check binds, or a
    /// piece should have promoted (R23), unless pieces may be placed without a move of their own.
    ///
    /// A position reached by a legal turn never has a fault, as every position that is written must be readable.
    pub(crate) fn fault_of(&self, pieces: &[(Square, Piece)]) -> Option<Phrase> {
        let is_royal = |piece: Piece| piece.kind().is_some_and(|kind| self.is_royal(kind));
        let royals =
            |side| pieces.iter().filter(|&&(_, piece)| piece.side() == side && is_royal(piece)).count();
        let needed = self.needs_royal();
        for side in Side::BOTH.into_iter().filter(|side| self.ending.check_binds && needed[side.index()]) {
            let royals = royals(side);
            if royals == 0 && !self.ends_by_explosions() || royals > 1 && !self.royals_may_come() {
                let name = &self.side_names[side.index()];
                return Some(phrase!(
                    "{side} has {number} royal pieces instead of one",
                    side = name,
                    number = royals
                ));
            }
        }
        let is_over = Side::BOTH.into_iter().any(|side| needed[side.index()] && royals(side) == 0);
        if is_over || self.places_pieces() {
            return None;
        }
        let (square, _) = pieces.iter().find(|&&(square, piece)| self.should_have_promoted(square, piece))?;
        Some(phrase!("the piece on {square} should have promoted", square = self.size.name(*square)))
    }

    /// Returns whether a legal turn may leave the other side without a royal piece where check binds (R101).
    fn ends_by_explosions(&self) -> bool {
        let explodes = |power: &Power| matches!(power, Power::ExplosiveCapture(_));
        self.pieces.iter().any(|piece| piece.ability.powers.iter().any(explodes))
    }

    /// Returns whether a side may get more royal pieces than it has at the start.
    fn royals_may_come(&self) -> bool {
        let becomes_royal = |piece: &PieceDef| {
            !piece.is_royal() && piece.promotions.iter().any(|promotion| self.is_royal(promotion.to))
        };
        let bears = |piece: &PieceDef| {
            piece.is_royal() && piece.ability.powers.iter().any(|power| matches!(power, Power::Birth(_)))
        };
        self.pieces.iter().any(|piece| becomes_royal(piece) || bears(piece))
            || self.dropped().any(|kind| self.is_royal(kind))
    }

    /// Returns whether pieces may be placed without a move of their own, and so without promotion.
    fn places_pieces(&self) -> bool {
        let mut powers = self.pieces.iter().flat_map(|piece| &piece.ability.powers);
        powers.any(|power| match power {
            // The partner of the exchange promotes where it must (L20), but not for the last rank alone (R31).
            Power::Swap(Swap::Enemies { .. }) => self.promotion_duty == PromotionDuty::MustOnLastRank,
            _ => power.is_placing(),
        })
    }

    /// Returns the types that may be dropped.
    fn dropped(&self) -> impl Iterator<Item = PieceType> {
        self.drops.items.iter().filter_map(|item| item.what.piece())
    }

    /// Returns whether a piece of this type cannot have reached a square by a move of its own, as it would have promoted.
    fn should_have_promoted(&self, square: Square, piece: Piece) -> bool {
        let Some(kind) = piece.kind() else { return false };
        // A piece that promotes on terms of its own may stand anywhere.
        let promotions = self.pieces[kind.index()].promotions.iter();
        let mut promotions = promotions.filter(|promotion| promotion.terms == PromotionTerms::default());
        let is_due = match self.promotion_duty {
            PromotionDuty::May => false,
            PromotionDuty::Must => {
                self.is_far(square, piece.side(), self.zone_ranks)
                    && promotions.any(|promotion| promotion.when == PromotionWhen::Always)
            }
            // Where check does not bind, it may have taken a royal piece there (R31).
            PromotionDuty::MustOnLastRank => {
                self.ending.check_binds
                    && self.is_far(square, piece.side(), 1)
                    && promotions.any(|promotion| promotion.when.needs_zone())
            }
        };
        is_due && !self.comes_unpromoted(square, piece, kind)
    }

    /// Returns whether a piece of a type that promotes in the zone may have come to a square there unpromoted: as the promotion
    /// of another piece, from the reserve, or by a step without promotion (K106).
    fn comes_unpromoted(&self, square: Square, piece: Piece, kind: PieceType) -> bool {
        let definition = &self.pieces[kind.index()];
        let has = |wanted: &Power| definition.ability.powers.contains(wanted);
        let becomes = |piece: &PieceDef| piece.promotions.iter().any(|promotion| promotion.to == kind);
        // These steps promote the partner of the exchange, or no piece at all.
        let moves_unpromoted =
            |power: &Power| matches!(power, Power::Swap(Swap::Enemies { .. }) | Power::Twofold(_));
        let may_stagger = || {
            let bewitches = |piece: &PieceDef| piece.ability.powers.contains(&Power::Bewitch(Bewitch));
            !has(&Power::Helpless(Helpless))
                && !has(&Power::Unstoppable(Unstoppable))
                && self.pieces.iter().any(bewitches)
        };
        self.pieces.iter().any(becomes)
            || self.dropped().any(|dropped| dropped == kind)
            || definition.ability.powers.iter().any(moves_unpromoted)
            || may_stagger()
            || self
                .taken_in_passing_by(definition)
                .any(|taken| self.may_be_passed(square, piece.side(), taken))
    }

    /// Returns the types of the pieces that a piece takes in passing (L48, R55).
    fn taken_in_passing_by(&self, piece: &PieceDef) -> impl Iterator<Item = &PieceDef> {
        let by = piece.ability.powers.iter().find_map(|power| match power {
            Power::EnPassant(en_passant) => Some(en_passant.any_type),
            _ => None,
        });
        let own = piece.id.clone();
        let has =
            |piece: &PieceDef| piece.ability.powers.iter().any(|power| matches!(power, Power::EnPassant(_)));
        self.pieces
            .iter()
            .filter(move |other| by.is_some_and(|any_type| any_type && has(other) || other.id == own))
    }

    /// Returns whether an opposing piece of a type may pass a square of a side's promotion zone, so that it can be
    /// taken in passing there (L48): on the last rank only along that rank.
    fn may_be_passed(&self, square: Square, side: Side, piece: &PieceDef) -> bool {
        let size = self.size;
        let along = |from: &Square| size.rank(*from) == size.rank(square);
        !self.is_far(square, side, 1)
            || size.iter().filter(along).any(|from| {
                let origin = Origin { size, square: from, turned: side == Side::First };
                origin.travels(&piece.ability.travels).iter().any(|to| along(&to))
            })
    }

    /// Returns whether a square is on one of the `depth` ranks farthest from a side's player.
    pub(crate) fn is_far(&self, square: Square, side: Side, depth: u8) -> bool {
        let rank = self.size.rank(square);
        match side {
            Side::First => self.size.ranks() - rank <= depth,
            Side::Second => rank < depth,
        }
    }

    /// Returns whether a piece type is royal (K113).
    pub(crate) fn is_royal(&self, kind: PieceType) -> bool {
        self.pieces[kind.index()].is_royal()
    }
}

impl PieceDef {
    /// Returns whether the piece is royal (K113).
    fn is_royal(&self) -> bool {
        self.ability.powers.contains(&Power::Royal(Royal))
    }
}
