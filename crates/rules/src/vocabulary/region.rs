//! Named parts of the board.

use super::{Side, SquareSet};

/// A named set of squares, which each side may have for itself: `palace`, `hill`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The name.
    pub name: String,
    /// The squares, by [`Side::index`].
    pub squares: [SquareSet; 2],
}

impl Region {
    /// Returns the squares of a side.
    #[inline]
    pub fn of(&self, side: Side) -> &SquareSet {
        &self.squares[side.index()]
    }
}
