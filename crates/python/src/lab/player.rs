//! Players of a match.

use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use std::sync::mpsc::SyncSender;
use std::time::Duration;

use beaufort_engine::{Evaluation, Level, Limits, Options, Signal, Task, level, levels};
use beaufort_lab::external::{ExternalPlayer, Program, Protocol};
use beaufort_lab::players::{Contender, StoppablePlayer};
use beaufort_rules::Position;
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use super::function::{Event, Function, FunctionPlayer, SAME_TIME};
use super::program::{PATIENCE_S, check, program};
use crate::convert::{
    Reduced, Text, integer, one_to, optional_given, optional_integer, optional_seconds, real, truth,
    wrong_type,
};
use crate::engine::{Ends, NetArgument, PLAYER_ENDS, evaluation, level_of, seconds};
use crate::errors::value_error;
use crate::game::PyGame;

/// The most memory of a player, in MiB: each thread of a match has two of them.
const MAX_HASH_MIB: i64 = 4096;
/// The memory of a player without a word about it, in MiB.
const HASH_MIB: i64 = 4;

/// A player of a match: `Player.engine(nodes=1000)`, `Player.greedy()`, `Player.random()`, a function of one's own,
/// `Player.function(choose)`, or another program, `Player.program("stockfish", time=0.1)`.
///
/// Players are equal if they have the same settings and the same name; those of functions, if the functions are the same object.
#[pyclass(frozen, eq, hash, module = "beaufort", name = "Player")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyPlayer {
    name: String,
    kind: Kind,
}

/// A player as an argument: itself, the id of a level, `random` or `greedy`, or a function.
#[derive(Debug)]
pub(crate) struct PlayerArgument(pub(super) PyPlayer);

impl FromPyObject<'_, '_> for PlayerArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<PlayerArgument> {
        if let Ok(player) = object.cast::<PyPlayer>() {
            return Ok(PlayerArgument(player.get().clone()));
        }
        if object.is_instance_of::<PyString>() {
            return PyPlayer::named(&object.extract::<String>()?).map(PlayerArgument);
        }
        if object.is_callable() {
            return PyPlayer::of_function(&object, false, None, None).map(PlayerArgument);
        }
        Err(wrong_type(object, "a Player, a function, or the id of a level"))
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy,
    Function(Arc<Function>),
    Program(Arc<Program>),
    Engine { limits: Limits, level: Option<&'static Level>, net: Option<NetArgument>, hash_mib: usize },
}

impl Hash for PyPlayer {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name.hash(hasher);
        if let Kind::Engine { limits, level, hash_mib, .. } = &self.kind {
            (
                limits.nodes,
                limits.depth,
                limits.time,
                limits.clock.map(|clock| clock.remaining),
                level.map(|level| level.id),
                hash_mib,
            )
                .hash(hasher);
        }
    }
}

#[pymethods]
impl PyPlayer {
    /// Returns a player who plays random legal turns.
    #[staticmethod]
    fn random() -> PyPlayer {
        PyPlayer { name: "random".to_owned(), kind: Kind::Random }
    }

    /// Returns a player who looks one turn ahead.
    #[staticmethod]
    fn greedy() -> PyPlayer {
        PyPlayer { name: "greedy".to_owned(), kind: Kind::Greedy }
    }

    /// Returns the engine with a limit for each turn, in `nodes`, `depth` in plies or `time` in seconds, or with a `clock` in
    /// seconds for each game and an `increment` in seconds for each turn. A level below `full` has limits of its own. See
    /// `Engine` for the other arguments.
    #[staticmethod]
    #[pyo3(
        signature = (
            *, nodes=None, depth=None, time=None, clock=None, increment=None, level=None, net=None, hash=HASH_MIB,
            name=Text("engine".to_owned())
        ),
        text_signature = "(*, nodes=None, depth=None, time=None, clock=None, increment=None, level=None, net=None, \
                          hash=4, name='engine')"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn engine(
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] clock: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] increment: Option<f64>,
        level: Option<Text>,
        net: Option<NetArgument>,
        #[pyo3(from_py_with = integer)] hash: i64,
        name: Text,
    ) -> PyResult<PyPlayer> {
        let level = level_of(level.as_deref())?;
        let limits =
            Ends { nodes, depth, time, clock, increment, ..Ends::default() }.limits(level, PLAYER_ENDS)?;
        let hash_mib = one_to("hash", hash, MAX_HASH_MIB)? as usize;
        Ok(PyPlayer { name: name.0, kind: Kind::Engine { limits, level, net, hash_mib } })
    }

    /// Returns a player of your own: `function` is called with a `Position` and returns a turn, its text, its action, or None to
    /// resign. With `batched` it is called with a list of positions, one for each game in which it is to move, and returns a list
    /// of such answers; set `threads` of `play_match`, the number of games played at a time, to a good batch size.
    ///
    /// It is called by the thread that began the match, one call after the other, with copies of the positions, which it may
    /// change. A call may take `time` seconds; without `time` there is no limit. Ctrl-C ends the call and the match. The match is
    /// reproducible if the function is deterministic.
    ///
    /// The match raises PlayerError, with the position, if the function raises an exception, its answer is not legal, or it takes
    /// too long.
    ///
    /// Examples:
    ///     >>> def first(position):
    ///     ...     return position.legal_turns[0]
    ///     >>> beaufort.play_match("orthochess", first, "random", games=2, max_plies=20).draws
    ///     2
    #[staticmethod]
    #[pyo3(signature = (function, *, batched=false, name=None, time=None))]
    fn function(
        function: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = truth)] batched: bool,
        name: Option<Text>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
    ) -> PyResult<PyPlayer> {
        PyPlayer::of_function(function, batched, name, time)
    }

    /// Returns another program as a player: see `Program` for the arguments. The limit for each turn is given in `nodes`, `depth`
    /// in plies or `time` in seconds, or by a `clock` in seconds for each game with an `increment` in seconds for each turn.
    ///
    /// A match raises PlayerError if the program does not start or does not support the game. If it fails during a game, it loses
    /// that game and is started again.
    #[staticmethod]
    #[pyo3(
        signature = (
            command, *, nodes=None, depth=None, time=None, clock=None, increment=None, protocol=Text("uci".to_owned()), variant=None,
            options=None, patience=PATIENCE_S, name=None
        ),
        text_signature = "(command, *, nodes=None, depth=None, time=None, clock=None, increment=None, protocol='uci', \
                          variant=None, options=None, patience=120.0, name=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn program(
        command: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] clock: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] increment: Option<f64>,
        protocol: Text,
        variant: Option<Text>,
        #[pyo3(from_py_with = optional_given)] options: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = real)] patience: f64,
        name: Option<Text>,
    ) -> PyResult<PyPlayer> {
        let mut program = program(command, &protocol, variant, options, patience)?;
        program.limits =
            Ends { nodes, depth, time, clock, increment, ..Ends::default() }.limits(None, PLAYER_ENDS)?;
        let file = Path::new(&program.command[0]).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = name.map(|name| name.0).or(file).unwrap_or_else(|| program.command[0].clone());
        Ok(PyPlayer { name, kind: Kind::Program(Arc::new(program)) })
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
            Kind::Function(function) => {
                settings.set_item("function", &function.callable)?;
                settings.set_item("batched", function.batched)?;
                settings.set_item("name", &self.name)?;
                settings.set_item("time", function.time.map(|time| time.as_secs_f64()))?;
                "function"
            }
            Kind::Program(program) => {
                settings.set_item("command", &program.command)?;
                set_limits(&settings, &program.limits)?;
                let protocol = if program.protocol == Protocol::Cecp { "cecp" } else { "uci" };
                settings.set_item("protocol", protocol)?;
                settings.set_item("variant", &program.variant)?;
                let options = PyDict::new(py);
                program.options.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
                settings.set_item("options", options)?;
                settings.set_item("patience", program.turn_timeout.as_secs_f64())?;
                settings.set_item("name", &self.name)?;
                "program"
            }
            Kind::Engine { limits, level, net, hash_mib } => {
                set_limits(&settings, limits)?;
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
        let mut words = Vec::new();
        let kind = match &self.kind {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Function(function) => {
                words.extend(function.batched.then(|| "batched".to_owned()));
                words.extend(function.time.map(|time| format!("time={}", time.as_secs_f64())));
                "function"
            }
            Kind::Program(program) => {
                words.push(format!("`{}`", quoted(&program.command.join(" "))));
                words.extend(limits_shown(&program.limits));
                "program"
            }
            Kind::Engine { limits, level, net, hash_mib } => {
                words.extend(level.map(|level| format!("level={}", level.id)));
                words.extend(limits_shown(limits));
                words.extend(net.as_ref().map(|net| format!("net={net}")));
                words.push(format!("hash={hash_mib}"));
                "engine"
            }
        };
        let name = quoted(&self.name);
        let named = if name == kind { kind.to_owned() } else { format!("{kind} {name}") };
        let words: String = words.iter().map(|word| format!(" {word}")).collect();
        format!("<Player {named}{words}>")
    }
}

/// Returns limits as `repr` shows them.
fn limits_shown(limits: &Limits) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    words.extend(limits.depth.map(|depth| format!("depth={depth}")));
    words.extend(limits.time.map(|time| format!("time={}", time.as_secs_f64())));
    if let Some(clock) = limits.clock {
        words.push(format!("clock={}", clock.remaining.as_secs_f64()));
        words.extend(
            (!clock.increment.is_zero()).then(|| format!("increment={}", clock.increment.as_secs_f64())),
        );
    }
    words
}

/// Notes limits by the names of their arguments.
fn set_limits(settings: &Bound<'_, PyDict>, limits: &Limits) -> PyResult<()> {
    settings.set_item("nodes", limits.nodes)?;
    settings.set_item("depth", limits.depth)?;
    settings.set_item("time", limits.time.map(|time| time.as_secs_f64()))?;
    let clock = limits.clock;
    settings.set_item("clock", clock.map(|clock| clock.remaining.as_secs_f64()))?;
    settings.set_item("increment", clock.map(|clock| clock.increment.as_secs_f64()))
}

impl PyPlayer {
    /// Raises PlayerError unless the player can play a game.
    pub(super) fn check(&self, py: Python<'_>, game: &PyGame) -> PyResult<()> {
        match &self.kind {
            Kind::Program(program) => check(py, program, game),
            Kind::Random | Kind::Greedy | Kind::Function(_) | Kind::Engine { .. } => Ok(()),
        }
    }

    /// Returns the evaluation of the player for a game.
    pub(super) fn evaluation(&self, py: Python<'_>, game: &PyGame) -> PyResult<Arc<Evaluation>> {
        match &self.kind {
            Kind::Random | Kind::Greedy | Kind::Function(_) | Kind::Program(_) => evaluation(py, game, None),
            Kind::Engine { net, .. } => evaluation(py, game, net.as_ref()),
        }
    }

    /// Returns the player of a text: the id of a level, `random` or `greedy`.
    fn named(text: &str) -> PyResult<PyPlayer> {
        let levels = levels().iter().filter(|level| level.skill.is_some()).map(|level| level.id);
        match text {
            "random" => return Ok(PyPlayer::random()),
            "greedy" => return Ok(PyPlayer::greedy()),
            _ => {}
        }
        if let Some(level) = level(text) {
            let limits = Ends::default().limits(Some(level), PLAYER_ENDS)?;
            let kind = Kind::Engine { limits, level: Some(level), net: None, hash_mib: HASH_MIB as usize };
            return Ok(PyPlayer { name: level.id.to_owned(), kind });
        }
        let known: Vec<&str> = levels.chain(["random", "greedy"]).collect();
        let help = match nearest(text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", known.join(", ")),
        };
        Err(value_error(format!("there is no player `{}`: {help}", quoted(text))))
    }

    /// Returns the player of a function.
    fn of_function(
        function: &Bound<'_, PyAny>,
        batched: bool,
        name: Option<Text>,
        time: Option<f64>,
    ) -> PyResult<PyPlayer> {
        if !function.is_callable() {
            return Err(wrong_type(function.as_borrowed(), "a function"));
        }
        let name = match name {
            Some(name) => name.0,
            None => match function.getattr("__name__").and_then(|name| name.extract()) {
                Ok(name) => name,
                Err(_) => function.get_type().name()?.extract()?,
            },
        };
        let time = time.map(|time| seconds("time", time)).transpose()?;
        let function = Function { name: name.clone(), callable: function.clone().unbind(), batched, time };
        Ok(PyPlayer { name, kind: Kind::Function(Arc::new(function)) })
    }

    /// Returns whether it is a function that is called with many positions.
    pub(super) fn is_batched(&self) -> bool {
        matches!(&self.kind, Kind::Function(function) if function.batched)
    }

    /// Returns how far apart the questions may be that are answered by one call.
    pub(super) fn patience(&self) -> Duration {
        match &self.kind {
            Kind::Function(function) if function.batched => SAME_TIME,
            _ => Duration::ZERO,
        }
    }

    /// Returns the player for a game with an evaluation; it ends the game when `stop` is raised. A function is asked by `events`.
    pub(super) fn contender(
        &self,
        evaluation: &Arc<Evaluation>,
        stop: &Arc<Signal>,
        events: &SyncSender<Event>,
    ) -> Contender {
        let inner = match &self.kind {
            Kind::Program(program) => {
                let (program, game) = (Arc::clone(program), Arc::clone(evaluation.game()));
                Contender::new(&*self.name, move || {
                    Box::new(ExternalPlayer::new((*program).clone(), Position::initial(&game)))
                })
            }
            Kind::Function(function) => {
                let (function, events) = (Arc::clone(function), events.clone());
                Contender::new(&*self.name, move || {
                    let (function, events) = (Arc::clone(&function), events.clone());
                    Box::new(FunctionPlayer { function, events })
                })
            }
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
