//! Why a text is not a position of a game, and where.

use std::fmt;

use crate::vocabulary::{Phrase, phrase};

/// Why a text is not a position of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    pub(super) column: usize,
    pub(super) reason: Phrase,
}

impl PositionError {
    /// Returns the place of the error in the text: the number of its character, from 1 on.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    pub fn reason(&self) -> &Phrase {
        &self.reason
    }

    /// Returns what is wrong, with the place.
    pub fn message(&self) -> Phrase {
        phrase!("position, column {number}: {reason}", number = self.column, reason = self.reason.clone())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PositionError {}
