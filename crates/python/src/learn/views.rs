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
    /// The number of actions, which is the square of the number of squares. `encode` returns numbers below it.
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
    /// A position and the one with the sides exchanged have the same planes, except for the last, which marks the second player.
    /// The second player's board is mirrored vertically if the initial array is, and rotated by 180 degrees otherwise.
    ///
    /// `history` is the number of positions, at most 64: this one, the one before the last turn, and so on, each with all its
    /// planes and seen by the same side. The planes before the first turn are 0.
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

    /// Returns the mask of the legal actions: a NumPy array of `int8` of length `Game.num_actions`, 1 for each action that
    /// `decode` accepts in this position. A position that is drawn by the rules may have legal actions, just as it may have
    /// `legal_turns`.
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

    /// The legal actions in ascending order: the indices at which `action_mask` is 1.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        let table = Actions::new(&self.game.game).table(&self.get());
        table.into_iter().map(|(action, _)| action).collect()
    }

    /// Returns the action of a legal turn: a number below `Game.num_actions`.
    ///
    /// The action is `from * squares + to`, where `from` is the square where the turn begins and `to` the one where its first
    /// step ends, both numbered as seen by the side to move. If the piece stays on its square, `to` is the square of the piece
    /// that it acts on. If several turns share the number because they differ in a promotion or a second step, the simplest turn
    /// gets it, and each of the others the next number that is free in this position. So the number of a turn is stable for
    /// learning, and every turn has one unless there are more turns than actions, which happens only on tiny boards.
    ///
    /// Raises TurnError if the turn is not legal or has no action.
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
