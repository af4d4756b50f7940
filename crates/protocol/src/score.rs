//! Scores of forced ends.

use beaufort_engine::MATE;

/// The most turns to a forced end that a score tells.
const MAX_TURNS: u64 = 1_000;

/// Returns the score of a win, or below zero a loss, in `turns` turns (mate in n).
pub(crate) fn mate(turns: i64) -> i32 {
    let plies = 2 * turns.unsigned_abs().min(MAX_TURNS) as i32;
    if turns > 0 { MATE - plies + 1 } else { plies - MATE }
}
