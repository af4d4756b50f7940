//! What can be wrong with the data.

use std::fmt;

/// Why nothing can be learned from games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The number of the game at fault.
    pub number: u32,
    pub(crate) what: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number, self.what)
    }
}

impl std::error::Error for DataError {}
