//! Many games: matches and studies.

mod matches;
mod player;
mod studies;

pub(crate) use matches::{PyMatchGame, PyMatchResult, play_match};
pub(crate) use player::PyPlayer;
pub(crate) use studies::study;

/// The most games of a match or a study.
const MAX_GAMES: i64 = 1_000_000;
/// The most turns of a game.
const MAX_PLIES: i64 = 1_000_000;
/// The most random turns with which a game begins.
const MAX_OPENING_PLIES: i64 = 1_000;

/// Returns a number of plies that may be 0.
fn plies(name: &str, number: i64, most: i64) -> pyo3::PyResult<usize> {
    let is_good = (0..=most).contains(&number);
    let wrong = || crate::errors::value_error(format!("{name} is {number}: expected 0 to {most}"));
    is_good.then_some(number as usize).ok_or_else(wrong)
}
