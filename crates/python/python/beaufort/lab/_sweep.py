"""Studies of several settings, and one table of them."""

from __future__ import annotations

import csv
import itertools
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Optional, Union

from .._rust import Game
from ._run import Score

__all__ = ["SweepRow", "play_sweep"]


@dataclass(frozen=True)
class SweepRow:
    """A row of the table: the settings of a study and its results."""

    game: str
    nodes: int
    #: The file of the evaluation, or `derived`; None for the engine's own.
    net: Optional[str]
    seed: int
    games: int
    #: The first player's score with its bounds of 95%.
    first_player: float
    low: float
    high: float
    #: The share of the games that were not drawn.
    decided: float
    #: The mean length in turns of either side.
    plies: float
    #: The mean number of turns to choose from.
    choices: float
    #: The folder of the games.
    folder: str


def play_sweep(
    games: Iterable[Union[str, Game]],
    nodes: Iterable[int],
    nets: Iterable[Union[str, "os.PathLike[str]", None]],
    seeds: Iterable[int],
    out: Path,
    study: Callable[..., Path],
) -> list[SweepRow]:
    """Plays the study of each combination, in a folder of its own, and writes the table to `sweep.csv`."""
    try:
        import polars
    except ImportError as error:
        raise ImportError("the table of a sweep needs Polars: pip install polars") from error
    rows = []
    for game, number, net, seed in itertools.product(games, nodes, nets, seeds):
        id = game.id if isinstance(game, Game) else game
        name = None if net is None else os.fspath(net)
        settings = f"{id},nodes={number}" + ("" if name is None else f",net={Path(name).stem}") + f",seed={seed}"
        folder = study(game, nodes=number, net=net, seed=seed, data=out / settings / "games")
        table = polars.read_parquet(folder / "part-*.parquet", columns=["score", "winner", "plies", "choices"])
        score = Score()
        for points in table["score"].to_list():
            score.add(points)
        mean, low, high = score.bounds() or (0.5, 0.0, 1.0)
        decided = 1 - table["winner"].null_count() / max(1, len(table))
        plies, choices = (float(table[column].sum()) for column in ("plies", "choices"))
        means = mean, low, high, decided, plies / max(1, len(table)), choices / max(1.0, plies)
        rows.append(SweepRow(id, number, name, seed, len(table), *means, str(folder)))
        with (out / "sweep.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(SweepRow)], lineterminator="\n")
            writer.writeheader()
            writer.writerows(map(asdict, rows))
    return rows
