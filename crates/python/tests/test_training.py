"""The notebook that trains a player: it runs in short, and its parts do what it says."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import beaufort
import numpy as np
import pytest

from test_docs import TRAINING, outputs_of

pytest.importorskip("jax")

SHORT = (
    "Settings(games=6, simulations=12, turns=24, rounds=1, steps=3, batch=16, channels=4, blocks=1, max_plies=20, matches=12, evaluations=(0, 1))"
)


def printed(cell: Any) -> str:
    return "".join(line for output in cell["outputs"] for line in output.get("text", []))


@pytest.fixture(scope="module")
def notebook() -> Any:
    return json.loads(TRAINING.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def names(notebook: Any) -> dict[str, Any]:
    """What the notebook defines, run in short; with TRAIN=1 run whole, and kept with what it shows."""
    names: dict[str, Any] = {"__name__": "notebook"}
    is_whole = "TRAIN" in os.environ
    shown = []
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), start=1):
        source = "".join(cell["source"])
        if number == 1 and not is_whole:
            for long, short in (("settings = Settings()", f"settings = {SHORT}"), ("seeds = (1, 2, 3)", "seeds = (1,)")):
                assert source.count(long) == 1
                source = source.replace(long, short)
        outputs = outputs_of(source, number, names)
        shown.append("".join(text for output in outputs for text in output.get("text", [])))
        if is_whole:
            cell.update(execution_count=number, outputs=outputs)
    if is_whole:
        TRAINING.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        pytest.skip("the notebook is written anew: now run this without TRAIN")
    names["shown"] = shown
    names["untrained"] = names["initial"](np.random.default_rng(1), names["game"], names["settings"])
    return names


def test_it_trains(names: dict[str, Any]) -> None:
    [(parameters, curve)] = names["runs"]
    assert [row[0] for row in curve] == [0, 1] and curve[1][1] > 0, "games have ended"
    assert all(result.games == 12 for row in curve for result in row[3:])
    leaves = names["jax"].tree.leaves
    changes = [np.abs(np.asarray(new) - old).max() for new, old in zip(leaves(parameters), leaves(names["untrained"]))]
    assert len(changes) == 7 and np.isfinite(changes).all() and min(changes) > 0, "every weight learns"


def test_what_it_keeps_has_the_form_of_what_it_prints(notebook: Any, names: dict[str, Any]) -> None:
    kept = [printed(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]

    def form(text: str) -> set[str]:
        """Returns the kinds of lines."""
        return {re.sub(r"[\d%]+", "", re.sub(r" +", " ", line)) for line in text.splitlines()}

    assert any(kept) and [form(text) for text in kept] == [form(text) for text in names["shown"]]
    # At the end, without a search, each seed takes at least 95 of 100 points from random turns.
    rows = [line.split() for text in kept for line in text.splitlines() if re.match(r" +\d+ +\d+ +\d+ +\d+ ", line)]
    last = {row[0]: int(row[4].rstrip("%")) for row in rows}
    assert set(last) == {"1", "2", "3"} and min(last.values()) >= 95


def test_the_search_counts_its_visits_and_finds_a_capture_of_the_king(names: dict[str, Any]) -> None:
    game, settings = names["game"], names["settings"]
    position = beaufort.Position.empty(game)
    for square, letter, side in (("a1", "K", 0), ("c1", "R", 0), ("c6", "K", 1), ("e6", "P", 1)):
        position.set_piece_at(square, beaufort.Piece(game.piece(letter), side))
    batch = beaufort.Batch.from_positions([position] * 6)
    actions, visits = names["search"](names["untrained"], batch, names["replace"](settings, simulations=40))
    assert visits.sum(1).tolist() == [40] * 6 and list(batch) == [position] * 6
    best = actions[np.arange(6), visits.argmax(1)]
    assert {position.decode(action).to_square for action in best.tolist()} == {"c6"}
    # Where the game is over nothing is chosen.
    batch.step(best)
    assert batch.is_over.all()
    assert names["searched"](names["untrained"], settings)(batch).tolist() == [-1] * 6


def test_it_takes_large_games(names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    # The network would be compiled for this game.
    monkeypatch.setitem(names, "evaluate", lambda _, planes, actions: (1.0 * (actions >= 0), np.zeros(len(planes))))
    batch = beaufort.Batch("scirocco", 2)
    settings = names["replace"](names["settings"], width=256, simulations=30)
    actions, visits = names["search"](None, batch, settings)
    assert actions.shape == (2, 256) and actions[0][:21].tolist() == batch[0].legal_actions and (actions[0][21:] == -1).all()
    assert visits.sum(1).tolist() == [30, 30] and (visits[:, :21] >= 1).all() and not visits[:, 21:].any(), "each turn is worth a try"
