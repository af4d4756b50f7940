"""The laboratory on a Ray cluster of two nodes, which are lost."""

from __future__ import annotations

import csv
import ipaddress
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Optional

# Nodes listen to this machine alone, and are looked for at its loopback address; Ray reads that when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import beaufort
import polars
import pytest
from beaufort import lab
from beaufort._rust import Store, Work
from beaufort.lab import _run
from beaufort.lab.__main__ import _parser, main
from beaufort.lab._cluster import CLUSTER_VARIABLE, MAX_UNITS, Ray, _check_loopback, _units
from beaufort.lab._match import player_words
from beaufort.lab._metrics import Metrics
from beaufort.lab._spec import MatchSpec, StudySpec

pytest.importorskip("ray", exc_type=ImportError)

#: Settings of short games.
SHORT: dict[str, Any] = {"nodes": 20, "max_plies": 40, "seed": 7}


class TwoNodes:
    """A cluster of two nodes on this machine, each with one processor."""

    #: What the second node has, and the first has not.
    SECOND: dict[str, Any] = {"resources": {"players": 2}, "labels": {"kind": "player"}}

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._settings = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 << 20}
        self._cluster = Cluster(initialize_head=True, head_node_args={**self._settings, "include_dashboard": False})
        self.address: str = self._cluster.address
        self.second = self.add_second()

    def add_second(self) -> Any:
        """Adds a second node, and waits until the cluster has it and has noticed that one before it is lost."""
        second = self._cluster.add_node(**self._settings, **self.SECOND)
        self._cluster.wait_for_nodes(timeout=120)
        return second

    def kill_second(self) -> None:
        self._cluster.remove_node(self.second, allow_graceful=False)

    def kill_a_worker(self) -> None:
        """Kills a process of the first node that plays games, or has just played some."""
        raylet = self._cluster.head_node.all_processes["raylet"][0].process.pid
        children = " ".join(path.read_text() for path in Path(f"/proc/{raylet}/task").glob("*/children")).split()
        names = {int(child): Path(f"/proc/{child}/cmdline").read_text() for child in children}
        # Beside its workers a node has agents, without which it ends.
        workers = [child for kind in ("ray::_play", "ray::IDLE") for child in names if names[child].startswith(kind)]
        os.kill(workers[0], signal.SIGKILL)

    def shutdown(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[TwoNodes]:
    nodes = TwoNodes()
    yield nodes
    nodes.shutdown()


def one_machine(work: Work, path: Path, units: int) -> Store:
    """Plays units of work here, without Ray, and returns what is kept of them."""
    store = work.store(path)
    for line in work.play(range(units)):
        assert store.add(line)
    store.close()
    return store


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def command(*arguments: str, environment: Optional[dict[str, str]] = None) -> subprocess.Popen[str]:
    # A group of its own: what is sent to the tests does not reach it.
    return subprocess.Popen(
        [sys.executable, "-m", "beaufort.lab", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        # Where the tests run in the background Ctrl-C is ignored, and it would be so here.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for_lines(file: Path, lines: int, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 120
    while not file.exists() or file.read_bytes().count(b"\n") < lines:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "no game is finished"
        time.sleep(0.02)


def descendants(process: int) -> list[int]:
    children = " ".join(path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")).split()
    return [process, *(below for child in children for below in descendants(int(child)))]


def listening(processes: list[int]) -> dict[str, list[str]]:
    """Returns the addresses at which processes listen for connections, by what each process is called."""
    addresses = {}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            local, state, inode = (line.split()[column] for column in (1, 3, 9))
            if state == "0A":
                words = bytes.fromhex(local.partition(":")[0])
                # Words of four bytes in the order of the machine.
                packed = b"".join(words[at : at + 4][:: 1 if sys.byteorder == "big" else -1] for at in range(0, len(words), 4))
                address = ipaddress.ip_address(packed)
                addresses[f"socket:[{inode}]"] = str(getattr(address, "ipv4_mapped", None) or address)
    found: dict[str, list[str]] = {}
    for process in processes:
        name = Path(f"/proc/{process}/cmdline").read_text().partition("\0")[0].rpartition("/")[2]
        for file in Path(f"/proc/{process}/fd").glob("*"):
            if file.is_symlink() and os.readlink(file) in addresses:
                found.setdefault(name, []).append(addresses[os.readlink(file)])
    return found


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


@pytest.mark.parametrize("place", ["s3://bucket/x", Path("s3://bucket/x"), "gs://bucket", "file:///tmp/x"])
def test_the_address_of_another_place_is_no_folder(place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    calls: list[Callable[..., object]] = [
        lambda **keywords: lab.study("orthochess", games=1, **keywords),
        lambda **keywords: lab.games("orthochess", games=1, **keywords),
        lambda **keywords: lab.match("orthochess", "random", "greedy", games=2, **keywords),
    ]
    for call in calls:
        for keyword in ("out", "data"):
            with pytest.raises(ValueError, match="is an address, not a path"):
                call(**{keyword: place})
    works = [Work.study("orthochess", **SHORT), Work.games("orthochess", **SHORT)]
    for work in works:
        with pytest.raises(ValueError, match="is an address, not a path"):
            work.store(place)
    assert list(tmp_path.iterdir()) == []


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


def test_a_batched_function_gets_batches_of_pairs() -> None:
    sizes = []

    def first_turns(positions: list[beaufort.Position]) -> list[beaufort.Turn]:
        sizes.append(len(positions))
        return [position.legal_turns[0] for position in positions]

    player = beaufort.Player.function(first_turns, batched=True)
    game = beaufort.Game("orthochess")
    work = MatchSpec(game, player_words(player), player_words("random"), 1, 2, 20).work()
    lines = work.play(list(range(24)))
    assert max(sizes) > 4, sizes
    assert [json.loads(line)["n"] for line in lines] == list(range(48))
    assert work.play([3]) == lines[6:8]


def test_a_level_is_a_player_of_the_laboratory() -> None:
    words = player_words("club")
    assert words == player_words("engine:level=club") and "level=club" in repr(words.player())
    with pytest.raises(ValueError, match="`clbu` is no player: expected random, greedy, a level"):
        player_words("clbu")


def test_a_test_ends_the_match(cluster: TwoNodes, tmp_path: Path) -> None:
    test = lab.Sprt(elo0=0, elo1=100)
    settings: dict[str, Any] = {"games": 10_000, "sprt": test, "out": tmp_path, "max_plies": 200, "address": cluster.address}
    standing = lab.match("orthochess", "engine:nodes=200", "random", **settings)
    assert standing.verdict == "accepted" and standing.ratio >= standing.bounds[1] > 0
    games = standing.wins + standing.draws + standing.losses
    assert games < 2_000 and standing.elo is not None and standing.elo[0] > 100
    # A decided match stays decided, and `play_match` gives the same result for the same games.
    assert lab.match("orthochess", "engine:nodes=200", "random", **settings) == standing
    rows = [json.loads(line) for line in (tmp_path / "orthochess.match.jsonl").read_text().splitlines()[1:]]
    played: list[beaufort.MatchGame] = []
    players = beaufort.Player.engine(nodes=200), beaufort.Player.random()
    beaufort.play_match("orthochess", *players, games=4, max_plies=200, on_game=played.append)
    points = {row["n"]: row["points"] / 2 for row in rows}
    assert {game.number: game.score for game in played}.items() <= points.items()
    with pytest.raises(ValueError, match="seed 1 instead of 2"):
        lab.match("orthochess", "engine:nodes=200", "random", **settings, seed=2)


def test_functions_play_on_the_cluster(cluster: TwoNodes, tmp_path: Path) -> None:
    weights = {"orthochess": -1}

    def choose(position: beaufort.Position) -> beaufort.Turn:
        return position.legal_turns[weights[position.game.id]]

    settings: dict[str, Any] = {"games": 4, "max_plies": 40, "address": cluster.address}
    standing = lab.match("orthochess", choose, beaufort.Player.random(), out=tmp_path, **settings)
    result = beaufort.play_match("orthochess", choose, "random", games=4, max_plies=40)
    assert (standing.wins, standing.draws, standing.losses) == (result.wins, result.draws, result.losses)

    def fails(_: beaufort.Position) -> str:
        raise LookupError("no weights")

    with pytest.raises(beaufort.PlayerError, match="the player `fails` raised LookupError: no weights; after 2 turns"):
        lab.match("orthochess", fails, "random", data=tmp_path / "other", **settings)


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


def test_players_are_told_in_words(tmp_path: Path) -> None:
    net = tmp_path / "derived.net"
    net.write_text("content")
    for player in ["random", "greedy", "engine:nodes=5,time=1.0,hash=4", f"engine:nodes=5,net={net},hash=4"]:
        words = player_words(player)
        again = player_words(words.player())
        assert again.player() == words.player() and dict(again.settings).items() >= dict(words.settings).items()
        assert sorted(again.words.split(",")[1:]) == sorted(words.words.split(",")[1:])


def test_other_games_are_not_mixed(tmp_path: Path) -> None:
    work = Work.study("orthochess", **SHORT)
    one_machine(work, tmp_path, 3)
    with closing(work.store(tmp_path)) as store:
        assert store.missing(5) == [3, 4]
        assert not store.add(work.play([1])[0]), "it is there already"
        with pytest.raises(ValueError, match="no game of this work"):
            store.add("{}")
        with pytest.raises(ValueError, match="another study is writing"):
            work.store(tmp_path)
        with pytest.raises(ValueError, match="only a match has a test"):
            store.sprt()
    with pytest.raises(ValueError, match="closed"):
        store.missing(5)
    with pytest.raises(ValueError, match="nodes 20 instead of 21.*name another place"):
        Work.study("orthochess", **{**SHORT, "nodes": 21}).store(tmp_path)


@pytest.mark.parametrize(
    "work",
    [
        Work.study("orthochess", **SHORT),
        Work.games("orthochess", **SHORT),
        Work.match("orthochess", (beaufort.Player.greedy(), "greedy"), (beaufort.Player.random(), "random"), max_plies=40),
    ],
    ids=["study", "games", "match"],
)
def test_games_of_another_engine_are_known_by_one_of_them(work: Work, tmp_path: Path) -> None:
    path = tmp_path / "games"
    with closing(work.store(path)) as store:
        assert store.sample() is None
        for line in work.play([1]):
            store.add(line)
    with closing(work.store(path)) as store:
        sample = store.sample()
    assert sample is not None and sample[0] == 1
    _run.check_sample(work, sample, path)
    with pytest.raises(ValueError, match="those of another engine"):
        _run.check_sample(work, (0, sample[1]), path)


def test_a_match_that_another_engine_began_is_refused(cluster: TwoNodes, tmp_path: Path) -> None:
    file = tmp_path / "orthochess.match.jsonl"
    settings: dict[str, Any] = {"out": tmp_path, "max_plies": 40, "address": cluster.address}
    lab.match("orthochess", "greedy", "random", games=2, **settings)
    heading, *lines = file.read_text().splitlines()
    games = [json.loads(line) for line in lines]
    for game in games:
        game["turns"] = game["turns"].rpartition(" ")[0]
    file.write_text("".join(f"{line}\n" for line in [heading, *map(json.dumps, games)]))
    before = file.read_bytes()
    with pytest.raises(ValueError, match="those of another engine"):
        lab.match("orthochess", "greedy", "random", games=4, **settings)
    assert file.read_bytes() == before


def test_games_by_the_clock_are_not_played_again() -> None:
    timed, other = player_words("engine:nodes=5,time=1"), player_words("random")
    assert not MatchSpec("orthochess", other, timed, 1, 2, 40).is_reproducible
    assert not MatchSpec("orthochess", other, player_words("engine:clock=5,increment=1"), 1, 2, 40).is_reproducible
    assert MatchSpec("orthochess", other, player_words("engine:nodes=5"), 1, 2, 40).is_reproducible
    assert not MatchSpec("orthochess", other, player_words(lambda _: None), 1, 2, 40).is_reproducible


def test_a_standing_is_of_the_pairs_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "orthochess.match.jsonl"
    players = [(player_words(words).player(), words) for words in ["greedy", "random"]]
    work = Work.match("orthochess", *players, max_plies=60)
    one_machine(work, file, 5)
    with closing(work.store(file)) as store:
        games = [sum(store.sprt(pairs=pairs)[0]) for pairs in [0, 2, 5, 9]]
    assert games == [0, 4, 10, 10], "the place may hold more"


def test_a_match_of_changed_rules_is_another_one(tmp_path: Path) -> None:
    text = 'id = "my"\nname = "Mine"\nextends = "orthochess"\n'
    players = [(player_words(words).player(), words) for words in ["greedy", "random"]]
    file = tmp_path / "my.match.jsonl"
    one_machine(Work.match(beaufort.Game.from_text(text), *players, max_plies=60), file, 1)
    changed = Work.match(beaufort.Game.from_text(text + '[piece.Knight]\nability = "N + W"\n'), *players, max_plies=60)
    with pytest.raises(ValueError, match="evaluations"):
        changed.store(file)


def test_rows_have_the_names_of_the_table(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    settings: dict[str, Any] = {"nodes": 20, "max_plies": 40, "seed": 7}
    one_machine(Work.study("scirocco", **settings), tmp_path, 3)
    table = polars.read_parquet(tmp_path / "part-*.parquet").sort("number")
    rows = beaufort.study("scirocco", games=3, **settings)
    assert list(rows[0]) == table.columns
    assert rows == table.to_dicts()


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


def test_players_are_told_apart_by_what_is_in_their_files(tmp_path: Path) -> None:
    net = tmp_path / "my.net"
    net.write_bytes(b"a")
    words = player_words(f"engine:nodes=5,net={net}").words
    assert words == "engine:nodes=5,net=e8b7be43"
    assert player_words("engine:nodes=5,net=derived").words == "engine:nodes=5,net=derived"


def test_a_foreign_net_is_told_with_its_file_and_its_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # An invalid net is reported before a cluster is looked for.
    monkeypatch.setitem(sys.modules, "ray", None)
    net = tmp_path / "foreign.net"
    net.write_text('game = "orthochess"\n[piece]\n[shared]\n')
    foreign = "these are weights for `orthochess`, not for `scirocco`"
    player = f"engine:nodes=5,net={net}"
    assert main(["match", "scirocco", "random", player, "--data", os.devnull]) == 2
    assert capsys.readouterr().err == f"error: the player `{player}`: the net:1: {foreign}\n"
    for command in ["study", "games"]:
        assert main([command, "scirocco", "--games", "1", "--net", str(net), "--data", os.devnull]) == 2
        assert capsys.readouterr().err == f"error: {net}:1: {foreign}\n"


def test_tasks_are_as_long_as_they_should_be() -> None:
    assert _units(1000, 2, 0.0, 0) == 1, "nothing is known yet"
    assert _units(1000, 2, 10.0, 20) == 10, "5 s at half a second each"
    assert _units(10**6, 2, 0.001, 100) == MAX_UNITS
    assert _units(10**6, 1000, 10.0, 20) == 50, "on many machines tasks are longer"
    assert _units(1000, 2, 1000.0, 10) == 1, "longer than a task should be"
    assert _units(10, 2, 0.1, 100) == 3, "all end together"


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


def test_the_cost_of_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="there is no command 'train': expected study, games or match"):
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


def test_the_commands_of_the_page_are_commands() -> None:
    page = (Path(__file__).parents[3] / "docs" / "lab.md").read_text(encoding="utf-8")
    [manifest] = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    job = pytest.importorskip("yaml").safe_load(manifest)
    [worker] = job["spec"]["rayClusterSpec"]["workerGroupSpecs"]
    assert worker["minReplicas"] <= worker["replicas"] <= worker["maxReplicas"]
    commands = [job["spec"]["entrypoint"], *re.findall(r"python -m beaufort\.lab [a-z].*?(?=  |$)", page, re.MULTILINE)]
    assert len(commands) > 5
    for text in commands:
        arguments = _parser().parse_args(shlex.split(text)[3:])
        assert arguments.command in ("study", "games", "match", "sweep")
