//! Other programs that play: engines that speak UCI or CECP.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use beaufort_engine::{Limits, PvLine, SearchResult, Signal};
use beaufort_lab::external::{ExternalPlayer, Program, Protocol, Question, ReportedLine};
use beaufort_lab::players::{Player as _, PlayerError, TurnRequest};
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Position, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{
    Text, given, integer, items, optional_given, optional_integer, optional_seconds, real, truth,
};
use crate::engine::{ENDS as SEARCH_ENDS, Ends, PyAnalysis, Report, lines_of, only_turns, score_of, seconds};
use crate::errors::{error, value_error};
use crate::game::{PyGame, is_same};
use crate::position::{PlayedPosition, PyPosition};
use crate::turn::WithoutHistory;
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
    /// Stops the analysis that is going on.
    signal: Signal,
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
        #[pyo3(from_py_with = real)] patience: f64,
    ) -> PyResult<PyProgram> {
        let program = program(command, &protocol, variant, options, patience)?;
        Ok(PyProgram { program, signal: Signal::new(), conversation: Mutex::new(None) })
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

    /// Lets the program search a position, with the turns that have been played on it, and returns an `Analysis` of the lines that it has
    /// reported last. The arguments are those of `Engine.analyse`; `Search(program, position, ...)` runs the search in a thread of its own.
    /// It needs a program that speaks UCI, with the option `MultiPV` for several `lines`.
    ///
    /// A score that is only a bound counts as long as there is no exact one. If the program chooses another turn after its last report, the
    /// first line is this turn alone, with the score that was reported last.
    ///
    /// Raises what `play` raises, and PlayerError if the program reports no score or cannot make such a search.
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
        let limits =
            Ends { nodes, depth, time, clock, increment, mate, infinite }.limits(None, SEARCH_ENDS)?;
        let lines = lines_of(lines)?;
        let only = only_turns(py, position, turns)?;
        let played = position.lock().clone();
        let mut conversation = work::try_lock(&self.conversation, "the program")?;
        self.signal.reset();
        match ponder {
            true => self.signal.ponder(),
            false => self.signal.ponder_hit(),
        }
        let (known, begin) = (conversation.take(), Instant::now());
        let origin = WithoutHistory::new(&position.game, &played.position);
        let question = Question { limits: &limits, lines, only: &only };
        let mut reported: Vec<ReportedLine> = Vec::new();
        let (best, kept) = work::interruptible(
            py,
            || self.signal.stop(),
            |py, line: ReportedLine| match &on_info {
                Some(on_info) => on_info.call1(py, (Report::from(line).told(&origin),)).map(|_| ()),
                None => Ok(()),
            },
            |lines| {
                self.search(known, &played, &question, &mut |line| {
                    reported.retain(|known| known.number != line.number);
                    reported.push(line.clone());
                    // The receiver lives until the search has ended.
                    let _ = lines.send(line);
                })
            },
        )?;
        *conversation = kept;
        drop(conversation);
        let best = best.and_then(|best| match reported.is_empty() {
            true => Err(PlayerError::Failed("reports no score".to_owned())),
            false => Ok(best),
        });
        let best = best.map_err(|problem| failed(py, &self.program, &position.game, played, &problem))?;
        Ok(PyAnalysis::new(&origin, result_of(reported, best, lines), begin.elapsed().as_secs_f64()))
    }

    /// Ends the analysis that another thread is running, which then returns its result so far. Does nothing if none is running.
    fn stop(&self) {
        self.signal.stop();
    }

    /// Tells the program that the opponent has played the expected turn, in an analysis with `ponder`. Others ignore it.
    fn ponder_hit(&self) {
        self.signal.ponder_hit();
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
        let is_meant = |known: &Conversation| known.limits == limits;
        let (start, mut conversation) = match self.conversation(known, played, is_meant, limits) {
            Ok(ready) => ready,
            Err(problem) => return (Err(problem), None),
        };
        let clocks = [limits.clock; 2];
        let tolerance = TOLERANCE;
        let request = TurnRequest { start: &start, turns, position, clocks, tolerance, stop };
        let answer = conversation.player.choose(&request);
        let Ok(reply) = &answer else { return (answer, None) };
        let turns = turns.iter().copied().chain([reply.turn]).collect();
        let kept = Conversation { limits, start, turns, ..conversation };
        (answer, Some(kept))
    }

    /// Asks for an analysis likewise.
    fn search(
        &self,
        known: Option<Conversation>,
        played: &PlayedPosition,
        question: &Question<'_>,
        on_line: &mut dyn FnMut(ReportedLine),
    ) -> (Result<Option<Turn>, PlayerError>, Option<Conversation>) {
        let PlayedPosition { position, turns } = played;
        let limits = known.as_ref().map_or(Limits::infinite(), |known| known.limits);
        let (start, mut conversation) = match self.conversation(known, played, |_| true, limits) {
            Ok(ready) => ready,
            Err(problem) => return (Err(problem), None),
        };
        let (clocks, stop) = ([question.limits.clock; 2], &self.signal);
        let request = TurnRequest { start: &start, turns, position, clocks, tolerance: TOLERANCE, stop };
        let found = conversation.player.analyse(&request, question, on_line);
        if found.is_ok() {
            conversation = Conversation { limits, start, turns: turns.clone(), ..conversation };
        }
        // A program that could not make the search has not been asked, and goes on.
        let goes_on = !conversation.player.is_broken();
        (found, goes_on.then_some(conversation))
    }

    /// Returns the start of a game and a conversation about it: the known one if the game goes on in it and it is meant, else a new game
    /// begins.
    fn conversation(
        &self,
        known: Option<Conversation>,
        PlayedPosition { position, turns }: &PlayedPosition,
        is_meant: impl Fn(&Conversation) -> bool,
        limits: Limits,
    ) -> Result<(Position, Conversation), PlayerError> {
        let mut start = position.clone();
        turns.iter().for_each(|_| start.undo());
        let is_game = |known: &Conversation| is_same(known.start.game(), start.game());
        let known = known.filter(is_game);
        let goes_on = known
            .as_ref()
            .is_some_and(|known| is_meant(known) && known.start == start && turns.starts_with(&known.turns));
        let mut conversation = known.unwrap_or_else(|| Conversation {
            player: ExternalPlayer::new(self.program.clone(), Position::initial(start.game())),
            limits,
            start: start.clone(),
            turns: Vec::new(),
        });
        // A game continues only from its current position and with the same limits, which programs receive at its start.
        conversation.player.set_limits(limits);
        if !goes_on {
            conversation.player.prepare()?;
            conversation.start = start.clone();
            conversation.turns.clear();
        }
        Ok((start, conversation))
    }
}

/// Returns the result of an analysis by the lines that were reported last: first that of the best turn.
fn result_of(mut reported: Vec<ReportedLine>, best: Option<Turn>, lines: usize) -> SearchResult {
    reported.sort_by_key(|line| line.number);
    reported.truncate(lines);
    let first = &reported[0];
    let (depth, nodes) = (first.depth, reported.iter().map(|line| line.nodes).max().unwrap_or_default());
    let mut lines: Vec<PvLine> =
        reported.into_iter().map(|line| PvLine { score: line.score, pv: line.pv }).collect();
    // A program may choose a turn after its last report.
    if best.is_some() && lines[0].pv.first() != best.as_ref() {
        match lines.iter().position(|line| line.pv.first() == best.as_ref()) {
            Some(at) => lines[..=at].rotate_right(1),
            None => lines[0].pv = best.into_iter().collect(),
        }
    }
    SearchResult { turn: best, score: lines[0].score, depth, nodes, pv: lines[0].pv.clone(), lines }
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
            let words = items::<Text>(command, "command", "a program, or a list of it and its arguments")?;
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
