//! What was changed, turn by turn, so that it can be taken back and repetition be seen.

use smallvec::SmallVec;

use crate::vocabulary::{Piece, Square};

use super::State;

/// Squares with the pieces that stand or stood there. What few turns change is kept without an allocation.
pub(crate) type Changes = SmallVec<[(Square, Piece); 16]>;

/// The changes of every turn and the keys of the positions they started from.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The squares changed, with what stood there before.
    changes: Changes,
    turns: SmallVec<[Turn; 2]>,
    /// What stood beside the board before each turn that has changed it, with its part of the hash.
    states: SmallVec<[(State, u64); 1]>,
    /// The quiet turns and the turns of the first player before the journal begins.
    pub(super) before: Counters,
}

/// The counters with which a game may start in the middle (L52).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Turns of either side without a capture, a drop or the move of a piece that never goes back.
    pub(super) quiet: u32,
    /// Moves that both sides have made.
    pub(super) moves: u32,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The key of the position before the turn.
    key: u64,
    /// The length of the changes before the turn.
    start: u32,
    /// The number of turns, this one included, that a repetition may reach back: since the number of pieces last changed.
    reversible: u32,
    /// The number of turns, this one included, since the last that was not quiet (L49).
    quiet: u32,
    /// The number of pieces on the board after the turn.
    pieces: u16,
    /// Whether the turn has changed what stands beside the board.
    changes_state: bool,
}

impl Journal {
    /// Returns a journal without turns, of a game whose counters stand at `before`.
    pub(super) fn after(before: Counters) -> Journal {
        Journal { before, ..Journal::default() }
    }

    #[inline]
    pub(super) fn begin(&mut self, key: u64) {
        let start = self.changes.len() as u32;
        self.turns.push(Turn { start, key, pieces: 0, reversible: 0, quiet: 0, changes_state: false });
    }

    /// Keeps what stands beside the board, with its part of the hash, before the last turn changes it: once at most.
    #[inline]
    pub(super) fn keep(&mut self, state: State, key: u64) {
        self.last().changes_state = true;
        self.states.push((state, key));
    }

    #[inline]
    pub(super) fn note(&mut self, square: Square, old: Piece) {
        self.changes.push((square, old));
    }

    /// Returns the squares the last turn has changed so far, with what stood there before.
    #[inline]
    pub(super) fn changed(&self) -> &[(Square, Piece)] {
        let start = self.turns.last().map_or(0, |turn| turn.start);
        &self.changes[start as usize..]
    }

    /// Ends a turn after which `pieces` pieces stand on the board. Where their number has changed no earlier position can come
    /// again, unless lost pieces may return.
    #[inline]
    pub(super) fn end(&mut self, pieces: u16, pieces_return: bool) {
        let before = self.turns.len().checked_sub(2).map(|i| self.turns[i]);
        let turn = self.last();
        turn.pieces = pieces;
        turn.reversible = match before {
            Some(before) if before.pieces == pieces || pieces_return => before.reversible + 1,
            Some(_) => 0,
            None => 1,
        };
    }

    /// Says of the last turn, in a game that counts them, whether it was quiet (L49).
    #[inline]
    pub(super) fn count_quiet(&mut self, quiet: bool) {
        let before = self.turns.len().checked_sub(2).map_or(self.before.quiet, |i| self.turns[i].quiet);
        let turn = self.last();
        turn.quiet = if quiet { before + 1 } else { 0 };
    }

    /// Returns the number of quiet turns before now.
    pub(super) fn quiet(&self) -> u32 {
        self.turns.last().map_or(self.before.quiet, |turn| turn.quiet)
    }

    pub(super) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns the number of turns in a row, the last one included, after which no fewer pieces stood on the board than before.
    /// Of the first turn that is not known: it counts as one of them.
    pub(super) fn without_loss(&self) -> usize {
        let last_loss = self.turns.windows(2).rposition(|pair| pair[1].pieces < pair[0].pieces);
        last_loss.map_or(self.turns.len(), |before| self.turns.len() - before - 2)
    }

    /// Returns the keys of the positions that may be repeated, the latest first.
    #[inline]
    pub(super) fn repeatable(&self) -> impl Iterator<Item = u64> {
        let reach = self.turns.last().map_or(0, |turn| turn.reversible as usize);
        self.turns.iter().rev().take(reach).map(|turn| turn.key)
    }

    /// Returns what stood beside the board before the last turn, if that has changed it, and forgets it.
    #[inline]
    pub(super) fn give_back(&mut self) -> Option<(State, u64)> {
        self.last().changes_state.then(|| self.states.pop()).flatten()
    }

    fn last(&mut self) -> &mut Turn {
        self.turns.last_mut().expect("a turn has begun")
    }

    /// Ends the last turn's entry and returns its changes, the latest first, with what stood there before.
    ///
    /// # Panics
    /// If there is no turn.
    #[inline]
    pub(super) fn undo(&mut self) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        let turn = self.turns.pop().expect("undo needs a turn that was played");
        self.changes.drain(turn.start as usize..).rev()
    }
}
