//! Walls that turns put on the board (R97 to R99).

use crate::vocabulary::SquareSet;

/// The wall that a side puts on the board in each of its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walling {
    /// The squares that the wall may come to.
    pub place: WallPlace,
    /// The region that these squares are limited to, by side; all squares if there is none.
    pub region: [SquareSet; 2],
    /// Whether the wall comes in place of a move, if the player wants it, instead of after every move.
    pub instead: bool,
}

/// The squares that a wall may come to; they are empty after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallPlace {
    /// Any square, and the wall leaves its square: there is one wall.
    Moves,
    /// Any square.
    Anywhere,
    /// The square that the piece has left.
    WhereItLeft,
    /// A square to which the piece that has moved could go on from where it is now.
    WhereItCouldMove,
    /// A square at the edge of the board, or beside a wall or a hole on its rank or file.
    Edge,
}
