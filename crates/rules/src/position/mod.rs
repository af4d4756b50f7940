//! Positions: the board, the side to move, and the history.

mod count;
mod journal;
mod setup;
mod state;
mod text;

use std::sync::Arc;

use crate::game::Game;
use crate::powers::other_part;
use crate::travel::View;
use crate::vocabulary::{Board, Observer, Piece, Side, Square, SquareSet, piece_key, side_key};

pub use count::Count;
pub(crate) use journal::Changes;
use journal::{Counters, Journal};
pub use state::{Milestones, Passed, Reserve, State};
pub use text::PositionError;

/// A position of a game: the board, the side to move, the state, and the turns played on this value.
///
/// Turns are played and undone in place; see [`Position::play`] and [`Position::undo`]. The keys of all positions since the
/// value was made are kept for the rule against repetition (K117).
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    board: Board,
    side: Side,
    /// The state besides the board.
    state: State,
    /// The state's part of the hash.
    state_key: u64,
    journal: Journal,
    /// Whether it only serves to find out whether a drop checkmates (R72).
    is_trial: bool,
}

impl Position {
    /// Returns the default initial position of a game (K20).
    pub fn initial(game: &Arc<Game>) -> Position {
        let mut position = Position::empty(game, Side::First);
        for placement in &game.definition().array {
            position.place(placement.square, Piece::new(placement.piece, placement.side));
        }
        position.set_state(State::initial(game));
        position
    }

    /// Returns a board without pieces, with a side to move.
    pub fn empty(game: &Arc<Game>, side: Side) -> Position {
        let mut position = Position {
            game: Arc::clone(game),
            board: Board::empty(),
            side,
            state: State::EMPTY,
            state_key: 0,
            journal: Journal::default(),
            is_trial: false,
        };
        for hole in game.definition().holes {
            position.board.set(game.all_classes(), &mut (), hole, Piece::WALL);
        }
        position
    }

    /// Puts a piece, [`Piece::WALL`] or [`Piece::NONE`] on a square; a hole of the board stays one. This sets up a position and
    /// is no turn: the history is cleared, castlings of a piece on the square are no longer possible, and nothing has just moved.
    ///
    /// # Panics
    /// If the game has no such piece.
    pub fn place(&mut self, square: Square, piece: Piece) {
        if self.game.definition().holes.contains(square) {
            return;
        }
        self.board.set(self.game.all_classes(), &mut (), square, piece);
        self.journal = Journal::default();
        let mut state = self.state;
        state.keep_castlings(
            self.game.castlings(),
            self.game.castlings().without(state.castling_start(), square),
        );
        state.set_passed(None);
        state.displace(square);
        state.set_traded(None);
        self.set_state(state);
    }

    /// Returns the state: everything that belongs to the position besides the board and the side to move.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets the state: everything that belongs to the position besides the board and the side to move. This sets up a position
    /// and is no turn that could be undone. The gates of an empty hand are closed (R106).
    pub fn set_state(&mut self, mut state: State) {
        if let Some(hands) = self.game.hands() {
            Side::BOTH.into_iter().for_each(|side| self.close_gates(hands, side, &mut state));
        }
        if self.state != state {
            self.state = state;
            self.state_key = state.key();
        }
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

    /// Returns the square of the other part of the piece on a square, if it stands on two.
    pub fn other_part(&self, square: Square) -> Option<Square> {
        other_part(self.game.size(), &self.board, square)
    }

    /// Returns the side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the hash of the position: equal for equal position strings (K126).
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ self.state_key ^ side_key(self.side)
    }

    /// Returns the key computed from scratch, for tests of the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        let walls = self.board.walls().iter().map(|square| (square, Piece::WALL));
        self.board
            .pieces()
            .chain(walls)
            .fold(side_key(self.side) ^ self.state.key(), |key, (square, piece)| {
                key ^ piece_key(piece, square)
            })
    }

    /// Returns the view of the side to move.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View::new(self.game.rays(), &self.board, self.side).with_unmoved(self.state.unmoved())
    }

    /// Returns the same position without its history, which takes little memory: the counters are kept, but no position has
    /// occurred before.
    pub fn without_history(&self) -> Position {
        let before = Counters { quiet: self.journal.quiet(), moves: self.move_number() - 1 };
        Position {
            game: Arc::clone(&self.game),
            board: self.board.clone(),
            side: self.side,
            state: self.state,
            state_key: self.state_key,
            journal: Journal::after(before),
            is_trial: self.is_trial,
        }
    }

    /// Returns a copy for finding out whether a drop checkmates (R72).
    pub(crate) fn trial(&self) -> Position {
        Position { is_trial: true, ..self.without_history() }
    }

    /// Returns whether it only serves to find out whether a drop checkmates (R72).
    #[inline]
    pub(crate) fn is_trial(&self) -> bool {
        self.is_trial
    }

    /// Returns the key of the position with the other side to move.
    #[inline]
    pub(crate) fn key_after(&self) -> u64 {
        self.board.key() ^ self.state_key ^ side_key(self.side.other())
    }

    /// Returns the number of turns played on this value and not undone.
    #[inline]
    pub fn ply(&self) -> usize {
        self.journal.turns()
    }

    /// Returns the number of successive turns played on this value, including the last one, that have not reduced the number of
    /// pieces on the board. For the very first turn this is unknown; it is counted.
    pub fn turns_without_loss(&self) -> usize {
        self.journal.without_loss()
    }

    /// Returns the number of successive turns, including the last one, without a capture, a drop or a move of an irreversible
    /// piece; 0 in a game that does not count them (L49).
    pub fn quiet_turns(&self) -> u32 {
        match self.game.definition().ending.counting {
            Some(_) => Count::unpack(self.journal.quiet()).1,
            None => self.journal.quiet(),
        }
    }

    /// Returns the count of moves in which a weakened side must be mated; 0 in a game without such a rule (R90).
    pub fn count(&self) -> Count {
        match self.game.definition().ending.counting {
            Some(_) => Count::unpack(self.journal.quiet()).0,
            None => Count::default(),
        }
    }

    /// Returns the count before the last turn.
    pub(crate) fn count_before(&self) -> Count {
        Count::unpack(self.journal.quiet_before()).0
    }

    /// Sets the count after the last turn, which may have been a quiet one.
    pub(crate) fn set_count(&mut self, count: Count, is_quiet: bool) {
        let before = Count::unpack(self.journal.quiet_before()).1;
        let quiet = if is_quiet && self.game.definition().ending.quiet.is_some() { before + 1 } else { 0 };
        self.journal.set_quiet(count.pack(quiet));
    }

    /// Returns whether the last two turns have changed nothing: both sides have passed (R89).
    pub(crate) fn both_passed(&self) -> bool {
        self.journal.is_idle(2)
    }

    /// Returns whether the last turn has changed nothing: a side has passed (R89).
    pub(crate) fn has_just_passed(&self) -> bool {
        self.journal.is_idle(1)
    }

    /// Returns the number of the next full move (a turn of each side), as in records.
    pub fn move_number(&self) -> u32 {
        let turns = self.ply() + usize::from(self.first_side() == Side::Second);
        self.journal.before.moves + (turns / 2) as u32 + 1
    }

    /// Returns the side that was to move before the first turn played on this value.
    fn first_side(&self) -> Side {
        if self.ply().is_multiple_of(2) { self.side } else { self.side.other() }
    }

    /// Returns the number of earlier occurrences of this position among the turns played on this value (K117).
    ///
    /// Occurrences before the last loss of a piece are impossible and are not searched for.
    pub fn earlier_occurrences(&self) -> usize {
        let key = self.key();
        // After an odd number of turns the other side is to move.
        self.repeatable_keys().skip(1).step_by(2).filter(|&earlier| earlier == key).count()
    }

    /// Returns the keys of the earlier positions that may recur, the latest first: those since a piece was last lost for good.
    #[inline]
    pub fn repeatable_keys(&self) -> impl Iterator<Item = u64> {
        self.journal.repeatable()
    }

    pub(crate) fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece) {
        let old = self.board.set(self.game.all_classes(), observer, square, piece);
        self.journal.note(square, old);
    }

    pub(crate) fn begin_turn(&mut self) {
        self.journal.begin(self.key());
    }

    /// Changes the state in the current turn; at most once in a turn.
    pub(crate) fn change_state(&mut self, state: State) {
        if self.state != state {
            self.journal.keep(self.state, self.state_key);
            self.set_state(state);
        }
    }

    /// Returns the squares of the pieces that stand where some set-up has them begin, and to which it matters whether they have
    /// been displaced (R50). A position that does not tell which of them have counts none as displaced.
    pub fn at_home(&self) -> SquareSet {
        let is_home = |&(square, piece): &(Square, Piece)| self.game.starts().is_home(piece, square);
        self.board.pieces().filter(is_home).map(|(square, _)| square).collect()
    }

    /// Records the pieces that the current turn has displaced so far, where it is tried out and not played to its end (R50).
    #[inline]
    pub(crate) fn note_displaced(&mut self) {
        if self.game.has_starts() {
            let mut state = self.state;
            self.changed().iter().for_each(|&(square, _)| state.displace(square));
            self.change_state(state);
        }
    }

    /// Returns the squares changed since the last turn began, with the pieces that stood there before.
    #[inline]
    pub fn changed(&self) -> &[(Square, Piece)] {
        self.journal.changed()
    }

    /// Records whether the turn that has just ended was quiet (L49).
    #[inline]
    pub(crate) fn count_quiet(&mut self, quiet: bool) {
        self.journal.count_quiet(quiet);
    }

    pub(crate) fn end_turn(&mut self) {
        self.side = self.side.other();
        self.journal.end(self.pieces(), self.game.pieces_return());
    }

    /// Returns the number of pieces on the board.
    #[inline]
    pub fn pieces(&self) -> u16 {
        self.board.count(Side::First) + self.board.count(Side::Second)
    }

    /// Undoes the last turn.
    ///
    /// # Panics
    /// If no turn has been played on this value.
    #[inline]
    pub fn undo(&mut self) {
        self.undo_with(&mut ());
    }

    /// Undoes the last turn and notifies the observer of every change.
    ///
    /// # Panics
    /// If no turn has been played on this value.
    pub fn undo_with(&mut self, observer: &mut impl Observer) {
        self.revert(observer);
        self.side = self.side.other();
    }

    /// Reverts all changes since the last [`Position::begin_turn`].
    pub(crate) fn revert(&mut self, observer: &mut impl Observer) {
        if let Some((state, key)) = self.journal.give_back() {
            self.state = state;
            self.state_key = key;
        }
        for (square, old) in self.journal.undo() {
            self.board.set(self.game.all_classes(), observer, square, old);
        }
    }

    /// Plays a null turn: the other side is to move, and nothing else happens. It is undone like a turn.
    pub fn null_turn(&mut self) {
        self.begin_turn();
        let mut state = self.state;
        state.set_passed(None);
        state.set_traded(None);
        self.change_state(state);
        self.end_turn();
        if self.game.counts_quiet_turns() {
            match self.game.definition().ending.counting {
                None => self.count_quiet(true),
                Some(_) => self.set_count(self.count_before(), true),
            }
        }
    }
}

impl PartialEq for Position {
    /// Positions are equal if their strings are (K117), whatever their histories.
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side
            && self.state == other.state
            && self.board.walls() == other.board.walls()
            && self.board.pieces().eq(other.board.pieces())
    }
}

impl Eq for Position {}
