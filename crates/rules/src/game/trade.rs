//! The rule of trade, compiled (R113, R114).

use crate::vocabulary::{Piece, PieceType, Side};

use super::definition::Definition;

/// The pieces of the rule of trade, by [`Piece::code`].
#[derive(Clone, Debug)]
pub(crate) struct TradeTable {
    guarded: Box<[bool]>,
    bound: Box<[bool]>,
    trifles: Box<[bool]>,
    /// Whether the rule holds on the next square, too.
    pub(crate) adjacent: bool,
    /// Whether another guarded piece may be taken in answer to the capture of one.
    pub(crate) answer_is_free: bool,
}

impl TradeTable {
    /// Returns the table of a game that has the rule.
    pub(super) fn compile(definition: &Definition) -> Option<TradeTable> {
        let trade = definition.trade.as_ref()?;
        let table = |kinds: &[PieceType]| {
            let mut table = vec![false; Piece::codes(definition.pieces.len())];
            for &kind in kinds {
                Side::BOTH.into_iter().for_each(|side| table[Piece::new(kind, side).code()] = true);
            }
            table.into()
        };
        Some(TradeTable {
            guarded: table(&trade.guarded),
            bound: table(trade.takers.as_ref().unwrap_or(&trade.guarded)),
            trifles: table(&trade.trifles),
            adjacent: trade.adjacent,
            answer_is_free: trade.answer_is_free,
        })
    }

    /// Returns whether a piece may not be traded for its like.
    #[inline]
    pub(crate) fn is_guarded(&self, piece: Piece) -> bool {
        !piece.is_none() && self.guarded[piece.code()]
    }

    /// Returns whether a piece may not take a guarded one that could be retaken.
    #[inline]
    pub(crate) fn is_bound(&self, piece: Piece) -> bool {
        !piece.is_none() && self.bound[piece.code()]
    }

    /// Returns whether taking a piece on the way does not excuse a trade.
    #[inline]
    pub(crate) fn is_trifle(&self, piece: Piece) -> bool {
        self.trifles[piece.code()]
    }
}
