//! Records of games: the players, the moves with variations and comments, the result.

mod annotations;
mod node;
mod review;
mod stream;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beaufort_rules::game::id_of;
use beaufort_rules::record::{GameResult, Record, Replay, TextStart, Tree};
use beaufort_rules::vocabulary::quoted;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::convert::{Reduced, Text, given, optional_given};
use crate::errors::{error, record_error, replay_error, value_error};
use crate::game::{GameArgument, PyGame};
use crate::position::{PlayedPosition, PyPosition, check_text};
use crate::turn::PyTurn;
pub(crate) use node::PyNode;
pub(crate) use stream::PyRecordStream;

/// The most places of a record, those of deleted moves included.
const MAX_PLACES: usize = 1_000_000;

/// The record of a game: tags, moves with variations and comments, and the result.
///
/// `Record(game)` has no moves yet and begins at the initial position, or at `start`. `str(record)` is its text.
///
/// Examples:
///     >>> record = beaufort.Record("scirocco")
///     >>> node = record.root.add("P-e4").add("P-f7")
///     >>> record.root.add("P-d4").comment = "or this"
///     >>> print(str(record).splitlines()[-1])
///     1. P-e4 (1. P-d4 {or this}) 1... P-f7 *
#[pyclass(frozen, module = "beaufort", name = "Record")]
#[derive(Debug)]
pub(crate) struct PyRecord {
    /// Never locked while Python code runs, nor together with another record.
    state: Mutex<State>,
}

/// A record with what is known of it.
#[derive(Clone, Debug)]
struct State {
    /// Shared with readers that have no lock; a change replaces it.
    record: Arc<Record>,
    /// The game, where it is known.
    game: Option<PyGame>,
    /// The game of which it is unless the tag `Variant` names another.
    given: Option<PyGame>,
    /// The text it was read from; empty if there is none.
    text: Arc<str>,
    /// Where the text begins in its file.
    start: TextStart,
    /// The turns of its moves, once they have been asked for and as long as nothing has changed.
    replay: Option<Arc<Replay>>,
}

impl State {
    /// Makes it a record of the game that its tag `Variant` names: the one that was given, or `named`, which comes with the
    /// package.
    fn choose_game(&mut self, named: Option<PyGame>) {
        let id = self.record.tags.get("Variant").unwrap_or_default();
        let is_given = self.given.as_ref().is_some_and(|given| given.game.definition().id == id);
        self.game = named.filter(|_| !is_given).or_else(|| self.given.clone());
    }

    /// Returns the record, to change it.
    fn change(&mut self) -> &mut Record {
        Arc::make_mut(&mut self.record)
    }
}

impl PyRecord {
    /// Returns a record that was read from a text, of a game that was given or that its tag names.
    fn of(
        py: Python<'_>,
        record: Record,
        given: Option<PyGame>,
        text: Arc<str>,
        start: TextStart,
    ) -> PyRecord {
        let named = PyGame::builtin(py, id_of(record.tags.get("Variant").unwrap_or_default()));
        let record = Arc::new(record);
        let mut state = State { record, game: None, given, text, start, replay: None };
        state.choose_game(named);
        PyRecord { state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the game, which has to be known.
    fn known_game(&self, py: Python<'_>) -> PyResult<PyGame> {
        let State { record, game, .. } = self.lock().clone();
        game.ok_or_else(|| unknown_game(py, &record))
    }

    /// Returns the game, the record as it is now, and the turns of its moves.
    ///
    /// They are found without the GIL, and so without the lock: a thread that waited for the lock with the GIL would wait for ever.
    pub(crate) fn replay(&self, py: Python<'_>) -> PyResult<(PyGame, Arc<Record>, Arc<Replay>)> {
        let State { mut record, game, text, start, replay, .. } = self.lock().clone();
        let game = game.ok_or_else(|| unknown_game(py, &record))?;
        if let Some(replay) = replay {
            return Ok((game, record, replay));
        }
        let replay = py.detach(|| Replay::by_rules(&record, &game.game, usize::MAX));
        let replay = Arc::new(replay.map_err(|problem| replay_error(py, &problem, &text, start))?);
        let mut state = self.lock();
        if Arc::ptr_eq(&state.record, &record) {
            // Moves added to a game that XBoard saved are written in our notation.
            if replay.is_foreign() {
                replay.translate(state.change());
                record = Arc::clone(&state.record);
            }
            state.replay = Some(Arc::clone(&replay));
        }
        drop(state);
        Ok((game, record, replay))
    }

    /// Gives the record the result by the rules if its main line ends the game by them and it has none: it could not be read
    /// again otherwise.
    fn settle(&self, py: Python<'_>) {
        loop {
            let State { record, game, replay, .. } = self.lock().clone();
            let Some(game) = game.filter(|_| record.result == GameResult::Open) else { return };
            let (result, replay) = py.detach(|| result_by_rules(&record, &game, replay));
            let mut state = self.lock();
            // Another thread may have changed it meanwhile.
            if Arc::ptr_eq(&state.record, &record) {
                drop(record);
                state.replay = replay;
                if let Some(result) = result {
                    state.change().result = result;
                }
                return;
            }
        }
    }

    /// Returns the record of a game from its start on, with the turns that have been played.
    fn of_position(py: Python<'_>, position: &PyPosition) -> PyResult<PyRecord> {
        let played = position.lock().clone();
        let record = py.detach(|| written(played));
        let record = record.map_err(|problem| error(py, "RecordError", (problem,)))?;
        Ok(PyRecord::of(py, record, Some(position.game.clone()), Arc::from(""), TextStart::default()))
    }
}

/// Complains of a record whose game is not known.
fn unknown_game(py: Python<'_>, record: &Record) -> PyErr {
    let message = match record.tags.get("Variant").unwrap_or("") {
        "" => "the tag `Variant` is missing: it names the game; or read the record with game=...".to_owned(),
        id => format!("the game `{}` is not known: read the record with game=...", quoted(id)),
    };
    error(py, "RecordError", (message,))
}

/// Returns the result that the rules give a record whose main line ends the game, and the turns of its moves, which may be known.
fn result_by_rules(
    record: &Record,
    game: &PyGame,
    replay: Option<Arc<Replay>>,
) -> (Option<GameResult>, Option<Arc<Replay>>) {
    let replay = replay.map_or_else(|| Replay::by_rules(record, &game.game, usize::MAX).map(Arc::new), Ok);
    match replay {
        Ok(replay) => (Some(replay.result(record)), Some(replay)),
        // The error is raised when a position is asked for.
        Err(_) => (None, None),
    }
}

/// Writes a game down from its start on, with the turns that have been played, or says why that cannot be.
fn written(played: PlayedPosition) -> Result<Record, String> {
    let mut start = played.position;
    played.turns.iter().for_each(|_| start.undo());
    let mut record = Record::default();
    let mut set =
        |name: &str, value: String| record.tags.set(name, value).map_err(|problem| problem.to_string());
    set("Variant", start.game().definition().id.clone())?;
    if start != beaufort_rules::Position::initial(start.game()) {
        let text = start.start_text();
        check_text(&start, &text).map_err(|problem| {
            format!("a record cannot begin with a position that cannot be read again: {problem}")
        })?;
        set("Position", text)?;
    }
    let mut node = Tree::ROOT;
    for turn in played.turns {
        let text = start.turn_text(turn).expect("it has been played");
        node = record.moves.add(node, &text).map_err(|problem| problem.to_string())?;
        start.play_unchecked(turn);
    }
    if let Some(verdict) = start.verdict() {
        record.result = verdict.outcome.into();
    }
    Ok(record)
}

/// Reads records; `game` is the one of those that name it, or none that comes with the package.
fn parse_all(py: Python<'_>, text: &str, game: Option<GameArgument>) -> PyResult<Vec<PyRecord>> {
    let given = game.map(|game| game.get(py)).transpose()?;
    let records = py.detach(|| Record::parse(text));
    let records = records.map_err(|problem| record_error(py, &problem))?;
    let text: Arc<str> = Arc::from(text);
    let record = |record| PyRecord::of(py, record, given.clone(), Arc::clone(&text), TextStart::default());
    Ok(records.into_iter().map(record).collect())
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (game, start=None))]
    fn new(
        py: Python<'_>,
        game: GameArgument,
        #[pyo3(from_py_with = optional_given)] start: Option<Bound<'_, PyPosition>>,
    ) -> PyResult<PyRecord> {
        let game = game.get(py)?;
        let position = match start {
            Some(start) => {
                let start = start.get();
                crate::position::check_game("a record", &game, start)?;
                // A record writes down how play began, not what came before.
                start.get().without_history()
            }
            None => beaufort_rules::Position::initial(&game.game),
        };
        PyRecord::of_position(py, &PyPosition::from(&game, position))
    }

    /// Returns the record of a game: the turns that have been played on a position.
    #[classmethod]
    fn from_position(
        class: &Bound<'_, PyType>,
        #[pyo3(from_py_with = given)] position: Bound<'_, PyPosition>,
    ) -> PyResult<PyRecord> {
        PyRecord::of_position(class.py(), position.get())
    }

    /// Reads a record. Its game is the one named by its tag `Variant`, or else `game`, which may be a game of your own or the
    /// game of records by other programs, as in `Record.parse(pgn, game="orthochess")`. Whether the moves are legal is checked
    /// when a position is first needed.
    ///
    /// Raises RecordError with the place if the text is not a single record.
    #[classmethod]
    #[pyo3(signature = (text, *, game=None))]
    fn parse(class: &Bound<'_, PyType>, text: Text, game: Option<GameArgument>) -> PyResult<PyRecord> {
        let mut records = parse_all(class.py(), &text, game)?;
        match (records.pop(), records.len()) {
            (Some(record), 0) => Ok(record),
            (last, more) => {
                let found = more + usize::from(last.is_some());
                Err(error(
                    class.py(),
                    "RecordError",
                    (format!("there are {found} records in the text, not one"),),
                ))
            }
        }
    }

    /// Reads the records of a text, one after the other; `game` is as in `parse`.
    ///
    /// Raises RecordError with the place if the text is not well-formed.
    #[classmethod]
    #[pyo3(signature = (text, *, game=None))]
    fn parse_all(
        class: &Bound<'_, PyType>,
        text: Text,
        game: Option<GameArgument>,
    ) -> PyResult<Vec<PyRecord>> {
        parse_all(class.py(), &text, game)
    }

    /// The game; None if the tag `Variant` names no known game and no game was given.
    #[getter]
    fn game(&self) -> Option<PyGame> {
        self.lock().game.clone()
    }

    /// The tags except the result, as a dictionary: `record.tags["Event"] = "Open"` and `del record.tags["Event"]` change the record as
    /// `set_tag` does.
    #[getter]
    fn tags<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tags: BTreeMap<String, String> = {
            let state = slf.get().lock();
            state.record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
        };
        slf.py().import("beaufort._tags")?.getattr("Tags")?.call1((slf, tags))
    }

    /// Sets a tag, or removes it with None. Setting the tag `Variant` changes the game of the record.
    ///
    /// Raises RecordError if `name` is not a valid tag name.
    #[pyo3(signature = (name, value))]
    fn set_tag(&self, py: Python<'_>, name: Text, value: Option<Text>) -> PyResult<()> {
        let (name, value) = (&*name, value.as_deref());
        let named = value.filter(|_| name == "Variant").and_then(|name| PyGame::builtin(py, id_of(name)));
        let mut state = self.lock();
        state.replay = None;
        let result = match value {
            Some(value) => state.change().tags.set(name, value),
            None => {
                state.change().tags.remove(name);
                Ok(())
            }
        };
        if name == "Variant" && result.is_ok() {
            state.choose_game(named);
        }
        drop(state);
        result.map_err(|problem| error(py, "RecordError", (problem.to_string(),)))
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.lock().record.result.text()
    }

    #[setter]
    fn set_result(&self, result: Text) -> PyResult<()> {
        let wrong = || value_error("a result is `1-0`, `0-1`, `1/2-1/2` or `*`");
        let result = GameResult::from_text(&result).ok_or_else(wrong)?;
        let mut state = self.lock();
        state.change().result = result;
        state.replay = None;
        Ok(())
    }

    /// The assumptions made in reading the record, one sentence each: about its text and, if its game is known and its turns are
    /// legal, about how it ends by the rules.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> Vec<String> {
        let of_text = self.lock().record.warnings.clone();
        let replay = self.replay(py).ok();
        let of_rules = replay.iter().flat_map(|(_, _, replay)| replay.warnings());
        of_text.iter().chain(of_rules).map(ToString::to_string).collect()
    }

    /// The start of the game.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> PyNode {
        PyNode::new(slf.clone().unbind(), Tree::ROOT)
    }

    /// The moves of the main line.
    #[getter]
    fn mainline(slf: &Bound<'_, Self>) -> Vec<PyNode> {
        let line: Vec<_> = slf.get().lock().record.moves.line(Tree::ROOT).collect();
        line.into_iter().map(|id| PyNode::new(slf.clone().unbind(), id)).collect()
    }

    /// Returns the position at the end of the main line, with its turns.
    ///
    /// Raises RecordError with the place of the first illegal move, in the main line or a variation.
    pub(crate) fn end(slf: &Bound<'_, Self>) -> PyResult<PyPosition> {
        let id = slf.get().lock().record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        PyNode::new(slf.clone().unbind(), id).position(slf.py())
    }

    /// Returns the turns of the main line.
    ///
    /// Raises RecordError as `end` does.
    fn turns(slf: &Bound<'_, Self>) -> PyResult<Vec<PyTurn>> {
        Ok(PyRecord::end(slf)?.turns())
    }

    fn __str__(&self) -> String {
        self.lock().record.to_string()
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        let moves = state.record.moves.line(Tree::ROOT).count();
        let variant = state.record.tags.get("Variant").unwrap_or("?");
        format!("<Record {} {} turns {}>", quoted(variant), moves, state.record.result.text())
    }

    /// Shows the tags, the position at the end and the moves in a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("beaufort._display")?.getattr("record_html")?.call1((slf,))
    }

    fn __eq__(&self, other: &PyRecord) -> bool {
        // One after the other: both may be the same.
        let record = Arc::clone(&self.lock().record);
        record == other.lock().record
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String, Option<PyGame>)> {
        let function = slf.py().import("beaufort._pickle")?.getattr("record")?;
        Ok((function, (slf.get().__str__(), slf.get().game())))
    }
}
