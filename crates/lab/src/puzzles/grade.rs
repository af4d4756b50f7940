//! How hard a puzzle is.

use super::line::Solution;
use crate::quiet::is_quiet;

/// The nodes for each legal turn after which the search has come to prefer a turn of the solution for good: each bound that
/// is passed makes it harder by a grade.
const EFFORTS: [f64; 3] = [12.0, 24.0, 48.0];
/// The turns of the solver from which on a solution is long.
const LONG: usize = 3;
/// The highest grade.
const MAX_GRADE: u8 = 5;

/// Returns the grade of a solution, 1 to 5.
pub(super) fn grade(solution: &Solution) -> u8 {
    let effort = solution.solver.iter().map(|turn| turn.best.effort).fold(0.0, f64::max);
    let first = &solution.solver[0];
    let is_long = solution.solver.len() >= LONG;
    let bounds = EFFORTS.iter().filter(|&&bound| effort >= bound).count() as u8;
    let quiet = is_quiet(&first.position, first.best.turn);
    (1 + bounds + u8::from(quiet) + u8::from(is_long)).min(MAX_GRADE)
}
