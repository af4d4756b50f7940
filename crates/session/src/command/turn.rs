//! Turns that a client names.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::view::SquareIndex;

/// Some turns of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum TurnsOf {
    /// Those that the piece on a square begins.
    Square {
        /// The square; of a piece on two the higher one.
        square: SquareIndex,
    },
    /// Those that begin with a drop.
    Item {
        /// The item of the reserve that is dropped.
        item: u8,
        /// The square on which it comes, or one of two; missing for any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        to: Option<SquareIndex>,
    },
    /// The one at a place of the list of all turns, which an engine's line names.
    Listed {
        /// The place, counted from 0.
        index: u32,
    },
    /// The one that a text means.
    Typed {
        /// The text, as people write it.
        text: String,
    },
}

/// A turn of the position shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum TurnChoice {
    /// One of the list of the `position` event.
    Listed {
        /// Its place in the list, counted from 0.
        index: u32,
        /// The key of that position.
        key: String,
    },
    /// One that was typed.
    Typed {
        /// The text, as people write it.
        text: String,
    },
}
