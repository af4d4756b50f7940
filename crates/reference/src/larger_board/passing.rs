//! En passant: captures by Pawns and shots by Assassins (L32 to L34, L48).

use super::board::Board;
use super::chessmen::pawn_attacks;
use super::piece::{Kind, Side};
use super::position::{Passed, Position};
use super::square::Square;
use super::step::Step;

/// All captures and shots en passant of the side to move.
pub(crate) fn steps(position: &Position) -> Vec<Step> {
    match &position.passed {
        Some(passed) => answers(&position.board, position.side, passed),
        None => Vec::new(),
    }
}

/// Returns the squares passed by a move, if the side to move now has an answer to it, ignoring check (L51, R2).
pub(crate) fn answerable(step: &Step, side: Side) -> Option<Passed> {
    let passed = Passed { now: step.now, squares: step.passed.clone() };
    if answers(&step.board, side, &passed).is_empty() { None } else { Some(passed) }
}

fn answers(board: &Board, side: Side, passed: &Passed) -> Vec<Step> {
    let able = board.squares_of(side).filter(|&from| !board.is_bewitched(from)); // (L18)
    able.flat_map(|from| match board.at(from).map(|piece| piece.kind) {
        Some(Kind::Pawn) => captures(board, side, from, passed),
        Some(Kind::Assassin) => shot(board, from, passed),
        _ => Vec::new(),
    })
    .collect()
}

/// A Pawn captures a Pawn on a square that it passed, as if it stood there (L48).
fn captures(board: &Board, side: Side, from: Square, passed: &Passed) -> Vec<Step> {
    let Some(now) = passed.now.filter(|&now| board.has(now, side.other(), Kind::Pawn)) else {
        return Vec::new();
    };
    let goals = pawn_attacks(from, side).filter(|goal| passed.squares.contains(goal));
    goals.map(|goal| Step::go(board, from, goal).taking(now)).collect()
}

/// An Assassin next to a passed square shoots the piece on its present square (L32), or nothing if that was a Thunder (L34).
fn shot(board: &Board, from: Square, passed: &Passed) -> Vec<Step> {
    if passed.squares.iter().all(|&square| square.distance(from) != 1) {
        return Vec::new();
    }
    let step = Step::stay(board, from);
    vec![passed.now.into_iter().fold(step, Step::taking)]
}
