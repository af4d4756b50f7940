//! The context of a step's text: the board before it, and the names of the game.

use crate::travel::View;
use crate::vocabulary::{PieceType, Side, Square, SquareSet};

use super::{Arrival, Effects};

/// The names used by a game.
pub(crate) trait Names {
    /// Returns the id of a piece type.
    fn id(&self, kind: PieceType) -> &str;

    /// Returns the name of a side.
    fn side(&self, side: Side) -> &str;

    /// Returns whether there is only one place to drop pieces of a type (L39).
    fn has_one_place(&self, kind: PieceType) -> bool;
}

/// The board before a step, with the data for its text.
pub(crate) struct Scene<'a> {
    /// The view of the moving side.
    pub(crate) view: View<'a>,
    pub(crate) names: &'a dyn Names,
    /// The effects on arrival that remain to be written after this step.
    pub(crate) arrivals: &'a [Arrival],
    pub(crate) effects: Effects,
}

impl Scene<'_> {
    /// Returns the name of a square.
    pub(super) fn square(&self, square: Square) -> String {
        self.view.rays.size().name(square)
    }

    /// Returns the id of the piece on a square; empty if there is none.
    pub(super) fn id_at(&self, square: Square) -> &str {
        self.view.board.at(square).kind().map_or("", |kind| self.names.id(kind))
    }

    /// Writes that a piece ends on a square: `-c6`, `xc6`.
    pub(super) fn arrival_at(&self, to: Square) -> String {
        let mark = if self.view.board.at(to).is_none() { '-' } else { 'x' };
        format!("{mark}{}", self.square(to))
    }

    /// Writes that the piece on a square becomes friendly: `:c6=Blue`.
    pub(super) fn conversion(&self, square: Square) -> String {
        format!(":{}={}", self.square(square), self.names.side(self.view.side))
    }

    /// Returns squares ordered by file, then by rank (K120).
    pub(super) fn in_order(&self, squares: &SquareSet) -> Vec<Square> {
        let size = self.view.rays.size();
        let place = |square: Square| (size.file(square), size.rank(square));
        let mut sorted = Vec::new();
        for square in squares.iter() {
            sorted.insert(sorted.partition_point(|&other| place(other) < place(square)), square);
        }
        sorted
    }

    /// Writes squares ordered by file, then by rank: `c6,d1`.
    pub(super) fn list(&self, squares: &SquareSet) -> String {
        let names: Vec<String> =
            self.in_order(squares).into_iter().map(|square| self.square(square)).collect();
        names.join(",")
    }
}
