//! Studies: the engine against itself, a row of numbers for each game.

use std::sync::Arc;

use beaufort_engine::Signal;
use beaufort_lab::row::{GameNumber, GameRow, PlayerKind};
use beaufort_lab::store::by_name;
use beaufort_lab::study::Study;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{MAX_GAMES, plan};
use crate::convert::{integer, one_to, optional_integer, seed, truth};
use crate::engine::{NetArgument, evaluation, threads_of};
use crate::errors::value_error;
use crate::game::GameArgument;
use crate::work;

/// Plays games of the engine against itself and returns a dictionary for each, with the columns of the table that `beaufort
/// study` writes: the settings, the `number` and the `player`, the `set_up`, the number of `plies`, the `winner` (0, 1 or None)
/// and the `ending`, captures, losses, promotions, drops, and the `turns`, each with the number of legal `choices` and the
/// `score` of the search for the side to move. docs/lab.md describes every column.
///
/// Games `first` to `first + games - 1` are played; game number n is the same game on every machine. The set-up and `opening` turns
/// are random, with `random=True` all turns. `on_game` is called with each row as its game ends, in any order; what it raises ends the study.
///
/// Examples:
///     >>> rows = beaufort.study("scirocco", games=2, nodes=20, max_plies=30, threads=1)
///     >>> [row["number"] for row in rows], rows[0]["plies"]
///     ([0, 1], 23)
#[pyfunction]
#[pyo3(signature = (
    game, *, games, nodes=1000, first=0, seed=1, opening=4, max_plies=3000, random=false, net=None,
    threads=None, on_game=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn study<'py>(
    py: Python<'py>,
    game: GameArgument,
    #[pyo3(from_py_with = integer)] games: i64,
    #[pyo3(from_py_with = integer)] nodes: i64,
    #[pyo3(from_py_with = integer)] first: i64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = integer)] opening: i64,
    #[pyo3(from_py_with = integer)] max_plies: i64,
    #[pyo3(from_py_with = truth)] random: bool,
    net: Option<NetArgument>,
    #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
    on_game: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let games = one_to("games", games, MAX_GAMES)? as u32;
    let first = u32::try_from(first).ok().filter(|first| first.checked_add(games).is_some());
    let first = first.ok_or_else(|| value_error("a game has no such number: expected less than 2 ** 32"))?;
    let game = game.get(py)?;
    let plan = plan(&game, nodes, seed, opening, max_plies)?;
    let study = Study::new(&game.game, &evaluation(py, &game, net.as_ref())?, plan);
    let player = if random { PlayerKind::Random } else { PlayerKind::Engine };
    let wanted: Vec<GameNumber> = (first..first + games).map(|game| GameNumber { player, game }).collect();
    let (threads, stop) = (threads_of(threads)?, Arc::new(Signal::new()));
    let loads = py.import("json")?.getattr("loads")?.unbind();
    let mut rows: Vec<(u32, Py<PyAny>)> = Vec::new();
    work::interruptible(
        py,
        || stop.stop(),
        |py, row: GameRow| {
            let told = loads.call1(py, (by_name(study.plan(), &row),))?;
            rows.push((row.number.game, told.clone_ref(py)));
            on_game.as_ref().map_or(Ok(()), |on_game| on_game.call1(py, (told,)).map(|_| ()))
        },
        |games| {
            study.play(&wanted, threads, &stop, |row| {
                // The receiver lives until the study has ended.
                let _ = games.send(row);
            });
        },
    )?;
    rows.sort_by_key(|(number, _)| *number);
    PyList::new(py, rows.into_iter().map(|(_, row)| row))
}
