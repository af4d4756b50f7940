"""Descriptions of games, which are sent to the machines that play them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Optional, Union

from .._rust import Engine, Game, Player, Work

__all__ = ["GamesSpec", "MatchSpec", "Net", "PlayerWords", "Spec", "StudySpec", "net_content"]

#: The evaluation of the engine: a file of weights or a net, its content, or `"derived"`.
Net = Union[str, "os.PathLike[str]", bytes]

_DERIVED = "derived"


def net_content(game: Union[str, Game], net: Optional[Net]) -> Optional[Union[str, bytes]]:
    """Returns the content of a net, for machines without the file. Raises NetError if it is no net of the game."""
    if net is None or net == _DERIVED or isinstance(net, bytes):
        return net
    Engine(game, hash=1, net=net)  # raises what is wrong, with the name of the file, which nobody knows later
    return Path(net).read_bytes()


@dataclass(frozen=True)
class _Games:
    """Games of something."""

    game: Union[str, Game]

    @property
    def game_id(self) -> str:
        return self.game if isinstance(self.game, str) else self.game.id


@dataclass(frozen=True)
class _SelfPlay(_Games):
    """Games of the engine against itself."""

    nodes: int
    seed: int
    opening: int
    max_plies: int
    net: Optional[Union[str, bytes]]


@dataclass(frozen=True)
class StudySpec(_SelfPlay):
    """The games of a study."""

    command: ClassVar[str] = "study"
    random: bool

    def work(self) -> Work:
        return Work.study(
            self.game,
            nodes=self.nodes,
            seed=self.seed,
            opening=self.opening,
            max_plies=self.max_plies,
            random=self.random,
            net=self.net,
        )


@dataclass(frozen=True)
class GamesSpec(_SelfPlay):
    """The games from which the engine learns."""

    command: ClassVar[str] = "games"

    def work(self) -> Work:
        return Work.games(
            self.game,
            nodes=self.nodes,
            seed=self.seed,
            opening=self.opening,
            max_plies=self.max_plies,
            net=self.net,
        )


@dataclass(frozen=True)
class PlayerWords:
    """A player in words, with the content of the file that they name."""

    kind: str
    #: The settings of `Player.engine`, `Player.function` or `Player.program`.
    settings: tuple[tuple[str, object], ...]
    #: All of that in one line, with a checksum in place of the content.
    words: str

    def player(self) -> Player:
        if self.kind == "random":
            return Player.random()
        if self.kind == "greedy":
            return Player.greedy()
        settings: dict[str, object] = dict(self.settings)
        if self.kind == "function":
            return Player.function(**settings)  # type: ignore[call-overload, no-any-return]
        if self.kind == "program":
            return Player.program(**settings)  # type: ignore[arg-type]
        return Player.engine(**settings)  # type: ignore[arg-type]


@dataclass(frozen=True)
class MatchSpec(_Games):
    """The pairs of games of a match."""

    command: ClassVar[str] = "match"
    first: PlayerWords
    second: PlayerWords
    seed: int
    opening_plies: int
    max_plies: int

    @property
    def is_reproducible(self) -> bool:
        """Whether a game is the same each time it is played: no player has a time or a clock, and none is a function or another
        program, of which nothing is known."""
        players = (self.first, self.second)
        known = [player for player in players if player.kind not in ("function", "program")]
        return len(known) == 2 and not any({"time", "clock"} & dict(player.settings).keys() for player in known)

    def work(self) -> Work:
        return Work.match(
            self.game,
            (self.first.player(), self.first.words),
            (self.second.player(), self.second.words),
            seed=self.seed,
            opening_plies=self.opening_plies,
            max_plies=self.max_plies,
        )


Spec = Union[StudySpec, GamesSpec, MatchSpec]
