"""`python -m beaufort.lab`: the laboratory as commands."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from typing import Any, Optional, Union

from .. import lab
from .._errors import BeaufortError
from .._rust import Game


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m beaufort.lab",
        description="Many games on a Ray cluster. The same command goes on where it was stopped, by Ctrl-C or otherwise.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    study = commands.add_parser("study", help="play a study; `beaufort study` writes its report")
    _add_engine(study, games=200, nodes=1000, opening=4, max_plies=3000)
    study.add_argument("--random-games", type=int, default=0, metavar="N", help="the number of games of random turns")
    games = commands.add_parser("games", help="play games from which `beaufort train` and `beaufort tune` learn")
    _add_engine(games, games=2000, nodes=400, opening=12, max_plies=1000)
    sweep = commands.add_parser("sweep", help="play a study of each combination of settings, and print a table of them")
    _add_game(sweep, games=200, max_plies=3000, several=True)
    sweep.add_argument("--nodes", type=int, nargs="+", default=[1000], metavar="N", help="how many positions the engine looks at for a turn")
    sweep.add_argument("--net", nargs="+", default=[None], metavar="FILE", help="what the engine knows of the pieces, or `derived`")
    sweep.add_argument("--opening", type=int, default=4, metavar="N", help="how many turns of a game are random")
    match = commands.add_parser("match", help="play two players against each other")
    _add_game(match, games=100, max_plies=1000)
    match.add_argument("first", help="random, greedy, a level such as club, or engine:nodes=1000 with more settings after commas")
    match.add_argument("second", help="the same")
    match.add_argument("--opening-plies", type=int, default=2, metavar="N", help="how many turns of a game are random")
    match.add_argument("--sprt", type=_sprt, metavar="TEST", help="end as soon as it is proved: elo0=0,elo1=10,alpha=0.05,beta=0.05")
    return parser


def _sprt(words: str) -> lab.Sprt:
    try:
        return lab.Sprt.parse(words)
    except ValueError as error:
        # Of others argparse tells nothing.
        raise argparse.ArgumentTypeError(str(error)) from error


def _pairs(value: Callable[[str], Any]) -> Callable[[str], dict[str, Any]]:
    """Returns a reader of `NAME=VALUE,NAME=VALUE`. A comma in brackets, as in `in(a,b)`, belongs to a value."""

    def read(words: str) -> dict[str, Any]:
        pairs = [word.partition("=") for word in re.split(r",(?![^(]*\))", words)]
        if not all(name and found for name, _, found in pairs):
            raise argparse.ArgumentTypeError(f"`{words}`: expected NAME=VALUE,NAME=VALUE")
        try:
            return {name: value(found) for name, _, found in pairs}
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"`{words}`: {error}") from error

    return read


def _add_game(parser: argparse.ArgumentParser, *, games: int, max_plies: int, several: bool = False) -> None:
    many: dict[str, Any] = {"nargs": "+"} if several else {}
    parser.add_argument("game", **many, help="a game of `beaufort.games()`, or the file of one: NAME.toml")
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"the number of games; {games} without it")
    seed = [1] if several else 1
    parser.add_argument("--seed", type=int, default=seed, metavar="N", help="what everything random depends on", **many)
    parser.add_argument("--max-plies", type=int, default=max_plies, metavar="N", help="the number of turns after which a game is stopped")
    parser.add_argument("--out", default=".", metavar="DIR", help="the folder for the results")
    if not several:
        parser.add_argument("--data", metavar="PATH", help="where the finished games are kept, if not in that folder")
    parser.add_argument("--address", metavar="ADDRESS", help="the Ray cluster; without it, this machine alone")
    parser.add_argument("--cpus", type=int, metavar="N", help="the most processors that play at a time; without it, all")
    parser.add_argument("--resources", type=_pairs(float), metavar="NAME=N", help="what Ray counts for each of these processors")
    parser.add_argument("--labels", type=_pairs(str), metavar="NAME=VALUE", help="those of the machines of the cluster that play")
    parser.add_argument("--progress", choices=("text", "json"), default="text", help="how it is told: for people, or a line of JSON a second")
    parser.add_argument("--estimate", action="store_true", help="play for five seconds on one core, tell the cost of all, and keep nothing")


def _add_engine(parser: argparse.ArgumentParser, *, games: int, nodes: int, opening: int, max_plies: int) -> None:
    _add_game(parser, games=games, max_plies=max_plies)
    parser.add_argument("--nodes", type=int, default=nodes, metavar="N", help="how many positions the engine looks at for a turn")
    parser.add_argument("--opening", type=int, default=opening, metavar="N", help="how many turns of a game are random")
    parser.add_argument("--net", metavar="FILE", help="what the engine knows of the pieces, or `derived`")


def _run(arguments: dict[str, Any]) -> None:
    command = arguments.pop("command")
    named = arguments.pop("game")
    game: Any = list(map(_game, named)) if command == "sweep" else _game(named)
    if arguments.pop("estimate"):
        print(lab.cost(command, game, **arguments))
    elif command == "sweep":
        _print_table(lab.sweep(game, **arguments))
    else:
        print(getattr(lab, command)(game, **arguments))


def _game(named: str) -> Union[str, Game]:
    return Game.from_file(named) if named.endswith(".toml") else Game(named)


def _print_table(rows: list[lab.SweepRow]) -> None:
    print(f"{'game':16} {'nodes':>7} {'net':12} {'seed':>4} {'games':>7}  {'first player':24} {'decided':>7} {'plies':>6} {'choices':>7}")
    for row in rows:
        score = f"{row.first_player:.1%} ({row.low:.1%} to {row.high:.1%})"
        settings = f"{row.game:16} {row.nodes:7} {row.net or '-':12} {row.seed:4} {row.games:7}"
        print(f"{settings}  {score:24} {row.decided:7.0%} {row.plies:6.0f} {row.choices:7.1f}")


def main(arguments: Optional[list[str]] = None) -> int:
    """Runs a command and returns its exit status: 2 for bad input, 130 after Ctrl-C."""
    try:
        _run(vars(_parser().parse_args(arguments)))
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    except (BeaufortError, ValueError, OverflowError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, ImportError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
