//! Who plays in a match.

use std::sync::Arc;

use beaufort_engine::{Limits, Options, Signal, Skill, Task};
use beaufort_lab::players::{Contender, StoppablePlayer};
use pyo3::prelude::*;

use crate::engine::{NetArgument, at_most, evaluation, level_of, limits};
use crate::game::PyGame;

/// The most memory of a player, in MiB: each thread of a match has two of them.
const MAX_HASH_MIB: i64 = 4096;

/// Somebody who plays in a match: `Player.engine(nodes=1000)`, `Player.greedy()` or `Player.random()`.
#[pyclass(frozen, module = "beaufort", name = "Player")]
#[derive(Debug)]
pub(crate) struct PyPlayer {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Random,
    Greedy,
    Engine { limits: Limits, skill: Option<Skill>, net: Option<NetArgument>, hash_mib: usize },
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
    #[pyo3(signature = (*, nodes=None, depth=None, time=None, level=None, net=None, hash=4, name="engine"))]
    fn engine(
        nodes: Option<i64>,
        depth: Option<i64>,
        time: Option<f64>,
        level: Option<&str>,
        net: Option<NetArgument>,
        hash: i64,
        name: &str,
    ) -> PyResult<PyPlayer> {
        let level = level_of(level)?;
        let limits = limits(nodes, depth, time, level)?;
        let skill = level.and_then(|level| level.skill);
        let hash_mib = at_most("hash", hash, MAX_HASH_MIB)? as usize;
        Ok(PyPlayer { name: name.to_owned(), kind: Kind::Engine { limits, skill, net, hash_mib } })
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}

impl PyPlayer {
    /// Returns the player of a game, who ends it when told to stop.
    pub(super) fn contender(&self, py: Python<'_>, game: &PyGame, stop: &Arc<Signal>) -> PyResult<Contender> {
        let inner = match &self.kind {
            Kind::Random => Contender::random(),
            Kind::Greedy => Contender::greedy(&evaluation(py, game, None)?),
            Kind::Engine { limits, skill, net, hash_mib } => {
                let evaluation = evaluation(py, game, net.as_ref())?;
                let task = Task { limits: *limits, skill: *skill, ..Task::default() };
                Contender::engine(&*self.name, &game.game, &evaluation, Options::with_hash(*hash_mib), task)
            }
        };
        let stop = Arc::clone(stop);
        let make = move || Box::new(StoppablePlayer::new(inner.player(), Arc::clone(&stop))) as Box<_>;
        Ok(Contender::new(&*self.name, make))
    }
}
