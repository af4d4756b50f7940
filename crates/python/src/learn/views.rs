//! Methods of games and positions for machine learning: planes and actions.

use pyo3::prelude::*;

use super::planes::history_of;
use super::{Actions, Planes};
use crate::convert::{Array, Integer, PySide, integer};
use crate::errors::turn_error;
use crate::game::PyGame;
use crate::position::{PyPosition, TurnArgument};
use crate::turn::PyTurn;

#[pymethods]
impl PyGame {
    /// The number of actions: `encode` gives numbers below it. It is the square of the number of squares.
    #[getter]
    fn num_actions(&self) -> usize {
        Actions::count(&self.game)
    }

    /// The meanings of the planes of `Position.planes()`, in their order.
    ///
    /// Examples:
    ///     >>> names = beaufort.Game("orthochess").plane_names
    ///     >>> len(names), names[0], names[-1]
    ///     (21, 'own K', 'the second player is to move')
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        Planes::new(&self.game).names(&self.game)
    }
}

#[pymethods]
impl PyPosition {
    /// Returns the position as a NumPy array of `int8` of the shape (planes, ranks, files), seen by `side`, or by the side to move:
    /// own pieces come first, and rank 0 is the own edge of the board. `Game.plane_names` tells what each plane means.
    ///
    /// So a position and the one with sides exchanged have the same planes, but for the last, which tells the second player. The
    /// second player's board is reflected in the middle rank where the initial array is, and turned half round elsewhere.
    ///
    /// `history` is the number of positions that are shown, at most 64: this one, then the one before the last turn, and so on,
    /// each with all its planes and seen by the same side; where no turn was played before, they are 0.
    ///
    /// Examples:
    ///     >>> beaufort.Position("scirocco").planes().shape
    ///     (77, 10, 10)
    ///     >>> beaufort.Position("scirocco").planes(history=8).shape
    ///     (616, 10, 10)
    #[pyo3(signature = (side=None, *, history=1))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        side: Option<PySide>,
        #[pyo3(from_py_with = integer)] history: i64,
    ) -> PyResult<Array<'py>> {
        let history = history_of(history)?;
        let planes = Planes::new(&self.game.game);
        let position = self.get();
        let viewer = side.map_or(position.side(), |side| side.0);
        let shape = planes.shape(history);
        Array::filled(py, "int8", shape, |numbers| planes.fill(&position, viewer, history, numbers))
    }

    /// Returns which actions are legal: a NumPy array of `int8` of length `Game.num_actions`, 1 for each action that `decode`
    /// knows here. A position that is a draw by the rules may have some, as it has `legal_turns`.
    ///
    /// Examples:
    ///     >>> int(beaufort.Position("scirocco").action_mask().sum())
    ///     21
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        let actions = Actions::new(&self.game.game);
        let position = self.get();
        let shape = vec![Actions::count(&self.game.game)];
        Array::filled(py, "int8", shape, |mask| actions.fill_mask(&position, mask))
    }

    /// The actions that are legal, in ascending order: the ones of `action_mask`.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        let table = Actions::new(&self.game.game).table(&self.get());
        table.into_iter().map(|(action, _)| action).collect()
    }

    /// Returns the action of a legal turn: a number below `Game.num_actions`.
    ///
    /// The action is `from * squares + to`, with the numbers of the squares where the turn begins and where its first step ends,
    /// both seen by the side to move. A piece that stays stands for what it handles: `to` is the square of that. Of several such
    /// turns, which differ in a promotion or a second step, the simplest has that number, and each other one the next that no
    /// turn of the position has: so learners find the same number for the same thing, and no turn is left out, unless there are
    /// more turns than actions, which happens on tiny boards alone.
    ///
    /// Raises TurnError if the turn is not legal, or left out.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> position.encode("e4") == position.game.square("e2") * 64 + position.game.square("e4")
    ///     True
    fn encode(&self, py: Python<'_>, turn: TurnArgument<'_>) -> PyResult<usize> {
        let turn = turn.of(py, self)?;
        let position = self.get();
        let action = Actions::new(&self.game.game).encode(&position, turn);
        action.ok_or_else(|| {
            let message = match position.is_legal(turn) {
                true => "more turns than actions: this one has none",
                false => "no legal turn of the position",
            };
            turn_error(py, message)
        })
    }

    /// Returns the turn of an action.
    ///
    /// Raises TurnError if the action is not legal.
    fn decode(&self, py: Python<'_>, action: Integer) -> PyResult<PyTurn> {
        let position = self.get();
        let turn = action.small().and_then(|action| Actions::new(&self.game.game).decode(&position, action));
        turn.map(|turn| self.turn(&position, turn))
            .ok_or_else(|| turn_error(py, format_args!("{action} is no legal action")))
    }
}
