//! Travels to the side of friendly pieces (K36, K72).

use crate::vocabulary::{Class, Square, SquareSet};

use super::View;

/// Returns those squares that are adjacent to a friendly piece other than the one that starts on `from` (K36).
pub(crate) fn beside_friend(view: &View<'_>, from: Square, squares: &SquareSet) -> SquareSet {
    let mut friends = view.own;
    friends.remove(from);
    let beside = |square: &Square| !(view.rays.neighbours(*square) & friends).is_empty();
    squares.iter().filter(beside).collect()
}

/// Returns the squares adjacent to friendly royal pieces, whoever stands there, but for the piece's own (K72).
pub(crate) fn beside_royal(view: &View<'_>, from: Square) -> SquareSet {
    let royals = view.board.class(Class::Royal, view.side).iter();
    let mut reached = royals.fold(SquareSet::EMPTY, |set, royal| set | view.rays.neighbours(royal));
    reached.remove(from);
    reached
}
