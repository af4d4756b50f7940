//! What can be wrong with a record.

use std::fmt;

/// Returns the line and the column, in characters, of a byte of a text; both count from 1.
///
/// # Panics
/// If the byte is not at the start of a character of the text.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Why a text is not a record: where, what stands there, and what may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    line: usize,
    column: usize,
    found: String,
    allowed: &'static str,
}

impl RecordError {
    /// Returns the error at a byte of the text.
    pub(super) fn new(text: &str, at: usize, found: impl Into<String>, allowed: &'static str) -> RecordError {
        let (line, column) = line_and_column(text, at);
        RecordError { line, column, found: found.into(), allowed }
    }

    /// Returns the line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    pub fn message(&self) -> String {
        format!("found {}; allowed is {}", self.found, self.allowed)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message())
    }
}

impl std::error::Error for RecordError {}

/// Why a text cannot stand for a move in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    pub(super) text: String,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no text of a move: a letter, then ASCII characters without space and without any of {}",
            self.text.escape_debug(),
            super::lex::DELIMITERS
        )
    }
}

impl std::error::Error for MoveTextError {}

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagError {
    pub(super) name: String,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "Result" => f.write_str("the tag `Result` follows from the result of the record"),
            name => write!(
                f,
                "`{}` is no name of a tag: a letter, then letters, digits and `_`",
                name.escape_debug()
            ),
        }
    }
}

impl std::error::Error for TagError {}
