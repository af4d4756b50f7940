"""A Ray cluster of two nodes for the tests of the laboratory, and what these tests have in common."""

from __future__ import annotations

import ipaddress
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Optional

# Nodes listen to this machine alone, and are looked for at its loopback address; Ray reads that when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import pytest
from beaufort._rust import Store, Work

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
