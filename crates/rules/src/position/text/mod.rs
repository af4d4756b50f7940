//! Position strings (K126 to K128, L51), and FEN.

mod board;
mod checks;
mod error;
mod fen;
mod fields;
mod hands;
mod starts;

use std::fmt;
use std::sync::Arc;

use crate::game::Game;
use crate::game::definition::Style;
use crate::vocabulary::{Phrase, Side, phrase};

use super::Position;

pub use error::PositionError;

impl Position {
    /// Reads a position string. Any placement of known pieces is a position (K128); in games with the algebraic style, one that
    /// cannot arise in a game is rejected.
    ///
    /// Where the game's pieces have one letter each, FEN is read as well: see [`Position::fen`].
    ///
    /// # Errors
    /// If the text is not a position string of the game; the error has the place.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let text = "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b";
    /// assert_eq!(Position::parse(&game, text).unwrap().to_string(), text);
    /// assert!(Position::parse(&game, "9(K)/9(P) b").is_err());
    /// ```
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Position, PositionError> {
        let mut reader = PositionReader { game, text, at: 0 };
        if fen::is_fen(game, text) {
            return reader.fen();
        }
        let position = reader.board(board::Pieces::Bracketed)?;
        match game.definition().style {
            Style::King => reader.side_at_end(position),
            Style::Algebraic { .. } => reader.fields(position),
        }
    }
}

impl fmt::Display for Position {
    /// Writes the position string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board::write(self, board::Pieces::Bracketed, f)?;
        write!(f, " {}", side_letters(self.game())[self.side().index()])?;
        match self.game().definition().style {
            Style::King => Ok(()),
            Style::Algebraic { .. } => fields::write(self, f),
        }
    }
}

/// Returns the letters for the side to move.
fn side_letters(game: &Game) -> [&'static str; 2] {
    match game.definition().style {
        Style::King => ["b", "t"],
        Style::Algebraic { .. } => ["w", "b"],
    }
}

/// A text that is being read.
struct PositionReader<'a> {
    game: &'a Arc<Game>,
    text: &'a str,
    /// The index of the next byte to read.
    at: usize,
}

impl<'a> PositionReader<'a> {
    /// Reads the side to move, which must be the last field.
    fn side_at_end(self, mut position: Position) -> Result<Position, PositionError> {
        let start = self.at + 1;
        let Some(letter) = self.text[self.at..].strip_prefix(' ') else {
            return Err(self.error(self.at, {
                let [first, second] = side_letters(self.game);
                phrase!(
                    "the side to move is missing: end with ` {first}` or ` {second}`",
                    first = first,
                    second = second
                )
            }));
        };
        position.side = self.side(start, letter)?;
        Ok(position)
    }

    fn side(&self, start: usize, letter: &str) -> Result<Side, PositionError> {
        let letters = side_letters(self.game);
        Side::BOTH.into_iter().find(|side| letters[side.index()] == letter).ok_or_else(|| {
            let [first, second] = letters;
            let reason = phrase!(
                "`{text}` is not a side to move: expected `{first}` or `{second}` after a single space",
                text = letter.chars().take(20).collect::<String>(),
                first = first,
                second = second,
            );
            self.error(start, reason)
        })
    }

    /// Reads the next field, after a single space; returns it with its start.
    fn field(&mut self, name: Phrase) -> Result<(usize, &'a str), PositionError> {
        let Some(rest) = self.text[self.at..].strip_prefix(' ') else {
            return Err(self.error(self.at, phrase!("a single space and {field} are missing", field = name)));
        };
        let field = &rest[..rest.find(' ').unwrap_or(rest.len())];
        let start = self.at + 1;
        self.at = start + field.len();
        Ok((start, field))
    }

    /// Rejects text after the last field.
    fn end(&self) -> Result<(), PositionError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error(self.at, phrase!("the position should end here"))),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, at: usize, reason: Phrase) -> PositionError {
        PositionError { column: self.text[..at].chars().count() + 1, reason }
    }
}
