//! What a search reports while it goes on.

use std::time::Duration;

use beaufort_rules::Turn;

/// The state of a search after an iteration, also one that was broken off.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest depth reached in it, captures included, in plies.
    pub seldepth: u32,
    /// The number of the line (multi-PV): 1 for the best turn.
    pub line: u32,
    /// The number of lines that are reported one after the other.
    pub lines: u32,
    /// The score for the side to move.
    pub score: i32,
    /// The nodes searched so far, by all threads.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// The best line found, beginning with the turn this is about.
    pub pv: &'a [Turn],
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}
