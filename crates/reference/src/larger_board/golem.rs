//! Golems (L22, L23).

use super::board::Board;
use super::piece::{Kind, Piece};
use super::square::{DIAGONAL, Square};
use super::step::Step;

/// Each part goes to its mirror square and one square diagonally from there, so that the parts are diagonally adjacent again;
/// enemies on the squares they enter are captured (L22, L23). The turns of a Golem are listed only for its first part.
pub(crate) fn steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let parts = board.parts(piece);
    let &[first, second] = parts.as_slice() else { return Vec::new() };
    if from != first {
        return Vec::new();
    }
    let mut gone = board.clone();
    gone.remove(first);
    let enter = |part: Square| -> Vec<Square> {
        let may_enter = |&goal: &Square| gone.is_empty(goal) || gone.may_take(piece.side, Kind::Golem, goal);
        part.mirror().around(&DIAGONAL).filter(may_enter).collect()
    };
    let mut steps = Vec::new();
    for one in enter(first) {
        for other in enter(second) {
            if one.is_diagonally_adjacent(other) {
                let step = Step::stay(&gone, from).taking(one).taking(other);
                steps.push(step.putting(one, piece).putting(other, piece));
            }
        }
    }
    steps
}
