//! Scores: how good a position is for the side to move.
//!
//! The unit is a centipawn: the game's commonest piece is worth about 100, see [`Evaluation`](crate::Evaluation). A side that
//! loses by force has a score near `-MATE`, the nearer the sooner it loses.

/// The score of having won; a win in `n` plies scores `MATE - n`.
pub const MATE: i32 = 1_000_000;

/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

/// A bound above every score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The greatest ply of the search, extensions and quiescence included.
pub(crate) const MAX_PLY: usize = 200;

/// The greatest depth of an iteration, in plies: half of the plies that the search may reach, which leaves room for extensions
/// and quiescence.
pub const MAX_DEPTH: u32 = 100;

/// The least score of a forced win, the one in the greatest number of plies.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;

/// Returns the number of plies to the end of the game if the score is that of a forced win (positive) or loss (negative) for
/// the side to move; otherwise `None`.
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

/// Returns the number of turns of the side to move to the end of the game if the score is that of a forced win (positive) or
/// loss (negative): mate in n. The turn that ends the game counts, whichever side plays it.
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

/// The scale of the logistic curve, in centipawns: 0.75 points are expected at this times ln 3.
const POINTS_SCALE: f64 = 400.0;

/// Returns the expected points, 0 for a loss to 1 for a win, of a player whose score is `score` centipawns; 0.5 for equality
/// (the logistic curve).
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

/// Returns the score of a side to move that is lost `ply` plies from the root.
#[inline]
pub(crate) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the score of a side to move that is won `ply` plies from the root.
#[inline]
pub(crate) fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}
