//! Pieces on a board that is no game yet.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::view::{BesideView, Placed, SideIndex};

/// An arrangement in an editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Arrangement {
    /// As a text.
    Text {
        /// The position string.
        text: String,
    },
    /// As pieces.
    Pieces {
        /// The pieces on the board.
        pieces: Vec<Placed>,
        /// The side to move.
        side: SideIndex,
        /// The state beside the board; empty if missing. A castling whose pieces do not stand where it begins is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<BesideView>,
    },
}
