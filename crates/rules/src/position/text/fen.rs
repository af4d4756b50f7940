//! FEN (Forsyth-Edwards Notation): positions of chess in the usual format.

use crate::game::Game;
use crate::game::definition::Style;
use crate::vocabulary::{Phrase, Side, Square, SquareSet, phrase};

use super::board::{self, Pieces};
use super::{Position, PositionError, PositionReader, checks, fields, hands, starts};
use crate::position::journal::Counters;
use crate::position::{Count, Passed, State};

/// Returns whether the ids of all pieces of a game are single letters.
fn has_letters(game: &Game) -> bool {
    let definition = game.definition();
    definition.style != Style::King
        && definition.trade.is_none()
        && definition.pieces.iter().all(|piece| piece.fen_sign().is_some())
}

/// Returns whether a text is FEN: letters without brackets on the board, or numbers at its end.
pub(super) fn is_fen(game: &Game, text: &str) -> bool {
    let board = text.split(' ').next().unwrap_or("");
    // Where a hand may follow the board, letters tell that stand outside of brackets.
    let mut outside = board.split(['[', '(']).map(|part| part.rsplit([']', ')']).next().unwrap_or(part));
    let has_outside = |part: &str| part.contains(|c: char| c.is_ascii_alphabetic());
    if game.hands().is_some() && has_letters(game) && outside.any(has_outside) {
        return true;
    }
    let has_letter = game.hands().is_none() && has_outside(board);
    let bracketed = game.hands().is_none() && board.contains(['[', '(']);
    let counted = text.split(' ').nth(4).is_some_and(|field| field.starts_with(|c: char| c.is_ascii_digit()));
    has_letters(game) && !bracketed && (counted || has_letter)
}

impl Position {
    /// Returns the position as FEN. `None` if the game's pieces have ids of several letters, or if a piece that may be taken in
    /// passing is gone from the board. Where it has passed several squares, all are written one after the other, and so is its own
    /// square where it does not stand straight ahead of them, as Fairy-Stockfish does.
    ///
    /// The square passed is written only if a piece could be taken there, legally or not.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let initial = Position::initial(&game);
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(initial.fen().as_deref(), Some(fen));
    /// assert_eq!(Position::parse(&game, fen).unwrap(), initial);
    /// ```
    pub fn fen(&self) -> Option<String> {
        if !has_letters(self.game()) {
            return None;
        }
        let mut ranks = String::new();
        board::write(self, Pieces::Letters, &mut ranks).expect("writing to memory does not fail");
        let side = super::side_letters(self.game())[self.side().index()];
        let passed = match self.state().passed() {
            Some(passed) => self.passed_squares(&passed)?,
            None => "-".to_owned(),
        };
        let castling = fields::castling(self);
        let returned = starts::returned(self).filter(|field| field != "-");
        let returned = returned.map_or_else(String::new, |field| format!(" {field}"));
        let checks = checks::field(self);
        // Where moves to mate are counted, their limit stands for the square, as in Fairy-Stockfish (R90).
        let (passed, quiet) = match self.count() {
            Count { limit: 0, .. } => (passed, self.quiet_turns()),
            Count { limit, plies } => (limit.to_string(), plies.into()),
        };
        let number = self.move_number();
        let hands = hands::in_brackets(self);
        Some(format!("{ranks}{hands} {side} {castling} {passed}{checks} {quiet} {number}{returned}"))
    }
}

impl Position {
    /// Writes the squares that a piece has passed, with its own if they do not tell it.
    fn passed_squares(&self, passed: &Passed) -> Option<String> {
        let mut squares = passed.squares;
        if self.ahead_of(&squares) != passed.at {
            squares.insert(passed.at?);
        }
        Some(squares.iter().map(|square| self.game().size().name(square)).collect())
    }

    /// Returns the square of the first piece straight ahead of some empty squares, as the side sees it that has just moved; the
    /// next square if there is none.
    fn ahead_of(&self, squares: &SquareSet) -> Option<Square> {
        let foremost = if self.side() == Side::First { squares.first() } else { squares.last() };
        let nearest = self.beyond(foremost?)?;
        let mut ahead = std::iter::successors(Some(nearest), |&square| self.beyond(square));
        let first = ahead.find(|&square| !self.board().at(square).is_none());
        let has_moved = |square: &Square| self.board().side(self.side().other()).contains(*square);
        Some(first.filter(has_moved).unwrap_or(nearest))
    }

    /// Returns the square one rank farther for the side that has just moved.
    fn beyond(&self, square: Square) -> Option<Square> {
        let size = self.game().size();
        let forward = if self.side() == Side::First { -1 } else { 1 };
        size.square(size.file(square).into(), i16::from(size.rank(square)) + forward)
    }

    /// Returns the text of this position for the start of a record: the position string, or FEN if quiet turns have been
    /// counted, which the string does not contain (L52).
    pub fn start_text(&self) -> String {
        self.fen()
            .filter(|_| self.quiet_turns() > 0 || self.count().limit > 0)
            .unwrap_or_else(|| self.to_string())
    }
}

impl PositionReader<'_> {
    /// Reads FEN; the two counters may be missing.
    pub(super) fn fen(mut self) -> Result<Position, PositionError> {
        let mut position = self.board(Pieces::Letters)?;
        let mut state = State::EMPTY;
        self.hands(&mut state)?;
        let (start, side) = self.field(phrase!("the side to move"))?;
        position.side = self.side(start, side)?;
        let (start, castling) = self.field(phrase!("the castlings, or `-`,"))?;
        let (castling, gates) = self.gates(start, castling, &position)?;
        self.castling(start, &castling, &position, &mut state)?;
        self.expect_unmoved(&gates, &mut position, &mut state);
        let (start, passed) = self.field(phrase!("the square passed, or `-`,"))?;
        let limit = self.count_limit(start, passed)?;
        if passed != "-" && limit == 0 {
            let squares = self.passed_list(start, passed)?;
            let is_piece = |&square: &Square| squares.len() > 1 && !position.board().at(square).is_none();
            let occupied = squares.iter().find(is_piece);
            let Some(at) = occupied.or_else(|| position.ahead_of(&squares)) else {
                return Err(self.error(start, phrase!("nothing can have passed {square}", square = passed)));
            };
            let squares = squares - SquareSet::from(at);
            state.set_passed(self.check_passed(start, &position, Some(at), squares)?);
        }
        self.checks(&mut state)?;
        if !self.text[self.at..].is_empty() {
            let mut quiet = self.counter(phrase!("the number of quiet turns"))?;
            let ending = &self.game.definition().ending;
            if ending.counting.is_some() {
                quiet = match limit {
                    0 if ending.quiet.is_some() => Count::default().pack(quiet),
                    0 => Count::default().pack(0),
                    _ => Count { limit, plies: quiet as u16 }.pack(0),
                };
            }
            let number = self.counter(phrase!("the number of the move"))?;
            position.journal.before = Counters { quiet, moves: number.saturating_sub(1) };
        }
        self.returned(&mut position, &mut state)?;
        position.set_state(state);
        self.end()?;
        self.check_board(&position)?;
        Ok(position)
    }

    /// Reads names of squares that follow one another: `e3e4`.
    fn passed_list(&self, start: usize, text: &str) -> Result<SquareSet, PositionError> {
        let mut squares = SquareSet::EMPTY;
        let mut at = 0;
        while at < text.len() {
            let letter = text[at..].chars().next().map_or(1, char::len_utf8);
            let rest = &text[at + letter..];
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            squares.insert(self.square(start + at, &text[at..at + letter + digits])?);
            at += letter + digits;
        }
        Ok(squares)
    }

    /// Reads the limit of a count of moves, which stands for the square passed (R90); 0 if the field is no number, or if the game
    /// counts nothing.
    fn count_limit(&self, start: usize, field: &str) -> Result<u16, PositionError> {
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        if self.game.definition().ending.counting.is_none() || !is_number {
            return Ok(0);
        }
        let limit = field.parse().ok().filter(|limit: &u16| (1..=2_000).contains(limit));
        limit.ok_or_else(|| {
            self.error(start, phrase!("the limit of a count is 1 to 2000, not `{text}`", text = field))
        })
    }

    fn counter(&mut self, name: Phrase) -> Result<u32, PositionError> {
        let (start, field) = self.field(name.clone())?;
        let number = field.parse().ok().filter(|&number: &u32| number <= 10_000);
        number.ok_or_else(|| {
            self.error(start, phrase!("{name} is 0 to 10000, not `{text}`", name = name, text = field))
        })
    }
}
