//! Turns and their steps.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use beaufort_rules::{Position, Step, StepKind, Turn};
use pyo3::prelude::*;

use crate::convert::Reduced;
use crate::game::{PyGame, PyPieceType, is_same};

/// A turn of a position, in one step or two. `str(turn)` is its players' notation in that position.
///
/// Turns are equal if they have the same steps, even if they come from different positions. A turn of one position may be pushed
/// on another in which it is legal.
///
/// Examples:
///     >>> turn = beaufort.Game("scirocco").array().parse_turn("P-e4")
///     >>> str(turn), turn.from_square, turn.to_square
///     ('P-e4', 'e3', 'e4')
#[pyclass(frozen, module = "beaufort", name = "Turn")]
#[derive(Debug)]
pub(crate) struct PyTurn {
    pub(crate) turn: Turn,
    pub(crate) origin: Arc<WithoutHistory>,
}

/// A position without the turns before it: enough to write its turns. Only a position with its history knows which of them are
/// legal, so this one cannot be asked. There may be many, and each takes little memory.
#[derive(Debug)]
pub(crate) struct WithoutHistory {
    pub(crate) game: PyGame,
    pub(crate) position: Position,
}

impl WithoutHistory {
    /// Creates the part of a position that is needed to write its turns.
    pub(crate) fn new(game: &PyGame, position: &Position) -> Arc<WithoutHistory> {
        Arc::new(WithoutHistory { game: game.clone(), position: position.without_history() })
    }

    /// Returns the hash of the position.
    pub(crate) fn key(&self) -> u64 {
        self.position.key()
    }

    /// Returns the turns of a line of play that begins here.
    pub(crate) fn line(&self, line: &[Turn]) -> Vec<PyTurn> {
        let mut position = self.position.clone();
        let mut turns = Vec::with_capacity(line.len());
        for &turn in line {
            turns.push(PyTurn::new(turn, &WithoutHistory::new(&self.game, &position)));
            position.play_unchecked(turn);
        }
        turns
    }
}

impl PartialEq for WithoutHistory {
    fn eq(&self, other: &WithoutHistory) -> bool {
        is_same(&self.game.game, &other.game.game) && self.position == other.position
    }
}

impl PyTurn {
    /// Returns a turn of a position.
    pub(crate) fn new(turn: Turn, origin: &Arc<WithoutHistory>) -> PyTurn {
        PyTurn { turn, origin: Arc::clone(origin) }
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &PyGame {
        &self.origin.game
    }

    /// Returns a step by its place in the turn.
    fn step(&self, index: usize) -> PyStep {
        let step = self.turn.steps().nth(index).expect("the turn has so many steps");
        PyStep { step, index, turn: PyTurn::new(self.turn, &self.origin) }
    }

    /// Returns the names of the squares where it begins and ends.
    pub(crate) fn ends(&self) -> [String; 2] {
        [self.start_square(), self.to_square()]
    }

    fn last_step(&self) -> PyStep {
        self.step(self.turn.steps().count() - 1)
    }
}

#[pymethods]
impl PyTurn {
    /// The steps, in order.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        (0..self.turn.steps().count()).map(|index| self.step(index)).collect()
    }

    /// The square where the turn begins.
    #[getter(from_square)]
    fn start_square(&self) -> String {
        self.step(0).start_square()
    }

    /// The square where its last step ends.
    #[getter]
    fn to_square(&self) -> String {
        self.last_step().to_square()
    }

    /// The type to which the piece of the last step promotes, if it does.
    #[getter]
    fn promotion(&self) -> Option<PyPieceType> {
        self.last_step().promotion()
    }

    /// The players' notation in its position.
    #[getter]
    pub(crate) fn text(&self) -> String {
        self.origin.position.turn_text(self.turn).unwrap_or_else(|| self.coordinates())
    }

    /// The notation of programs, as in UCI: `e2e4`, `a9a10=Der`, `d4d4:igui@e5`, `b2c4,c4d6`.
    #[getter]
    pub(crate) fn coordinates(&self) -> String {
        self.origin.position.coordinates(self.turn)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Turn {}>", self.text())
    }

    fn __eq__(&self, other: &PyTurn) -> bool {
        self.turn == other.turn && is_same(&self.game().game, &other.game().game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.turn.hash(&mut hasher);
        hasher.finish()
    }
}

/// Makes the table of the names of the kinds of steps, which programs rely on: they stay when the rules rename a kind.
macro_rules! kind_names {
    ($($kind:ident: $name:literal,)*) => {
        /// The names of the kinds of steps.
        pub(crate) const STEP_KINDS: &[&str] = &[$($name),*];

        /// Returns the name of a kind.
        fn kind_name(kind: StepKind) -> &'static str {
            match kind {
                $(StepKind::$kind => $name,)*
            }
        }
    };
}

kind_names! {
    Own: "own",
    Declining: "declining",
    Relayed: "relayed",
    Strike: "strike",
    Igui: "igui",
    Sweep: "sweep",
    LongLeap: "long_leap",
    Convert: "convert",
    Swap: "swap",
    Pull: "pull",
    Push: "push",
    Shove: "shove",
    Birth: "birth",
    Pass: "pass",
    Suicide: "suicide",
    Castle: "castle",
    EnPassant: "en_passant",
    Stagger: "stagger",
    SwapEnemy: "swap_enemy",
    Flip: "flip",
    Twofold: "twofold",
    IguiInPassing: "igui_in_passing",
    Drop: "drop",
    Place: "place",
    Wall: "wall",
    Jump: "jump",
    ImitatedLeap: "imitated_leap",
}

/// One move of one piece in a turn.
#[pyclass(frozen, module = "beaufort", name = "Step")]
#[derive(Debug)]
pub(crate) struct PyStep {
    step: Step,
    /// Its place in its turn.
    index: usize,
    turn: PyTurn,
}

impl PyStep {
    fn game(&self) -> &PyGame {
        self.turn.game()
    }
}

#[pymethods]
impl PyStep {
    /// The square where the piece starts.
    #[getter(from_square)]
    fn start_square(&self) -> String {
        self.game().game.size().name(self.step.from)
    }

    /// The square where it ends; `from_square` if it stays.
    #[getter]
    fn to_square(&self) -> String {
        self.game().game.size().name(self.step.to)
    }

    /// The square of another piece that is involved: captured in passing, acted on from a distance, or castling; None without
    /// one.
    #[getter]
    fn via_square(&self) -> Option<String> {
        (self.step.via != self.step.to).then(|| self.game().game.size().name(self.step.via))
    }

    /// How the step is made, one of `StepKind`: `own` by the piece's own travel, `relayed` by a borrowed one, `drop`, `castle`
    /// and others.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_name(self.step.kind)
    }

    /// The square of the piece that lends the move; None if it is the piece's own.
    #[getter]
    fn lender_square(&self) -> Option<String> {
        let lenders = self.turn.origin.position.lenders(self.turn.turn);
        lenders[self.index].map(|square| self.game().game.size().name(square))
    }

    /// The type to which the piece promotes, if it does; of a drop the type that is dropped.
    #[getter]
    fn promotion(&self) -> Option<PyPieceType> {
        self.step.promotion.map(|kind| PyPieceType::new(self.game(), kind))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyTurn, usize)> {
        let function = py.import("beaufort._pickle")?.getattr("step")?;
        Ok((function, (PyTurn::new(self.turn.turn, &self.turn.origin), self.index)))
    }

    fn __eq__(&self, other: &PyStep) -> bool {
        self.step == other.step && is_same(&self.game().game, &other.game().game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.step.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Step {} {}-{}>", self.kind(), self.start_square(), self.to_square())
    }
}
