//! Errors in position strings, with their places.

use std::fmt;

use crate::vocabulary::{Phrase, phrase};

/// An error for a text that is not a position of a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    pub(super) column: usize,
    pub(super) reason: Phrase,
}

impl PositionError {
    /// Returns the column of the error in characters, from 1 on.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the message without the place.
    pub fn reason(&self) -> &Phrase {
        &self.reason
    }

    /// Returns the message with the place.
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
