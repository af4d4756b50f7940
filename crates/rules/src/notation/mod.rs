//! The inventor's notation for turns: written without ambiguity, read with tolerance (K119 to K125).

mod error;
mod read;
mod write;

use crate::position::Position;
use crate::turn::Turn;

pub use error::NotationError;

/// The turns of a position with their texts.
///
/// A turn's text depends on what else could be played: the origin square is written where it is needed to tell two
/// turns apart (K124).
#[derive(Clone, Debug)]
pub struct Notation<'a> {
    position: &'a Position,
    turns: Vec<Turn>,
    texts: Vec<String>,
}

impl<'a> Notation<'a> {
    /// Writes all turns of a position.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Notation, Position};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let position = Position::initial(&game);
    /// let notation = Notation::new(&position);
    /// let turn = notation.read("Ne4").unwrap_or_else(|_| notation.read("P-e4").unwrap());
    /// assert_eq!(notation.text(turn), Some("P-e4"));
    /// ```
    pub fn new(position: &'a Position) -> Notation<'a> {
        let turns = position.turns();
        let texts = write::texts(position, &turns);
        Notation { position, turns, texts }
    }

    /// Returns the text of a turn, or `None` if the position has no such turn.
    pub fn text(&self, turn: Turn) -> Option<&str> {
        let index = self.turns.iter().position(|&known| known == turn)?;
        Some(&self.texts[index])
    }

    /// Returns every turn with its text, in the order of the generator.
    pub fn iter(&self) -> impl Iterator<Item = (Turn, &str)> {
        self.turns.iter().copied().zip(self.texts.iter().map(String::as_str))
    }

    /// Reads the text of a turn.
    ///
    /// The dash may be left out, the origin square be given where it is not needed, `+` stand for a promotion, the
    /// author's abbreviations for the ids (K119). What fits no turn exactly is tried again without regard to case and
    /// to the difference between moving and capturing.
    ///
    /// # Errors
    /// If no turn or more than one fits.
    pub fn read(&self, text: &str) -> Result<Turn, NotationError> {
        read::read(self, text)
    }
}
