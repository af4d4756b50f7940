"""A Monte Carlo tree search (UCT with random playouts) for any game, also one of one's own, against random turns.

    python mcts.py my.toml --simulations 200 --games 10

Each new position of the tree is judged by a few playouts, which `Batch` plays at once.
"""

from __future__ import annotations

import argparse
import math
import random
from typing import Optional

import beaufort

#: The game without a file.
OWN = """
extends = "orthochess"
id = "rookless"
name = "Rookless Chess"
author = "An example"
year = 2026
castling = []
remove-pieces = ["Rook"]
array.ranks = '''
  P P P P P P P P
  . N B Q K B N .
'''
promotions.Pawn = ["Queen", "Bishop", "Knight"]

[piece.King]
description = "Steps one square in any direction, never onto an attacked square."
"""


class Node:
    """A position of the tree; the sums are seen by the side that has played into it."""

    def __init__(self, turn: Optional[beaufort.Turn], turns: list[beaufort.Turn]) -> None:
        self.turn, self.untried, self.children = turn, turns, list[Node]()
        self.visits, self.sum = 0, 0.0

    def worth(self, parent_visits: int) -> float:
        return self.sum / self.visits + 1.2 * math.sqrt(math.log(parent_visits) / self.visits)


def judge(position: beaufort.Position, playouts: int, rng: random.Random) -> float:
    """Returns the mean result of random playouts for the side that is not to move, from -1 to 1."""
    batch = beaufort.Batch.from_positions([position] * playouts, seed=rng.getrandbits(60))
    batch.playout(max_plies=position.ply() + 200)
    mean = float(batch.results.mean())
    return -mean if position.side == beaufort.Side.FIRST else mean


def search(root_position: beaufort.Position, simulations: int, playouts: int, rng: random.Random) -> beaufort.Turn:
    """Returns the turn that the search has visited most."""
    root = Node(None, root_position.legal_turns)
    for _ in range(simulations):
        position, path = root_position.copy(), [root]
        while not path[-1].untried and path[-1].children:
            parent = path[-1]
            path.append(max(parent.children, key=lambda child: child.worth(parent.visits)))
            position.push(path[-1].turn)  # type: ignore[arg-type]
        if path[-1].untried:
            turn = path[-1].untried.pop(rng.randrange(len(path[-1].untried)))
            position.push(turn)
            child = Node(turn, [] if position.is_game_over() else position.legal_turns)
            path[-1].children.append(child)
            path.append(child)
        value = judge(position, playouts, rng)
        for node in reversed(path):
            node.visits += 1
            node.sum += value
            value = -value
    best = max(root.children, key=lambda child: child.visits)
    assert best.turn is not None
    return best.turn


def main(arguments: Optional[list[str]] = None) -> beaufort.MatchResult:
    parser = argparse.ArgumentParser(description="A Monte Carlo tree search against random turns.")
    parser.add_argument("game", nargs="?", help="a game file; without it, chess without Rooks")
    parser.add_argument("--simulations", type=int, default=200, help="the positions that a search adds to its tree")
    parser.add_argument("--playouts", type=int, default=4, help="the random games from each of them")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--max-plies", type=int, default=200, help="a longer game is a draw")
    settings = parser.parse_args(arguments)
    game = beaufort.Game.from_text(OWN) if settings.game is None else beaufort.Game.from_file(settings.game)
    rng = random.Random(1)

    def choose(position: beaufort.Position) -> beaufort.Turn:
        return search(position, settings.simulations, settings.playouts, rng)

    result = beaufort.play_match(game, choose, "random", games=settings.games, max_plies=settings.max_plies)
    print(result, result.elo())
    return result


if __name__ == "__main__":
    main()
