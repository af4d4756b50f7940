//! The results of a search.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use beaufort_engine::{Info, SearchResult, expected_points, turns_to_end};
use beaufort_lab::external::ReportedLine;
use beaufort_rules::{Side, Turn};
use pyo3::prelude::*;

use crate::convert::{PySide, Reduced};
use crate::errors::{turn_error, value_error};
use crate::position::PyPosition;
use crate::turn::{PyTurn, WithoutHistory};

/// A line of play that the engine expects, with its score.
///
/// Lines are equal if they have the same turns from the same position, and the same score.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "Line")]
#[derive(Clone, Debug)]
pub(crate) struct PyLine {
    origin: Arc<WithoutHistory>,
    score: i32,
    pv: Vec<Turn>,
}

impl PartialEq for PyLine {
    fn eq(&self, other: &PyLine) -> bool {
        (self.score, &self.pv) == (other.score, &other.pv) && self.origin == other.origin
    }
}

impl Hash for PyLine {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.origin.key(), self.score, &self.pv).hash(hasher);
    }
}

#[pymethods]
impl PyLine {
    /// The turn with which it begins; None if there is no legal turn.
    #[getter]
    pub(super) fn turn(&self) -> Option<PyTurn> {
        self.pv.first().map(|&turn| PyTurn::new(turn, &self.origin))
    }

    /// The turns (principal variation).
    #[getter]
    fn pv(&self) -> Vec<PyTurn> {
        self.origin.line(&self.pv)
    }

    /// The score for the side to move, in centipawns: the commonest piece is worth about 100, see `Engine.worth`.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        score_of(py, self.score, self.origin.position.side())
    }

    /// The number of its turns in which the side to move wins by force or, if negative, loses; None if neither is known. It is 0,
    /// but true, if the side to move is already mated: see `Mate`.
    #[getter]
    fn mate<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        mate_of(py, self.score)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyPosition, i32, Vec<String>)> {
        let function = py.import("beaufort._pickle")?.getattr("line")?;
        let texts = self.pv().iter().map(PyTurn::coordinates).collect();
        Ok((function, (self.origin.to_python(), self.score, texts)))
    }

    fn __repr__(&self) -> String {
        let mut words = vec![format!("<Line {:+}", self.score)];
        words.extend(self.pv().iter().take(SHOWN).map(PyTurn::text));
        words.extend((self.pv.len() > SHOWN).then(|| "...".to_owned()));
        words.join(" ") + ">"
    }
}

/// Restores a line from its pickle.
#[pyfunction(name = "_line")]
pub(crate) fn unpickled_line(
    py: Python<'_>,
    position: &PyPosition,
    score: i32,
    pv: Vec<String>,
) -> PyResult<PyLine> {
    let game = &position.game;
    let mut position = position.get();
    let origin = WithoutHistory::new(game, &position);
    let mut turns = Vec::with_capacity(pv.len());
    for text in pv {
        let turn = position.read_coordinates(&text).map_err(|problem| turn_error(py, problem))?;
        position.play_unchecked(turn);
        turns.push(turn);
    }
    Ok(PyLine { origin, score, pv: turns })
}

/// Returns a score as an object: a `Score` of the package.
pub(crate) fn score_of(py: Python<'_>, score: i32, side: Side) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("beaufort._score")?.getattr("Score")?;
    class.call1((score, PySide(side), mate_of(py, score)?, expected_points(score)))
}

/// Returns the number of turns to the end as an object: a `Mate` of the package.
fn mate_of(py: Python<'_>, score: i32) -> PyResult<Option<Bound<'_, PyAny>>> {
    let class = || py.import("beaufort._score")?.getattr("Mate");
    turns_to_end(score).map(|turns| class()?.call1((turns,))).transpose()
}

/// Returns the expected points of a score.
#[pyfunction(name = "_win_chance")]
pub(crate) fn py_win_chance(score: i32) -> f64 {
    expected_points(score)
}

/// The most turns of a line that `repr` shows.
const SHOWN: usize = 8;

/// The result of a search: its lines, the best first. With a level, the first line is that of the turn that it chose to play,
/// which may not be the best one; the others follow, the best first.
///
/// Analyses are equal if all their attributes are, including the time.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "Analysis")]
#[derive(Debug, PartialEq)]
pub(crate) struct PyAnalysis {
    lines: Vec<PyLine>,
    depth: u32,
    nodes: u64,
    time: f64,
}

impl Hash for PyAnalysis {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.lines, self.depth, self.nodes).hash(hasher);
    }
}

impl PyAnalysis {
    /// Returns the result of a search that took `time` seconds.
    pub(crate) fn new(origin: &Arc<WithoutHistory>, result: SearchResult, time: f64) -> PyAnalysis {
        let line = |score, pv| PyLine { origin: Arc::clone(origin), score, pv };
        let (depth, nodes) = (result.depth, result.nodes);
        let lines = if result.lines.is_empty() {
            vec![line(result.score, result.pv)]
        } else {
            result.lines.into_iter().map(|found| line(found.score, found.pv)).collect()
        };
        PyAnalysis { lines, depth, nodes, time }
    }

    pub(super) fn first(&self) -> &PyLine {
        &self.lines[0]
    }
}

#[pymethods]
impl PyAnalysis {
    /// The lines: first that of `turn`, then the others, the best first. Without a level that of `turn` is the best.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        self.lines.clone()
    }

    /// The turn to play, with which the first line begins; None if there is no legal turn.
    #[getter]
    fn turn(&self) -> Option<PyTurn> {
        self.first().turn()
    }

    /// The first line (principal variation).
    #[getter]
    fn pv(&self) -> Vec<PyTurn> {
        self.first().pv()
    }

    /// The score of the first line for the side to move, in centipawns as that of a line.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.first().score(py)
    }

    /// In how many of its turns the side to move wins by force, or, if negative, loses; None where neither is known. It is 0
    /// where the side to move is mated already, and true all the same: see `Mate`.
    #[getter]
    fn mate<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.first().mate(py)
    }

    /// The last completed depth, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time taken, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.time
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Vec<PyLine>, u32, u64, f64)> {
        let function = py.import("beaufort._pickle")?.getattr("analysis")?;
        Ok((function, (self.lines.clone(), self.depth, self.nodes, self.time)))
    }

    /// Shows the position and the lines in a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let position = slf.get().first().origin.to_python();
        slf.py().import("beaufort._display")?.getattr("analysis_html")?.call1((slf, position))
    }

    fn __repr__(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(PyLine::__repr__).collect();
        format!("<Analysis depth {} nodes {} {}>", self.depth, self.nodes, lines.join(", "))
    }
}

/// Restores an analysis from its pickle.
#[pyfunction(name = "_analysis")]
pub(crate) fn unpickled_analysis(
    lines: Vec<PyRef<'_, PyLine>>,
    depth: u32,
    nodes: u64,
    time: f64,
) -> PyResult<PyAnalysis> {
    if lines.is_empty() {
        return Err(value_error("an analysis has at least one line"));
    }
    Ok(PyAnalysis { lines: lines.iter().map(|line| (*line).clone()).collect(), depth, nodes, time })
}

/// The state of a search after an iteration, for one of its lines.
#[pyclass(frozen, module = "beaufort", name = "Info")]
#[derive(Debug)]
pub(crate) struct PyInfo {
    info: Iteration,
    found: PyLine,
}

/// The report of an iteration, without the line itself.
#[derive(Debug)]
struct Iteration {
    depth: u32,
    seldepth: u32,
    line: u32,
    nodes: u64,
    time: f64,
}

/// A report that a search sends from its own thread.
#[derive(Debug)]
pub(crate) struct Report {
    info: Iteration,
    score: i32,
    pv: Vec<Turn>,
}

impl From<&Info<'_>> for Report {
    fn from(info: &Info<'_>) -> Report {
        let Info { depth, seldepth, line, score, nodes, time, pv, .. } = *info;
        Report {
            info: Iteration { depth, seldepth, line, nodes, time: time.as_secs_f64() },
            score,
            pv: pv.to_vec(),
        }
    }
}

impl From<ReportedLine> for Report {
    fn from(line: ReportedLine) -> Report {
        let ReportedLine { number, score, depth, seldepth, nodes, time, pv } = line;
        Report {
            info: Iteration { depth, seldepth, line: number, nodes, time: time.as_secs_f64() },
            score,
            pv,
        }
    }
}

impl Report {
    /// Returns the object that is passed to Python's callback.
    pub(crate) fn told(self, origin: &Arc<WithoutHistory>) -> PyInfo {
        PyInfo {
            info: self.info,
            found: PyLine { origin: Arc::clone(origin), score: self.score, pv: self.pv },
        }
    }
}

#[pymethods]
impl PyInfo {
    /// The depth of the iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The greatest depth reached in it, captures included, in plies.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.info.seldepth
    }

    /// The number of the line: 1 for the best turn.
    #[getter]
    fn number(&self) -> u32 {
        self.info.line
    }

    /// The line.
    #[getter]
    fn line(&self) -> PyLine {
        self.found.clone()
    }

    /// The nodes searched so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// The time so far, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time
    }

    fn __repr__(&self) -> String {
        format!("<Info depth {} {}>", self.info.depth, self.found.__repr__())
    }
}
