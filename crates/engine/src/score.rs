//! Scores: how good a position is for the side to move.
//!
//! The unit is a hundredth of the game's commonest piece, see [`Evaluation`](crate::Evaluation). A side that will lose
//! by the rules however it plays has a score near `-MATE`, the nearer the sooner.

/// The score of having won; a win in `n` plies scores `MATE - n`.
pub const MATE: i32 = 1_000_000;

/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

/// More than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The deepest the search goes, in plies.
pub(crate) const MAX_PLY: usize = 200;

/// The least score of a forced win (a mate in the greatest number of plies).
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;

/// Returns the number of plies until the game is over if the score is one of a forced end: positive if the side to
/// move wins, negative if it loses.
///
/// # Examples
/// ```
/// use beaufort_engine::{MATE, plies_to_end};
///
/// assert_eq!(plies_to_end(MATE - 3), Some(3));
/// assert_eq!(plies_to_end(-MATE + 2), Some(-2));
/// assert_eq!(plies_to_end(150), None);
/// ```
pub fn plies_to_end(score: i32) -> Option<i32> {
    if score >= MATE_IN_MAX_PLY {
        Some(MATE - score)
    } else if score <= -MATE_IN_MAX_PLY {
        Some(-(MATE + score))
    } else {
        None
    }
}

/// Returns the score of a side to move that has lost the game `ply` plies from the root.
#[inline]
pub(crate) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the score of a side to move that has won the game `ply` plies from the root.
#[inline]
pub(crate) fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}
