"""The commands of the laboratory: sweeps, costs, progress, and what is wrong."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any, Optional

import beaufort
import polars
import pytest
from beaufort import lab
from beaufort.lab import _run
from beaufort.lab.__main__ import _parser, main
from beaufort.lab._cost import Cost, _together
from beaufort.lab._metrics import Metrics
from beaufort.lab._spec import StudySpec
from lab_cluster import TwoNodes


def test_a_sweep_is_one_table(cluster: TwoNodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sweep", "shatranj", "--nodes", "10", "20", "--net", "derived", "--games", "4", "--max-plies", "40"]
    assert main([*arguments, "--out", str(tmp_path), "--address", cluster.address, "--progress", "json"]) == 0
    told = capsys.readouterr()
    head, *lines = told.out.splitlines()
    assert head.split()[:5] == ["game", "nodes", "net", "seed", "games"]
    assert [line.split()[:5] for line in lines] == [["shatranj", nodes, "derived", "1", "4"] for nodes in ("10", "20")]
    assert all(json.loads(line)["done"] <= 4 for line in told.err.splitlines())
    # The rows are those of the studies by themselves.
    rows = list(csv.DictReader((tmp_path / "sweep.csv").open(encoding="utf-8")))
    assert [(row["game"], row["nodes"], row["net"], row["seed"]) for row in rows] == [("shatranj", nodes, "derived", "1") for nodes in ("10", "20")]
    alone = beaufort.study("shatranj", games=4, nodes=20, net="derived", max_plies=40)
    plies = sum(row["plies"] for row in alone)
    means = sum(row["score"] for row in alone) / 4, plies / 4, sum(row["choices"] for row in alone) / plies
    assert tuple(float(rows[1][name]) for name in ("first_player", "plies", "choices")) == means
    table = polars.read_parquet(tmp_path / "*" / "games" / "part-*.parquet")
    assert table.group_by("game", "nodes").len()["len"].to_list() == [4, 4]


def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments, expected in [
        (["study", "siroco"], "there is no game `siroco`"),
        (["match", "scirocco", "random", "nobody"], "`nobody` is no player: expected random, greedy, a level"),
        (["match", "scirocco", "random", "engine:nodes=few"], "`nodes=few` has no number"),
        (["match", "scirocco", "random", "engine:knots=3"], "`knots=3` is no setting of the engine"),
        (["match", "scirocco", "random", "engine"], "nothing ends the search"),
        (["match", "scirocco", "random", "greedy", "--games", "3"], "games is 3: expected an even number"),
        (["study", "scirocco", "--games", "0"], "games is 0: expected at least 1"),
        (["games", "scirocco", "--games", "-1"], "games is -1: expected at least 1"),
        (["study", "scirocco", "--out", "s3://bucket/x"], "`s3://bucket/x` is an address, not a path"),
    ]:
        assert main(arguments) == 2
        assert f"error: {expected}" in capsys.readouterr().err
    for test, expected in [("elo3=1", "`elo3=1` is no setting of a test: expected elo0=0,"), ("elo0=x", "`elo0=x` has no number")]:
        with pytest.raises(SystemExit):
            main(["match", "scirocco", "random", "greedy", "--sprt", test])
        assert expected in capsys.readouterr().err
    assert main(["games", "scirocco", "--games", "1", "--data", os.devnull, "--address", "127.0.0.1:1"]) == 1
    assert "error: cannot reach the Ray cluster at 127.0.0.1:1: " in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["games", "scirocco", "--games", "1", "--data", os.devnull]) == 1
    assert "error: the laboratory needs Ray: pip install ray\n" in capsys.readouterr().err


def test_scores_have_bounds() -> None:
    score = _run.Score()
    assert score.bounds() is None and str(score) == ""
    for _ in range(3):
        score.add(1.0)
    assert str(score) == "first player 100.0% (43.9% to 100.0%)"
    for points in [0.0, 0.0, 0.0, 0.5, 0.5]:
        score.add(points)
    assert str(score) == "first player 50.0% (21.5% to 78.5%)"


def test_progress_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = _run.Progress(10, 90)
    assert progress.text("", 60.0) == "10 of 100 games", "nothing is played yet"
    progress.advance(30)
    assert progress.text("even", 60.0) == "40 of 100 games, 0.5 a second, 2 min left; even"
    # Programs read a line of JSON a second, and one at the end.
    progress, score = _run.Progress(10, 90, form="json"), _run.Score()
    progress.show(score)
    progress.advance(30)
    score.add(1.0)
    progress.show(score)
    progress.end(score)
    first, last = map(json.loads, capsys.readouterr().err.splitlines())
    assert first == {
        "unit": "games", "done": 10, "of": 100, "per_second": None, "seconds_left": None, "first_player": None, "ended": False
    }
    assert (last["done"], last["ended"]) == (40, True) and last["first_player"][0] == 1 and last["seconds_left"] >= 0
    assert last["per_second"] > 0


def test_the_progress_is_a_metric_of_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = pytest.importorskip("ray.util.metrics")
    told: dict[str, Any] = {}

    class Gauge(metrics.Gauge):  # type: ignore[misc, name-defined]
        def set(self, value: float, tags: Optional[dict[str, str]] = None) -> None:
            super().set(value, tags)
            told[self.info["name"]] = value, self.info["default_tags"]

    monkeypatch.setattr(metrics, "Gauge", Gauge)
    progress = _run.Progress(10, 90, metrics=Metrics(StudySpec("orthochess", 20, 7, 4, 40, None, False)))
    score = _run.Score()
    score.add(1.0)
    progress.show(score)
    tags = {"command": "study", "game": "orthochess"}
    assert told == {f"beaufort_lab_{name}": (value, tags) for name, value in (("done", 10), ("of", 100), ("first_player", 1.0))}


@pytest.mark.parametrize(
    ("command", "players", "each"), [("study", (), 1), ("games", (), 1), ("match", ("random", "engine:nodes=20"), 2)]
)
def test_the_cost_is_known_beforehand(command: Any, players: tuple[str, ...], each: int) -> None:
    settings: dict[str, Any] = {} if players else {"nodes": 20}
    cost = lab.cost(command, "orthochess", *players, games=10**6, max_plies=40, seconds=0.1, **settings)
    mean, low, high = cost.game_s
    assert cost.played >= each and cost.played % each == 0 and cost.games == 10**6 and cost.game_bytes > 10
    assert 0 <= low <= mean <= high and cost.core_hours == pytest.approx(mean * 10**6 / 3600)
    assert re.match(rf"{cost.played} games played: .* s of a core a game.*; 1000000 games: .* core hours.*, .* MB$", str(cost))
    # Few games are all that is played.
    assert lab.cost(command, "orthochess", *players, games=2 * each, max_plies=8, **settings).played <= 2 * each


def test_the_cost_of_a_sweep_is_that_of_its_studies() -> None:
    studies = [Cost(10, 100, (1.0, 0.4, 1.6), 200.0), Cost(20, 100, (3.0, 2.2, 3.8), 400.0)]
    # The errors of 0.6 and 0.8 s are one of 1 s together, of two studies.
    assert _together(studies, 3) == Cost(30, 600, (2.0, 1.5, 2.5), 300.0)
    assert _together([*studies, Cost(1, 100, (2.0, 0.0, math.inf), 300.0)], 1).game_s[2] == math.inf
    sweep = lab.cost("sweep", ["orthochess", "shatranj"], nodes=[20, 10], seed=[1, 2, 3], games=1000, max_plies=8, seconds=0.1)
    assert sweep.games == 12_000 and sweep.played >= 4 and sweep.game_bytes > 10
    with pytest.raises(ValueError, match="the sweep has no combination of settings"):
        lab.cost("sweep", ["orthochess"], nodes=[], games=1)
    with pytest.raises(ValueError, match="games is 0: expected at least 1"):
        lab.cost("sweep", ["orthochess"], games=0)


def test_the_cost_of_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="there is no command 'train': expected study, games, match or sweep"):
        lab.cost("train", "orthochess", games=10)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="knots"):
        lab.cost("study", "orthochess", games=10, knots=3)
    with pytest.raises(ValueError, match="games is 1: expected at least 2"):
        lab.cost("match", "orthochess", "random", "greedy", games=1)


def test_a_command_tells_its_cost_and_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["study", "orthochess", "--games", "3", "--nodes", "10", "--max-plies", "20", "--estimate"]) == 0
    assert capsys.readouterr().out.startswith("3 games played: ") and not list(tmp_path.iterdir())
    sweep = ["sweep", "orthochess", "shatranj", "--nodes", "10", "20", "--seed", "1", "2"]
    assert main([*sweep, "--games", "1", "--max-plies", "20", "--estimate"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("4 games played: ") and "; 8 games: " in told and not list(tmp_path.iterdir())


def test_the_commands_of_the_page_are_commands() -> None:
    page = (Path(__file__).parents[3] / "docs" / "lab.md").read_text(encoding="utf-8")
    [manifest] = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    job = pytest.importorskip("yaml").safe_load(manifest)
    [worker] = job["spec"]["rayClusterSpec"]["workerGroupSpecs"]
    assert worker["minReplicas"] <= worker["replicas"] <= worker["maxReplicas"]
    # Ray asks for a token, which the operator can do for versions of Ray that have them.
    assert job["spec"]["rayClusterSpec"]["authOptions"] == {"mode": "token"}
    assert tuple(map(int, job["spec"]["rayClusterSpec"]["rayVersion"].split("."))) >= (2, 52, 0)
    commands = [job["spec"]["entrypoint"], *re.findall(r"python -m beaufort\.lab [a-z].*?(?=  |$)", page, re.MULTILINE)]
    assert len(commands) > 5
    for text in commands:
        arguments = _parser().parse_args(shlex.split(text)[3:])
        assert arguments.command in ("study", "games", "match", "sweep")
