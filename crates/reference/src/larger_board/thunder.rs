//! The Thunder (L41).

use super::board::Board;
use super::piece::{Kind, Side};
use super::square::{self, KING, Square};

/// Returns the board after an explosion on each square, which removes all pieces on it and next to it, of either side, except
/// Kings (L27, L29, L41).
pub(crate) fn blasts(board: &Board) -> Vec<Board> {
    let blast = |centre: Square| {
        let mut board = board.clone();
        for square in centre.around(&KING).chain([centre]) {
            if board.at(square).is_some_and(|piece| piece.kind != Kind::King) {
                board.remove(square);
            }
        }
        board
    };
    square::all().map(blast).collect()
}

/// Returns whether the Kings stand on one line of a Queen with only empty squares between, if any (L41, R18).
pub(crate) fn kings_see_each_other(board: &Board) -> bool {
    let [Some(white), Some(black)] = Side::BOTH.map(|side| board.king(side)) else { return false };
    KING.iter().any(|&direction| white.line(direction).find(|&square| !board.is_empty(square)) == Some(black))
}
