"""Matches: pairs of games until a test has decided."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Optional, Union

from .._errors import NetError
from .._rust import Engine, Game, Player, Position, Store, levels
from .._types import Verdict
from ._cluster import Ray
from ._metrics import Metrics
from ._run import Form, Progress, check_sample
from ._spec import MatchSpec, PlayerWords

__all__ = ["MatchStanding", "Sprt", "check_net", "play_pairs", "player_words"]


@dataclass(frozen=True)
class Sprt:
    """A test whether the first player is stronger by `elo1` rather than by `elo0`, with the chances of error `alpha` and `beta`."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Reads `elo0=0,elo1=10`; what is left out has its default. Raises ValueError for anything else."""
        values: dict[str, float] = {}
        for word in text.split(","):
            name, _, value = word.partition("=")
            if name not in cls.__dataclass_fields__ or name in values:
                raise ValueError(f"`{word}` is no setting of a test: expected elo0=0,elo1=10,alpha=0.05,beta=0.05")
            try:
                values[name] = float(value)
            except ValueError:
                raise ValueError(f"`{word}` has no number") from None
        return cls(**values)


@dataclass(frozen=True)
class MatchStanding:
    """The result of a match so far, for the first player."""

    wins: int
    draws: int
    losses: int
    #: The difference of strength in Elo with its bounds of 95%; None before the first pair.
    elo: Optional[tuple[float, float, float]]
    #: The logarithm of the ratio of likelihoods, and the bounds at which the test ends.
    ratio: float
    bounds: tuple[float, float]
    #: The state of the test: `open`, `rejected` (`elo0`) or `accepted` (`elo1`).
    verdict: Verdict

    @classmethod
    def of(cls, store: Store, test: Sprt, pairs: int) -> MatchStanding:
        """Returns the standing of the first `pairs` pairs, as far as they are kept: the place may hold more."""
        found = store.sprt(test.elo0, test.elo1, test.alpha, test.beta, pairs=pairs)
        (wins, draws, losses), elo, (ratio, low, high, verdict) = found
        return cls(wins, draws, losses, elo, ratio, (low, high), verdict)

    def facts(self) -> dict[str, Any]:
        """Returns the result by the names of the fields, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        text = f"+{self.wins} ={self.draws} -{self.losses}"
        if self.elo is not None:
            text += ", Elo {:+.0f} ({:+.0f} to {:+.0f})".format(*self.elo)
        return f"{text}, LLR {self.ratio:.2f} ({self.bounds[0]:.2f} to {self.bounds[1]:.2f}): {self.verdict}"


_ENGINE: dict[str, Callable[[str], Union[str, int, float, bytes]]] = {
    "nodes": int,
    "depth": int,
    "time": float,
    "clock": float,
    "increment": float,
    "level": str,
    "hash": int,
    "net": str,
}


def player_words(player: Union[str, Player, Callable[[Position], object]]) -> PlayerWords:
    """Reads a player: `random`, `greedy`, the id of a level or `engine:nodes=1000,level=club`, or one of `Player`, or a function. Raises ValueError for any
    other text."""
    if isinstance(player, str):
        return _words_of_text(player)
    if not isinstance(player, Player):
        player = Player.function(player)  # type: ignore[arg-type]
    kind, settings = player.__reduce__()[1]
    if kind in ("function", "program"):
        limits = "".join(f",{name}={settings[name]}" for name in _ENGINE if settings.get(name) is not None)
        return PlayerWords(kind, tuple(settings.items()), f"{kind}:{player.name}" + (limits if kind == "program" else ""))
    words = []
    known = {name: value for name, value in settings.items() if name in _ENGINE and value is not None}
    for name, value in known.items():
        if name == "net" and value != "derived":
            known[name] = content = value if isinstance(value, bytes) else Path(value).read_bytes()
            value = f"{zlib.crc32(content):08x}"
        words.append(f"{name}={value}")
    return PlayerWords(kind, tuple(known.items()), ":".join([kind, ",".join(words)]) if words else kind)


def _words_of_text(text: str) -> PlayerWords:
    kind, _, rest = text.partition(":")
    if kind in ("random", "greedy") and not rest:
        return PlayerWords(kind, (), text)
    if not rest and any(level.id == kind for level in levels()):
        return _words_of_text(f"engine:level={kind}")
    if kind != "engine":
        raise ValueError(f"`{text}` is no player: expected random, greedy, a level as club, or engine:nodes=1000")
    settings: dict[str, Union[str, int, float, bytes]] = {}
    words = []
    for word in rest.split(",") if rest else []:
        name, _, value = word.partition("=")
        if name not in _ENGINE or name in settings:
            raise ValueError(f"`{word}` is no setting of the engine: expected some of {', '.join(_ENGINE)}")
        try:
            settings[name] = _ENGINE[name](value)
        except ValueError:
            raise ValueError(f"`{word}` has no number") from None
        if name == "net" and value != "derived":
            content = Path(value).read_bytes()
            settings[name] = content
            word = f"net={zlib.crc32(content):08x}"
        words.append(word)
    spec = PlayerWords(kind, tuple(settings.items()), ":".join([kind, ",".join(words)]) if words else kind)
    spec.player()  # raises what is wrong with the numbers
    return spec


def check_net(game: Union[str, Game], words: object, player: PlayerWords) -> None:
    """Raises NetError, with the words of the player as they were given, if its net is none for the game."""
    net = dict(player.settings).get("net")
    if isinstance(net, bytes):
        try:
            Engine(game, hash=1, net=net)
        except NetError as error:
            raise NetError(f"the player `{words}`: {error}") from None


def play_pairs(
    ray: Ray, spec: MatchSpec, path: Path, pairs: int, sprt: Optional[Sprt], form: Form = "text"
) -> MatchStanding:
    """Plays the pairs that are missing until the test has decided, and keeps them."""
    work = spec.work()
    store: Store = work.store(path)
    with closing(store):
        test = sprt or Sprt()
        standing = MatchStanding.of(store, test, pairs)
        missing = store.missing(pairs)
        is_open = sprt is None or standing.verdict == "open"
        if missing and is_open and spec.is_reproducible:
            check_sample(work, store.sample(), path)
        progress = Progress(pairs - len(missing), len(missing), "pairs", form, Metrics(spec))
        with closing(ray.play(spec, work.settings, missing)) as played:
            while sprt is None or standing.verdict == "open":
                lines = next(played, None)
                if lines is None:
                    break
                for line in lines:
                    store.add(line)
                standing = MatchStanding.of(store, test, pairs)
                progress.advance(len(lines) // 2)
                progress.show(standing)
        progress.end(standing)
        return standing
