//! Wizards (L15 to L17, L20) and the pieces they bewitch (L18).

use super::board::Board;
use super::piece::{Kind, Piece};
use super::promotion::OFFICERS;
use super::square::{DIAGONAL, ORTHOGONAL, Square};
use super::step::Step;

/// One square diagonally, or one orthogonally from the mirror square, to an empty square, an enemy with
/// which it changes places, or where it already stands (L15 to L17).
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

/// The Wizard changes places with an enemy, but not with an Elephant or a Golem (L16). A Pawn on its eighth
/// row becomes an officer of the Wizard's owner's choice (L20).
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

/// All that a bewitched piece may do: one square orthogonally to an empty square, but a Pawn or an Assassin
/// nothing at all (L18).
pub(crate) fn bewitched_steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    if matches!(piece.kind, Kind::Pawn | Kind::Assassin) {
        return Vec::new();
    }
    let goals = from.around(&ORTHOGONAL).filter(|&goal| board.is_empty(goal));
    goals.map(|goal| Step::go(board, from, goal)).collect()
}
