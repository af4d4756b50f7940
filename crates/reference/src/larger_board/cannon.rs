//! Can(n)ons (L8, L30, L33).

use super::board::Board;
use super::piece::{CANNONS, Kind, Piece, Side};
use super::square::{DIAGONAL, ORTHOGONAL, Square, Vector};
use super::step::Step;

/// Moves along its lines, captures over one piece, and ends in either setting; or it changes its setting on its square, which
/// is not a move (L8).
pub(crate) fn steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let mut steps = Vec::new();
    for &direction in directions(piece.kind) {
        let mut passed = Vec::new();
        for goal in from.line(direction).take_while(|&goal| board.is_empty(goal)) {
            steps.push(Step::go(board, from, goal).passing(passed.clone()));
            passed.push(goal);
        }
        // Here the passed squares are those before the screen, the only ones that count (L33).
        if let Some((_, target)) = hop(board, from, piece.side, direction)
            && board.may_take(piece.side, piece.kind, target)
        {
            steps.push(Step::go(board, from, target).passing(passed));
        }
    }
    let mut steps: Vec<_> = steps.into_iter().flat_map(|step| set_either_way(&step, piece.side)).collect();
    for kind in CANNONS.into_iter().filter(|&kind| kind != piece.kind) {
        steps.push(Step::stay(board, from).putting(from, Piece::new(piece.side, kind)));
    }
    steps
}

/// Returns whether a Can(n)on on one square attacks another one over exactly this screen (L40).
pub(crate) fn attacks_over(board: &Board, from: Square, target: Square, screen: Square) -> bool {
    board.at(from).is_some_and(|piece| {
        directions(piece.kind)
            .iter()
            .any(|&direction| hop(board, from, piece.side, direction) == Some((screen, target)))
    })
}

/// The lines of a setting (L8).
fn directions(kind: Kind) -> &'static [Vector] {
    match kind {
        Kind::OrthogonalCannon => &ORTHOGONAL,
        Kind::DiagonalCannon => &DIAGONAL,
        _ => &[],
    }
}

/// Returns the first piece on a line, the screen, and the next one, each of either side, unless the screen is an enemy Elephant
/// (L8, L27). The parts of a Golem are two pieces (L30).
fn hop(board: &Board, from: Square, side: Side, direction: Vector) -> Option<(Square, Square)> {
    let mut pieces = from.line(direction).filter(|&square| !board.is_empty(square));
    let screen = pieces.next().filter(|&screen| !board.has(screen, side.other(), Kind::Elephant))?;
    Some((screen, pieces.next()?))
}

fn set_either_way(step: &Step, side: Side) -> Vec<Step> {
    let put = |square, kind| step.clone().putting(square, Piece::new(side, kind));
    step.now.into_iter().flat_map(|now| CANNONS.map(|kind| put(now, kind))).collect()
}
