"""Openings by name."""

from __future__ import annotations

import beaufort
import pytest


def after(game: str, *turns: str) -> beaufort.Position:
    position = beaufort.Position(game)
    for turn in turns:
        position.push(turn)
    return position


def test_an_opening_is_known_by_its_position() -> None:
    italian = beaufort.Opening("Italian Game", 5)
    assert after("orthochess", "e4", "e5", "Nf3", "Nc6", "Bc4").opening() == italian
    assert after("orthochess", "e4", "Nc6", "Bc4", "e5", "Nf3", "a6").opening() == italian
    assert after("orthochess").opening() == (None, 0)
    assert after("shatranj").opening() is None
    assert beaufort.Position("orthochess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").opening() is None


@pytest.mark.parametrize("game", ["scirocco", "typhoon", "jupiter", "larger-board", "orthochess"])
def test_these_games_have_known_openings(game: str) -> None:
    assert beaufort.Position(game).opening() is not None
