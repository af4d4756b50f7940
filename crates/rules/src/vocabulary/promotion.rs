//! Promotions of pieces.

use super::{PieceType, Side};

/// One promotion of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The type to which the piece promotes.
    pub to: PieceType,
    /// The condition under which this promotion is offered.
    pub when: PromotionWhen,
    /// Where and to whom it is offered, and whether it may be declined.
    pub terms: PromotionTerms,
}

impl Promotion {
    /// Returns whether the promotion is offered only in the promotion zone of the board (K105).
    pub(crate) fn needs_zone(&self) -> bool {
        self.terms.region.is_none() && self.when.needs_zone()
    }
}

/// Where and to whom a promotion is offered, and whether it may be declined; the default is what holds for the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PromotionTerms {
    /// The region instead of the promotion zone: its index in the definition.
    pub region: Option<u8>,
    /// The moves after which it is offered.
    pub moves: PromotingMoves,
    /// Whether it may be declined; `None` if the board says it.
    pub duty: Option<TermsDuty>,
    /// The only side to which it is offered.
    pub side: Option<Side>,
}

/// The moves after which a promotion is offered in the promotion zone or a region (K105, R43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromotingMoves {
    /// Those that start or end there.
    #[default]
    Touching,
    /// Those that end there.
    Ending,
    /// Those that start outside and end there.
    Entering,
    /// Those that start outside and end there, and captures that start or end there.
    EnteringOrCapturing,
    /// Captures that start or end there.
    Capturing,
}

/// Whether a promotion may be declined (R44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermsDuty {
    /// It may be declined.
    May,
    /// A promotion that is offered is obligatory.
    Must,
    /// It may be declined, but no move of the piece ends without promotion in this region, given by its index in the definition.
    MustIn(u8),
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
    /// After taking any piece, anywhere on the board; such a capture always has this result (R45).
    TakingAny,
    /// While the side has at most this number of pieces of the new type afterwards (R30).
    AtMost(u8),
    /// After any move, if there is such a square on which to set down the new piece (L43, L44).
    Placed(Spot),
}

impl PromotionWhen {
    /// Returns whether such a promotion is offered only in the promotion zone (K105).
    pub(crate) fn needs_zone(self) -> bool {
        !matches!(self, PromotionWhen::Anywhere | PromotionWhen::Placed(_)) && !self.is_taking()
    }

    /// Returns whether such a promotion depends on what is taken, and is then the only one (L21, R45).
    pub(crate) fn is_taking(self) -> bool {
        matches!(self, PromotionWhen::Taking(_) | PromotionWhen::TakingAny)
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
