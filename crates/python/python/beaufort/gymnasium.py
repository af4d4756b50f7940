"""An environment of Gymnasium: one agent plays against a level of the engine.

Examples:
    >>> import beaufort.gymnasium
    >>> env = beaufort.gymnasium.Env("scirocco", "beginner", side=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((77, 10, 10), 21)
    >>> action = env.action_space.sample(observation["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> len(env.position.turn_stack), reward, terminated
    (2, 0.0, False)

Observations and actions are those of `beaufort.pettingzoo`, seen by the agent. The reward comes at the end: 1 for a win, -1 for a
loss, 0 for a draw. An illegal action loses at once and sets `info["illegal"]` to True; a game is truncated after `max_plies`
turns of both sides.

`import beaufort.gymnasium` registers the environment: `gymnasium.make("beaufort/Level-v0", game="scirocco", opponent="club")`,
and `gymnasium.make_vec` for several. `copy.deepcopy` and `pickle` work in the middle of a game, too, unless the opponent is a
function that cannot be copied or pickled. A level makes the same mistakes in the copy; the hash table of its engine is not
copied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, Union, cast

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as _error:
    raise ImportError("the environment needs NumPy and Gymnasium: pip install numpy gymnasium") from _error

from ._picture import RENDER_MODES, check_render_mode, rendered
from ._rust import Engine, Game, Position, Turn, levels
from ._side import Side
from ._types import LevelId

__all__ = ["Env"]

Observation = dict[str, NDArray[np.int8]]
Opponent = Union[str, Callable[[Position], Union[Turn, str]]]


class Env(gymnasium.Env[Observation, np.int64]):
    """A game against an opponent: a level of `beaufort.levels()` other than `full`, "random", or a function that gets a position and
    returns a turn.

    `side` is the agent's side; by default every `reset` draws it at random. A seed given to `reset` makes the opponent
    reproducible, too.

    Attributes:
        position: the position, which must not be changed.
        side: the agent's side in this game.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: Union[str, Game],
        opponent: Opponent = "beginner",
        *,
        side: Union[Side, int, None] = None,
        max_plies: int = 1000,
        render_mode: Optional[str] = None,
    ) -> None:
        check_render_mode(render_mode)
        if max_plies < 1:
            raise ValueError(f"max_plies is {max_plies}: expected at least 1")
        known = ["random", *(level.id for level in levels() if level.id != "full")]
        if not callable(opponent) and opponent not in known:
            raise ValueError(f"there is no opponent {opponent!r}: expected a function or one of {known}")
        self.game: Game = game if isinstance(game, Game) else Game(game)
        self.max_plies: int = max_plies
        self.render_mode: Optional[str] = render_mode
        self.opponent: Opponent = opponent
        self._wanted_side = None if side is None else Side(side)
        # The engine is made when it is needed, of a seed and the number of games that it has begun since.
        self._engine: Optional[Engine] = None
        self._seed: Optional[int] = None
        self._games = 0
        shape = (len(self.game.plane_names), self.game.ranks, self.game.files)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, shape, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), dtype=np.int8),
            }
        )
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.num_actions)
        self.position: Position = self.game.array()
        self.side: Side = self._wanted_side or Side.FIRST
        self._is_lost = False

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engine": None}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a game; `options={"setup": ...}` chooses a set-up, as `Game.array` does. Plays the opponent's first turn if it begins."""
        super().reset(seed=seed)
        self.position = self.game.array((options or {}).get("setup"))
        self.side = Side(int(self.np_random.integers(2))) if self._wanted_side is None else self._wanted_side
        self._is_lost = False
        if seed is not None or self._seed is None:
            self._engine, self._seed, self._games = None, int(self.np_random.integers(1 << 32)), 0
        else:
            self._games += 1
            if self._engine is not None:
                self._engine.new_game()
        self._answer()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's turn unless the game is over.

        Raises RuntimeError if it is over already.
        """
        if self._is_over() or self._is_truncated():
            raise RuntimeError("the game is over: reset() begins the next one")
        try:
            turn = self.position.decode(int(action))
        except ValueError:
            self._is_lost = True
            return self._observation(), -1.0, True, False, {"illegal": True}
        self.position.push(turn)
        self._answer()
        outcome = self.position.outcome()
        winner = None if outcome is None else outcome.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        return self._observation(), reward, outcome is not None, outcome is None and self._is_truncated(), {}

    def render(self) -> Any:
        """Returns the board as the mode says: a text ("ansi"), a picture ("svg"), an array of `uint8` of the shape (height, width, 3)
        ("rgb_array"); "human" prints the text."""
        return rendered(self.position, self.render_mode)

    def _is_over(self) -> bool:
        return self._is_lost or self.position.is_game_over()

    def _is_truncated(self) -> bool:
        return self.position.ply() >= self.max_plies

    def _answer(self) -> None:
        """Plays the opponent's turns until the agent is to move."""
        while self.position.side != self.side and not self._is_over() and not self._is_truncated():
            self.position.push(self._choose())

    def _choose(self) -> Union[Turn, str]:
        if callable(self.opponent):
            return self.opponent(self.position.copy())
        if self.opponent == "random":
            turns = self.position.legal_turns
            return turns[int(self.np_random.integers(len(turns)))]
        if self._engine is None:
            self._engine = Engine(self.game, hash=1, level=cast(LevelId, self.opponent), seed=self._seed)
            for _ in range(self._games):
                self._engine.new_game()
        turn = self._engine.play(self.position)
        assert turn is not None, "the game goes on"
        return turn

    def _observation(self) -> Observation:
        if self.position.side == self.side and not self._is_over():
            mask = self.position.action_mask()
        else:
            mask = np.zeros(self.game.num_actions, dtype=np.int8)
        return {"observation": self.position.planes(self.side), "action_mask": mask}


gymnasium.register(id="beaufort/Level-v0", entry_point="beaufort.gymnasium:Env")
