"""The laboratory on a Ray cluster of two nodes, which are lost."""

from __future__ import annotations

import ipaddress
import json
import os
import signal
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from beaufort import lab
from beaufort._rust import Work
from beaufort.lab import _run
from beaufort.lab.__main__ import _parser, main
from beaufort.lab._cluster import CLUSTER_VARIABLE, MAX_UNITS, Ray, _check_loopback, _units
from beaufort.lab._match import player_words
from beaufort.lab._spec import StudySpec
from lab_cluster import SHORT, TwoNodes, command, descendants, listening, one_machine, parts, wait_for_lines


@pytest.mark.skipif(sys.platform != "linux", reason="only there the sockets of a process are known")
def test_without_an_address_nobody_else_can_reach_it(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in (CLUSTER_VARIABLE, "RAY_ADDRESS")}
    process = command(
        *["games", "orthochess", "--games", "100000", "--nodes", "20", "--max-plies", "40", "--out", str(tmp_path)],
        environment=environment,
    )
    try:
        wait_for_lines(tmp_path / "orthochess.games" / "part-000000.parquet", 0, process)
        found = listening(descendants(process.pid))
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
    assert {"gcs_server", "raylet"} <= found.keys(), found
    assert all(ipaddress.ip_address(address).is_loopback for addresses in found.values() for address in addresses), found


def test_ray_that_would_listen_to_the_network_is_refused() -> None:
    _check_loopback("127.0.0.1")
    _check_loopback("::1")
    with pytest.raises(RuntimeError, match="would listen to the network, at 192.0.2.7: .*set RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0"):
        _check_loopback("192.0.2.7")


@pytest.mark.skipif(sys.platform != "linux", reason="only there it is known which process is a worker")
def test_workers_and_nodes_that_are_lost_cost_no_game(cluster: TwoNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = 300
    seen: list[int] = []

    def kill_on_the_way(progress: _run.Progress, units: int) -> None:
        before = sum(seen)
        seen.append(units)
        if before < games // 5 <= sum(seen):
            cluster.kill_a_worker()
        if before < games // 2 <= sum(seen):
            cluster.kill_second()

    monkeypatch.setattr(_run.Progress, "advance", kill_on_the_way)
    try:
        folder = lab.study("orthochess", games=games, random_games=5, out=tmp_path, address=cluster.address, **SHORT)
    finally:
        cluster.second = cluster.add_second()
    assert sum(seen) == games + 5, "no game is given twice"
    assert len(seen) > 4, "the work was divided"

    alone = tmp_path / "alone"
    one_machine(Work.study("orthochess", **SHORT), alone, games)
    one_machine(Work.study("orthochess", random=True, **SHORT), alone, 5)
    assert parts(folder) == parts(alone)
    assert folder == tmp_path / "orthochess" / "games" and len(parts(folder)) == 2


def test_a_driver_that_is_killed_goes_on(cluster: TwoNodes, tmp_path: Path) -> None:
    folder = tmp_path / "orthochess.games"
    most = 100_000
    settings = ["--games", str(most), "--nodes", "20", "--max-plies", "40", "--seed", "7"]
    process = command("games", "orthochess", *settings, "--out", str(tmp_path), "--address", cluster.address)
    wait_for_lines(folder / "part-000000.parquet", 0, process)
    process.kill()
    process.communicate()
    with closing(Work.games("orthochess", **SHORT).store(folder)) as store:
        games = max(set(range(most)) - set(store.missing(most))) + 50
    assert games < most, "it was killed before it had ended"
    assert lab.games("orthochess", games=games, out=tmp_path, address=cluster.address, **SHORT) == folder

    alone = tmp_path / "alone"
    one_machine(Work.games("orthochess", **SHORT), alone, games)
    assert parts(folder) == parts(alone)


def test_ctrl_c_keeps_what_is_finished(cluster: TwoNodes, tmp_path: Path) -> None:
    file = tmp_path / "orthochess.match.jsonl"
    players = ["engine:nodes=20", "greedy"]
    arguments = ["match", "orthochess", *players, "--games", "100000", "--out", str(tmp_path)]
    process = command(*arguments, "--address", cluster.address)
    wait_for_lines(file, 5, process)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130, told
    assert told.endswith("Stopped. The same command goes on from here.\n")
    assert "Traceback" not in told
    lines = file.read_text().splitlines()
    assert all(json.loads(line) for line in lines)
    work = Work.match("orthochess", *[(player_words(words).player(), words) for words in players])
    with closing(work.store(file)) as store:
        missing = store.missing(1000)
        assert len(missing) < 1000
        pair = next(pair for pair in range(1000) if pair not in missing)
    assert set(work.play([pair])) <= set(lines), "a pair is the same games on every machine"


@pytest.mark.parametrize(
    ("needs", "processors"),
    [
        ({}, 2),
        ({"cpus": 1}, 1),
        ({"resources": {"players": 1}}, 1),
        ({"labels": {"kind": "!player"}}, 1),
        ({"labels": {"kind": "!referee"}}, 2),
        ({"labels": {"kind": "in(player, referee)"}}, 1),
        ({"labels": {"kind": "referee"}}, 0),
        ({"resources": {"players": 3}}, 0),
    ],
)
def test_the_processors_that_have_what_is_needed(cluster: TwoNodes, needs: dict[str, Any], processors: int) -> None:
    with Ray(cluster.address, **needs) as ray:
        assert ray.processors() == processors


@pytest.mark.parametrize(
    ("needs", "is_second"),
    [({"resources": {"players": 1}}, True), ({"labels": {"kind": "player"}}, True), ({"labels": {"kind": "!player"}}, False)],
)
def test_games_are_played_where_the_needs_are_met(
    cluster: TwoNodes, needs: dict[str, Any], is_second: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")

    def play_nothing(*_: object) -> tuple[float, list[str]]:
        import ray

        return 1.0, [ray.get_runtime_context().get_node_id()]

    monkeypatch.setattr("beaufort.lab._cluster._play", play_nothing)
    spec = StudySpec("orthochess", 20, 7, 4, 40, None, False)
    with Ray(cluster.address, **needs) as played_on:
        nodes = {node for lines in played_on.play(spec, spec.work().settings, list(range(6))) for node in lines}
        second = {node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Labels"].get("kind") == "player"}
    assert len(nodes) == 1 and (nodes == second) == is_second


def test_who_waits_for_a_machine_is_told(cluster: TwoNodes, capfd: pytest.CaptureFixture[str]) -> None:
    spec = StudySpec("orthochess", 20, 7, 4, 40, None, False)
    with Ray(cluster.address, resources={"telescopes": 1}, labels={"kind": "player"}) as ray:
        with closing(ray.play(spec, spec.work().settings, [0])) as played:
            assert next(played) == []
    assert capfd.readouterr().err == (
        "waiting for a machine with a processor, 1 of the resource `telescopes`, the label `kind=player`\n"
    )


def test_no_more_processors_play_than_asked_for(cluster: TwoNodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counter = tmp_path / "playing"
    counter.mkdir()

    def play_slowly(_: object, __: str, numbers: list[int]) -> tuple[float, list[str]]:
        mine = counter / str(numbers[0])
        mine.touch()
        time.sleep(0.3)
        playing = len(list(counter.iterdir()))
        mine.unlink()
        return 60.0, [str(playing)]

    monkeypatch.setattr("beaufort.lab._cluster._play", play_slowly)
    spec = StudySpec("orthochess", 20, 7, 4, 40, None, False)
    most = {}
    for cpus in (None, 1):
        with Ray(cluster.address, cpus) as ray:
            most[cpus] = max(int(line) for lines in ray.play(spec, spec.work().settings, list(range(8))) for line in lines)
    assert most == {None: 2, 1: 1}


def test_a_machine_with_another_version_is_told(cluster: TwoNodes) -> None:
    spec = StudySpec("orthochess", 20, 1, 4, 40, None, False)
    with Ray(cluster.address) as ray, closing(ray.play(spec, "{}", [0])) as played:
        with pytest.raises(RuntimeError, match="would play other games.*install the same version"):
            for _ in played:
                pass


def test_needs_that_cannot_be_met_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for needs, told in (
        ({"cpus": 0}, "cpus is 0: expected at least 1"),
        ({"address": "auto", "resources": {"players": 0}}, "the resource `players` is 0: expected more than 0"),
        ({"labels": {"kind": "player"}}, "name one with address="),
    ):
        with pytest.raises(ValueError, match=told):
            lab.study("orthochess", games=1, **needs)
    for words in ("players", "=1", "players=many"):
        with pytest.raises(SystemExit):
            main(["study", "orthochess", "--resources", words])
        assert f"`{words}`" in capsys.readouterr().err
    labels = _parser().parse_args(["games", "orthochess", "--labels", "kind=in(player, referee),zone=!far"]).labels
    assert labels == {"kind": "in(player, referee)", "zone": "!far"}


def test_tasks_are_as_long_as_they_should_be() -> None:
    assert _units(1000, 2, 0.0, 0) == 1, "nothing is known yet"
    assert _units(1000, 2, 10.0, 20) == 10, "5 s at half a second each"
    assert _units(10**6, 2, 0.001, 100) == MAX_UNITS
    assert _units(10**6, 1000, 10.0, 20) == 50, "on many machines tasks are longer"
    assert _units(1000, 2, 1000.0, 10) == 1, "longer than a task should be"
    assert _units(10, 2, 0.1, 100) == 3, "all end together"
