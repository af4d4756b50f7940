//! Histories of turns: main history and continuation history for quiet turns, capture history for captures.
//!
//! An entry grows when its turn causes a beta cutoff and shrinks when another turn does; history gravity keeps it within its
//! bound.

use beaufort_rules::{Piece, Position, Turn};

use crate::params::history::history_max;

/// Scores of turns by the piece moved and the square reached: quiet turns on their own (main history) and after a given earlier
/// turn of the opponent or of the same side (continuation history); captures by the piece taken as well (capture history).
pub(crate) struct History {
    main: Vec<i16>,
    /// One block of entries for each [`ContinuationKey`].
    continuation: Vec<i16>,
    /// Indexed by a hash of the piece moved, the square reached and the piece taken.
    capture: Vec<i16>,
}

/// The key of an earlier turn in the continuation history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ContinuationKey(u16);

/// The keys at a node: of the opponent's last turn, and of the own turn before it.
pub(crate) type Continuations = [ContinuationKey; 2];

impl ContinuationKey {
    /// The number of keys; 0 stands for no turn.
    const COUNT: usize = 1 << 9;

    /// Returns the key for the replies to a turn that is about to be played.
    #[inline]
    pub(crate) fn after(position: &Position, turn: Turn) -> ContinuationKey {
        let mixed = (index(position, turn) as u32).wrapping_mul(0x9e37_79b1);
        ContinuationKey(((mixed >> 23) as u16).max(1))
    }

    /// Returns the key as a number.
    #[inline]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }
}

/// Returns the index of the piece moved and the square it reaches.
#[inline]
fn index(position: &Position, turn: Turn) -> usize {
    let last = turn.last();
    let mut piece = position.board().at(turn.first.from);
    if piece.is_none() && position.game().definition().drops.hand.is_some() {
        piece = turn.first.promotion.map_or(piece, |kind| Piece::new(kind, position.side()));
    }
    piece.code() << 8 | last.to.index()
}

/// Returns the index of a capture in the capture history. The victim is the piece on the target square, or else the one passed
/// over.
#[inline]
fn capture_index(position: &Position, turn: Turn) -> usize {
    let board = position.board();
    let first = turn.first;
    let victim = match board.at(first.to) {
        piece if piece.is_none() || first.to == first.from => board.at(first.via),
        piece => piece,
    };
    let mixed = (victim.code() as u32).wrapping_mul(0x85eb_ca6b) ^ index(position, turn) as u32;
    (mixed.wrapping_mul(0x9e37_79b1) >> (32 - History::CAPTURE_SIZE.ilog2())) as usize
}

impl History {
    /// The number of replies that a block of the continuation history distinguishes.
    const CONTINUATION_SIZE: usize = 1 << 12;
    /// The number of entries of the capture history.
    const CAPTURE_SIZE: usize = 1 << 16;

    /// Creates an empty history for a game with `types` piece types.
    pub(crate) fn new(types: usize) -> History {
        History {
            main: vec![0; Piece::codes(types) << 8],
            continuation: vec![0; ContinuationKey::COUNT * Self::CONTINUATION_SIZE],
            capture: vec![0; Self::CAPTURE_SIZE],
        }
    }

    /// Clears all entries.
    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.continuation.fill(0);
        self.capture.fill(0);
    }

    /// Returns the indices of a turn in the continuation history; a key that stands for no turn has none.
    #[inline]
    fn continuation_indices(continuations: Continuations, index: usize) -> impl Iterator<Item = usize> {
        let mixed = (index as u32).wrapping_mul(0x85eb_ca6b) >> (32 - Self::CONTINUATION_SIZE.ilog2());
        let known = continuations.into_iter().filter(|&key| key != ContinuationKey::default());
        known.map(move |key| usize::from(key.0) * Self::CONTINUATION_SIZE + mixed as usize)
    }

    /// Returns the sum of the main history and the continuation histories of a quiet turn.
    #[inline]
    pub(crate) fn get(&self, position: &Position, turn: Turn, continuations: Continuations) -> i32 {
        let index = index(position, turn);
        let after =
            Self::continuation_indices(continuations, index).map(|at| i32::from(self.continuation[at]));
        i32::from(self.main[index]) + after.sum::<i32>()
    }

    /// Returns the capture history of a capture.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, turn: Turn) -> i32 {
        self.capture[capture_index(position, turn)].into()
    }

    /// Adds a bonus (a malus if negative) to the capture history of a turn.
    pub(crate) fn update_capture(&mut self, position: &Position, turn: Turn, bonus: i32) {
        apply_bonus(&mut self.capture[capture_index(position, turn)], bonus, history_max());
    }

    /// Adds a bonus (a malus if negative) to all histories of a quiet turn.
    pub(crate) fn update(
        &mut self,
        position: &Position,
        turn: Turn,
        continuations: Continuations,
        bonus: i32,
    ) {
        let index = index(position, turn);
        apply_bonus(&mut self.main[index], bonus, history_max());
        for at in Self::continuation_indices(continuations, index) {
            apply_bonus(&mut self.continuation[at], bonus, history_max());
        }
    }
}

/// Adds a bonus with history gravity: the effect shrinks as the entry approaches its bound `max`.
pub(crate) fn apply_bonus(entry: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}
