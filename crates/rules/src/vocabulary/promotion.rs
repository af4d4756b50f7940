//! What pieces become.

use super::PieceType;

/// One promotion of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The type it becomes.
    pub to: PieceType,
    /// When this promotion is the one offered.
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
    /// While no piece of this type of either side is on the board, once the captures of the move are made (K109).
    Absent(PieceType),
    /// While a piece of this type of either side is on the board, once the captures of the move are made (K109).
    Present(PieceType),
    /// After any move anywhere on the board: a setting (L8).
    Anywhere,
    /// After taking a piece of this type, anywhere on the board; nothing else can come of such a capture (L21).
    Taking(PieceType),
    /// While it leaves the side with at most this number of pieces of the type it becomes (R30).
    AtMost(u8),
    /// After any move, if there is such a square to set it down on (L43, L44).
    Placed(Spot),
}

impl PromotionWhen {
    /// Returns whether such a promotion is offered in the promotion zone alone (K105).
    pub(crate) fn needs_zone(self) -> bool {
        !matches!(self, PromotionWhen::Anywhere | PromotionWhen::Taking(_) | PromotionWhen::Placed(_))
    }
}

/// What a piece does that may promote in its zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromotionDuty {
    /// It chooses whether it promotes (K105).
    #[default]
    May,
    /// It promotes if any promotion is offered (L42).
    Must,
    /// It chooses, but goes to the last rank only by promoting (R31).
    MustOnLastRank,
}

/// Where a single piece may be set down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On an empty square from which it attacks a royal piece itself, or is the piece over which a friend attacks it (L40).
    GivingCheck,
    /// Anywhere, while royal pieces of both sides see each other along a line (L41).
    RoyalsSeeing,
}
