//! Turns in coordinates, for programs: `e2e4`, `e7e8q`, `a9a10=Der`, `d4d4:igui@e5`, `b2c4,c4d6`.
//!
//! The text of a step has its start and its end, its promotion (one letter in lower case, `+`, or `=` and a longer id), a word for
//! its kind, and `@` with a third square involved. A step by the piece's own travel has no word; nor has a wall; castling and capturing in
//! passing have one only to distinguish them from another step. A drop is `N@e4`, and a piece that comes in by a gate is
//! its letter behind the move, `b1c3h`. The steps of a turn are separated by a comma.
//! All turns of a position have different texts, without blanks.

use std::fmt;

use crate::game::Game;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{PieceType, quoted};

/// An error for a text that is not a turn in coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoordinatesError {
    /// No turn has this text.
    NoTurn(String),
    /// Several turns fit this text.
    Ambiguous(String, Vec<String>),
}

impl fmt::Display for CoordinatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoordinatesError::NoTurn(text) => write!(f, "`{}` is not a turn here", quoted(text)),
            CoordinatesError::Ambiguous(text, turns) => {
                write!(f, "`{}` may mean `{}`", quoted(text), turns.join("` or `"))
            }
        }
    }
}

impl std::error::Error for CoordinatesError {}

impl Position {
    /// Returns the coordinate text of a turn of the position.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let position = Position::initial(&builtin::game("orthochess").unwrap());
    /// let turn = position.read_turn("Nf3").unwrap();
    /// assert_eq!(position.coordinates(turn), "g1f3");
    /// assert_eq!(position.read_coordinates("g1f3"), Ok(turn));
    /// ```
    pub fn coordinates(&self, turn: Turn) -> String {
        let alone = matches!(turn.first.kind, StepKind::Castle | StepKind::EnPassant) && self.is_alone(turn);
        let first = if alone { plain(self.game(), turn.first) } else { full(self.game(), turn.first) };
        if let Some(text) = turn.gated().and_then(|entering| self.gated(turn.first, entering, alone)) {
            return text;
        }
        match turn.second {
            Some(second) => first + "," + &full(self.game(), second),
            None => first,
        }
    }

    /// Reads a turn in coordinates. The word for a step's kind and the text after it may be omitted if the turn is still
    /// unambiguous, and castling may be written as the King's move to the Rook.
    ///
    /// # Errors
    /// If no legal turn or more than one fits.
    pub fn read_coordinates(&self, text: &str) -> Result<Turn, CoordinatesError> {
        let legal = self.legal_turns();
        if let Some(&turn) = legal.iter().find(|&&turn| self.is_written(turn, text)) {
            return Ok(turn);
        }
        let loose: Vec<Turn> =
            legal.iter().copied().filter(|&turn| is_loosely_written(self.game(), turn, text)).collect();
        match loose[..] {
            [turn] => Ok(turn),
            [] => self
                .same_result(&legal, text)
                .ok_or_else(|| CoordinatesError::NoTurn(text.chars().take(REPEATED).collect())),
            _ => {
                let texts = loose.iter().map(|&turn| self.coordinates(turn)).collect();
                Err(CoordinatesError::Ambiguous(text.to_owned(), texts))
            }
        }
    }

    /// Returns the legal turn with the same result as a choice, as turns with the same result are listed once.
    fn same_result(&self, legal: &[Turn], text: &str) -> Option<Turn> {
        let choice = self.turns(Scope::Choices).into_iter().find(|&turn| self.is_written(turn, text))?;
        let mut after = self.clone();
        let mut result = |turn| {
            after.play_unchecked(turn);
            let key = after.key();
            after.undo();
            key
        };
        let wanted = result(choice);
        legal.iter().copied().find(|&turn| result(turn) == wanted)
    }

    /// Returns the text of a turn with a piece that comes in by a gate (R107): `b1c3h`, and for a castling with one that comes to
    /// the square of the second piece `h1e1h`. `None` if that could be another turn.
    fn gated(&self, first: Step, entering: Step, alone: bool) -> Option<String> {
        let game = self.game();
        let mover = self.board().at(first.from).kind()?;
        let promotes = !game.piece(mover).promotions.is_empty();
        let letter = entering.promotion.map(|kind| id(game, kind)).filter(|id| id.len() == 1)?;
        let is_known = !promotes && (first.kind == StepKind::Own || alone);
        let [from, to] = [first.from, first.to].map(|square| game.size().name(square));
        let gate = game.size().name(entering.to);
        let way = if entering.to == first.from { from + &to } else { gate + &from };
        is_known.then(|| way + &letter)
    }

    fn is_written(&self, turn: Turn, text: &str) -> bool {
        let size = self.game().size();
        let starts = |square| text.starts_with(&size.name(square));
        let begins = turn.first.kind == StepKind::Drop
            || starts(turn.first.from)
            || turn.gated().is_some_and(|entering| starts(entering.to));
        begins && self.coordinates(turn) == text
    }

    /// Returns whether no other choice of the piece goes to the same square.
    fn is_alone(&self, turn: Turn) -> bool {
        let text = plain(self.game(), turn.first);
        let alike = |other: &Turn| other.second.is_none() && plain(self.game(), other.first) == text;
        self.choices_of(turn.first.from).iter().filter(|other| alike(other)).count() <= 1
    }
}

/// The greatest number of characters of a wrong text repeated in an error.
const REPEATED: usize = 40;

/// Returns whether a text is a turn without the kinds of its steps.
fn is_loosely_written(game: &Game, turn: Turn, text: &str) -> bool {
    let mut texts = text.split(',');
    let fits = turn.steps().all(|step| {
        let written = texts.next().unwrap_or_default();
        let to_rook = || Step { to: step.via, ..step };
        written == plain(game, step) || step.kind == StepKind::Castle && written == plain(game, to_rook())
    });
    fits && texts.next().is_none()
}

/// Returns the start, end and promotion of a step.
fn plain(game: &Game, step: Step) -> String {
    let name = |square| game.size().name(square);
    match step.promotion {
        Some(kind) if step.kind == StepKind::Drop => {
            let piece = game.piece(kind);
            format!("{}@{}", piece.fen.as_ref().unwrap_or(&piece.id), name(step.to))
        }
        promotion => {
            name(step.from) + &name(step.to) + &promotion.map_or_else(String::new, |kind| id(game, kind))
        }
    }
}

/// Returns the full text of a step.
fn full(game: &Game, step: Step) -> String {
    let mut text = plain(game, step);
    if let Some(word) = step.kind.word() {
        text = text + ":" + word;
    }
    if step.via != step.to && step.kind != StepKind::Wall {
        text = text + "@" + &game.size().name(step.via);
    }
    text
}

/// Returns the text of a promotion: `q` or `=Der`; by the sign of FEN `+` for `+P` and `q` for `Q~`.
fn id(game: &Game, kind: PieceType) -> String {
    let piece = game.piece(kind);
    if piece.fen.as_ref().is_some_and(|sign| sign.starts_with('+')) {
        return "+".to_owned();
    }
    let letter = piece.fen.as_ref().and_then(|sign| sign.strip_suffix('~'));
    let id = letter.unwrap_or(&piece.id);
    match id.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => id.to_ascii_lowercase(),
        _ => format!("={id}"),
    }
}
