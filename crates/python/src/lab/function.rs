//! Players that are functions in Python.
//!
//! The games of a match are played on other threads. These ask the thread that has begun the match, which calls the function: so
//! Ctrl-C and exceptions reach it, and several games that ask at the same time can be answered by one call.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

use beaufort_lab::matches::PlayedGame;
use beaufort_lab::players::{Player, PlayerError, Reply, TurnRequest};
use beaufort_rules::Turn;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::{Integer, anything};
use crate::engine::known_to_search;
use crate::errors::error;
use crate::game::PyGame;
use crate::learn::Actions;
use crate::position::{PlayedPosition, PyPosition, TurnArgument};

/// A function that plays.
#[derive(Debug)]
pub(crate) struct Function {
    pub(super) name: String,
    pub(super) callable: Py<PyAny>,
    /// Whether it is called with a list of positions.
    pub(super) batched: bool,
    /// How long a call may take.
    pub(super) time: Option<Duration>,
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.callable.as_ptr() == other.callable.as_ptr()
            && (self.batched, self.time) == (other.batched, other.time)
    }
}

/// How far apart the questions of several games may be that a batched function answers by one call.
pub(super) const SAME_TIME: Duration = Duration::from_micros(300);

/// An event of a match that Python has to handle.
#[derive(Debug)]
pub(super) enum Event {
    /// A game has ended.
    Played(Box<PlayedGame>),
    /// A function has to play a turn.
    Asked(Box<Question>),
}

impl Event {
    /// Returns what is asked.
    pub(super) fn question(self) -> Option<Question> {
        match self {
            Event::Asked(question) => Some(*question),
            Event::Played(_) => None,
        }
    }
}

/// A question for a turn.
#[derive(Debug)]
pub(super) struct Question {
    function: Arc<Function>,
    position: PlayedPosition,
    /// Takes the turn, or `None` from a player who resigns. It is dropped if the match ends.
    answer: SyncSender<Option<Turn>>,
}

/// A player of a match who asks a function.
#[derive(Debug)]
pub(super) struct FunctionPlayer {
    pub(super) function: Arc<Function>,
    pub(super) events: SyncSender<Event>,
}

impl Player for FunctionPlayer {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        let (answer, turn) = sync_channel(1);
        let position = PlayedPosition { position: request.position.clone(), turns: request.turns.to_vec() };
        let question = Question { function: Arc::clone(&self.function), position, answer };
        self.events.send(Event::Asked(Box::new(question))).map_err(|_| PlayerError::Stopped)?;
        match turn.recv() {
            Ok(Some(turn)) => Ok(turn.into()),
            Ok(None) => Err(PlayerError::Resigned),
            Err(_) => Err(PlayerError::Stopped),
        }
    }
}

/// Answers the questions of several games, those for one batched function by one call.
pub(super) fn answer(py: Python<'_>, game: &PyGame, mut questions: Vec<Question>) -> PyResult<()> {
    while let Some(first) = questions.first() {
        let function = Arc::clone(&first.function);
        let of_it = |question: &mut Question| Arc::ptr_eq(&question.function, &function);
        let now: Vec<Question> = match function.batched {
            true => questions.extract_if(.., of_it).collect(),
            false => vec![questions.remove(0)],
        };
        let asked = Asked { py, game, function: &function };
        asked.answer(now)?;
    }
    Ok(())
}

/// A function that is asked.
struct Asked<'a, 'py> {
    py: Python<'py>,
    game: &'a PyGame,
    function: &'a Function,
}

impl<'py> Asked<'_, 'py> {
    /// Answers questions by one call.
    fn answer(&self, questions: Vec<Question>) -> PyResult<()> {
        let position = |question: &Question| {
            Bound::new(self.py, PyPosition::played(self.game, question.position.clone()))
        };
        let positions: Vec<_> = questions.iter().map(position).collect::<PyResult<_>>()?;
        let first = &questions[0];
        let callable = self.function.callable.bind(self.py);
        let begin = Instant::now();
        let answers = match self.function.batched {
            true => PyList::new(self.py, positions).and_then(|positions| callable.call1((positions,))),
            false => callable.call1((&positions[0],)),
        };
        let took = begin.elapsed();
        let answers = answers.map_err(|raised| self.raised(first, raised))?;
        if let Some(most) = self.function.time.filter(|&most| took > most) {
            let [took, most] = [took, most].map(|time| time.as_secs_f64());
            return Err(self.failed(first, format_args!("took {took:.2} s, more than {most} s,")));
        }
        let answers: Vec<Bound<'py, PyAny>> = match self.function.batched {
            false => vec![answers],
            true => {
                let all = anything(&answers, "a list of turns").and_then(Iterator::collect);
                all.map_err(|_| self.failed(first, format_args!("answered with no list of turns")))?
            }
        };
        if answers.len() != questions.len() {
            let (turns, positions) = (answers.len(), questions.len());
            return Err(self.failed(first, format_args!("answered {positions} positions with {turns} turns")));
        }
        for (question, answer) in questions.iter().zip(&answers) {
            // A game that has been stopped needs no answer.
            let _ = question.answer.send(self.turn(question, answer)?);
        }
        Ok(())
    }

    /// Reads an answer: a turn, its text, its action, or None.
    fn turn(&self, question: &Question, answer: &Bound<'py, PyAny>) -> PyResult<Option<Turn>> {
        if answer.is_none() {
            return Ok(None);
        }
        let position = &question.position.position;
        if let Ok(turn) = answer.extract::<TurnArgument<'py>>() {
            let asked = PyPosition::played(self.game, question.position.clone());
            let turn = turn.of(self.py, &asked).and_then(|turn| known_to_search(self.py, position, turn));
            return turn.map(Some).map_err(|problem| {
                let problem = problem.value(self.py);
                self.failed(question, format_args!("gave an answer that cannot be played: {problem};"))
            });
        }
        let Ok(action) = answer.extract::<Integer>() else {
            let name = answer.get_type().name()?;
            let message = format_args!(
                "answered with {name}, not with a turn, its text, its action, or None to resign,"
            );
            return Err(self.failed(question, message));
        };
        let decoded =
            action.small().and_then(|action| Actions::new(&self.game.game).decode(position, action));
        let wrong =
            || self.failed(question, format_args!("answered with {action}, which is no legal action,"));
        decoded.map(Some).ok_or_else(wrong)
    }

    /// Returns the exception for one that a function has raised.
    fn raised(&self, question: &Question, raised: PyErr) -> PyErr {
        // Ctrl-C and `sys.exit` are no faults of the function.
        if !raised.is_instance_of::<PyException>(self.py) {
            return raised;
        }
        let problem = match raised.get_type(self.py).name() {
            Ok(kind) => self.failed(question, format_args!("raised {kind}: {};", raised.value(self.py))),
            Err(error) => error,
        };
        problem.set_cause(self.py, Some(raised));
        problem
    }

    /// Returns the exception for what a function has done, with the position.
    fn failed(&self, question: &Question, what: impl Display) -> PyErr {
        let PlayedPosition { position, turns } = &question.position;
        let played = match turns.len() {
            1 => "1 turn".to_owned(),
            number => format!("{number} turns"),
        };
        let name = &self.function.name;
        let id = &self.game.game.definition().id;
        let message =
            format!("the player `{name}` {what} after {played} of {id}, in the position {position}");
        let asked = PyPosition::played(self.game, question.position.clone());
        error(self.py, "PlayerError", (message, name.clone(), asked))
    }
}
