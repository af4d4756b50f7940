"""What games would cost: some of them are played."""

from __future__ import annotations

import inspect
import itertools
import math
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Union

from .._rust import Game, Store
from ._run import QUANTILE_95
from ._spec import GamesSpec, MatchSpec, Spec, StudySpec, net_content

__all__ = ["Cost", "cost"]


@dataclass(frozen=True)
class Cost:
    """The cost of games, estimated from a sample."""

    #: The games that were played for it.
    played: int
    #: The games that are asked for.
    games: int
    #: The time of a core for a game in seconds, with its bounds of 95%; without bounds (infinite ones) of a single sample.
    game_s: tuple[float, float, float]
    #: What a game takes on the disk, in bytes.
    game_bytes: float

    @property
    def core_hours(self) -> float:
        """The time of a core for all games, in hours."""
        return self.games * self.game_s[0] / 3600

    def __str__(self) -> str:
        mean, low, high = self.game_s
        bounds = f" ({low:.3g} to {high:.3g})" if math.isfinite(high) else ""
        hours = f" ({self.core_hours * low / mean:.3g} to {self.core_hours * high / mean:.3g})" if bounds else ""
        return (
            f"{self.played} games played: {mean:.3g} s of a core a game{bounds}; "
            f"{self.games} games: {self.core_hours:.3g} core hours{hours}, {self.games * self.game_bytes / 1e6:.3g} MB"
        )


def cost(
    command: Literal["study", "games", "match", "sweep"],
    game: Union[str, Game, Iterable[Union[str, Game]]],
    *players: Any,
    seconds: float = 5.0,
    **settings: Any,
) -> Cost:
    """Returns what `study`, `games`, `match` or `sweep` with these arguments would cost, by playing a part of it on one core of this machine,
    without Ray, for so many seconds. It keeps nothing. A test that ends a match early (`sprt`) and random games are not counted in. Of a
    sweep each combination of games, nodes and nets plays for the same time, and at least one game; all seeds cost the same.

    Raises what these functions raise, TypeError for an argument that they do not have.
    """
    from .. import lab

    if command not in ("study", "games", "match", "sweep"):
        raise ValueError(f"there is no command {command!r}: expected study, games, match or sweep")
    bound = inspect.signature(getattr(lab, command)).bind(game, *players, **settings)
    bound.apply_defaults()
    of = bound.arguments
    if command != "sweep":
        return _sample(*_spec(command, of), of["games"], seconds)
    seeds = list(of["seed"])
    combinations = list(itertools.product(of["game"], of["nodes"], of["net"], seeds[:1]))
    if not combinations:
        raise ValueError("the sweep has no combination of settings")
    names = "game", "nodes", "net", "seed"
    specs = [_spec("study", {**of, **dict(zip(names, each))})[0] for each in combinations]
    costs = [_sample(spec, 1, of["games"], seconds / len(specs)) for spec in specs]
    return _together(costs, len(seeds))


def _together(costs: list[Cost], times: int) -> Cost:
    """Returns the cost of several lots of equally many games, which are repeated so many times."""
    number = len(costs)
    means, lows, highs = zip(*(cost.game_s for cost in costs))
    mean = sum(means) / number
    # The errors of the samples are independent of one another.
    below, above = (math.hypot(*(m - bound for m, bound in zip(means, bounds))) / number for bounds in (lows, highs))
    game_bytes = sum(cost.game_bytes for cost in costs) / number
    game_s = mean, max(0.0, mean - below), mean + above
    return Cost(sum(cost.played for cost in costs), times * sum(cost.games for cost in costs), game_s, game_bytes)


def _sample(spec: Spec, games_of_unit: int, games: int, seconds: float) -> Cost:
    """Plays a part of the games for so many seconds."""
    if games < games_of_unit:
        raise ValueError(f"games is {games}: expected at least {games_of_unit}")
    work, units = spec.work(), games // games_of_unit
    # The first one makes what all others use.
    lines: list[str] = work.play([0])
    times: list[float] = []
    end = time.monotonic() + seconds
    while not times or (len(times) < units and time.monotonic() < end):
        begin = time.process_time()
        lines += work.play([len(times) + 1])
        times.append(time.process_time() - begin)
    return Cost(games_of_unit * len(times), games, _mean(times, games_of_unit), _bytes(work.store, lines) / len(lines))


def _spec(command: str, of: dict[str, Any]) -> tuple[Spec, int]:
    """Returns the description of a command's games, and how many are played together."""
    if command == "match":
        from ._match import player_words

        players = player_words(of["first"]), player_words(of["second"])
        return MatchSpec(of["game"], *players, of["seed"], of["opening_plies"], of["max_plies"]), 2
    settings = of["game"], of["nodes"], of["seed"], of["opening"], of["max_plies"], net_content(of["game"], of["net"])
    return (StudySpec(*settings, False) if command == "study" else GamesSpec(*settings)), 1


def _mean(times: list[float], games_of_unit: int) -> tuple[float, float, float]:
    mean = sum(times) / len(times)
    if len(times) < 2:
        return mean / games_of_unit, 0.0, math.inf
    spread = QUANTILE_95 * math.sqrt(sum((time - mean) ** 2 for time in times) / (len(times) - 1) / len(times))
    return mean / games_of_unit, max(0.0, mean - spread) / games_of_unit, (mean + spread) / games_of_unit


def _bytes(store: Any, lines: list[str]) -> int:
    """Returns what games take where they are kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        kept: Store = store(path)
        with closing(kept):
            for line in lines:
                kept.add(line)
        files = [path] if path.is_file() else path.rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file())
