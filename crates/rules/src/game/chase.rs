//! The rule of perpetual chase (R137 to R139).

use crate::vocabulary::{Piece, PieceType, Square, SquareSet};

/// Which pieces chase which, where a perpetual chase loses (R137).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The worth of each type, by its index: a piece that takes one of a greater worth gains by it even if it is retaken. `None` for
    /// pieces that may chase for ever.
    pub worth: Vec<Option<u16>>,
    /// Pieces that may be chased for ever while they stand on these squares of their side.
    pub spared: Vec<(PieceType, [SquareSet; 2])>,
}

impl Chase {
    /// Returns whether a piece on a square may be chased for ever.
    pub(crate) fn spares(&self, piece: Piece, square: Square) -> bool {
        let is_spared = |(kind, squares): &(PieceType, [SquareSet; 2])| {
            piece.kind() == Some(*kind) && squares[piece.side().index()].contains(square)
        };
        self.spared.iter().any(is_spared)
    }

    /// Returns the worth of a piece that chases; `None` for one that may do so for ever.
    pub(crate) fn chaser(&self, piece: Piece) -> Option<u16> {
        self.worth[piece.kind()?.index()]
    }

    /// Returns the worth of a piece that is chased.
    pub(crate) fn worth(&self, piece: Piece) -> u16 {
        self.chaser(piece).unwrap_or(0)
    }
}
