"""Runs the laboratory on a cluster: many games, distributed among machines by Ray.

`study` plays games of the engine against itself and keeps a row of each as Apache Parquet, `games` plays those from which the
engine learns, `match` plays two players against each other until a test has decided. Game number n is the same game on every
machine. Finished games are kept: the same call, or the same command, continues where it was stopped. `python -m beaufort.lab
--help` lists the same functions as commands; docs/lab.md explains how to query the tables.

It needs Ray: `pip install ray`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Optional, Union

from .._rust import Game, Player, Position, Turn, _check_local
from ._cluster import Ray
from ._cost import Cost, cost
from ._match import MatchStanding, Sprt, check_net, play_pairs, player_words
from ._run import Form, play_missing
from ._spec import GamesSpec, MatchSpec, Net, StudySpec, net_content
from ._sweep import SweepRow, play_sweep

__all__ = ["Cost", "MatchStanding", "Sprt", "SweepRow", "cost", "games", "match", "study", "sweep"]

_Path = Union[str, "os.PathLike[str]"]
_Player = Union[str, Player, Callable[[Position], Union[Turn, str, int, None]]]


def study(
    game: Union[str, Game],
    *,
    games: int,
    out: _Path = ".",
    data: Optional[_Path] = None,
    random_games: int = 0,
    nodes: int = 1000,
    seed: int = 1,
    opening: int = 4,
    max_plies: int = 3000,
    net: Optional[Net] = None,
    address: Optional[str] = None,
    cpus: Optional[int] = None,
    resources: Optional[Mapping[str, float]] = None,
    labels: Optional[Mapping[str, str]] = None,
    progress: Form = "text",
) -> Path:
    """Plays the missing games of a study and returns the folder of its tables, `GAME/games` in `out` unless `data` names another.

    `beaufort study` with the same settings writes a report about them. `address` is the address of a Ray cluster; by default the
    games run on this machine alone, in a cluster that no other machine can reach. At most `cpus` processors play at a time. On a
    cluster only machines with these `labels` play, and each processor needs these custom `resources`, both in the words of Ray:
    `labels={"kind": "!gpu"}`, `resources={"players": 1}`. `progress` is the form of the progress on standard error: a line of text, or
    a line of JSON once a second.

    Raises ValueError if `games` or `cpus` is less than 1, Ray rejects a resource or a label, a place is an address such as
    `s3://bucket/x`, or the folder holds games of other settings, NetError if `net` is none for the game, OSError if something
    cannot be read or written, and ImportError without Ray.
    """
    _check_games(games)
    _check_places(out, data)
    content = net_content(game, net)
    specs = [StudySpec(game, nodes, seed, opening, max_plies, content, random) for random in (False, True)]
    folder = Path(out) / specs[0].game_id / "games" if data is None else Path(data)
    with Ray(address, cpus, resources, labels) as ray:
        for spec, wanted in zip(specs, (games, random_games)):
            if wanted:
                play_missing(ray, spec, folder, wanted, progress)
    return folder


def games(
    game: Union[str, Game],
    *,
    games: int,
    out: _Path = ".",
    data: Optional[_Path] = None,
    nodes: int = 400,
    seed: int = 1,
    opening: int = 12,
    max_plies: int = 1000,
    net: Optional[Net] = None,
    address: Optional[str] = None,
    cpus: Optional[int] = None,
    resources: Optional[Mapping[str, float]] = None,
    labels: Optional[Mapping[str, str]] = None,
    progress: Form = "text",
) -> Path:
    """Plays games for `beaufort train` and `beaufort tune` and returns their folder, `GAME.games` in `out` unless `data` names
    another. The table has the columns of a study.

    Raises what `study` raises.
    """
    _check_games(games)
    _check_places(out, data)
    spec = GamesSpec(game, nodes, seed, opening, max_plies, net_content(game, net))
    folder = Path(out) / f"{spec.game_id}.games" if data is None else Path(data)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with Ray(address, cpus, resources, labels) as ray:
        play_missing(ray, spec, folder, games, progress)
    return folder


def sweep(
    game: Iterable[Union[str, Game]],
    *,
    games: int,
    out: _Path = ".",
    nodes: Iterable[int] = (1000,),
    net: Iterable[Union[str, "os.PathLike[str]", None]] = (None,),
    seed: Iterable[int] = (1,),
    opening: int = 4,
    max_plies: int = 3000,
    address: Optional[str] = None,
    cpus: Optional[int] = None,
    resources: Optional[Mapping[str, float]] = None,
    labels: Optional[Mapping[str, str]] = None,
    progress: Form = "text",
) -> list[SweepRow]:
    """Plays a study for each combination of games, nodes, nets and seeds, and returns a row for each.

    Every study plays `games` games in a folder of its own in `out` and continues where it was stopped; `out/sweep.csv` contains
    the rows. The settings are columns of the games, too, so Polars reads all studies as one table: `out/*/games/part-*.parquet`.

    Raises what `study` raises, and ImportError without Polars.
    """
    _check_games(games)
    _check_places(out)
    where: dict[str, Any] = {"address": address, "cpus": cpus, "resources": resources, "labels": labels}
    more: dict[str, Any] = {"games": games, "opening": opening, "max_plies": max_plies, "progress": progress}
    with Ray(**where):
        return play_sweep(game, nodes, net, seed, Path(out), partial(study, **more, **where))


def _check_games(games: int) -> None:
    if games < 1:
        raise ValueError(f"games is {games}: expected at least 1")


def _check_places(*places: Optional[_Path]) -> None:
    for place in places:
        if place is not None:
            _check_local(place)


def match(
    game: Union[str, Game],
    first: _Player,
    second: _Player,
    *,
    games: int = 100,
    sprt: Optional[Sprt] = None,
    out: _Path = ".",
    data: Optional[_Path] = None,
    seed: int = 1,
    opening_plies: int = 2,
    max_plies: int = 1000,
    address: Optional[str] = None,
    cpus: Optional[int] = None,
    resources: Optional[Mapping[str, float]] = None,
    labels: Optional[Mapping[str, str]] = None,
    progress: Form = "text",
) -> MatchStanding:
    """Plays a match and returns its result: at most `games` games, or as many as the test needs.

    A player is `random`, `greedy`, the id of a level, `engine:nodes=1000` or another list of settings of `Player.engine`, as in
    `engine:nodes=1000,level=club,net=FILE`; or a `Player`, or a function as described by `Player.function`. A function is sent to
    the machines together with the objects that it uses. Its games are identified by its name alone: give every version another
    name. Finished games are kept in `GAME.match.jsonl` in `out` unless `data` names a file.

    Raises what `study` raises, ValueError for an invalid player or an odd number of games, and PlayerError if a function fails.
    """
    if games % 2 or games < 2:
        raise ValueError(f"games is {games}: expected an even number, as they are pairs")
    _check_places(out, data)
    players = player_words(first), player_words(second)
    for words, player in zip((first, second), players):
        check_net(game, words, player)
    spec = MatchSpec(game, *players, seed, opening_plies, max_plies)
    file = Path(out) / f"{spec.game_id}.match.jsonl" if data is None else Path(data)
    file.parent.mkdir(parents=True, exist_ok=True)
    with Ray(address, cpus, resources, labels) as ray:
        return play_pairs(ray, spec, file, games // 2, sprt, progress)
