//! The pieces of orthodox chess and the Lion (L5 to L7).

use super::board::Board;
use super::piece::{Kind, Piece, Side};
use super::square::{KING, Square, Vector};
use super::step::Step;

/// The leaps of a Lion that does not capture (L7).
const LION: [Vector; 8] = [
    Vector(0, 2),
    Vector(2, 2),
    Vector(2, 0),
    Vector(2, -2),
    Vector(0, -2),
    Vector(-2, -2),
    Vector(-2, 0),
    Vector(-2, 2),
];

/// A King or a Knight: to any of these squares, empty or with an enemy (L5).
pub(crate) fn leap(board: &Board, from: Square, piece: Piece, leaps: &[Vector]) -> Vec<Step> {
    from.around(leaps)
        .filter(|&goal| board.is_empty(goal) || board.may_take(piece.side, piece.kind, goal))
        .map(|goal| Step::go(board, from, goal))
        .collect()
}

/// A Queen, Rook or Bishop: along the lines up to the first piece, which it captures (L5). It passes the
/// squares between (L32).
pub(crate) fn slide(board: &Board, from: Square, piece: Piece, directions: &[Vector]) -> Vec<Step> {
    let mut steps = Vec::new();
    for &direction in directions {
        let mut passed = Vec::new();
        for goal in from.line(direction) {
            if board.is_empty(goal) || board.may_take(piece.side, piece.kind, goal) {
                steps.push(Step::go(board, from, goal).passing(passed.clone()));
            }
            if !board.is_empty(goal) {
                break;
            }
            passed.push(goal);
        }
    }
    steps
}

/// A Lion leaps two squares to an empty one, or captures as a King (L7).
pub(crate) fn lion(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let leaps = from.around(&LION).filter(|&goal| board.is_empty(goal));
    let captures = from.around(&KING).filter(|&goal| board.may_take(piece.side, piece.kind, goal));
    leaps.chain(captures).map(|goal| Step::go(board, from, goal)).collect()
}

/// A Pawn advances one square, from its second row up to two and from its first up to three (L6); it captures one square
/// diagonally forward and turns into a Golem if the captured piece is a Wizard (L21). En passant and promotion are not
/// considered.
pub(crate) fn pawn(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let side = piece.side;
    let furthest = if side.is_on_row(1, from) {
        3
    } else if side.is_on_row(2, from) {
        2
    } else {
        1
    };
    let mut steps = Vec::new();
    let mut passed = Vec::new();
    for goal in from.line(Vector(0, side.forward())).take(furthest).take_while(|&goal| board.is_empty(goal)) {
        steps.push(Step::go(board, from, goal).passing(passed.clone()));
        passed.push(goal);
    }
    for goal in pawn_attacks(from, side).filter(|&goal| board.may_take(side, Kind::Pawn, goal)) {
        let wizard = board.has(goal, side.other(), Kind::Wizard);
        let step = Step::go(board, from, goal);
        steps.push(if wizard { becoming_golem(step, side, [goal, from]) } else { step });
    }
    steps
}

/// The squares on which a Pawn captures (L5).
pub(crate) fn pawn_attacks(from: Square, side: Side) -> impl Iterator<Item = Square> {
    let forward = side.forward();
    [Vector(-1, forward), Vector(1, forward)]
        .into_iter()
        .map(move |vector| from + vector)
        .filter(|square| square.is_on_board())
}

/// Turns the Pawn into a Golem on the Wizard's square and its own former one (L21).
fn becoming_golem(step: Step, side: Side, squares: [Square; 2]) -> Step {
    let part = Piece { side, kind: Kind::Golem, golem: step.board.unused_golem() };
    squares.into_iter().fold(step, |step, square| step.putting(square, part))
}
