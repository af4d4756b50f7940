//! What a step is played on.

use crate::game::Game;
use crate::position::Position;
use crate::vocabulary::{Board, Observer, Piece, Side, Square};

/// A position, or a draft of one, that steps change.
pub(crate) trait Field: Sized {
    /// Returns the position; a draft returns it as it stood before the step.
    fn position(&self) -> &Position;

    /// Puts on a square a piece that comes into being there, or [`Piece::NONE`].
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece);

    /// Moves pieces from squares to others, all at once. What else stood there is gone.
    #[inline]
    fn carry<const N: usize>(&mut self, observer: &mut impl Observer, ways: [(Square, Square); N]) {
        carry(self, observer, ways);
    }

    /// Makes the piece on a square another one, by promotion or conversion: for what has held since the start of the turn it is
    /// still the same (K86).
    #[inline]
    fn transform(&mut self, observer: &mut impl Observer, square: Square, into: Piece) {
        self.change(observer, square, into);
    }

    /// Returns the game.
    #[inline]
    fn game(&self) -> &Game {
        self.position().game()
    }

    /// Returns the board of [`Field::position`].
    #[inline]
    fn board(&self) -> &Board {
        self.position().board()
    }

    /// Returns the side to move.
    #[inline]
    fn side(&self) -> Side {
        self.position().side()
    }
}

/// Moves pieces from squares to others by single changes.
#[inline]
pub(super) fn carry<const N: usize>(
    field: &mut impl Field,
    observer: &mut impl Observer,
    ways: [(Square, Square); N],
) {
    let pieces = ways.map(|(from, _)| field.board().at(from));
    for (left, _) in ways {
        if ways.iter().all(|&(_, to)| to != left) {
            field.change(observer, left, Piece::NONE);
        }
    }
    for ((_, to), piece) in ways.into_iter().zip(pieces) {
        field.change(observer, to, piece);
    }
}

impl Field for Position {
    #[inline]
    fn position(&self) -> &Position {
        self
    }

    #[inline]
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece) {
        self.change(observer, square, piece);
    }
}
