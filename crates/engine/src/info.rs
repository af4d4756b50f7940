//! Reports of a running search.

use std::time::Duration;

use beaufort_rules::Turn;

/// The state of a search after an iteration, which may have been interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The last completed depth, in plies; 0 if the first iteration was interrupted.
    pub depth: u32,
    /// The selective depth: the greatest ply reached, quiescence included.
    pub seldepth: u32,
    /// The index of the line (multi-PV), from 1 for the best turn.
    pub line: u32,
    /// The number of lines reported for this iteration.
    pub lines: u32,
    /// The score in centipawns, from the side to move's point of view; see [`plies_to_end`](crate::plies_to_end) for forced
    /// wins.
    pub score: i32,
    /// The nodes searched so far by all threads.
    pub nodes: u64,
    /// The time since the start of the search.
    pub time: Duration,
    /// The principal variation, beginning with the turn to which this report belongs.
    pub pv: &'a [Turn],
    /// The share of the transposition table in use, in thousandths.
    pub hashfull: u32,
}
