//! Errors with their places in a text.

use std::fmt;

/// The greatest length of a line, in bytes.
pub(crate) const MAX_LINE: usize = 4096;

/// Returns the message for a longer line.
pub(crate) fn too_long() -> String {
    format!("the line is longer than {MAX_LINE} bytes")
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The line, from 1; 0 for what is built in.
    pub(crate) line: usize,
    /// The column, from 1.
    pub(crate) column: usize,
}

/// An error in a text that was to be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The error, and what would be right.
    pub message: String,
}

impl TextError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> TextError {
        TextError { line: place.line, column: place.column, message: message.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}
