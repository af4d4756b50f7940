//! What is kept of a game: a row of data.

use serde::{Deserialize, Serialize};

/// A game: its result and some quiet positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleRow {
    /// The number of the game, from 0 on.
    #[serde(rename = "n")]
    pub number: u32,
    /// The number of plies, those of the opening included.
    pub plies: usize,
    /// The index of the side that won, if one did.
    pub won: Option<usize>,
    /// Quiet positions in the order in which they occurred, each with the score that the search gave the side to move.
    pub positions: Vec<(String, i32)>,
}
