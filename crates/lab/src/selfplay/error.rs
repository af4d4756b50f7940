//! What can be wrong with the data.

/// Why nothing can be learned from games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {what}")]
pub struct DataError {
    /// The number of the game at fault.
    pub number: u32,
    pub(crate) what: String,
}
