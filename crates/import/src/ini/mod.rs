//! Fairy-Stockfish's `variants.ini`: sections, keys, values, inheritance.

pub(crate) mod fen;
pub(crate) mod keys;
pub(crate) mod sections;
pub(crate) mod value;
pub(crate) mod variant;

use std::fmt;

use sections::Place;

/// An error in a `variants.ini`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl IniError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> IniError {
        IniError { line: place.line, column: place.column, message: message.into() }
    }
}

impl fmt::Display for IniError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for IniError {}
