//! Limits of a search.

use std::time::Duration;

/// Limits of a search. The first one reached ends it; without any limit it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes, divided equally among the threads.
    pub nodes: Option<u64>,
    /// The time for this turn. With zero the search returns a turn without searching.
    pub time: Option<Duration>,
    /// The player's clock, from which the time for the turn is planned.
    pub clock: Option<Clock>,
    /// Stop as soon as a win in this number of turns of the side to move is proven (mate in n).
    pub mate: Option<u32>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added for each turn.
    pub increment: Duration,
    /// The number of turns until the next time control, this one included; `None` if the time is for the rest of the game.
    pub turns_to_go: Option<u32>,
}

impl Limits {
    /// Returns no limits: the search runs until it is stopped.
    pub const fn infinite() -> Limits {
        Limits { depth: None, nodes: None, time: None, clock: None, mate: None }
    }

    /// Returns limits on the depth alone, in plies.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::infinite() }
    }

    /// Returns limits on the number of nodes alone.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::infinite() }
    }

    /// Returns limits with a fixed time for the turn.
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::infinite() }
    }

    /// Returns limits by a clock with `remaining` time and an `increment` for each turn.
    pub const fn clock(remaining: Duration, increment: Duration) -> Limits {
        Limits { clock: Some(Clock { remaining, increment, turns_to_go: None }), ..Limits::infinite() }
    }
}
