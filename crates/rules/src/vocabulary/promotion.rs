//! Promotions of pieces.

use super::PieceType;

/// One promotion of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The type to which the piece promotes.
    pub to: PieceType,
    /// The condition under which this promotion is offered.
    pub when: PromotionWhen,
}

/// The condition of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionWhen {
    /// After any move.
    Always,
    /// After a move along a rank or file (K111).
    OrthogonalMove,
    /// After a move along a diagonal (K111).
    DiagonalMove,
    /// While no piece of this type of either side is on the board after the captures of the move (K109).
    Absent(PieceType),
    /// While a piece of this type of either side is on the board after the captures of the move (K109).
    Present(PieceType),
    /// After any move anywhere on the board: a setting (L8).
    Anywhere,
    /// After taking a piece of this type, anywhere on the board; such a capture always has this result (L21).
    Taking(PieceType),
    /// While the side has at most this number of pieces of the new type afterwards (R30).
    AtMost(u8),
    /// After any move, if there is such a square on which to set down the new piece (L43, L44).
    Placed(Spot),
}

impl PromotionWhen {
    /// Returns whether such a promotion is offered only in the promotion zone (K105).
    pub(crate) fn needs_zone(self) -> bool {
        !matches!(self, PromotionWhen::Anywhere | PromotionWhen::Taking(_) | PromotionWhen::Placed(_))
    }
}

/// Whether a piece has to promote in its zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromotionDuty {
    /// It may promote (K105).
    #[default]
    May,
    /// It must promote if any promotion is offered (L42).
    Must,
    /// It may promote, but may enter the last rank only by promoting (R31).
    MustOnLastRank,
}

/// The squares on which a single piece may be set down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Empty squares from which it attacks a royal piece, or on which a friend attacks a royal piece over it (L40).
    GivingCheck,
    /// Any square, while royal pieces of both sides see each other along a line (L41).
    RoyalsSeeing,
}
