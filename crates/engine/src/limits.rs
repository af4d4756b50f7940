//! How long a search may take.

use std::time::Duration;

/// What ends a search. Whatever is reached first counts; without any limit only the stop signal ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The most nodes; with several threads, each has its share.
    pub nodes: Option<u64>,
    /// The time for this turn. Zero gives a turn without a search.
    pub time: Option<Duration>,
    /// The player's clock, of which the search takes a share.
    pub clock: Option<Clock>,
    /// A forced win in at most this number of turns of the side to move is enough (mate in n).
    pub mate: Option<u32>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// What is left for the rest of the game.
    pub remaining: Duration,
    /// What each turn adds.
    pub increment: Duration,
    /// The number of turns until the next time control, this one included; `None`: there is none.
    pub turns_to_go: Option<u32>,
}

impl Limits {
    /// Returns no limit at all: the search ends when it is stopped.
    pub const fn infinite() -> Limits {
        Limits { depth: None, nodes: None, time: None, clock: None, mate: None }
    }

    /// Returns a limit on the depth, in plies.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::infinite() }
    }

    /// Returns a limit on the number of nodes.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::infinite() }
    }

    /// Returns a fixed time for the turn.
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::infinite() }
    }

    /// Returns a clock to manage.
    pub const fn clock(remaining: Duration, increment: Duration) -> Limits {
        Limits { clock: Some(Clock { remaining, increment, turns_to_go: None }), ..Limits::infinite() }
    }
}
