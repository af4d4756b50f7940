//! Scores: how good a position is for the side to move.
//!
//! The unit is a centipawn: the game's commonest piece is worth about 100, see [`Evaluation`](crate::Evaluation). A side that will lose
//! by the rules however it plays has a score near `-MATE`, the nearer the sooner.

/// The score of having won; a win in `n` plies scores `MATE - n`.
pub const MATE: i32 = 1_000_000;

/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

/// More than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The deepest the search goes, extensions and quiescence included, in plies.
pub(crate) const MAX_PLY: usize = 200;

/// The greatest depth of an iteration, in plies: half of the plies that the search may reach, so that extensions and quiescence have room beyond it.
pub const MAX_DEPTH: u32 = 100;

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

/// Returns the number of turns of the side to move until the game is over if the score is one of a forced end (mate in n):
/// positive if it wins, negative if it loses. The turn that ends the game counts, whoever plays it.
///
/// # Examples
/// ```
/// use beaufort_engine::{MATE, turns_to_end};
///
/// assert_eq!(turns_to_end(MATE - 3), Some(2));
/// assert_eq!(turns_to_end(-MATE + 2), Some(-1));
/// assert_eq!(turns_to_end(-MATE + 1), Some(-1), "its own turn loses the game");
/// assert_eq!(turns_to_end(150), None);
/// ```
pub fn turns_to_end(score: i32) -> Option<i32> {
    plies_to_end(score).map(|plies| plies.signum() * ((plies.abs() + 1) / 2))
}

/// The score at which three points of four are expected is this, times the natural logarithm of three.
const POINTS_SCALE: f64 = 400.0;

/// Returns the points that a player expects whose score is `score`: 0 for a loss, 1 for a win, 1/2 where both sides are
/// level (the logistic curve).
///
/// # Examples
/// ```
/// use beaufort_engine::{MATE, expected_points};
///
/// assert_eq!(expected_points(0), 0.5);
/// assert!((expected_points(439) - 0.75).abs() < 0.001);
/// assert_eq!(expected_points(MATE - 5), 1.0);
/// assert_eq!(expected_points(5 - MATE), 0.0);
/// ```
pub fn expected_points(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / POINTS_SCALE).exp())
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
