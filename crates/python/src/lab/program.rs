//! Other programs that play: engines that speak UCI or CECP.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use beaufort_engine::{Limits, Signal};
use beaufort_lab::external::{ExternalPlayer, Program, Protocol};
use beaufort_lab::players::{Player as _, PlayerError, TurnRequest};
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Position, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{Text, given, items, optional_given, optional_integer, optional_seconds};
use crate::engine::{Ends, score_of, seconds};
use crate::errors::{error, value_error};
use crate::game::{PyGame, is_same};
use crate::position::{PlayedPosition, PyPosition};
use crate::work;

/// How long a program may take for a turn without a time, in seconds.
pub(super) const PATIENCE_S: f64 = 120.0;
/// How much longer than its time a program may take for a turn: it has to be told and to answer.
const TOLERANCE: Duration = Duration::from_secs(1);
/// The names of the limits of a program's search.
const ENDS: &str = "nodes, depth, time, clock or mate";

/// Another engine, for any game that it supports. It speaks UCI, or CECP with `protocol="cecp"`.
///
/// `command` is the program, or a list of the program and its arguments. `variant` is the program's name for the game, by default
/// the game's id; `options` are the program's options by their names. Without a time limit a turn may take `patience` seconds.
/// The program is started when it is first needed, and again after a failure. It ends with `close`, at the end of a `with` block,
/// or when it is garbage-collected.
///
/// `Player.program` is such a program as a player of matches.
#[pyclass(frozen, module = "beaufort", name = "Program")]
#[derive(Debug)]
pub(crate) struct PyProgram {
    program: Program,
    conversation: Mutex<Option<Conversation>>,
}

/// A conversation with a running program.
struct Conversation {
    player: ExternalPlayer,
    limits: Limits,
    start: Position,
    /// The turns that it knows, its own last one included.
    turns: Vec<Turn>,
}

impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation").field("turns", &self.turns.len()).finish_non_exhaustive()
    }
}

#[pymethods]
impl PyProgram {
    #[new]
    #[pyo3(signature = (command, *, protocol=Text("uci".to_owned()), variant=None, options=None, patience=PATIENCE_S),
        text_signature = "(command, *, protocol='uci', variant=None, options=None, patience=120.0)")]
    fn new(
        command: &Bound<'_, PyAny>,
        protocol: Text,
        variant: Option<Text>,
        #[pyo3(from_py_with = optional_given)] options: Option<Bound<'_, PyDict>>,
        patience: f64,
    ) -> PyResult<PyProgram> {
        let program = program(command, &protocol, variant, options, patience)?;
        Ok(PyProgram { program, conversation: Mutex::new(None) })
    }

    /// Asks the program for its turn in a position, with the turns that have been played on it, and returns its `Reply`. The
    /// limits are those of `Engine.analyse`; at least one is required.
    ///
    /// Raises PlayerError, with the position, if the program does not start, does not support the game, does not answer with a
    /// legal turn, or is too slow; and RuntimeError while another thread uses it. Ctrl-C ends the wait and the program.
    #[pyo3(signature = (position, *, nodes=None, depth=None, time=None, clock=None, increment=None, mate=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn play<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given)] position: Bound<'py, PyPosition>,
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] clock: Option<f64>,
        #[pyo3(from_py_with = optional_seconds)] increment: Option<f64>,
        #[pyo3(from_py_with = optional_integer)] mate: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position.get();
        let limits =
            Ends { nodes, depth, time, clock, increment, mate, infinite: false }.limits(None, ENDS)?;
        let played = position.lock().clone();
        let mut conversation = work::try_lock(&self.conversation, "the program")?;
        let stop = Signal::new();
        let known = conversation.take();
        let (answer, kept) = work::quiet(py, || stop.stop(), || self.ask(known, &played, limits, &stop))?;
        *conversation = kept;
        drop(conversation);
        let class = py.import("beaufort._types")?.getattr("Reply")?;
        match answer {
            Ok(reply) => {
                let side = played.position.side();
                let score = reply.info.score.map(|score| score_of(py, score, side)).transpose()?;
                let turn = position.turn(&played.position, reply.turn);
                class.call1((turn, score, reply.info.depth, reply.info.nodes))
            }
            Err(PlayerError::Resigned) => class.call1((py.None(), py.None(), py.None(), py.None())),
            Err(problem) => Err(failed(py, &self.program, &position.game, played, &problem)),
        }
    }

    /// Ends the program if it is running; `play` starts it again.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let conversation = work::try_lock(&self.conversation, "the program")?.take();
        py.detach(|| drop(conversation));
        Ok(())
    }

    fn __enter__(slf: Py<PyProgram>) -> Py<PyProgram> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<Program {}>", self.program.command.join(" "))
    }
}

/// The answer of a program.
type Answer = Result<beaufort_lab::players::Reply, PlayerError>;

impl PyProgram {
    /// Asks for a turn, and returns the conversation if it can go on.
    fn ask(
        &self,
        known: Option<Conversation>,
        played: &PlayedPosition,
        limits: Limits,
        stop: &Signal,
    ) -> (Answer, Option<Conversation>) {
        let PlayedPosition { position, turns } = played;
        let mut start = position.clone();
        turns.iter().for_each(|_| start.undo());
        let is_game = |known: &Conversation| is_same(known.start.game(), start.game());
        let mut conversation = known.filter(is_game).unwrap_or_else(|| Conversation {
            player: ExternalPlayer::new(self.program.clone(), Position::initial(start.game())),
            limits: Limits::infinite(),
            start: start.clone(),
            turns: Vec::new(),
        });
        // A game continues only from its current position and with the same limits, which programs receive at its start.
        let goes_on = conversation.limits == limits
            && conversation.start == start
            && turns.starts_with(&conversation.turns);
        conversation.player.set_limits(limits);
        if !goes_on && let Err(problem) = conversation.player.prepare() {
            return (Err(problem), None);
        }
        let clocks = [limits.clock; 2];
        let tolerance = TOLERANCE;
        let request = TurnRequest { start: &start, turns, position, clocks, tolerance, stop };
        let answer = conversation.player.choose(&request);
        let Ok(reply) = &answer else { return (answer, None) };
        let turns = turns.iter().copied().chain([reply.turn]).collect();
        let kept = Conversation { limits, start, turns, ..conversation };
        (answer, Some(kept))
    }
}

/// Reads the description of a program.
pub(super) fn program(
    command: &Bound<'_, PyAny>,
    protocol: &str,
    variant: Option<Text>,
    options: Option<Bound<'_, PyDict>>,
    patience: f64,
) -> PyResult<Program> {
    let command: Vec<String> = match command.is_instance_of::<PyString>() {
        true => vec![command.extract()?],
        false => {
            let words = items::<Text>(command, "a program, or a list of it and its arguments")?;
            words.into_iter().map(|word| word.0).collect()
        }
    };
    if command.is_empty() {
        return Err(value_error("a program needs a command"));
    }
    let protocol = match protocol {
        "uci" => Protocol::Uci,
        "cecp" => Protocol::Cecp,
        other => {
            let help = match nearest(other, ["uci", "cecp"]) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "expected `uci` or `cecp`".to_owned(),
            };
            return Err(value_error(format!("there is no protocol `{}`: {help}", quoted(other))));
        }
    };
    let option = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        // In these protocols truth values are small.
        let value = match value.extract::<bool>() {
            Ok(value) => value.to_string(),
            Err(_) => value.str()?.to_string(),
        };
        Ok::<_, PyErr>((name.extract::<Text>()?.0, value))
    };
    let options = options.map(|options| options.iter().map(option).collect::<PyResult<_>>()).transpose()?;
    Ok(Program {
        command,
        protocol,
        limits: Limits::infinite(),
        variant: variant.map(|variant| variant.0),
        options: options.unwrap_or_default(),
        turn_timeout: seconds("patience", patience)?,
    })
}

/// Raises PlayerError unless a program starts and plays a game.
pub(super) fn check(py: Python<'_>, program: &Arc<Program>, game: &PyGame) -> PyResult<()> {
    let played = PlayedPosition::initial(&game.game);
    let sample = played.position.clone();
    let prepared = py.detach(|| ExternalPlayer::new((**program).clone(), sample).prepare());
    prepared.map_err(|problem| failed(py, program, game, played, &problem))
}

/// Returns the exception for a program that has failed.
fn failed(
    py: Python<'_>,
    program: &Program,
    game: &PyGame,
    played: PlayedPosition,
    problem: &PlayerError,
) -> PyErr {
    let what = match problem {
        PlayerError::Illegal(answer) => {
            format!("answered with `{}`, which is no legal turn", quoted(answer))
        }
        PlayerError::Silent => "has not answered in time".to_owned(),
        PlayerError::Failed(reason) => reason.clone(),
        PlayerError::Resigned => "resigned".to_owned(),
        PlayerError::Stopped => "was stopped".to_owned(),
    };
    let (name, id) = (&program.command[0], &game.game.definition().id);
    let message = format!("the program `{name}` {what}: {id}, in the position {}", played.position);
    error(py, "PlayerError", (message, name.clone(), PyPosition::played(game, played)))
}
