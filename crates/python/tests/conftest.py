"""What several tests need."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import beaufort
import pytest

if TYPE_CHECKING:
    from lab_cluster import TwoNodes


@pytest.fixture(params=beaufort.games())
def game(request: pytest.FixtureRequest) -> beaufort.Game:
    """Every game in turn."""
    return beaufort.Game(request.param)


@pytest.fixture(scope="session")
def cluster() -> Iterator[TwoNodes]:
    """A Ray cluster, which several modules use since it takes long to begin."""
    from lab_cluster import TwoNodes

    nodes = TwoNodes()
    yield nodes
    nodes.shutdown()


def random_position(game: beaufort.Game, plies: int, seed: int = 1) -> beaufort.Position:
    """Returns a position after random turns, fewer if the game is over before."""
    rng = random.Random(seed)
    position = game.array()
    for _ in range(plies):
        turns = position.legal_turns
        if not turns:
            break
        position.push(rng.choice(turns))
    return position
