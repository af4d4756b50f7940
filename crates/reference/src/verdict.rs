//! The end of a game (K113).

use crate::board::Board;
use crate::geometry::Side;

/// Returns whether a position without history has no legal moves because one side has lost (K85, K114).
pub(crate) fn is_decided(board: &Board) -> bool {
    has_lost(board, Side::Blue) || has_lost(board, Side::Tan)
}

/// A side without a royal piece, or with one piece in all, has lost (K113).
fn has_lost(board: &Board, side: Side) -> bool {
    board.royals(side).next().is_none() || board.army(side).count() <= 1
}
