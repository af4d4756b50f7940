//! Turns of a position: which there are, playing them and taking them back, and how the game ends.

use beaufort_draw::words;
use beaufort_rules::record::GameResult;
use beaufort_rules::turn::{self, Reason, Verdict};
use beaufort_rules::{Position, Turn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use super::{PlayedPosition, PyPosition, TurnArgument, perft::Perft};
use crate::convert::{PySide, Reduced, Text, integer};
use crate::errors::{turn_error, value_error};
use crate::turn::PyTurn;
use crate::work;

/// The longest text that is read as a turn, in bytes.
const MAX_TURN_BYTES: usize = 256;

/// Reads a turn as players write it, or as programs do.
pub(super) fn read(py: Python<'_>, position: &Position, text: &str) -> PyResult<Turn> {
    if text.len() > MAX_TURN_BYTES {
        return Err(turn_error(py, format_args!("a turn has no {} bytes", text.len())));
    }
    let written = position.read_turn(text);
    written.or_else(|problem| position.read_coordinates(text).map_err(|_| turn_error(py, problem)))
}

/// The reasons for which the rules end a game.
const REASONS: [Reason; 21] = [
    Reason::NoRoyal,
    Reason::BareRoyal,
    Reason::NoTurn,
    Reason::Checkmate,
    Reason::Stalemate,
    Reason::Repetition,
    Reason::QuietTurns,
    Reason::DeadPosition,
    Reason::Extinction,
    Reason::GivenAway,
    Reason::Goal,
    Reason::Checks,
    Reason::Stuck,
    Reason::Mated,
    Reason::Points,
    Reason::Passes,
    Reason::Facing,
    Reason::Repeated,
    Reason::PerpetualCheck,
    Reason::PerpetualChase,
    Reason::Counted,
];

/// Returns the name of a reason.
fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::NoRoyal => "no_royal",
        Reason::BareRoyal => "bare_royal",
        Reason::NoTurn => "no_turn",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::QuietTurns => "quiet_turns",
        Reason::DeadPosition => "dead_position",
        Reason::Extinction => "extinction",
        Reason::GivenAway => "given_away",
        Reason::Goal => "goal",
        Reason::Checks => "checks",
        Reason::Stuck => "stuck",
        Reason::Mated => "mated",
        Reason::Points => "points",
        Reason::Passes => "passes",
        Reason::Facing => "facing",
        Reason::Repeated => "repeated",
        Reason::PerpetualCheck => "perpetual_check",
        Reason::PerpetualChase => "perpetual_chase",
        Reason::Counted => "counted",
        Reason::Resignation => "resignation",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
        Reason::Abandonment => "abandonment",
        Reason::Unstated => "unstated",
    }
}

#[pymethods]
impl PyPosition {
    /// Returns the opening that the turns of the position belong to, an `Opening` with its `name` and the number of known turns; None if
    /// the game has no known openings, or the position has no turns from where they begin. Another order of turns to the same position
    /// is the same opening. The openings of Scirocco, Typhoon, Jupiter, the larger board and orthodox chess are known.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> for turn in ["e4", "e5", "Nf3", "Nc6", "Bc4", "a6"]:
    ///     ...     position.push(turn)
    ///     >>> position.opening()
    ///     Opening(name='Italian Game', known_plies=5)
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let PlayedPosition { position: mut start, turns } = self.lock().clone();
        turns.iter().for_each(|_| start.undo());
        let Some(opening) = self.game.openings().follow(&start, turns) else { return Ok(None) };
        let class = py.import("beaufort._types")?.getattr("Opening")?;
        class.call1((opening.name, opening.known_plies)).map(Some)
    }

    /// The legal turns, one for each distinct result; turns that the repetition rules forbid are left out. The list is empty once
    /// the game is over, except after a draw by repetition, by quiet turns or by insufficient material: ask `is_game_over`.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> [str(turn) for turn in position.legal_turns if turn.from_square == "g1"]
    ///     ['Nf3', 'Nh3']
    #[getter]
    fn legal_turns(&self, py: Python<'_>) -> Vec<PyTurn> {
        let position = self.get();
        let turns = py.detach(|| position.legal_turns());
        self.wrap(&position, turns)
    }

    /// The legal turns that capture or convert an opposing piece.
    #[getter]
    fn captures(&self, py: Python<'_>) -> Vec<PyTurn> {
        let position = self.get();
        let turns = py.detach(|| position.captures());
        self.wrap(&position, turns)
    }

    /// Returns whether a turn is legal in this position.
    fn is_legal(&self, py: Python<'_>, turn: TurnArgument<'_>) -> bool {
        turn.of(py, self).is_ok_and(|turn| self.lock().position.is_legal(turn))
    }

    /// Reads a turn in the players' notation or in coordinates: see `Turn.coordinates`.
    ///
    /// Raises TurnError, with similar turns, if no turn or more than one matches.
    fn parse_turn(&self, py: Python<'_>, text: Text) -> PyResult<PyTurn> {
        let position = self.get();
        let turn = read(py, &position, &text)?;
        Ok(self.turn(&position, turn))
    }

    /// Reads a turn in coordinates only: see `Turn.coordinates`.
    ///
    /// Examples:
    ///     >>> beaufort.Position("orthochess").parse_coordinates("g1f3")
    ///     <Turn Nf3>
    fn parse_coordinates(&self, py: Python<'_>, text: Text) -> PyResult<PyTurn> {
        if text.len() > MAX_TURN_BYTES {
            return Err(turn_error(py, format_args!("a turn has no {} bytes", text.len())));
        }
        let position = self.get();
        let turn = position.read_coordinates(&text).map_err(|problem| turn_error(py, problem))?;
        Ok(self.turn(&position, turn))
    }

    /// Plays a turn, given as a `Turn` or as a text that `parse_turn` reads.
    ///
    /// Raises TurnError if it is not legal; the position is unchanged then.
    fn push(&self, py: Python<'_>, turn: TurnArgument<'_>) -> PyResult<()> {
        let turn = turn.of(py, self)?;
        let mut played = self.lock();
        let result = played.position.play(turn);
        if result.is_ok() {
            played.turns.push(turn);
        }
        drop(played);
        result.map_err(|problem| turn_error(py, problem))
    }

    /// Takes the last turn back and returns it.
    ///
    /// Raises IndexError if no turn has been played.
    fn pop(&self) -> PyResult<PyTurn> {
        let mut played = self.lock();
        let turn = played.turns.pop().ok_or_else(nothing_played)?;
        played.position.undo();
        Ok(self.turn(&played.position, turn))
    }

    /// Returns the last turn.
    ///
    /// Raises IndexError if no turn has been played.
    fn peek(&self) -> PyResult<PyTurn> {
        self.last_turn().ok_or_else(nothing_played)
    }

    /// The turns that have been played.
    #[getter(turn_stack)]
    pub(crate) fn turns(&self) -> Vec<PyTurn> {
        let PlayedPosition { mut position, turns } = self.lock().clone();
        let mut wrapped: Vec<PyTurn> = Vec::with_capacity(turns.len());
        for &turn in turns.iter().rev() {
            position.undo();
            wrapped.push(self.turn(&position, turn));
        }
        wrapped.reverse();
        wrapped
    }

    /// Returns the number of turns that have been played.
    fn ply(&self) -> usize {
        self.lock().turns.len()
    }

    /// The number of the next move, as records count moves.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.lock().position.move_number()
    }

    /// The number of consecutive turns without a capture or another irreversible change; 0 if the game does not count them.
    #[getter]
    fn quiet_turns(&self) -> u32 {
        self.lock().position.quiet_turns()
    }

    /// Returns how often the position has occurred before in this game.
    fn earlier_occurrences(&self) -> usize {
        self.lock().position.earlier_occurrences()
    }

    /// Returns whether a royal piece of the side to move is attacked.
    fn is_check(&self) -> bool {
        self.lock().position.is_check()
    }

    /// Returns whether the game is over by the rules.
    fn is_game_over(&self, py: Python<'_>) -> bool {
        let position = self.get();
        py.detach(|| position.verdict().is_some())
    }

    /// Returns how the game has ended by the rules, or None if it has not ended.
    fn outcome(&self, py: Python<'_>) -> Option<PyOutcome> {
        let position = self.get();
        let verdict = py.detach(|| position.verdict())?;
        Some(PyOutcome { verdict, description: words::verdict(position.game(), verdict).to_string() })
    }

    /// Returns the number of sequences of `depth` legal turns (perft), counted by distinct results. The repetition rules see the
    /// turns that have been played, so `perft(1)` is the number of `legal_turns`. For great depths use `beaufort perft`, which
    /// has threads and a hash table.
    ///
    /// Examples:
    ///     >>> beaufort.Position("scirocco").perft(2)
    ///     441
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = integer)] depth: i64) -> PyResult<u64> {
        let perft = Perft::new(depth)?;
        let position = self.get();
        // An interrupt has raised its exception already.
        work::quiet(py, || perft.stop(), || perft.count(position)).map(Option::unwrap_or_default)
    }
}

impl PyPosition {
    /// Returns the last turn; `None` if none has been played.
    pub(crate) fn last_turn(&self) -> Option<PyTurn> {
        let PlayedPosition { mut position, turns } = self.lock().clone();
        let turn = *turns.last()?;
        position.undo();
        Some(self.turn(&position, turn))
    }
}

fn nothing_played() -> PyErr {
    PyIndexError::new_err("no turn has been played")
}

/// How a game has ended.
///
/// Examples:
///     >>> position = beaufort.Position("orthochess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
///     >>> outcome = position.outcome()
///     >>> outcome.result(), outcome.reason, str(outcome)
///     ('1-0', 'checkmate', 'White has won: Black is checkmated')
#[pyclass(frozen, module = "beaufort", name = "Outcome", eq, hash)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    verdict: Verdict,
    /// The result and its reason as a sentence, which `str` returns.
    description: String,
}

#[pymethods]
impl PyOutcome {
    /// The winner; None for a draw.
    #[getter]
    fn winner(&self) -> Option<PySide> {
        self.verdict.outcome.winner().map(PySide)
    }

    /// Why: `no_royal`, `bare_royal`, `no_turn`, `checkmate`, `stalemate`, `repetition`, `quiet_turns`, `dead_position`, `extinction`,
    /// `given_away`, `goal`, `checks`, `stuck`, `mated`, `points`, `passes`, `facing`, `repeated`, `perpetual_check`,
    /// `perpetual_chase` or `counted`.
    #[getter]
    fn reason(&self) -> &'static str {
        reason_name(self.verdict.reason)
    }

    /// Returns the result as records write it: `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        GameResult::from(self.verdict.outcome).text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Option<PySide>, &'static str, String)> {
        let function = py.import("beaufort._pickle")?.getattr("outcome")?;
        Ok((function, (self.winner(), self.reason(), self.description.clone())))
    }

    fn __str__(&self) -> &str {
        &self.description
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} {}>", self.result(), self.reason())
    }
}

/// Restores an outcome from its pickle.
#[pyfunction(name = "_outcome")]
pub(crate) fn unpickled_outcome(
    winner: Option<PySide>,
    reason: &str,
    description: String,
) -> PyResult<PyOutcome> {
    let reason = REASONS.into_iter().find(|&known| reason_name(known) == reason);
    let reason = reason.ok_or_else(|| value_error("this is no reason for which the rules end a game"))?;
    let outcome = winner.map_or(turn::Outcome::Draw, |side| turn::Outcome::Win(side.0));
    Ok(PyOutcome { verdict: Verdict { outcome, reason }, description })
}
