//! What was changed, turn by turn, so that it can be taken back and repetition be seen.

use crate::game::Piece;
use crate::geometry::Square;

/// The changes of every turn and the keys of the positions they started from.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The squares changed, with what stood there before.
    changes: Vec<(Square, Piece)>,
    turns: Vec<Turn>,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The length of the changes before the turn.
    start: usize,
    /// The key of the position before the turn.
    key: u64,
    /// The number of pieces on the board after the turn.
    pieces: u16,
    /// The number of turns, this one included, that a repetition may reach back: since the number of pieces last changed.
    reversible: u32,
}

impl Journal {
    #[inline]
    pub(super) fn begin(&mut self, key: u64) {
        self.turns.push(Turn { start: self.changes.len(), key, pieces: 0, reversible: 0 });
    }

    #[inline]
    pub(super) fn note(&mut self, square: Square, old: Piece) {
        self.changes.push((square, old));
    }

    #[inline]
    /// Ends a turn that has left so many pieces on the board. In a game with births a lost piece may come back, so no
    /// turn makes it impossible to repeat an earlier position.
    pub(super) fn end(&mut self, pieces: u16, births: bool) {
        let before = self.turns.len().checked_sub(2).map(|i| self.turns[i]);
        let turn = self.turns.last_mut().expect("a turn ends only after it has begun");
        turn.pieces = pieces;
        turn.reversible = match before {
            Some(before) if before.pieces == pieces || births => before.reversible + 1,
            Some(_) => 0,
            None => 1,
        };
    }

    pub(super) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns how often a key is among the positions that may be repeated.
    pub(super) fn occurrences(&self, key: u64) -> usize {
        let reach = self.turns.last().map_or(0, |turn| turn.reversible as usize);
        self.turns.iter().rev().take(reach).filter(|turn| turn.key == key).count()
    }

    /// Ends the last turn's entry and returns its changes, the latest first, with what stood there before.
    ///
    /// # Panics
    /// If there is no turn.
    #[inline]
    pub(super) fn undo(&mut self) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        let turn = self.turns.pop().expect("undo needs a turn that was played");
        self.changes.drain(turn.start..).rev()
    }
}
