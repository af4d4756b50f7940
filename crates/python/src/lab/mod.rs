//! Many games: matches and studies.

mod book;
mod function;
mod matches;
mod player;
mod program;
mod puzzles;
mod store;
mod studies;
mod tally;
mod work;

use beaufort_lab::Plan;
use pyo3::PyResult;

use crate::convert::{one_to, zero_to};
use crate::game::PyGame;

pub(crate) use book::PyBook;
pub(crate) use matches::{PyMatchGame, play_match};
pub(crate) use player::PyPlayer;
pub(crate) use program::PyProgram;
pub(crate) use puzzles::{PyPuzzle, THEMES, find_puzzles, py_puzzles, unpickled_puzzle};
pub(crate) use store::{PyStore, py_check_local};
pub(crate) use studies::study;
pub(crate) use tally::PyMatchResult;
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
        nodes: one_to("nodes", nodes, i64::MAX)?,
        seed,
        opening: zero_to("opening", opening, MAX_OPENING_PLIES)? as usize,
        max_plies: one_to("max_plies", max_plies, MAX_PLIES)? as usize,
    })
}
