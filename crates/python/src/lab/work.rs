//! Work that is divided: the games of a study, of a learner or of a match, by their numbers, played anywhere.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use beaufort_engine::{Evaluation, Signal};
use beaufort_lab::matches::{self, GameEnd, MatchSettings, PlayedGame};
use beaufort_lab::row::{GameNumber, PlayerKind};
use beaufort_lab::selfplay::SelfPlay;
use beaufort_lab::study::Study;
use beaufort_rules::Game;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use super::function::{Event, answer};
use super::player::PyPlayer;
use super::{MAX_GAMES, MAX_OPENING_PLIES, MAX_PLIES, plan};
use crate::convert::{integer, one_to, seed, truth, zero_to};
use crate::engine::{NetArgument, evaluation};
use crate::errors::value_error;
use crate::game::{GameArgument, PyGame};
use crate::work;

/// The most pairs of games that are played at a time for a batched function.
const MAX_AT_ONCE: usize = 64;

/// Games that are played by their numbers, from 0 on; game number n is the same game on every machine. `Work.study`,
/// `Work.games` and `Work.match` say which games; `beaufort.lab` divides them among machines.
///
/// A unit of work is a game, or a pair of games of a match; a piece of work plays for one thread at a time.
#[pyclass(frozen, module = "beaufort._rust", name = "Work")]
pub(crate) struct PyWork {
    pub(super) kind: WorkKind,
    /// Ends the games that are going on.
    stop: Arc<Signal>,
    /// Locked while games are played.
    playing: Mutex<()>,
}

/// Which games.
pub(super) enum WorkKind {
    Study(Box<Study>, PlayerKind),
    Games(SelfPlay),
    Match(Box<MatchWork>),
}

/// A match: its players and the settings of its games.
pub(super) struct MatchWork {
    game: PyGame,
    players: [PyPlayer; 2],
    evaluations: [Arc<Evaluation>; 2],
    settings: MatchSettings,
    pub(super) terms: MatchTerms,
}

/// The settings on which the games of a match depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchTerms {
    game: String,
    first: String,
    second: String,
    seed: u64,
    opening_plies: usize,
    max_plies: usize,
    /// The version of the engine: others play otherwise.
    version: String,
    /// The fingerprints of the evaluations, which differ where the rules do, too.
    evaluations: [String; 2],
}

/// A game of a match, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MatchRow {
    /// The number of the game; the games `2 * n` and `2 * n + 1` are a pair.
    pub(super) n: u32,
    /// The half points of the first player of the match.
    pub(super) points: u32,
    /// The index of the side of the first player.
    side: usize,
    /// Whether a player failed, and so lost.
    failed: bool,
    /// The position in which the game began, and its turns in coordinates.
    start: String,
    turns: String,
}

impl MatchRow {
    fn new(game: &Arc<Game>, played: &PlayedGame) -> MatchRow {
        let mut position = played.opening.start.position(game);
        let start = position.to_string();
        let turns: Vec<String> = played
            .turns()
            .map(|turn| {
                let text = position.coordinates(turn);
                position.play_unchecked(turn);
                text
            })
            .collect();
        let failed =
            !matches!(played.course.ending, GameEnd::Decided(_) | GameEnd::TooLong | GameEnd::Adjudicated(_));
        let (points, side) = (played.points(), played.first);
        MatchRow { n: played.number, points, side, failed, start, turns: turns.join(" ") }
    }
}

#[pymethods]
impl PyWork {
    /// Returns the games of a study: see `study`.
    #[staticmethod]
    #[pyo3(signature = (game, *, nodes=1000, seed=1, opening=4, max_plies=3000, random=false, net=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn study(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] nodes: i64,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = integer)] opening: i64,
        #[pyo3(from_py_with = integer)] max_plies: i64,
        #[pyo3(from_py_with = truth)] random: bool,
        net: Option<NetArgument>,
    ) -> PyResult<PyWork> {
        let game = game.get(py)?;
        let plan = plan(&game, nodes, seed, opening, max_plies)?;
        let study = Study::new(&game.game, &evaluation(py, &game, net.as_ref())?, plan);
        let player = if random { PlayerKind::Random } else { PlayerKind::Engine };
        Ok(PyWork::new(WorkKind::Study(Box::new(study), player), Arc::default()))
    }

    /// Returns the games from which `beaufort train` and `beaufort tune` learn.
    #[staticmethod]
    #[pyo3(signature = (game, *, nodes=400, seed=1, opening=12, max_plies=1000, net=None))]
    fn games(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] nodes: i64,
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = integer)] opening: i64,
        #[pyo3(from_py_with = integer)] max_plies: i64,
        net: Option<NetArgument>,
    ) -> PyResult<PyWork> {
        let game = game.get(py)?;
        let plan = plan(&game, nodes, seed, opening, max_plies)?;
        let self_play = SelfPlay::new(&game.game, &evaluation(py, &game, net.as_ref())?, plan);
        Ok(PyWork::new(WorkKind::Games(self_play), Arc::default()))
    }

    /// Returns the games of a match between two players, each with the words that tell everything on which its turns depend: see
    /// `play_match`.
    #[staticmethod]
    #[pyo3(signature = (game, first, second, *, seed=1, opening_plies=2, max_plies=1000))]
    fn r#match(
        py: Python<'_>,
        game: GameArgument,
        first: (PyRef<'_, PyPlayer>, String),
        second: (PyRef<'_, PyPlayer>, String),
        #[pyo3(from_py_with = seed)] seed: u64,
        #[pyo3(from_py_with = integer)] opening_plies: i64,
        #[pyo3(from_py_with = integer)] max_plies: i64,
    ) -> PyResult<PyWork> {
        let game = game.get(py)?;
        let settings = MatchSettings {
            seed,
            random_plies: zero_to("opening_plies", opening_plies, MAX_OPENING_PLIES)? as usize,
            max_plies: one_to("max_plies", max_plies, MAX_PLIES)? as usize,
            threads: 1,
            ..MatchSettings::default()
        };
        let evaluations = [first.0.evaluation(py, &game)?, second.0.evaluation(py, &game)?];
        let terms = MatchTerms {
            game: game.game.definition().id.clone(),
            first: first.1,
            second: second.1,
            seed,
            opening_plies: settings.random_plies,
            max_plies: settings.max_plies,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            evaluations: evaluations.each_ref().map(|known| format!("{:08x}", known.fingerprint())),
        };
        let players = [(*first.0).clone(), (*second.0).clone()];
        let work = MatchWork { game, players, evaluations, settings, terms };
        Ok(PyWork::new(WorkKind::Match(Box::new(work)), Arc::default()))
    }

    /// The settings on which the games depend, as JSON.
    #[getter]
    fn settings(&self) -> String {
        let text = match &self.kind {
            WorkKind::Study(study, _) => serde_json::to_string(&study.settings()),
            WorkKind::Games(self_play) => serde_json::to_string(self_play.plan()),
            WorkKind::Match(of) => serde_json::to_string(&of.terms),
        };
        text.expect("settings have texts as keys")
    }

    /// Plays units of work, one after the other or, for a batched function, many at a time, and returns the games as lines of JSON, in their order.
    fn play(&self, py: Python<'_>, numbers: Vec<u32>) -> PyResult<Vec<String>> {
        if numbers.iter().any(|&number| i64::from(number) >= MAX_GAMES) {
            return Err(value_error(format!("a game has no such number: expected less than {MAX_GAMES}")));
        }
        let _playing = work::try_lock(&self.playing, "this work")?;
        let stop = &self.stop;
        stop.reset();
        let (game, apart) = match &self.kind {
            WorkKind::Match(of) => (Some(&of.game), of.players[0].patience().max(of.players[1].patience())),
            WorkKind::Study(..) | WorkKind::Games(_) => (None, Duration::ZERO),
        };
        work::conversing(
            py,
            apart,
            || stop.stop(),
            |py, events: Vec<Event>| {
                let asked = events.into_iter().filter_map(Event::question).collect();
                game.map_or(Ok(()), |game| answer(py, game, asked))
            },
            |events| {
                let mut lines = Vec::with_capacity(numbers.len());
                match &self.kind {
                    WorkKind::Study(study, player) => {
                        let number = |game| GameNumber { player: *player, game };
                        let wanted: Vec<GameNumber> = numbers.into_iter().map(number).collect();
                        study.play(&wanted, 1, stop, |row| lines.push(line(&row)));
                    }
                    WorkKind::Games(self_play) => {
                        self_play.play(&numbers, 1, stop, |row| lines.push(line(&row)));
                    }
                    WorkKind::Match(of) => {
                        let MatchWork { game, players, evaluations, settings, .. } = &**of;
                        // A batched function is asked for many games at once.
                        let is_batched = players.iter().any(PyPlayer::is_batched);
                        let threads = if is_batched { numbers.len().clamp(1, MAX_AT_ONCE) } else { 1 };
                        let settings = &MatchSettings { threads, ..settings.clone() };
                        let mut rows = Vec::with_capacity(2 * numbers.len());
                        let [first, second] = [0, 1]
                            .map(|number| players[number].contender(&evaluations[number], stop, events));
                        matches::play_pairs(
                            &game.game,
                            [&first, &second],
                            settings,
                            &numbers,
                            // A stop reaches the players directly.
                            &AtomicBool::new(false),
                            |played| {
                                rows.push((played.number, line(&MatchRow::new(&game.game, &played))));
                            },
                        );
                        rows.sort_by_key(|(number, _)| *number);
                        lines.extend(rows.into_iter().map(|(_, row)| row));
                    }
                }
                lines
            },
        )
    }
}

impl PyWork {
    fn new(kind: WorkKind, stop: Arc<Signal>) -> PyWork {
        PyWork { kind, stop, playing: Mutex::new(()) }
    }
}

/// Returns a game as a line of text.
pub(super) fn line(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("rows have texts as keys")
}
