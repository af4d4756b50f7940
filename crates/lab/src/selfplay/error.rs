//! The error of games that are not by the rules.

/// The reason why games cannot be learned from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {what}")]
pub struct DataError {
    /// The number of the game at fault.
    pub number: u32,
    pub(crate) what: String,
}
