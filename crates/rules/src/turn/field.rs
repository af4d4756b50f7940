//! What a step is played on.

use crate::game::{Game, Piece, Side};
use crate::geometry::Square;
use crate::position::{Board, Observer, Position};

/// A position, or a draft of one, that steps change.
pub(crate) trait Field: Sized {
    /// Returns the position; a draft returns it as it stood before the step.
    fn position(&self) -> &Position;

    /// Puts a piece, or [`Piece::NONE`], on a square.
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece);

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
