//! Assassins (L31) and the squares from which they give check (L40).

use super::board::Board;
use super::cannon;
use super::piece::{Kind, Piece, Side};
use super::square::{KING, Square};
use super::step::Step;

/// Shoots an enemy on an adjacent square, except an Elephant, and stays on its square (L31).
pub(crate) fn shots(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    from.around(&KING)
        .filter(|&target| board.may_take(piece.side, piece.kind, target))
        .map(|target| Step::stay(board, from).taking(target))
        .collect()
}

/// Returns the empty squares on which a new Assassin gives check: next to the enemy King and not bewitched, or as the screen of
/// a friendly Can(n)on that is not bewitched (L40).
pub(crate) fn checking_squares(board: &Board, side: Side) -> Vec<Square> {
    let Some(king) = board.king(side.other()) else { return Vec::new() };
    let gives_check = |&square: &Square| {
        let board = Step::drop(board, side, Kind::Assassin, &[square]).board;
        let shoots = square.distance(king) == 1 && !board.is_bewitched(square);
        let is_cannon = |&from: &Square| board.at(from).is_some_and(|piece| piece.kind.is_cannon());
        let screens = |from| !board.is_bewitched(from) && cannon::attacks_over(&board, from, king, square);
        shoots || board.squares_of(side).filter(is_cannon).any(screens)
    };
    super::square::all().filter(|&square| board.is_empty(square)).filter(gives_check).collect()
}
