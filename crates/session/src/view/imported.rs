//! Games and pieces of other programs, as they were read.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The format of a text of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum ImportFormat {
    /// Fairy-Stockfish's `variants.ini`.
    Ini,
    /// The text of an Interactive Diagram.
    Diagram,
    /// Pieces in Betza's notation, one on each line.
    Betza,
}

/// The answer to a text of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ImportAnswer {
    /// The games of the text, in its order.
    Games {
        /// Each with its game file.
        games: Vec<ImportedGame>,
    },
    /// The pieces of the text, in its order.
    Pieces {
        /// Each in the words of the language.
        pieces: Vec<ImportedPiece>,
    },
    /// Nothing was read.
    Refused {
        /// The first errors, in the order of their places.
        errors: Vec<ImportError>,
        /// The number of all of them.
        total: usize,
    },
}

/// A game written for another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportedGame {
    /// A section of Fairy-Stockfish's `variants.ini`.
    pub text: String,
    /// The rules that it does not say, each in words.
    pub unsaid: Vec<String>,
}

/// A game of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedGame {
    /// Its name there.
    pub variant: String,
    /// Its id here; the game file is named after it.
    pub id: String,
    /// The game file.
    pub file: String,
    /// Whether the game file has all of its rules, without an approximation.
    pub whole: bool,
    /// The treatment of each key.
    pub notes: Vec<ImportNote>,
}

/// A key of another program, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ImportNote {
    /// The key, as `stalemateValue`, or the name of a piece.
    pub key: String,
    /// The value in the text; empty where it is a default.
    pub value: String,
    /// Its treatment.
    pub treatment: ImportTreatment,
    /// The reason, or the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The treatment of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum ImportTreatment {
    /// The game file says it.
    Said,
    /// It is for displays and engines, and no rule.
    DisplayOnly,
    /// It has no effect in this game.
    WithoutEffect,
    /// The game file says nearly the same.
    Approximated,
    /// The language has no words for it.
    NotSaid,
}

/// A piece in Betza's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedPiece {
    /// The line of the text, from 1.
    pub line: usize,
    /// The piece as the text has it.
    pub betza: String,
    /// Its ability in the words of the language.
    pub ability: String,
    /// The moves that cannot be said, each with the reason.
    pub unsaid: Vec<String>,
    /// The differences between what was said and what was meant.
    pub approximated: Vec<String>,
}

/// An error in a text of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The error, and what would be right.
    pub message: String,
}
