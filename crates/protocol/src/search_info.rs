//! The information about a search, and the scores of forced ends.

use beaufort_engine::MATE;

/// The information about a search, as far as the player gives any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The score for the player, see [`MATE`].
    pub score: Option<i32>,
    /// The depth reached, in plies.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
}

/// The most turns to a forced end in a score.
const MAX_TURNS: u64 = 1_000;

/// Returns the score of a win, or below zero a loss, in `turns` turns (mate in n).
pub(crate) fn mate(turns: i64) -> i32 {
    let plies = 2 * turns.unsigned_abs().min(MAX_TURNS) as i32;
    if turns > 0 { MATE - plies + 1 } else { plies - MATE }
}
