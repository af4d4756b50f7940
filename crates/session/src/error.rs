//! The errors of a session.

use std::fmt;

use beaufort_rules::NotationError;
use beaufort_rules::phrase;
use beaufort_rules::record::{RecordError, ReplayError};
use beaufort_rules::turn::Verdict;
use beaufort_rules::vocabulary::{Phrase, quoted};

/// Why a turn was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The set-up is not finished.
    SettingUp,
    /// The game is over.
    Over(Verdict),
    /// The turn is none of the position.
    NoTurn,
    /// The text is no turn of the position.
    Notation(NotationError),
    /// The turn would bring about a position once too often (K117).
    Repetition(String),
}

impl PlayError {
    /// Returns why, for people.
    pub fn message(&self) -> Phrase {
        match self {
            PlayError::SettingUp => phrase!("the set-up is not finished"),
            PlayError::Over(_) => phrase!("the game is over"),
            PlayError::NoTurn => phrase!("the position has no such turn"),
            PlayError::Notation(error) => error.message(),
            PlayError::Repetition(text) => {
                phrase!("`{text}` is illegal: it would repeat a position once too often", text = quoted(text))
            }
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PlayError {}

impl From<NotationError> for PlayError {
    fn from(error: NotationError) -> PlayError {
        PlayError::Notation(error)
    }
}

/// Why a record was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The text is not a record.
    Text(RecordError),
    /// The text holds no game.
    NoGame,
    /// The game of the record breaks the rules.
    Replay(ReplayError),
}

impl LoadError {
    /// Returns why, for people.
    pub fn message(&self) -> Phrase {
        match self {
            LoadError::Text(error) => error.message(),
            LoadError::NoGame => phrase!("the record holds no game"),
            LoadError::Replay(error) => error.message(),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The message has its place, too.
            LoadError::Text(error) => error.fmt(f),
            error => error.message().fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<RecordError> for LoadError {
    fn from(error: RecordError) -> LoadError {
        LoadError::Text(error)
    }
}

impl From<ReplayError> for LoadError {
    fn from(error: ReplayError) -> LoadError {
        LoadError::Replay(error)
    }
}
