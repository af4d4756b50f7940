//! The notation of turns: unambiguous when written, tolerant when read (K119 to K125, L50).

mod algebraic;
mod coordinates;
mod core;
mod error;
mod read;
mod write;
pub mod xboard;

use std::collections::HashMap;

use crate::game::definition::Style;
use crate::position::Position;
use crate::powers::StepKind;
use crate::turn::{Scope, Turn};

pub use coordinates::CoordinatesError;
pub use error::NotationError;

/// The turns of a position with their texts.
///
/// A turn's text depends on the other turns of the position: the origin square is written if it is needed to distinguish turns
/// (K124).
#[derive(Clone, Debug)]
pub struct Notation<'a> {
    position: &'a Position,
    /// Every choice, with its text and the key of its result.
    choices: Vec<Choice>,
}

/// A choice of a player.
#[derive(Clone, Debug)]
struct Choice {
    turn: Turn,
    /// The key of the position after the choice.
    result: u64,
    /// The text of the result: the shortest text of the choices with this result, then the first in ASCII order (K125).
    text: String,
    /// The text of this choice.
    own_text: String,
    /// For each step, whether it declines a promotion.
    could_promote: [bool; 2],
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
    /// let turn = notation.read("pe4")?;
    /// assert_eq!(notation.text(turn), Some("P-e4"));
    /// assert!(notation.read("N-e4").is_err(), "no Knight can go there");
    /// # Ok::<(), beaufort_rules::NotationError>(())
    /// ```
    pub fn new(position: &'a Position) -> Notation<'a> {
        let choices = match position.game().definition().style {
            Style::King => write::choices(position, &position.turns(Scope::Choices)),
            Style::Algebraic { marks_check } => algebraic::choices(position, marks_check),
        };
        Notation { position, choices }
    }

    /// Returns the text of a turn, or `None` if the position has no such turn.
    pub fn text(&self, turn: Turn) -> Option<&str> {
        self.choices.iter().find(|choice| choice.turn == turn).map(|choice| choice.text.as_str())
    }

    /// Returns every choice with its text, in the order of the generator; choices with the same result have the same text.
    pub fn iter(&self) -> impl Iterator<Item = (Turn, &str)> {
        self.choices.iter().map(|choice| (choice.turn, choice.text.as_str()))
    }

    /// Reads the text of a turn.
    ///
    /// The dash may be omitted, the origin square may be written where it is not needed, `+` may stand for a promotion, and the
    /// author's abbreviations for the ids (K119). A text that fits no turn exactly is tried again, ignoring case and the
    /// difference between moving and capturing.
    ///
    /// # Errors
    /// If no turn fits, or several turns do.
    pub fn read(&self, text: &str) -> Result<Turn, NotationError> {
        let choice = match self.position.game().definition().style {
            Style::King => read::read(self, text),
            Style::Algebraic { .. } => algebraic::read(self, text),
        };
        choice.map(|choice| choice.turn)
    }
}

impl Position {
    /// Returns the text of one turn, like [`Notation::text`] but without writing all others.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let position = Position::initial(&builtin::game("scirocco").unwrap());
    /// let turn = position.read_turn("P-e4").unwrap();
    /// assert_eq!(position.turn_text(turn).as_deref(), Some("P-e4"));
    /// ```
    pub fn turn_text(&self, turn: Turn) -> Option<String> {
        self.turn_texts(&[turn]).pop().flatten()
    }

    /// Returns the texts of some turns, each like [`Position::turn_text`], at the cost of one.
    pub fn turn_texts(&self, turns: &[Turn]) -> Vec<Option<String>> {
        match self.game().definition().style {
            Style::King => write::some(self, turns),
            Style::Algebraic { .. } => {
                let notation = Notation::new(self);
                let texts: HashMap<Turn, &str> = notation.iter().collect();
                turns.iter().map(|turn| texts.get(turn).copied().map(str::to_owned)).collect()
            }
        }
    }

    /// Reads the text of one turn, like [`Notation::read`]. A text in the form in which this library writes it is found without
    /// writing all others.
    ///
    /// # Errors
    /// If no turn fits, or several turns do.
    pub fn read_turn(&self, text: &str) -> Result<Turn, NotationError> {
        let exact = match self.game().definition().style {
            Style::King => exact(self, text),
            Style::Algebraic { .. } => None,
        };
        exact.map_or_else(|| Notation::new(self).read(text), Ok)
    }
}

/// Returns the turn with exactly this text.
fn exact(position: &Position, text: &str) -> Option<Turn> {
    let is_named = |turn: &Turn| {
        text.starts_with(write::stem(write::beginner(position, turn))) || turn.first.kind == StepKind::Birth
    };
    let turns: Vec<Turn> = position.turns(Scope::Choices).into_iter().filter(is_named).collect();
    let choices = write::choices(position, &turns);
    choices.iter().find(|choice| choice.own_text == text).map(|choice| choice.turn)
}
