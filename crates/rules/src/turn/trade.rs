//! Stage 6: captures of guarded pieces by others, which the rule of trade remembers for one turn (R114).

use crate::position::Position;
use crate::vocabulary::{Piece, Square};

use super::Turn;

impl Position {
    /// Returns where the piece stands that has just taken a guarded piece without being one itself.
    pub(super) fn has_traded(&self, turn: Turn) -> Option<Square> {
        let trade = self.game().trade().filter(|trade| !trade.answer_is_free)?;
        let side = self.side();
        let before = |wanted: Square| {
            let changed = self.changed().iter().find(|(square, _)| *square == wanted);
            changed.map_or_else(|| self.board().at(wanted), |&(_, old)| old)
        };
        let is_gone = |square: Square| {
            let now = self.board().at(square);
            now.is_none() || now.side() == side
        };
        let is_taken = |&(square, old): &(Square, Piece)| {
            trade.is_guarded(old) && old.side() != side && is_gone(square) && before(square) == old
        };
        let by_other = !trade.is_guarded(before(turn.first.from));
        (by_other && self.changed().iter().any(is_taken)).then_some(turn.last().to)
    }
}
