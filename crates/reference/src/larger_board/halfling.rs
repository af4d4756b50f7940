//! Halflings: half the distance of a Queen, and four ways to capture (L9 to L14).

use super::board::Board;
use super::piece::{Kind, Piece};
use super::square::{KING, ORTHOGONAL, Square, Vector};
use super::step::Step;

/// Moves along the Queen's lines to empty squares, with the captures of its type (L9).
pub(crate) fn steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let mut steps = Vec::new();
    for direction in KING {
        let line: Vec<_> = from.line(direction).collect();
        let reach = line.len().div_ceil(2);
        for (index, &goal) in line.iter().enumerate().take(reach) {
            if !board.is_empty(goal) {
                break;
            }
            let step = Step::go(board, from, goal).passing(line[..index].to_vec());
            steps.push(
                victims(&step.board, from, goal, direction, piece).into_iter().fold(step, Step::taking),
            );
        }
        if piece.kind == Kind::Leaper {
            steps.extend(jumps(board, from, &line, piece));
        }
    }
    steps
}

/// The enemies captured by a Pincer, an Advancer or a Withdrawer with a move that has been made (L11 to L13). Elephants are not
/// among them (L14).
fn victims(board: &Board, from: Square, goal: Square, direction: Vector, piece: Piece) -> Vec<Square> {
    let squares = match piece.kind {
        Kind::Pincer => {
            let held = |&vector: &Vector| board.has_side(goal + vector * 2, piece.side);
            ORTHOGONAL.into_iter().filter(held).map(|vector| goal + vector).collect()
        }
        Kind::Advancer => vec![goal + direction],
        Kind::Withdrawer => vec![from + -direction],
        _ => Vec::new(),
    };
    squares.into_iter().filter(|&square| board.may_take(piece.side, piece.kind, square)).collect()
}

/// The jumps of a Leaper along one line (L10), which pass every square between, occupied or not (L33).
fn jumps(board: &Board, from: Square, line: &[Square], piece: Piece) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut jumped: Vec<usize> = Vec::new(); // distances
    for (index, &goal) in line.iter().enumerate() {
        let distance = index + 1;
        if board.is_empty(goal) {
            let Some(&last) = jumped.last() else { continue };
            // The exception: an even number of squares and the last enemy at exactly half the distance.
            let one_more = line.len() == 2 * last && distance == last + 1;
            if distance <= line.len().div_ceil(2) || one_more {
                let step = Step::go(board, from, goal).passing(line[..index].to_vec());
                steps.push(jumped.iter().fold(step, |step, &jumped| step.taking(line[jumped - 1])));
            }
        } else {
            let beyond_is_empty = line.get(index + 1).is_some_and(|&beyond| board.is_empty(beyond));
            if !board.may_take(piece.side, piece.kind, goal) || !beyond_is_empty {
                break;
            }
            jumped.push(distance);
        }
    }
    steps
}
