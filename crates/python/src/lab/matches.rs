//! Matches: two players, many games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beaufort_engine::Signal;
use beaufort_lab::matches::{self, Finished, GameEnd, MatchSettings, PlayedGame};
use beaufort_rules::Turn;
use pyo3::prelude::*;

use super::book::PyBook;
use super::function::{Event, answer};
use super::player::PlayerArgument;
use super::tally::PyMatchResult;
use super::{MAX_GAMES, MAX_OPENING_PLIES, MAX_PLIES};
use crate::convert::{PySide, integer, one_to, optional_given, optional_integer, seed, zero_to};
use crate::engine::threads_of;
use crate::errors::value_error;
use crate::game::{GameArgument, PyGame};
use crate::position::{PlayedPosition, PyPosition};
use crate::work;

/// A game of a match.
#[pyclass(frozen, module = "beaufort", name = "MatchGame")]
#[derive(Debug)]
pub(crate) struct PyMatchGame {
    game: PyGame,
    played: PlayedGame,
}

#[pymethods]
impl PyMatchGame {
    /// The number of the game, starting at 0; the games `2 * n` and `2 * n + 1` are a pair with the same opening.
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

    /// The mistake by which a player lost, such as "gave an illegal turn, `a1a1`" or "took 120.500 s for a turn"; None if the game
    /// ended without one. Resigning is no mistake.
    #[getter]
    fn mistake(&self) -> Option<String> {
        self.played.course.ending.mistake()
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

/// Plays a match in pairs of games with the same opening and exchanged sides, and returns the first player's result.
///
/// A player is a `Player`, a function as described by `Player.function`, or a string: the id of a level, `"random"` or
/// `"greedy"`. For example, `play_match(game, choose, "club").elo()` is the strength of `choose` against the level `club`, with
/// its bounds.
///
/// Each opening is a random set-up of the game and `opening_plies` random turns, or one of a `book`. A game of `max_plies` turns is a draw. `threads`
/// is the number of games played at a time. `on_game` is called with each game when it ends; an exception that it raises ends the
/// match. Game number n is the same game with any number of threads, unless a player has a time limit or is a function that is
/// not deterministic.
///
/// Raises PlayerError if a function fails: see `Player.function`.
///
/// Examples:
///     >>> players = beaufort.Player.greedy(), beaufort.Player.random()
///     >>> result = beaufort.play_match("scirocco", *players, games=2, max_plies=40, threads=1)
///     >>> result.wins + result.draws + result.losses
///     2
#[pyfunction]
#[pyo3(signature = (
    game, first, second, *, games=100, seed=1, opening_plies=2, max_plies=1000, threads=None, book=None, on_game=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: GameArgument,
    first: PlayerArgument,
    second: PlayerArgument,
    #[pyo3(from_py_with = integer)] games: i64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = integer)] opening_plies: i64,
    #[pyo3(from_py_with = integer)] max_plies: i64,
    #[pyo3(from_py_with = optional_integer)] threads: Option<i64>,
    #[pyo3(from_py_with = optional_given)] book: Option<Bound<'_, PyBook>>,
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
        book: book.map(|book| book.get().for_match(&game)).transpose()?,
        ..MatchSettings::default()
    };
    let stop = Arc::new(Signal::new());
    let players = [first.0, second.0];
    players.iter().try_for_each(|player| player.check(py, &game))?;
    let evaluations = [players[0].evaluation(py, &game)?, players[1].evaluation(py, &game)?];
    let apart = players[0].patience().max(players[1].patience());
    let tally = work::conversing(
        py,
        apart,
        || stop.stop(),
        |py, events: Vec<Event>| {
            let mut questions = Vec::new();
            for event in events {
                match event {
                    Event::Asked(question) => questions.push(*question),
                    Event::Played(played) => {
                        if let Some(on_game) = &on_game {
                            let (game, played) = (game.clone(), *played);
                            on_game.call1(py, (PyMatchGame { game, played },))?;
                        }
                    }
                }
            }
            answer(py, &game, questions)
        },
        |events| {
            let [first, second] =
                [0, 1].map(|number| players[number].contender(&evaluations[number], &stop, events));
            // A stop reaches the players directly.
            let enough = AtomicBool::new(false);
            matches::play(&game.game, [&first, &second], &settings, Finished::new(), &enough, |played, _| {
                // The receiver lives until the match has ended.
                let _ = events.send(Event::Played(Box::new(played.clone())));
            })
        },
    )?;
    Ok(PyMatchResult(tally))
}
