//! Matches: two players, many games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beaufort_engine::Signal;
use beaufort_lab::matches::{self, Finished, GameEnd, MatchSettings, PlayedGame, Tally};
use beaufort_rules::Turn;
use pyo3::prelude::*;

use super::{MAX_GAMES, MAX_OPENING_PLIES, MAX_PLIES, player::PyPlayer};
use crate::convert::{PySide, integer, one_to, optional_integer, seed, zero_to};
use crate::engine::threads_of;
use crate::errors::value_error;
use crate::game::{GameArgument, PyGame};
use crate::position::{PlayedPosition, PyPosition};
use crate::work;

/// The result of a match, seen by the first player that was named.
///
/// Results are equal if they count the same games and the same pairs of them.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "MatchResult")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyMatchResult(Tally);

#[pymethods]
impl PyMatchResult {
    /// The games that the first player has won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.wins
    }

    /// The number of draws.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.draws
    }

    /// The games that the first player has lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.losses
    }

    /// The points of the first player: 1 for a win, one half for a draw.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.0.wins) + f64::from(self.0.draws) / 2.0
    }

    /// Returns the difference of strength in Elo, with the bounds between which it lies with 95%; None before the first pair of
    /// games.
    fn elo(&self) -> Option<(f64, f64, f64)> {
        self.0.elo().map(|elo| (elo.value, elo.low, elo.high))
    }

    /// Returns the likelihood that the first player is the stronger one; None before the first pair of games.
    fn likelihood_of_superiority(&self) -> Option<f64> {
        self.0.likelihood_of_superiority()
    }

    fn __repr__(&self) -> String {
        format!("<MatchResult +{} ={} -{}>", self.0.wins, self.0.draws, self.0.losses)
    }
}

/// A game of a match.
#[pyclass(frozen, module = "beaufort", name = "MatchGame")]
#[derive(Debug)]
pub(crate) struct PyMatchGame {
    game: PyGame,
    played: PlayedGame,
}

#[pymethods]
impl PyMatchGame {
    /// The number of the game, from 0 on; the games `2 * n` and `2 * n + 1` are a pair with one opening.
    #[getter]
    fn number(&self) -> u32 {
        self.played.number
    }

    /// The side of the first player of the match.
    #[getter]
    fn side(&self) -> PySide {
        let is_first = self.played.first == 0;
        PySide(if is_first { beaufort_rules::Side::First } else { beaufort_rules::Side::Second })
    }

    /// The points of the first player of the match: 1, 0.5 or 0.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.played.points()) / 2.0
    }

    /// How it ended: `decided` by the rules, `too_long`, `adjudicated`, or `lost` by a player who could not play on.
    #[getter]
    fn ending(&self) -> &'static str {
        match self.played.course.ending {
            GameEnd::Decided(_) => "decided",
            GameEnd::TooLong => "too_long",
            GameEnd::Adjudicated(_) => "adjudicated",
            _ => "lost",
        }
    }

    /// Returns the position at the end, with all its turns: `Record.from_position` writes the game down.
    fn position(&self) -> PyPosition {
        let mut position = self.played.opening.start.position(&self.game.game);
        let turns: Vec<Turn> = self.played.turns().collect();
        turns.iter().for_each(|&turn| position.play_unchecked(turn));
        PyPosition::played(&self.game, PlayedPosition { position, turns })
    }

    fn __repr__(&self) -> String {
        format!("<MatchGame {} score {}>", self.played.number, self.score())
    }
}

/// Lets two players play, in pairs of games with one opening and sides exchanged, and returns the first one's result.
///
/// Each opening is a random set-up of the game and `opening_plies` random turns. A game of `max_plies` turns is a draw. `on_game` is
/// called with each game as it ends; what it raises ends the match. Game number n is the same game however many threads there are,
/// unless a player has a time.
///
/// Examples:
///     >>> players = beaufort.Player.greedy(), beaufort.Player.random()
///     >>> result = beaufort.play_match("scirocco", *players, games=2, max_plies=40, threads=1)
///     >>> result.wins + result.draws + result.losses
///     2
#[pyfunction]
#[pyo3(signature = (
    game, first, second, *, games=100, seed=1, opening_plies=2, max_plies=1000, threads=None, on_game=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: GameArgument,
    first: &PyPlayer,
    second: &PyPlayer,
    #[pyo3(from_py_with = integer)] games: i64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = integer)] opening_plies: i64,
    #[pyo3(from_py_with = integer)] max_plies: i64,
    #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
    on_game: Option<Py<PyAny>>,
) -> PyResult<PyMatchResult> {
    let games = one_to("games", games, MAX_GAMES)?;
    if games % 2 != 0 {
        return Err(value_error(format!("games is {games}: expected an even number, as they are pairs")));
    }
    let game = game.get(py)?;
    let settings = MatchSettings {
        pairs: (games / 2) as u32,
        seed,
        random_plies: zero_to("opening_plies", opening_plies, MAX_OPENING_PLIES)? as usize,
        max_plies: one_to("max_plies", max_plies, MAX_PLIES)? as usize,
        threads: threads_of(threads)?,
        ..MatchSettings::default()
    };
    let stop = Arc::new(Signal::new());
    let contender =
        |player: &PyPlayer| Ok::<_, PyErr>(player.contender(&player.evaluation(py, &game)?, &stop));
    let (first, second) = (contender(first)?, contender(second)?);
    let tally = work::interruptible(
        py,
        || stop.stop(),
        |py, played: PlayedGame| match &on_game {
            Some(on_game) => {
                let game = PyMatchGame { game: game.clone(), played };
                on_game.call1(py, (game,)).map(|_| ())
            }
            None => Ok(()),
        },
        |games| {
            // A stop reaches the players directly.
            let enough = AtomicBool::new(false);
            matches::play(&game.game, [&first, &second], &settings, Finished::new(), &enough, |played, _| {
                // The receiver lives until the match has ended.
                let _ = games.send(played.clone());
            })
        },
    )?;
    Ok(PyMatchResult(tally))
}
