"""An environment that follows the conventions of PettingZoo's classic games.

Examples:
    >>> import beaufort.pettingzoo
    >>> env = beaufort.pettingzoo.env("scirocco")
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((77, 10, 10), 21)
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    >>> env.agent_selection
    'player_1'

An observation is a dictionary, as in the library's chess: `observation` is `Position.planes()` as seen by the agent, and
`action_mask` is `Position.action_mask()`, or all 0 if the agent is not to move. Actions are the numbers of `Position.encode`. The
reward is 1 for a win, -1 for a loss and 0 for a draw; a game is truncated after `max_plies` turns.

`copy.deepcopy` and `pickle` work in the middle of a game, too.
"""

from __future__ import annotations

from typing import Any, Optional, Union

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError("the environment needs NumPy and PettingZoo: pip install numpy pettingzoo") from _error

from ._picture import RENDER_MODES, check_render_mode, rendered
from ._rust import Game, Position
from ._side import Side

__all__ = ["env", "raw_env"]

Observation = dict[str, NDArray[np.int8]]


def env(
    game: Union[str, Game], *, max_plies: int = 1000, render_mode: Optional[str] = None
) -> AECEnv[str, Any, Any]:
    """Returns the environment of a game. An agent that plays an illegal action loses.

    `render()` returns a text in the mode "ansi", a picture in the mode "svg", an array of `uint8` of the shape (height, width, 3) in the
    mode "rgb_array", which needs Pillow and resvg (`pip install pillow resvg-py`), and prints the text in the mode "human".
    """
    wrapped: AECEnv[str, Any, Any] = raw_env(game, max_plies=max_plies, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):
    """The environment without the wrappers: an illegal action raises TurnError.

    Attributes:
        position: the position, which must not be changed.
    """

    metadata: dict[str, Any] = {
        "render_modes": RENDER_MODES,
        "name": "beaufort",
        "is_parallelizable": False,
    }

    def __init__(
        self, game: Union[str, Game], *, max_plies: int = 1000, render_mode: Optional[str] = None
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        if max_plies < 1:
            raise ValueError(f"max_plies is {max_plies}: expected at least 1")
        self.game: Game = game if isinstance(game, Game) else Game(game)
        self.max_plies: int = max_plies
        self.render_mode: Optional[str] = render_mode
        self.possible_agents: list[str] = [f"player_{side.value}" for side in Side]
        shape = (len(self.game.plane_names), self.game.ranks, self.game.files)
        # One space for each agent, always the same object.
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, shape, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game; `options={"setup": ...}` chooses a set-up, as `Game.array` does. Nothing is random."""
        self.position: Position = self.game.array((options or {}).get("setup"))
        self.agents: list[str] = self.possible_agents[:]
        self.agent_selection: str = self.agents[self.position.side]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}: expected one of {self.possible_agents}")
        is_to_move = agent == self.agent_selection and not self.terminations.get(agent, True)
        if is_to_move:
            mask = self.position.action_mask()
        else:
            mask = np.zeros(self.game.num_actions, dtype=np.int8)
        side = Side(self.possible_agents.index(agent))
        return {"observation": self.position.planes(side), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that plays needs an action")
        self.position.push(self.position.decode(int(action)))
        self._cumulative_rewards[agent] = 0.0
        outcome = self.position.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                for side in Side:
                    self.rewards[self.possible_agents[side]] = 1.0 if side == outcome.winner else -1.0
        elif self.position.ply() >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.position.side]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Does nothing; there is nothing to close."""
