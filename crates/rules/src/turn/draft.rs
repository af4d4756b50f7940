//! Steps on paper: the key a turn would leave, found without playing it.

use crate::game::{Piece, Side};
use crate::geometry::{Square, SquareSet};
use crate::position::{Changes, Observer, Position, piece_key};

use super::Field;

/// A turn's last step on a position that stays as it is, and the key of what it would leave.
///
/// What stands on deadly squares when the turn ends is removed (K100), so it has no part in the key.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    position: &'a Position,
    deadly: &'a [SquareSet; 2],
    /// What the step has changed so far.
    changes: &'a mut Changes,
    key: u64,
}

impl<'a> Draft<'a> {
    /// Returns a draft of a step on a position with the given [`lasting_key`]. The list of changes is room to write in.
    pub(crate) fn new(
        position: &'a Position,
        key: u64,
        deadly: &'a [SquareSet; 2],
        changes: &'a mut Changes,
    ) -> Draft<'a> {
        changes.clear();
        Draft { position, deadly, changes, key }
    }

    /// Returns the key of the board when the turn ends after what has been played.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }
}

impl Field for Draft<'_> {
    #[inline]
    fn position(&self) -> &Position {
        self.position
    }

    #[inline]
    fn change(&mut self, _: &mut impl Observer, square: Square, piece: Piece) {
        let changed = self.changes.iter().rev().find(|(changed, _)| *changed == square);
        let old = changed.map_or_else(|| self.position.board().at(square), |&(_, piece)| piece);
        self.key ^= lasting(self.deadly, old, square) ^ lasting(self.deadly, piece, square);
        self.changes.push((square, piece));
    }
}

/// Returns the key of the board as it is without what stands on deadly squares.
pub(crate) fn lasting_key(position: &Position, deadly: &[SquareSet; 2]) -> u64 {
    let board = position.board();
    let doomed = Side::BOTH.map(|side| deadly[side.index()].intersection(board.side(side)));
    doomed[0]
        .union(&doomed[1])
        .iter()
        .fold(board.key(), |key, square| key ^ piece_key(board.at(square), square))
}

/// Returns a piece's part in the key of the board when the turn ends.
#[inline]
fn lasting(deadly: &[SquareSet; 2], piece: Piece, square: Square) -> u64 {
    let dies = piece.is_none() || deadly[piece.side().index()].contains(square);
    if dies { 0 } else { piece_key(piece, square) }
}
