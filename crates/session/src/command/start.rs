//! How a game begins.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Start {
    /// With the game's set-up phase, if it has one.
    #[serde(rename = "setUp")]
    Setup,
    /// With the default array.
    Default,
    /// From a position.
    Position {
        /// The position string.
        text: String,
    },
    /// At the end of the main line of a record.
    Record {
        /// The record; of several, the first.
        text: String,
    },
    /// From whatever a text turns out to be: a record, or a position of this game or another.
    Text {
        /// The text, as pasted.
        text: String,
        /// Which of several records, from 0 on; the first if missing.
        #[serde(default, skip_serializing_if = "is_first")]
        #[cfg_attr(test, ts(as = "Option<u32>", optional))]
        record: u32,
    },
}

fn is_first(record: &u32) -> bool {
    *record == 0
}

/// How the choices of a set-up phase are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum SetupHow {
    /// As the array is by default, in this phase.
    Default,
    /// At random, in this phase.
    Random,
    /// As chosen.
    Choices {
        /// For each choice whether it changes the array; missing ones do not.
        changed: Vec<bool>,
    },
}
