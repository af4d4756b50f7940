//! Elephants (L25 to L28).

use super::board::Board;
use super::piece::Piece;
use super::square::{Square, Vector};
use super::step::Step;

/// Runs around its own King on its pattern, in either direction, over empty squares to an empty one, or all the way back to its
/// starting square (L25, L26).
pub(crate) fn steps(board: &Board, from: Square, piece: Piece) -> Vec<Step> {
    let Some(king) = board.king(piece.side) else { return Vec::new() };
    let [_, others @ ..] = pattern(king, from);
    let is_free = |square: &Square| board.is_empty(*square);
    let one_way = others.into_iter().take_while(is_free);
    let other_way = others.into_iter().rev().take_while(is_free);
    let mut steps: Vec<_> = one_way.chain(other_way).map(|goal| Step::go(board, from, goal)).collect();
    if others.iter().all(is_free) {
        steps.push(Step::stay(board, from));
    }
    steps
}

/// Every n-th square of the ring of size n around the King, from this square on (L25).
pub(crate) fn pattern(king: Square, from: Square) -> [Square; 8] {
    let size = king.distance(from);
    let mut square = from;
    [0; 8].map(|_| {
        let this = square;
        for _ in 0..size {
            square = next_on_ring(king, size, square);
        }
        this
    })
}

/// Returns the next square of the ring: right along the top, down the right, left along the bottom, up the
/// left.
fn next_on_ring(king: Square, size: i8, square: Square) -> Square {
    let Vector(x, y) = square - king;
    square
        + if y == size && x < size {
            Vector(1, 0)
        } else if x == size && y > -size {
            Vector(0, -1)
        } else if y == -size && x > -size {
            Vector(-1, 0)
        } else {
            Vector(0, 1)
        }
}
