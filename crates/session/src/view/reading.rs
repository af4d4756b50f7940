//! Games of the users' own as they are read, and what helps to write one.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A mistake in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct GameMistake {
    /// The file that it is in, if that is not the text but one that the text builds on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1 on.
    pub line: u32,
    /// The column in characters, from 1 on.
    pub column: u32,
    /// The number of wrong characters; 0 where something is missing.
    pub length: u32,
    /// The error, and what is allowed instead.
    pub message: String,
    /// The correction that may be meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The text to put in the place of the wrong characters, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// A word of the language in which abilities are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct WordView {
    /// The word.
    pub name: String,
    /// Its kind: `a leap`, `a line`, `a direction`, `a note`, `a shape`, `a power` or `a joint`.
    pub kind: String,
    /// Its syntax with its arguments; capitals in angle brackets are placeholders.
    pub syntax: String,
    /// Its meaning, in a sentence or two.
    pub help: String,
    /// An ability that has it.
    pub example: String,
}

/// A piece that any game can have by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BestiaryPieceView {
    /// The name.
    pub name: String,
    /// The id on tiles and in positions.
    pub id: String,
    /// Its ability, in the words of the language.
    pub ability: String,
    /// A sentence or two about it.
    pub description: String,
}
