//! Check (L46), and the possible steps of each piece on a board.

use super::assassin;
use super::board::Board;
use super::cannon;
use super::chessmen;
use super::elephant;
use super::golem;
use super::halfling;
use super::piece::{Kind, Side};
use super::square::{DIAGONAL, KING, KNIGHT, ORTHOGONAL, Square};
use super::step::Step;
use super::wizard;

/// Returns whether the opponent, if it were to move, could capture the King of this side, regardless of its own King (L46).
pub(crate) fn is_in_check(board: &Board, side: Side) -> bool {
    let mut enemies = board.squares_of(side.other());
    enemies.any(|from| steps(board, from).iter().any(|step| step.taken.contains(&Kind::King)))
}

/// Returns the possible steps of the piece on a square, except for those that depend on more than the board: castling and
/// captures en passant. Promotion is left to [`super::promotion`], check to [`super::turn`].
pub(crate) fn steps(board: &Board, from: Square) -> Vec<Step> {
    let Some(piece) = board.at(from) else { return Vec::new() };
    if board.is_bewitched(from) {
        return wizard::bewitched_steps(board, from, piece); // (L18, L19)
    }
    match piece.kind {
        Kind::King => chessmen::leap(board, from, piece, &KING),
        Kind::Knight => chessmen::leap(board, from, piece, &KNIGHT),
        Kind::Queen => chessmen::slide(board, from, piece, &KING),
        Kind::Rook => chessmen::slide(board, from, piece, &ORTHOGONAL),
        Kind::Bishop => chessmen::slide(board, from, piece, &DIAGONAL),
        Kind::Pawn => chessmen::pawn(board, from, piece),
        Kind::Lion => chessmen::lion(board, from, piece),
        Kind::OrthogonalCannon | Kind::DiagonalCannon => cannon::steps(board, from, piece),
        Kind::Leaper | Kind::Pincer | Kind::Advancer | Kind::Withdrawer => {
            halfling::steps(board, from, piece)
        }
        Kind::Wizard => wizard::steps(board, from, piece),
        Kind::Elephant => elephant::steps(board, from, piece),
        Kind::Golem => golem::steps(board, from, piece),
        Kind::Assassin => assassin::shots(board, from, piece),
    }
}
