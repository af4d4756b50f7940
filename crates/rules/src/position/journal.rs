//! The journal of changes, turn by turn, for undo and for the rule against repetition.

use smallvec::SmallVec;

use crate::vocabulary::{Piece, Square};

use super::State;

/// Squares with their pieces, present or former. The changes of a few turns fit without an allocation.
pub(crate) type Changes = SmallVec<[(Square, Piece); 16]>;

/// The changes of every turn and the keys of the positions they started from.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The changed squares, with the pieces that stood there before.
    changes: Changes,
    turns: SmallVec<[Turn; 2]>,
    /// The state before each turn that has changed it, with its part of the hash.
    states: SmallVec<[(State, u64); 1]>,
    /// The counters at the beginning of the journal.
    pub(super) before: Counters,
}

/// The counters of a game that starts from a given position (L52).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// The number of successive turns of either side without a capture, a drop or the move of an irreversible piece.
    pub(super) quiet: u32,
    /// The number of full moves made.
    pub(super) moves: u32,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The key of the position before the turn.
    key: u64,
    /// The length of the list of changes before the turn.
    start: u32,
    /// The number of turns, including this one, that can be repetitions: those since the number of pieces last changed.
    reversible: u32,
    /// The number of turns, including this one, since the last that was not quiet (L49).
    quiet: u32,
    /// The number of pieces on the board after the turn.
    pieces: u16,
    /// Whether the turn has changed the state.
    changes_state: bool,
}

impl Journal {
    /// Returns an empty journal with the counters `before`.
    pub(super) fn after(before: Counters) -> Journal {
        Journal { before, ..Journal::default() }
    }

    #[inline]
    pub(super) fn begin(&mut self, key: u64) {
        let start = self.changes.len() as u32;
        self.turns.push(Turn { start, key, pieces: 0, reversible: 0, quiet: 0, changes_state: false });
    }

    /// Saves the state, with its part of the hash, before the last turn changes it; at most once in a turn.
    #[inline]
    pub(super) fn keep(&mut self, state: State, key: u64) {
        self.last().changes_state = true;
        self.states.push((state, key));
    }

    #[inline]
    pub(super) fn note(&mut self, square: Square, old: Piece) {
        self.changes.push((square, old));
    }

    /// Returns the squares changed by the last turn so far, with the pieces that stood there before.
    #[inline]
    pub(super) fn changed(&self) -> &[(Square, Piece)] {
        let start = self.turns.last().map_or(0, |turn| turn.start);
        &self.changes[start as usize..]
    }

    /// Ends a turn after which `pieces` pieces stand on the board. If their number has changed, no earlier position can recur,
    /// unless captured pieces may return.
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

    /// Records whether the last turn was quiet, in a game that counts quiet turns (L49).
    #[inline]
    pub(super) fn count_quiet(&mut self, quiet: bool) {
        let before = self.quiet_before();
        let turn = self.last();
        turn.quiet = if quiet { before + 1 } else { 0 };
    }

    /// Returns the number of successive quiet turns before the last turn.
    #[inline]
    pub(super) fn quiet_before(&self) -> u32 {
        self.turns.len().checked_sub(2).map_or(self.before.quiet, |i| self.turns[i].quiet)
    }

    /// Sets the number kept for the last turn, in a game that counts otherwise (R90).
    pub(super) fn set_quiet(&mut self, number: u32) {
        self.last().quiet = number;
    }

    /// Returns whether this number of turns, the last ones, have changed no square.
    pub(super) fn is_idle(&self, turns: usize) -> bool {
        let first = self.turns.len().checked_sub(turns);
        first.is_some_and(|first| self.turns[first].start as usize == self.changes.len())
    }

    /// Returns the number of successive quiet turns up to now.
    pub(super) fn quiet(&self) -> u32 {
        self.turns.last().map_or(self.before.quiet, |turn| turn.quiet)
    }

    pub(super) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns the number of successive turns, including the last one, after which no fewer pieces stood on the board than
    /// before. For the first turn this is unknown; it is counted as one of them.
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

    /// Removes and returns the state before the last turn, if that turn has changed it.
    #[inline]
    pub(super) fn give_back(&mut self) -> Option<(State, u64)> {
        self.last().changes_state.then(|| self.states.pop()).flatten()
    }

    fn last(&mut self) -> &mut Turn {
        self.turns.last_mut().expect("a turn has begun")
    }

    /// Removes the last turn and returns its changes, the latest first, with the pieces that stood there before.
    ///
    /// # Panics
    /// If there is no turn.
    #[inline]
    pub(super) fn undo(&mut self) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        let turn = self.turns.pop().expect("undo needs a turn that was played");
        self.changes.drain(turn.start as usize..).rev()
    }
}
