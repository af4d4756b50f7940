//! Positions: a board, the pieces in hand, the side to move, and the turns played on it.

mod board;
mod effects;
mod perft;
mod picture;
mod play;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beaufort_rules::game::{Game, Setup};
use beaufort_rules::{Piece, Position, Side, Turn};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{PySide, Reduced, Text, wrong_type};
use crate::errors::{error, position_error, turn_error};
use crate::game::{GameArgument, PyGame, PyPiece, is_same};
use crate::turn::{PyTurn, WithoutHistory};
pub(crate) use effects::FATES;
pub(crate) use picture::{ARROWS, ArrowArgument, TILES};
pub(crate) use play::{PyOutcome, unpickled_outcome};

/// A position of a game. Turns are played and taken back in place: `push`, `pop`.
///
/// `Position(game)` is the initial position, `Position(game, text)` any other. A position stores the turns that have been played
/// on it, which the repetition rules need; a position read from a text has no history. Positions are equal if their texts are
/// equal. Threads may share a position: each method call is atomic.
///
/// Examples:
///     >>> position = beaufort.Position("scirocco")
///     >>> position.push("P-e4")
///     >>> position.side
///     <Side.SECOND: 1>
///     >>> position.pop()
///     <Turn P-e4>
#[pyclass(frozen, module = "beaufort", name = "Position")]
#[derive(Debug)]
pub(crate) struct PyPosition {
    pub(crate) game: PyGame,
    /// Never locked while Python code runs, nor together with another position.
    state: Mutex<PlayedPosition>,
}

/// A position with the turns that have been played on it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedPosition {
    pub(crate) position: Position,
    pub(crate) turns: Vec<Turn>,
}

impl PlayedPosition {
    /// Returns the initial position of a game.
    pub(crate) fn initial(game: &Arc<Game>) -> PlayedPosition {
        PlayedPosition { position: Position::initial(game), turns: Vec::new() }
    }

    /// Plays a turn that is known to be legal.
    pub(crate) fn play(&mut self, turn: Turn) {
        self.position.play_unchecked(turn);
        self.turns.push(turn);
    }
}

impl PyPosition {
    /// Returns a position that has no turns before it.
    pub(crate) fn from(game: &PyGame, position: Position) -> PyPosition {
        debug_assert_eq!(position.ply(), 0, "turns that nobody can take back");
        PyPosition::played(game, PlayedPosition { position, turns: Vec::new() })
    }

    /// Returns a position with the turns that have been played on it.
    pub(crate) fn played(game: &PyGame, played: PlayedPosition) -> PyPosition {
        PyPosition { game: game.clone(), state: Mutex::new(played) }
    }

    /// Locks the position; do not call Python while the lock is held.
    pub(crate) fn lock(&self) -> MutexGuard<'_, PlayedPosition> {
        // A panic in the middle of a turn is a fault of the library; the position is whole or it says so again.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy, with the history that the rules ask for.
    pub(crate) fn get(&self) -> Position {
        self.lock().position.clone()
    }

    /// Returns turns of the position, which were found in what [`PyPosition::get`] has returned.
    fn wrap(&self, position: &Position, turns: impl IntoIterator<Item = Turn>) -> Vec<PyTurn> {
        let origin = WithoutHistory::new(&self.game, position);
        turns.into_iter().map(|turn| PyTurn::new(turn, &origin)).collect()
    }

    /// Returns a turn of the position likewise.
    pub(crate) fn turn(&self, position: &Position, turn: Turn) -> PyTurn {
        PyTurn::new(turn, &WithoutHistory::new(&self.game, position))
    }

    /// Complains of a turn of another game.
    fn check_game(&self, py: Python<'_>, turn: &PyTurn) -> PyResult<()> {
        if is_same(&turn.game().game, &self.game.game) {
            return Ok(());
        }
        let [found, expected] = [turn.game(), &self.game].map(|game| &game.game.definition().id);
        Err(turn_error(py, format_args!("a turn of the game `{found}`, not of `{expected}`")))
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(py: Python<'_>, game: GameArgument, text: Option<Text>) -> PyResult<PyPosition> {
        let game = game.get(py)?;
        let position = match text {
            None => Position::initial(&game.game),
            Some(text) => Position::parse(&game.game, &text).map_err(|error| position_error(py, &error))?,
        };
        Ok(PyPosition::from(&game, position))
    }

    /// Returns a board without pieces, to be set up.
    #[staticmethod]
    #[pyo3(signature = (game, side=PySide(Side::First)), text_signature = "(game, side=0)")]
    fn empty(py: Python<'_>, game: GameArgument, side: PySide) -> PyResult<PyPosition> {
        let game = game.get(py)?;
        let position = Position::empty(&game.game, side.0);
        Ok(PyPosition::from(&game, position))
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The position as a text, which `Position(game, text)` reads back. The text of a position that was set up by hand is
    /// rejected if no game can reach it, for example with more pieces of a type than the game has.
    ///
    /// Examples:
    ///     >>> beaufort.Position("orthochess").text.split()[1:]
    ///     ['w', 'KQkq', '-', '-', '-']
    #[getter]
    fn text(&self) -> String {
        self.lock().position.to_string()
    }

    /// Returns the position in the notation of Forsyth and Edwards; None in a game whose pieces have longer ids.
    fn fen(&self) -> Option<String> {
        self.lock().position.fen()
    }

    /// The side to move.
    #[getter]
    fn side(&self) -> PySide {
        PySide(self.lock().position.side())
    }

    /// The Zobrist hash of the position, equal for equal positions in every process. Use it as a dictionary key: a position
    /// itself changes with the next `push`.
    #[getter]
    fn key(&self) -> u64 {
        self.lock().position.key()
    }

    /// Returns a copy, with the turns that have been played.
    fn copy(&self) -> PyPosition {
        PyPosition::played(&self.game, self.lock().clone())
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyPosition {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} \"{}\">", self.game.game.definition().id, self.text())
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        // One after the other: both may be the same.
        let position = self.get();
        is_same(&self.game.game, &other.game.game) && position == other.lock().position
    }

    /// A position changes with `push`, and would be lost in a dictionary: `key` and `text` are good keys.
    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err(
            "a Position has no hash, as `push` changes it: use position.key or position.text",
        ))
    }

    /// Raises PositionError if neither a text nor a few pieces that are put on a board make the position again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Bound<'py, PyAny>> {
        let PlayedPosition { mut position, turns } = self.lock().clone();
        let mut texts: Vec<String> = Vec::with_capacity(turns.len());
        for &turn in turns.iter().rev() {
            position.undo();
            texts.push(position.coordinates(turn));
        }
        texts.reverse();
        let module = py.import("beaufort._pickle")?;
        // The number of the move stands in FEN alone.
        let numbered = position.fen().filter(|_| position.move_number() > 1);
        let text = numbered.unwrap_or_else(|| position.start_text());
        let Err(problem) = check_text(&position, &text) else {
            let arguments = (self.game.clone(), text, texts).into_pyobject(py)?;
            return Ok((module.getattr("position")?, arguments.into_any()));
        };
        let (on_empty_board, pieces) = self.arrangement(&position).ok_or_else(|| {
            let message = format!("a position that cannot be read again cannot be pickled: {problem}");
            error(py, "PositionError", (message,))
        })?;
        let side = on_empty_board.then_some(PySide(position.side()));
        let arguments = (self.game.clone(), side, pieces, texts).into_pyobject(py)?;
        Ok((module.getattr("arranged")?, arguments.into_any()))
    }
}

impl PyPosition {
    /// Returns the pieces by whose placing a position was set up on the empty board, or else on the initial position.
    fn arrangement(&self, position: &Position) -> Option<Arrangement> {
        let game = position.game();
        let bases = [Position::empty(game, position.side()), Position::initial(game)];
        bases.into_iter().enumerate().find_map(|(number, mut base)| {
            let (size, board) = (game.size(), position.board());
            let mut pieces = Vec::new();
            for square in size.iter() {
                let piece = board.at(square);
                if base.board().at(square) != piece {
                    // As `set_piece_at` does it.
                    let alone = piece.kind().map_or(Piece::NONE, |kind| Piece::new(kind, piece.side()));
                    base.place(square, alone);
                    pieces.push((size.name(square), PyPiece::new(&self.game, piece)));
                }
            }
            (base == *position).then_some((number == 0, pieces))
        })
    }
}

/// Whether pieces are put on the empty board, and what is put on which squares.
type Arrangement = (bool, Vec<(String, Option<PyPiece>)>);

/// Checks that the text of a position reads back as the same position.
pub(crate) fn check_text(position: &Position, text: &str) -> Result<(), String> {
    match Position::parse(position.game(), text) {
        Ok(read) if read == *position => Ok(()),
        Ok(_) => Err("its text is that of another position".to_owned()),
        Err(problem) => Err(problem.to_string()),
    }
}

/// A turn as an argument: itself, or its text.
pub(crate) enum TurnArgument<'py> {
    Turn(Bound<'py, PyTurn>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for TurnArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<TurnArgument<'py>> {
        if let Ok(turn) = object.cast::<PyTurn>() {
            return Ok(TurnArgument::Turn(turn.to_owned()));
        }
        if object.is_instance_of::<PyString>() {
            return object.extract().map(TurnArgument::Text);
        }
        Err(wrong_type(object, "a Turn or a text"))
    }
}

impl TurnArgument<'_> {
    /// Returns the turn of a position; whether it is legal is not known of one that is no text.
    pub(crate) fn of(&self, py: Python<'_>, position: &PyPosition) -> PyResult<Turn> {
        match self {
            TurnArgument::Turn(turn) => {
                position.check_game(py, turn.get())?;
                Ok(turn.get().turn)
            }
            TurnArgument::Text(text) => play::read(py, &position.get(), text),
        }
    }
}

/// Raises TypeError for a position of another game than an object is for.
pub(crate) fn check_game(object: &str, game: &PyGame, position: &PyPosition) -> PyResult<()> {
    if is_same(&game.game, &position.game.game) {
        return Ok(());
    }
    let [own, other] = [game, &position.game].map(|game| &game.game.definition().id);
    Err(PyTypeError::new_err(format!("{object} of the game `{own}` got a position of `{other}`")))
}

impl WithoutHistory {
    /// Returns a position that has no turns before it.
    pub(crate) fn to_python(&self) -> PyPosition {
        PyPosition::from(&self.game, self.position.clone())
    }
}

#[pymethods]
impl PyTurn {
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyPosition, String)> {
        let function = py.import("beaufort._pickle")?.getattr("turn")?;
        Ok((function, (self.origin.to_python(), self.coordinates())))
    }
}

#[pymethods]
impl PyGame {
    /// Returns the initial position: the default array, or the one of a set-up, which is a comma-separated list of choices.
    ///
    /// Raises SetupError if a name is not one of `setup_choices`.
    ///
    /// Examples:
    ///     >>> len(beaufort.Game("scirocco").array().legal_turns)
    ///     21
    #[pyo3(signature = (setup=None))]
    fn array(&self, py: Python<'_>, setup: Option<Text>) -> PyResult<PyPosition> {
        let setup = Setup::parse(&self.game, setup.as_deref().unwrap_or_default())
            .map_err(|problem| error(py, "SetupError", (problem.to_string(),)))?;
        Ok(PyPosition::from(self, setup.position(&self.game)))
    }
}
