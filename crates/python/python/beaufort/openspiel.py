"""A game of OpenSpiel, for its algorithms and tools.

Examples:
    >>> import beaufort.openspiel
    >>> game = beaufort.openspiel.load("scirocco")
    >>> state = game.new_initial_state()
    >>> len(state.legal_actions()), state.current_player()
    (21, 0)
    >>> state.apply_action(state.legal_actions()[0])
    >>> game.observation_tensor_shape()
    [77, 10, 10]

`import beaufort.openspiel` registers the game "beaufort", so that `pyspiel.load_game("beaufort(game=jupiter,max_plies=500)")` does the
same; `game` may also name a game file, `my.toml`. Actions are those of `Position.encode`, the observation is `Position.planes()` as a
player sees it, and `state.position` is the position. It is a game of perfect information for two players with returns of 1, 0 and -1 at
the end; after `max_plies` turns it is a draw.

States can be cloned, and games and states can be copied and pickled, also those of a `Game` of your own. `state.serialize()` names the game
by its id, so it is for the others alone. They are Python objects, which OpenSpiel's algorithms in C++ ask at every step; to play many
positions fast, use `Batch`.
"""

from __future__ import annotations

from typing import Any, Optional, Union

try:
    import numpy as np
    import pyspiel
except ImportError as _error:
    raise ImportError("the game needs NumPy and OpenSpiel: pip install numpy open_spiel") from _error

from ._rust import Game, Position
from ._side import Side

__all__ = ["load"]

_TYPE = pyspiel.GameType(
    short_name="beaufort",
    long_name="Beaufort: large chess variants",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "scirocco", "max_plies": 1000},
)


def load(game: Union[str, Game], *, max_plies: int = 1000) -> Any:
    """Returns the `pyspiel.Game` of a game: one of `beaufort.games()`, or a `Game` of a file of one's own.

    Raises ValueError if there is no such game or `max_plies` is less than 1.
    """
    if max_plies < 1:
        raise ValueError(f"max_plies is {max_plies}: expected at least 1")
    found = game if isinstance(game, Game) else Game(game)
    return _SpielGame({"game": found.id, "max_plies": max_plies}, found)


class _SpielGame(pyspiel.Game):
    """A game of OpenSpiel."""

    def __init__(self, params: Optional[dict[str, Any]] = None, game: Optional[Game] = None) -> None:
        params = params or {}
        named = str(params.get("game", "scirocco"))
        self.game: Game = game or (Game.from_file(named) if named.endswith(".toml") else Game(named))
        self.max_plies: int = int(params.get("max_plies", 1000))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self, state: Any = None) -> _State:
        return _State(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_game, (self.game, self.max_plies)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.game)


class _State(pyspiel.State):
    """A position with the turns that have been played."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.position: Position = game.game.array()
        self._max_plies = game.max_plies

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.position.side)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions

    def _apply_action(self, action: int) -> None:
        self.position.push(self.position.decode(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.decode(action).text

    def is_terminal(self) -> bool:
        return self.position.ply() >= self._max_plies or self.position.is_game_over()

    def returns(self) -> list[float]:
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == Side.FIRST else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_state, (self.get_game(), self.history())


def _restored_game(game: Game, max_plies: int) -> _SpielGame:
    return _SpielGame({"game": game.id, "max_plies": max_plies}, game)


def _restored_state(game: _SpielGame, actions: list[int]) -> _State:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


class _Observer:
    """What a player sees: planes, and the text of the position."""

    def __init__(self, game: Game) -> None:
        #: The observation in one row, and with its shape.
        shape = (len(game.plane_names), game.ranks, game.files)
        self.tensor = np.zeros(shape, np.float32).reshape(-1)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][:] = state.position.planes(Side(player))

    def string_from(self, state: _State, player: int) -> str:
        return state.position.text


pyspiel.register_game(_TYPE, _SpielGame)
