//! The engine.

mod analysis;
mod limits;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use beaufort_engine::{Engine, Evaluation, Level, Limits, Signal, Skill, Task, level, levels};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Position, Turn};
use fastrand::Rng;
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{
    Reduced, Text, given, integer, items, optional_integer, optional_seconds, optional_seed, or_wrong_type,
    truth,
};
use crate::errors::{error, turn_error, value_error};
use crate::game::file::read_bytes;
use crate::game::{GameArgument, PyGame, PyPieceType, is_same};
use crate::position::{PyPosition, TurnArgument, check_game};
use crate::turn::{PyTurn, WithoutHistory};
use crate::work;
pub(crate) use analysis::{PyAnalysis, PyInfo, PyLine, py_win_chance, unpickled_analysis, unpickled_line};
pub(crate) use analysis::{Report, score_of};
pub(crate) use limits::lines_of;
use limits::options;
pub(crate) use limits::{ENDS, Ends, PLAYER_ENDS, seconds, threads_of};

/// The most that a file of weights or a net holds, in MiB.
const MAX_NET_MIB: u64 = 16;

/// An engine for one game, which keeps its hash table from one search to the next.
///
/// `hash` is the size of its transposition table in MiB, `level` the id of one of `levels()`, and `net` a file of learned weights
/// or a net for the game, its content as bytes, or `"derived"` for an evaluation derived from the rules alone. An engine runs one
/// search at a time.
///
/// The mistakes of a level are random and differ from game to game; `new_game()` begins the next game. With a `seed`, a
/// non-negative integer, they are reproducible.
///
/// Examples:
///     >>> engine = beaufort.Engine("scirocco", hash=1)
///     >>> analysis = engine.analyse(beaufort.Position("scirocco"), nodes=1000, lines=2)
///     >>> len(analysis.lines), analysis.nodes <= 1100
///     (2, True)
#[pyclass(frozen, module = "beaufort", name = "Engine")]
#[derive(Debug)]
pub(crate) struct PyEngine {
    game: PyGame,
    evaluation: Arc<Evaluation>,
    level: Option<&'static Level>,
    /// Its settings, as `repr` shows them.
    settings: String,
    /// Stops the search that is going on.
    signal: Signal,
    /// Locked for a whole search.
    searcher: Mutex<Searcher>,
}

/// The engine with the level at which it plays.
#[derive(Debug)]
struct Searcher {
    engine: Engine,
    /// The limits of its level in this game; `None`: full strength.
    skill: Option<Skill>,
    /// Where the mistakes of the next games come from.
    rng: Rng,
}

impl Searcher {
    /// The random number generator.
    fn draw(&mut self) {
        let seed = self.rng.u64(..);
        self.skill = self.skill.map(|skill| skill.with_seed(seed));
    }
}

/// The word for an evaluation from the rules alone.
const DERIVED: &str = "derived";

/// The evaluation that an engine is to use: a file of learned weights or a net, its content, or the word [`DERIVED`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NetArgument {
    File(PathBuf),
    Content(Arc<[u8]>),
}

/// As `repr` shows it.
impl fmt::Display for NetArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetArgument::File(path) => f.write_str(&quoted(&path.display().to_string())),
            NetArgument::Content(bytes) => write!(f, "<{} bytes>", bytes.len()),
        }
    }
}

impl FromPyObject<'_, '_> for NetArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<NetArgument> {
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(NetArgument::Content(bytes.as_bytes().into())),
            Err(_) => {
                let path = object.extract().map(NetArgument::File);
                path.map_err(|error| or_wrong_type(error, object, "a path or the content of a file"))
            }
        }
    }
}

/// Returns the evaluation of an engine.
pub(crate) fn evaluation(
    py: Python<'_>,
    game: &PyGame,
    net: Option<&NetArgument>,
) -> PyResult<Arc<Evaluation>> {
    let evaluation = match net {
        None => py.detach(|| Evaluation::new(&game.game)),
        Some(NetArgument::File(word)) if word.as_os_str() == DERIVED => {
            py.detach(|| Evaluation::derived(&game.game))
        }
        Some(NetArgument::File(path)) => {
            learned(py, game, &path.display().to_string(), &read_bytes(path, MAX_NET_MIB)?)?
        }
        Some(NetArgument::Content(bytes)) => learned(py, game, "the net", bytes)?,
    };
    Ok(Arc::new(evaluation))
}

/// Returns what stands in learned weights or a net; messages call it by its name.
fn learned(py: Python<'_>, game: &PyGame, name: &str, bytes: &[u8]) -> PyResult<Evaluation> {
    let net_error = |problem: String| error(py, "NetError", (problem,));
    if Evaluation::is_net(bytes) {
        return Evaluation::net(&game.game, name, bytes).map_err(|problem| net_error(problem.to_string()));
    }
    let text = str::from_utf8(bytes).map_err(|_| net_error(format!("{name} is neither a net nor a text")))?;
    Evaluation::tuned(&game.game, name, text).map_err(|problem| net_error(problem.to_string()))
}

/// Returns the level of an id.
pub(crate) fn level_of(id: Option<&str>) -> PyResult<Option<&'static Level>> {
    let Some(id) = id else { return Ok(None) };
    let known = || levels().iter().map(|level| level.id).collect::<Vec<_>>().join(", ");
    let found = level(id).ok_or_else(|| {
        value_error(format!("there is no level `{}`: expected one of {}", quoted(id), known()))
    })?;
    Ok(Some(found))
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, *, hash=64, threads=1, level=None, net=None, seed=None))]
    fn new(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = integer)] hash: i64,
        #[pyo3(from_py_with = integer)] threads: i64,
        level: Option<Text>,
        net: Option<NetArgument>,
        #[pyo3(from_py_with = optional_seed)] seed: Option<u64>,
    ) -> PyResult<PyEngine> {
        let (game, options, level) = (game.get(py)?, options(hash, threads)?, level_of(level.as_deref())?);
        let evaluation = evaluation(py, &game, net.as_ref())?;
        let mut settings = format!("hash={hash} threads={threads}");
        settings += &level.map(|level| format!(" level={}", level.id)).unwrap_or_default();
        settings += &net.as_ref().map(|net| format!(" net={net}")).unwrap_or_default();
        let engine =
            py.detach(|| Engine::with_evaluation(Arc::clone(&game.game), Arc::clone(&evaluation), options));
        let rng = seed.map_or_else(Rng::new, Rng::with_seed);
        let mut searcher = Searcher { engine, skill: level.and_then(|level| level.skill), rng };
        searcher.draw();
        let (signal, searcher) = (Signal::new(), Mutex::new(searcher));
        Ok(PyEngine { game, evaluation, level, settings, signal, searcher })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// Searches a position, with the turns that have been played on it. The first of these conditions ends the search:
    ///
    /// - `nodes`, the number of positions; `depth`, in plies; `time`, in seconds;
    /// - `clock`, the remaining time of the side to move in seconds, and `increment`, in seconds for each turn, of which the
    ///   engine uses a share;
    /// - `mate`, as soon as a win in that many turns is proved;
    /// - `stop()` called by another thread, or Ctrl-C; nothing else ends an `infinite` search: see `Search`.
    ///
    /// With `ponder` the position is the one after the turn that the opponent is expected to play: `time` and `clock` count from
    /// the call of `ponder_hit()` on.
    ///
    /// With a level below `full` no condition is needed: the level has limits of its own, and the given ones apply in addition.
    ///
    /// `lines` is the number of best turns to return, `turns` restricts the search to these turns, and `on_info` is called with
    /// an `Info` for each line after each iteration; an exception that it raises ends the search.
    ///
    /// Raises TurnError if one of `turns` is not legal, and RuntimeError while the engine is busy with another search.
    #[pyo3(signature = (
        position, *, nodes=None, depth=None, time=None, clock=None, increment=None, mate=None, infinite=false, ponder=false,
        lines=1, turns=None, on_info=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given)] position: Bound<'_, PyPosition>,
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] clock: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] increment: Option<f64>,
        #[pyo3(from_py_with = optional_integer)] mate: Option<i64>,
        #[pyo3(from_py_with = truth)] infinite: bool,
        #[pyo3(from_py_with = truth)] ponder: bool,
        #[pyo3(from_py_with = integer)] lines: i64,
        turns: Option<Bound<'_, PyAny>>,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<PyAnalysis> {
        let position = position.get();
        check_game("an engine", &self.game, position)?;
        let limits =
            Ends { nodes, depth, time, clock, increment, mate, infinite }.limits(self.level, ENDS)?;
        let lines = lines_of(lines)?;
        let only = only_turns(py, position, turns)?;
        let start = position.get();
        self.search(py, &start, Wanted { limits, ponder, lines, only: &only }, on_info)
    }

    /// Returns the turn to play, or None if there is no legal turn. The arguments are those of `analyse`.
    ///
    /// Examples:
    ///     >>> engine = beaufort.Engine("orthochess", hash=1)
    ///     >>> engine.play(beaufort.Position("orthochess", "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1"), depth=2)
    ///     <Turn Qd8#>
    #[pyo3(signature = (
        position, *, nodes=None, depth=None, time=None, clock=None, increment=None, mate=None, infinite=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given)] position: Bound<'_, PyPosition>,
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] clock: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] increment: Option<f64>,
        #[pyo3(from_py_with = optional_integer)] mate: Option<i64>,
        #[pyo3(from_py_with = truth)] infinite: bool,
    ) -> PyResult<Option<PyTurn>> {
        let position = position.get();
        check_game("an engine", &self.game, position)?;
        let limits =
            Ends { nodes, depth, time, clock, increment, mate, infinite }.limits(self.level, ENDS)?;
        let wanted = Wanted { limits, ponder: false, lines: 1, only: &[] };
        Ok(self.search(py, &position.get(), wanted, None)?.first().turn())
    }

    /// Ends the search that another thread is running, which then returns its result so far. Does nothing if no search is
    /// running.
    fn stop(&self) {
        self.signal.stop();
    }

    /// Starts the clock of a search with `ponder`, once the opponent has played the expected turn. Other searches ignore it.
    fn ponder_hit(&self) {
        self.signal.ponder_hit();
    }

    /// Returns the score of a position for the side to move without a search, in centipawns: see `worth`.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given)] position: Bound<'py, PyPosition>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position.get();
        check_game("an engine", &self.game, position)?;
        let position = position.get();
        score_of(py, self.evaluation.evaluate(&position), position.side())
    }

    /// Returns the engine's value of a type of piece in centipawns: the commonest piece is worth 100 in evaluations derived from
    /// the rules, and 70 to 105 in the learned weights of the package.
    fn worth(&self, #[pyo3(from_py_with = given)] piece_type: Bound<'_, PyPieceType>) -> PyResult<i32> {
        let (game, kind) = piece_type.get().get();
        if !is_same(&game.game, &self.game.game) {
            return Err(PyTypeError::new_err("a piece of another game"));
        }
        Ok(self.evaluation.worth(kind))
    }

    /// Clears the transposition table and the history. With one thread, the same searches then visit the same nodes; a level
    /// makes other mistakes.
    fn new_game(&self) -> PyResult<()> {
        let mut searcher = self.lock()?;
        searcher.engine.new_game();
        searcher.draw();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Engine {} {}>", self.game.game.definition().id, self.settings)
    }
}

/// A search as it is asked for.
struct Wanted<'a> {
    limits: Limits,
    /// Whether the time counts from `ponder_hit` on.
    ponder: bool,
    /// The number of lines.
    lines: usize,
    /// The turns to choose from; all if there are none.
    only: &'a [Turn],
}

impl PyEngine {
    /// Returns the engine, if no other thread has it: a search may take for ever.
    fn lock(&self) -> PyResult<MutexGuard<'_, Searcher>> {
        work::try_lock(&self.searcher, "the engine")
    }

    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        Wanted { limits, ponder, lines, only }: Wanted<'_>,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<PyAnalysis> {
        let origin = WithoutHistory::new(&self.game, position);
        let (start, mut searcher) = (Instant::now(), self.lock()?);
        let signal = &self.signal;
        signal.reset();
        match ponder {
            true => signal.ponder(),
            false => signal.ponder_hit(),
        }
        let Searcher { engine, skill, .. } = &mut *searcher;
        let skill = *skill;
        let wants_infos = on_info.is_some();
        let result = work::interruptible(
            py,
            || signal.stop(),
            |py, report: Report| match &on_info {
                Some(on_info) => on_info.call1(py, (report.told(&origin),)).map(|_| ()),
                None => Ok(()),
            },
            |reports| {
                let task = Task { limits, lines, only, skill };
                engine.search(position, task, signal, |info| {
                    if wants_infos {
                        // The receiver lives until the search has ended.
                        let _ = reports.send(Report::from(info));
                    }
                })
            },
        )?;
        let time = start.elapsed().as_secs_f64();
        Ok(PyAnalysis::new(&origin, result, time))
    }
}

/// Returns the turns to which a search is restricted; none if it is not.
pub(crate) fn only_turns(
    py: Python<'_>,
    position: &PyPosition,
    turns: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<Turn>> {
    let turns =
        turns.map(|turns| items::<TurnArgument<'_>>(&turns, "turns", "a list of turns")).transpose()?;
    if turns.as_ref().is_some_and(Vec::is_empty) {
        return Err(value_error("there is no turn to choose from"));
    }
    let start = position.get();
    let known = |turn: &TurnArgument<'_>| known_to_search(py, &start, turn.of(py, position)?);
    turns.iter().flatten().map(known).collect()
}

/// Returns the turn by which a search knows a legal one: of several with one result it looks at one.
pub(crate) fn known_to_search(py: Python<'_>, position: &Position, turn: Turn) -> PyResult<Turn> {
    let text = position.coordinates(turn);
    let known = position.is_legal(turn).then(|| position.read_coordinates(&text).ok()).flatten();
    known.ok_or_else(|| turn_error(py, format_args!("`{text}` is no legal turn of the position")))
}

/// A strength of play.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "Level")]
#[derive(Debug)]
pub(crate) struct PyLevel(Level);

impl PartialEq for PyLevel {
    fn eq(&self, other: &PyLevel) -> bool {
        self.0.id == other.0.id
    }
}

impl Hash for PyLevel {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.id.hash(hasher);
    }
}

#[pymethods]
impl PyLevel {
    /// The id: `Engine(game, level=id)`.
    #[getter]
    fn id(&self) -> &str {
        self.0.id
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> &str {
        self.0.name
    }

    /// How it plays.
    #[getter]
    fn description(&self) -> &str {
        self.0.description
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str,)> {
        let function = py.import("beaufort._pickle")?.getattr("level")?;
        Ok((function, (self.0.id,)))
    }

    fn __repr__(&self) -> String {
        format!("<Level {}: {}>", self.0.id, self.0.description)
    }
}

/// Returns the levels, the weakest first.
///
/// Examples:
///     >>> beaufort.levels()[0].id
///     'beginner'
#[pyfunction(name = "levels")]
pub(crate) fn py_levels() -> Vec<PyLevel> {
    levels().iter().copied().map(PyLevel).collect()
}
