"""A tournament of everybody against everybody, with a crosstable and the Elo of each.

    python tournament.py orthochess --games 20

Two of the players are functions of one's own.
"""

from __future__ import annotations

import argparse
import itertools
import random
from typing import Optional

import beaufort

rng = random.Random(1)


def careless(position: beaufort.Position) -> beaufort.Turn:
    """Takes what it can, or plays at random."""
    return rng.choice(position.captures or position.legal_turns)


def mobile(position: beaufort.Position) -> beaufort.Turn:
    """Leaves the opponent as few turns as it can."""

    def answers(turn: beaufort.Turn) -> int:
        after = position.copy()
        after.push(turn)
        return len(after.legal_turns)

    return min(position.legal_turns, key=answers)


PLAYERS = {
    "random": beaufort.Player.random(),
    "careless": beaufort.Player.function(careless),
    "mobile": beaufort.Player.function(mobile),
    "beginner": beaufort.Player.engine(level="beginner", name="beginner"),
    "100 nodes": beaufort.Player.engine(nodes=100, name="100 nodes"),
}


def crosstable(game: str, games: int, max_plies: int) -> str:
    """Plays each pair and returns the table: the score of the row against the column, and the Elo against all others together."""
    results: dict[tuple[str, str], beaufort.MatchResult] = {}
    for one, other in itertools.combinations(PLAYERS, 2):
        result = beaufort.play_match(game, PLAYERS[one], PLAYERS[other], games=games, max_plies=max_plies)
        results[one, other], results[other, one] = result, -result
    lines = [f"{'':10}" + "".join(f"{name:>10}" for name in PLAYERS) + "   Elo against all (bounds of 95%)"]
    for one in PLAYERS:
        cells = [f"{results[one, other].score:g}/{games}" if one != other else "" for other in PLAYERS]
        against = (results[one, other] for other in PLAYERS if other != one)
        elo = sum(against, beaufort.MatchResult(0, 0, 0)).elo()
        told = "" if elo is None else f"   {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
        lines.append(f"{one:10}" + "".join(f"{cell:>10}" for cell in cells) + told)
    return "\n".join(lines)


def main(arguments: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="A tournament of everybody against everybody.")
    parser.add_argument("game", nargs="?", default="orthochess")
    parser.add_argument("--games", type=int, default=20, help="the games of each pair")
    parser.add_argument("--max-plies", type=int, default=300, help="a longer game is a draw")
    settings = parser.parse_args(arguments)
    print(crosstable(settings.game, settings.games, settings.max_plies))


if __name__ == "__main__":
    main()
