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
        /// The option of each choice: 0 keeps the array, 1 changes it, and of arrangements each number is one more than its own.
        /// Missing ones keep it. `false` and `true` are read as 0 and 1.
        #[serde(deserialize_with = "options")]
        changed: Vec<u32>,
    },
}

/// A choice in a text: a flag stands for 0 or 1.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionText {
    Flag(bool),
    Number(u32),
}

impl From<OptionText> for u32 {
    fn from(text: OptionText) -> u32 {
        match text {
            OptionText::Flag(flag) => flag.into(),
            OptionText::Number(number) => number,
        }
    }
}

/// Reads the options of the choices of a set-up phase.
pub(crate) fn options<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Vec<u32>, D::Error> {
    Ok(Vec::<OptionText>::deserialize(reader)?.into_iter().map(u32::from).collect())
}

/// Reads the options of the choices of the finished phases.
pub(crate) fn phases<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Vec<Vec<u32>>>, D::Error> {
    let phases = Option::<Vec<Vec<OptionText>>>::deserialize(reader)?;
    let options = |phase: Vec<OptionText>| phase.into_iter().map(u32::from).collect();
    Ok(phases.map(|phases| phases.into_iter().map(options).collect()))
}
