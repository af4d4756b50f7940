//! The records of a text, in a few words each.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::event::Problem;

/// A record of a text that may hold several. Of long texts the beginning is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RecordSummary {
    /// The id of the game that its tag names, if it names one that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// Who played the first and the second side; empty if nobody says.
    pub players: [String; 2],
    /// The event; empty if nobody says.
    pub event: String,
    /// The date; empty if nobody says.
    pub date: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The turns of the main line.
    pub turns: u32,
    /// Why it is not a record, if it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<Problem>,
}
