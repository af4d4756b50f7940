"""Which promotions do the winners make? Plays games of the engine against itself and counts.

    python promotions.py scirocco --games 200
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Optional

import beaufort


def table(game: beaufort.Game, games: int, nodes: int) -> str:
    """Returns a line for each promotion: how often it was made, and how many of those who made it won."""
    made: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for row in beaufort.study(game, games=games, nodes=nodes):
        if row["winner"] is None:
            continue
        for promotion in row["promotions"]:
            pair = promotion["piece"], promotion["became"]
            made[pair] += 1
            # Plies count from 0: the even ones are the first player's.
            won[pair] += promotion["ply"] % 2 == row["winner"]
    lines = [f"{'piece':16} {'became':16} {'times':>5} {'won':>5}"]
    for pair, times in made.most_common():
        piece, became = (game.piece(id).name for id in pair)
        lines.append(f"{piece:16} {became:16} {times:5} {won[pair] / times:5.0%}")
    return "\n".join(lines)


def main(arguments: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="Which promotions do the winners make?")
    parser.add_argument("game", nargs="?", default="scirocco")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=200, help="the positions that the engine looks at for a turn")
    settings = parser.parse_args(arguments)
    print(table(beaufort.Game(settings.game), settings.games, settings.nodes))


if __name__ == "__main__":
    main()
