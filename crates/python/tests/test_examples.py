"""The programs in `examples` run, with little to do, and do what they say."""

from __future__ import annotations

import importlib.util
import random
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import beaufort
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
DOCS = Path(__file__).parents[3] / "docs"


def program(name: str) -> ModuleType:
    """Imports an example."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_promotions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    program("promotions").main(["--games", "8", "--nodes", "30"])
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["piece", "became", "times", "won"] and lines
    rows = [row for row in beaufort.study("scirocco", games=8, nodes=30) if row["winner"] is not None]
    assert sum(int(re.split(r"  +", line)[2]) for line in lines) == sum(len(row["promotions"]) for row in rows)


def test_a_tournament_has_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    program("tournament").main(["--games", "2", "--max-plies", "30"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 5 and all(row.count("/2") == 4 for row in rows)
    # The game is zero-sum: ten pairs of two games have twenty points.
    assert sum(float(points) for row in rows for points in re.findall(r"([\d.]+)/2", row)) == 20


def test_records_are_analysed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = program("analysis")
    module.main(["--plies", "12", "--nodes", "50", "--out", str(tmp_path / "one.svg")])
    [record] = beaufort.read_records(tmp_path / "one.pgn")
    assert len(record.mainline) == 12 and all(node.eval is not None for node in record.mainline)
    assert re.match(r"12 turns; the largest change is [+-]\d+% ", capsys.readouterr().out)
    [course] = re.findall(r'<polyline points="(.*?)"', (tmp_path / "one.svg").read_text())
    points = [tuple(map(float, point.split(","))) for point in course.split()]
    assert len(points) == 12 and points[-1][0] == 800 and all(0 <= height <= 240 for _, height in points)
    # Records from a file; a mate is a certain result.
    mate = beaufort.Position("orthochess")
    for text in ("f3", "e5", "g4", "Qh4#"):
        mate.push(text)
    beaufort.write_records(tmp_path / "mate.pgn", [beaufort.Record.from_position(mate)])
    module.main([str(tmp_path / "mate.pgn"), "--nodes", "50", "--out", str(tmp_path / "two.svg")])
    assert "800.0,240.0" in (tmp_path / "two.svg").read_text(), "the first player has lost"


def test_a_tree_search_plays_a_game_of_a_file(tmp_path: Path) -> None:
    module = program("mcts")
    path = tmp_path / "own.toml"
    path.write_text(module.OWN)
    assert module.main([str(path), "--simulations", "3", "--playouts", "1", "--games", "2", "--max-plies", "8"]).games == 2
    position = beaufort.Position("orthochess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert module.search(position, 120, 2, random.Random(1)).text == "Ra8#"


def test_peers_are_measured() -> None:
    module: Any = program("peers")
    # Those that take long to load are left out here.
    module.ROWS = [row for row in module.ROWS if "pgx" not in row[0] and "chess_v6" not in row[0]]
    head, rule, *rows = module.table(0.005, 1).splitlines()
    assert len(rows) >= 8 and all(re.match(r"\| .* \| [\d,]+ \| [\d.e+]+ \|$", row) for row in rows)
    assert not any("| 0 |" in row for row in rows)


def test_every_example_is_named_in_the_documentation() -> None:
    text = (DOCS / "python" / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in sorted(EXAMPLES.glob("*.py")) if f"`{path.name}`" not in text] == []
