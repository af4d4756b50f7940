//! Players of a match.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Level, Limits, Options, Signal, Task};
use beaufort_lab::players::{Contender, StoppablePlayer};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::convert::{Reduced, Text, integer, one_to, optional_integer, optional_seconds};
use crate::engine::{NetArgument, evaluation, level_of, limits};
use crate::game::PyGame;

/// The most memory of a player, in MiB: each thread of a match has two of them.
const MAX_HASH_MIB: i64 = 4096;

/// A player of a match: `Player.engine(nodes=1000)`, `Player.greedy()` or `Player.random()`.
///
/// Players are equal if they have the same settings and the same name.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "Player")]
#[derive(Debug, PartialEq)]
pub(crate) struct PyPlayer {
    name: String,
    kind: Kind,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Random,
    Greedy,
    Engine { limits: Limits, level: Option<&'static Level>, net: Option<NetArgument>, hash_mib: usize },
}

impl Hash for PyPlayer {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name.hash(hasher);
        if let Kind::Engine { limits, level, hash_mib, .. } = &self.kind {
            (limits.nodes, limits.depth, limits.time, level.map(|level| level.id), hash_mib).hash(hasher);
        }
    }
}

#[pymethods]
impl PyPlayer {
    /// Returns a player who plays any legal turn.
    #[staticmethod]
    fn random() -> PyPlayer {
        PyPlayer { name: "random".to_owned(), kind: Kind::Random }
    }

    /// Returns a player who looks one turn ahead.
    #[staticmethod]
    fn greedy() -> PyPlayer {
        PyPlayer { name: "greedy".to_owned(), kind: Kind::Greedy }
    }

    /// Returns the engine, which looks at so many nodes, to a depth in plies, or for a time in seconds for each turn; with a level
    /// below `full`, at what that looks at. See `Engine` for the others.
    #[staticmethod]
    #[pyo3(
        signature = (
            *, nodes=None, depth=None, time=None, level=None, net=None, hash=4, name=Text("engine".to_owned())
        ),
        text_signature = "(*, nodes=None, depth=None, time=None, level=None, net=None, hash=4, name='engine')"
    )]
    fn engine(
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        level: Option<Text>,
        net: Option<NetArgument>,
        #[pyo3(from_py_with = integer)] hash: i64,
        name: Text,
    ) -> PyResult<PyPlayer> {
        let level = level_of(level.as_deref())?;
        let limits = limits(nodes, depth, time, level)?;
        let hash_mib = one_to("hash", hash, MAX_HASH_MIB)? as usize;
        Ok(PyPlayer { name: name.0, kind: Kind::Engine { limits, level, net, hash_mib } })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str, Bound<'py, PyDict>)> {
        let settings = PyDict::new(py);
        let kind = match &self.kind {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Engine { limits, level, net, hash_mib } => {
                settings.set_item("nodes", limits.nodes)?;
                settings.set_item("depth", limits.depth)?;
                settings.set_item("time", limits.time.map(|time| time.as_secs_f64()))?;
                settings.set_item("level", level.map(|level| level.id))?;
                match net {
                    None => {}
                    Some(NetArgument::File(path)) => settings.set_item("net", path)?,
                    Some(NetArgument::Content(bytes)) => settings.set_item("net", PyBytes::new(py, bytes))?,
                }
                settings.set_item("hash", hash_mib)?;
                settings.set_item("name", &self.name)?;
                "engine"
            }
        };
        Ok((py.import("beaufort._pickle")?.getattr("player")?, (kind, settings)))
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}

impl PyPlayer {
    /// Returns the evaluation of the player for a game.
    pub(super) fn evaluation(&self, py: Python<'_>, game: &PyGame) -> PyResult<Arc<Evaluation>> {
        match &self.kind {
            Kind::Random | Kind::Greedy => evaluation(py, game, None),
            Kind::Engine { net, .. } => evaluation(py, game, net.as_ref()),
        }
    }

    /// Returns the player for a game with an evaluation; it ends the game when `stop` is raised.
    pub(super) fn contender(&self, evaluation: &Arc<Evaluation>, stop: &Arc<Signal>) -> Contender {
        let inner = match &self.kind {
            Kind::Random => Contender::random(),
            Kind::Greedy => Contender::greedy(evaluation),
            Kind::Engine { limits, level, hash_mib, .. } => {
                let skill = level.and_then(|level| level.skill);
                let task = Task { limits: *limits, skill, ..Task::default() };
                let options = Options::with_hash(*hash_mib);
                Contender::engine(&*self.name, evaluation.game(), evaluation, options, task)
            }
        };
        let stop = Arc::clone(stop);
        let make = move || Box::new(StoppablePlayer::new(inner.player(), Arc::clone(&stop))) as Box<_>;
        Contender::new(&*self.name, make)
    }
}
