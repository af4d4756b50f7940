//! The terms of a game: how the time is limited, and who may find it.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The publicity of a game between people elsewhere: none by default. Without it, a link is needed to find the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default, deny_unknown_fields)]
pub struct Publicity {
    /// Every client may take the free seat: the lobby lists the game until the seat is taken.
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub take: bool,
    /// Anybody may watch: the lobby lists the game while it is played, and the archive when it is over.
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub watch: bool,
}

impl Publicity {
    /// Returns whether a link is needed for everything.
    pub(crate) fn is_private(&self) -> bool {
        *self == Publicity::default()
    }
}

/// How the time is limited. Times are in milliseconds, at most a day, but for those that are counted in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum ClockRule {
    /// A time for the game, and more for every turn played.
    Fischer {
        /// The time each side has at first.
        initial: u32,
        /// The increment of each turn.
        increment: u32,
    },
    /// A time for each turn.
    PerTurn {
        /// The time.
        time: u32,
    },
    /// Days for each turn: a correspondence game between two people elsewhere.
    Days {
        /// How many: 1, 2, 3, 5, 7 or 14.
        days: u8,
    },
}
