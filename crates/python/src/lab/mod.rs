//! Many games: matches and studies.

mod matches;
mod player;
mod store;
mod studies;
mod work;

use beaufort_lab::Plan;
use pyo3::PyResult;

use crate::engine::at_most;
use crate::game::PyGame;

pub(crate) use matches::{PyMatchGame, PyMatchResult, play_match};
pub(crate) use player::PyPlayer;
pub(crate) use store::PyStore;
pub(crate) use studies::study;
pub(crate) use work::PyWork;

/// The most games of a match or a study.
const MAX_GAMES: i64 = 1_000_000;
/// The most turns of a game.
const MAX_PLIES: i64 = 1_000_000;
/// The most random turns with which a game begins.
const MAX_OPENING_PLIES: i64 = 1_000;

/// Returns how games of the engine against itself are played.
fn plan(game: &PyGame, nodes: i64, seed: u64, opening: i64, max_plies: i64) -> PyResult<Plan> {
    Ok(Plan {
        game: game.game.definition().id.clone(),
        nodes: at_most("nodes", nodes, i64::MAX)?,
        seed,
        opening: plies("opening", opening, MAX_OPENING_PLIES)?,
        max_plies: at_most("max_plies", max_plies, MAX_PLIES)? as usize,
    })
}

/// Returns a number of plies that may be 0.
fn plies(name: &str, number: i64, most: i64) -> PyResult<usize> {
    let is_good = (0..=most).contains(&number);
    let wrong = || crate::errors::value_error(format!("{name} is {number}: expected 0 to {most}"));
    is_good.then_some(number as usize).ok_or_else(wrong)
}
