//! Wizards (L15 to L17, L20) and the pieces they bewitch (L18).

use super::board::Board;
use super::piece::{Kind, Piece};
use super::promotion::OFFICERS;
use super::square::{DIAGONAL, ORTHOGONAL, Square};
use super::step::Step;

/// Moves one square diagonally, or one orthogonally from the mirror square, to an empty square, to an enemy with which it
/// exchanges squares, or back to its own square (L15 to L17).
pub(crate) fn steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let mut steps = Vec::new();
    for goal in from.around(&DIAGONAL).chain(from.mirror().around(&ORTHOGONAL)) {
        match board.at(goal) {
            None => steps.push(Step::go(board, from, goal)),
            Some(_) if goal == from => steps.push(Step::stay(board, from)),
            Some(enemy) if enemy.side != piece.side => steps.extend(swaps(board, from, goal, piece, enemy)),
            Some(_) => {}
        }
    }
    steps
}

/// The Wizard exchanges squares with an enemy, except an Elephant or a Golem (L16). A Pawn on its eighth row becomes an officer
/// chosen by the Wizard's owner (L20).
fn swaps(board: &Board, from: Square, goal: Square, wizard: Piece, enemy: Piece) -> Vec<Step> {
    let kinds = match enemy.kind {
        Kind::Elephant | Kind::Golem => &[],
        Kind::Pawn if enemy.side.is_on_row(8, from) => OFFICERS.as_slice(),
        _ => &[enemy.kind],
    };
    let swap = |&kind| {
        let step = Step::stay(board, from).putting(goal, wizard);
        step.putting(from, Piece::new(enemy.side, kind))
    };
    kinds.iter().map(swap).collect()
}

/// The steps of a bewitched piece: one square orthogonally to an empty square; none for a Pawn or an Assassin (L18).
pub(crate) fn bewitched_steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    if matches!(piece.kind, Kind::Pawn | Kind::Assassin) {
        return Vec::new();
    }
    let goals = from.around(&ORTHOGONAL).filter(|&goal| board.is_empty(goal));
    goals.map(|goal| Step::go(board, from, goal)).collect()
}
