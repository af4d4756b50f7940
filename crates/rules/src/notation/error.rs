//! Errors for texts that are not a turn of a position.

use std::fmt;

use super::Notation;
use crate::powers::StepKind;
use crate::vocabulary::{Argument, Phrase, phrase, quoted};

/// An error for a text that is not a turn of a position, with suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is no turn of the position.
    NoTurn {
        /// The text that was read.
        text: String,
        /// Turns that begin with the text, go to the square in it, or are made by the piece in it.
        near: Vec<String>,
    },
    /// The text begins with the name of a piece that the game does not have.
    NoPiece {
        /// The unknown name.
        id: String,
    },
    /// Several turns fit the text.
    Ambiguous {
        /// The text that was read.
        text: String,
        /// The turns that fit.
        turns: Vec<String>,
    },
}

/// The greatest number of turns listed in an error.
const SHOWN: usize = 8;
/// The greatest number of characters of a wrong text repeated in an error.
const REPEATED: usize = 40;

impl NotationError {
    pub(super) fn no_turn(notation: &Notation<'_>, text: &str) -> NotationError {
        if let Some(id) = unknown_piece(notation, text) {
            return NotationError::NoPiece { id };
        }
        let of_piece = notation.iter().filter(|(turn, _)| {
            let position = notation.position;
            let step = turn.first;
            let dropped = step.promotion.filter(|_| step.kind == StepKind::Drop);
            let kind = dropped.or(position.board().at(step.from).kind());
            let id = kind.map_or("", |kind| &position.game().piece(kind).id);
            let moved = after_id(text, id).unwrap_or("");
            moved.starts_with(['-', 'x', '!', '@', '<'])
                || moved.starts_with(|c: char| c.is_ascii_lowercase())
        });
        let to_square = notation.iter().filter(|(turn, _)| {
            text.len() > 1 && text.ends_with(&notation.position.game().size().name(turn.first.to))
        });
        let longer = notation.iter().filter(|(_, written)| text.len() > 1 && written.starts_with(text));
        let mut near: Vec<String> = Vec::new();
        for (_, written) in longer.chain(to_square).chain(of_piece) {
            if !near.iter().any(|known| known == written) {
                near.push(written.to_owned());
            }
        }
        NotationError::NoTurn { text: text.chars().take(REPEATED).collect(), near }
    }

    pub(super) fn ambiguous<'a>(text: &str, fitting: impl Iterator<Item = &'a str>) -> NotationError {
        let mut turns: Vec<String> = fitting.map(str::to_owned).collect();
        turns.sort_unstable();
        turns.dedup();
        NotationError::Ambiguous { text: text.chars().take(REPEATED).collect(), turns }
    }
}

impl NotationError {
    /// Returns the message for users.
    pub fn message(&self) -> Phrase {
        match self {
            NotationError::NoPiece { id } => {
                phrase!("this game has no piece with the id `{text}`", text = quoted(id))
            }
            NotationError::NoTurn { text, near } => {
                let text = quoted(text);
                match near.len() {
                    0 => phrase!("`{text}` is not a turn here", text = text),
                    1 => phrase!(
                        "`{text}` is not a turn here; near it is {turns}",
                        text = text,
                        turns = listed(near)
                    ),
                    _ => phrase!(
                        "`{text}` is not a turn here; near it are {turns}",
                        text = text,
                        turns = listed(near)
                    ),
                }
            }
            NotationError::Ambiguous { text, turns } => phrase!(
                "`{text}` may mean {turns}: write it in full",
                text = quoted(text),
                turns = listed(turns)
            ),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for NotationError {}

/// Returns the text after a piece's id at its start, ignoring case.
fn after_id<'t>(text: &'t str, id: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(id.len())?;
    head.eq_ignore_ascii_case(id).then_some(rest)
}

/// Returns the name of a piece at the start of a text, if it does not begin with the id or abbreviation of any piece of the
/// game.
fn unknown_piece(notation: &Notation<'_>, text: &str) -> Option<String> {
    let id: String = text.chars().take_while(char::is_ascii_alphabetic).take(REPEATED).collect();
    if !id.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let begins = |name: &str| after_id(&id, name).is_some();
    let game = notation.position.game();
    if game.definition().castlings.iter().any(|castling| text.starts_with(&castling.text)) {
        return None;
    }
    let mut pieces = game.types().map(|kind| game.piece(kind));
    let known = pieces.any(|piece| begins(&piece.id) || piece.abbreviation.as_deref().is_some_and(begins));
    (!known).then_some(id)
}

fn listed(texts: &[String]) -> Argument {
    let list: Vec<String> = texts.iter().take(SHOWN).map(|text| format!("`{text}`")).collect();
    match texts.len().checked_sub(SHOWN) {
        None | Some(0) => list.into(),
        Some(more) => phrase!("{turns} and {number} more", turns = list, number = more).into(),
    }
}
