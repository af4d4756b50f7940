//! The report on better worths of pieces.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What quick games of the engine against itself say about the worth of the pieces. Worths are in hundredths of the commonest piece,
/// by the index of the type; there are none before the first game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct TuningView {
    /// The id of the game.
    pub game: String,
    /// The number of games to learn from, and again of games that prove the worths.
    pub wanted: u32,
    /// The number of games from which the worths are learned so far.
    pub games: u32,
    /// The number of games with the new worths against the engine as it is, which follow.
    pub proofs: u32,
    /// The share of the points of the new worths in these games, in hundredths: the lower bound of 95%, the mean, the upper bound.
    pub share: [u8; 3],
    /// The worths to the engine as it is.
    pub before: Vec<i32>,
    /// The new worths.
    pub worths: Vec<i32>,
    /// Whether no more games follow.
    pub over: bool,
}
