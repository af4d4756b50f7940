//! Positions: the board, the side to move, and how play came here.

mod board;
mod hash;
mod journal;
mod text;

use std::sync::Arc;

use crate::game::{Game, Piece, Side};
use crate::geometry::Square;
use crate::moves::View;

pub use board::{Board, Observer};
pub(crate) use hash::key as piece_key;
use journal::Journal;
pub use text::PositionError;

/// A position of a game: who stands where and who is to move, and the turns played on this value.
///
/// Turns are played and undone in place; see [`Position::play`](crate::turn). The keys of all positions since the
/// value was made are kept for the rule against repetition (K117).
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    board: Board,
    side: Side,
    journal: Journal,
}

impl Position {
    /// Returns the default initial position of a game (K20).
    pub fn initial(game: &Arc<Game>) -> Position {
        let mut position = Position::empty(game, Side::First);
        for placement in &game.definition().array {
            position.place(placement.square, Piece::new(placement.piece, placement.side));
        }
        position
    }

    /// Returns an empty board with a side to move.
    pub fn empty(game: &Arc<Game>, side: Side) -> Position {
        Position { game: Arc::clone(game), board: Board::empty(), side, journal: Journal::default() }
    }

    /// Puts a piece, or [`Piece::NONE`], on a square. The position's history starts anew: this is setting up, not
    /// playing.
    pub fn place(&mut self, square: Square, piece: Piece) {
        self.board.set(&self.game, &mut (), square, piece);
        self.journal = Journal::default();
    }

    /// Returns the game.
    #[inline]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the hash of the position: equal for equal position strings (K126).
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ hash::side_key(self.side)
    }

    /// Returns the key computed from scratch, for tests of the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        self.board
            .pieces()
            .fold(hash::side_key(self.side), |key, (square, piece)| key ^ hash::key(piece, square))
    }

    /// Returns what a travel of the side to move sees.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View::new(self.game.rays(), &self.board, self.side)
    }

    /// Returns the same position without its history, to try steps on.
    pub(crate) fn scratch(&self) -> Position {
        Position {
            game: Arc::clone(&self.game),
            board: self.board.clone(),
            side: self.side,
            journal: Journal::default(),
        }
    }

    /// Returns the number of turns played on this value and not undone.
    #[inline]
    pub fn ply(&self) -> usize {
        self.journal.turns()
    }

    /// Returns how often this position has occurred before among the turns played on this value (K117).
    ///
    /// Occurrences before the last loss of a piece are not looked for: they are impossible.
    pub fn earlier_occurrences(&self) -> usize {
        self.journal.occurrences(self.key())
    }

    pub(crate) fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece) {
        let old = self.board.set(&self.game, observer, square, piece);
        self.journal.note(square, old);
    }

    pub(crate) fn begin_turn(&mut self) {
        self.journal.begin(self.key());
    }

    pub(crate) fn end_turn(&mut self) {
        self.side = self.side.other();
        let pieces = self.board.count(Side::First) + self.board.count(Side::Second);
        self.journal.end(pieces, self.game.has_births());
    }

    /// Takes back the last turn.
    ///
    /// # Panics
    /// If no turn has been played on this value.
    #[inline]
    pub fn undo(&mut self) {
        self.undo_with(&mut ());
    }

    /// Takes back the last turn and tells the observer of every change.
    ///
    /// # Panics
    /// If no turn has been played on this value.
    pub fn undo_with(&mut self, observer: &mut impl Observer) {
        self.revert(observer);
        self.side = self.side.other();
    }

    /// Takes back all changes since the last [`Position::begin_turn`].
    pub(crate) fn revert(&mut self, observer: &mut impl Observer) {
        for (square, old) in self.journal.undo() {
            self.board.set(&self.game, observer, square, old);
        }
    }

    /// Gives the move to the other side without a turn, as some searches do; undone like a turn.
    pub fn pass(&mut self) {
        self.begin_turn();
        self.end_turn();
    }
}

impl PartialEq for Position {
    /// Positions are equal when their strings are (K117); how play came there does not count.
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side && self.board.pieces().eq(other.board.pieces())
    }
}

impl Eq for Position {}
