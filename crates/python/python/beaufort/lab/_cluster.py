"""Ray: it schedules tasks on the machines of a cluster and repeats those whose machine is lost."""

from __future__ import annotations

import ipaddress
import math
import os
import socket
import sys
import time
from collections.abc import Generator, Mapping
from types import TracebackType
from typing import Any, Optional

from .._rust import Work
from ._spec import Spec

__all__ = ["Ray"]

#: How long a task should take, in seconds: long against what Ray needs for one, short against what a lost machine costs.
TASK_S = 5.0
#: The processors beyond which tasks are longer, so that one machine can go on handing them out.
MANY_PROCESSORS = 200
#: The most units of work of a task.
MAX_UNITS = 500
#: The tasks for each processor that are submitted ahead.
TASKS_AHEAD = 2
#: How often a task is repeated whose worker or machine was lost.
MAX_RETRIES = 20
#: How long to wait for a cluster, in seconds.
CONNECT_S = 10.0
#: How long to wait for a task before looking around, in seconds.
POLL_S = 0.5

#: A cluster of this machine: it needs little memory for results, and its processes listen at the loopback address.
ALONE: dict[str, Any] = {
    "address": "local",
    "include_dashboard": False,
    "object_store_memory": 256 << 20,
    "_node_ip_address": "127.0.0.1",
}
#: With 0, Ray keeps to this machine, as it does on Windows and macOS; otherwise it replaces the loopback address by that of the network. It
#: is read when Ray is imported, and by each of its processes.
CLUSTER_VARIABLE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"

# A worker plays many tasks of the same work.
_latest: Optional[tuple[str, Spec, Work]] = None


def _play(spec: Spec, settings: str, numbers: list[int]) -> tuple[float, list[str]]:
    """Plays units of work on some machine, and returns for how many seconds, and the games."""
    global _latest
    if _latest is None or _latest[:2] != (settings, spec):
        work = spec.work()
        if work.settings != settings:
            raise RuntimeError(
                f"this machine would play other games, {work.settings} instead of {settings}: install the same version of beaufort"
            )
        _latest = settings, spec, work
    begin = time.monotonic()
    lines = _latest[2].play(numbers)
    return time.monotonic() - begin, lines


def _check_reachable(address: Optional[str]) -> None:
    """Raises OSError if the address of a cluster does not answer: Ray itself would try for minutes."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_S).close()
    except OSError as error:
        raise OSError(f"cannot reach the Ray cluster at {address}: {error}") from error


def _check_loopback(address: str) -> None:
    """Raises RuntimeError unless the address at which a cluster of this machine would listen is one that no other machine can reach."""
    if not ipaddress.ip_address(address).is_loopback:
        raise RuntimeError(
            f"Ray would listen to the network, at {address}: it was imported before the laboratory could tell it not to; set "
            f"{CLUSTER_VARIABLE}=0 before the import, or name a cluster with address=..."
        )


class Ray:
    """A Ray cluster: that of an address, or this machine; of it at most `cpus` processors, on the machines with `resources` for each of
    them, and with `labels`."""

    def __init__(
        self,
        address: Optional[str],
        cpus: Optional[int] = None,
        resources: Optional[Mapping[str, float]] = None,
        labels: Optional[Mapping[str, str]] = None,
    ) -> None:
        if cpus is not None and cpus < 1:
            raise ValueError(f"cpus is {cpus}: expected at least 1")
        for name, amount in (resources or {}).items():
            if not (0 < amount < math.inf):
                raise ValueError(f"the resource `{name}` is {amount}: expected more than 0")
        if address is None and (resources or labels):
            raise ValueError("resources and labels are those of the machines of a cluster: name one with address=...")
        self._address, self._cpus, self._resources, self._labels = address, cpus, dict(resources or {}), dict(labels or {})
        self._ray: Any = None
        self._began = False
        #: The former value of the variable.
        self._variable: Optional[str] = None

    def __enter__(self) -> Ray:
        # No usage statistics leave the cluster.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if self._address is None:
            self._variable = os.environ.get(CLUSTER_VARIABLE)
            os.environ[CLUSTER_VARIABLE] = "0"
        try:
            import ray
        except ImportError as error:
            self._restore()
            raise ImportError("the laboratory needs Ray: pip install ray") from error
        self._ray = ray
        try:
            if not ray.is_initialized():
                if self._address is None:
                    _check_loopback(ray.util.get_node_ip_address())
                _check_reachable(self._address)
                where = {**ALONE, "num_cpus": self._cpus} if self._address is None else {"address": self._address}
                ray.init(log_to_driver=False, logging_level="error", **where)
                self._began = True
        except BaseException:
            self._restore()
            raise
        return self

    def _restore(self) -> None:
        """Gives the environment of this process its variable back."""
        if self._address is None:
            if self._variable is None:
                os.environ.pop(CLUSTER_VARIABLE, None)
            else:
                os.environ[CLUSTER_VARIABLE] = self._variable

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._began:
            self._ray.shutdown()
        self._restore()

    def processors(self) -> int:
        """Returns how many processors the games may use now: 0 while no machine has what they need."""
        nodes = [node for node in self._ray.nodes() if node["Alive"] and _has_labels(node.get("Labels", {}), self._labels)]
        needed = {"CPU": 1.0, **self._resources}
        found = sum(min(int(node["Resources"].get(name, 0) / amount + 1e-6) for name, amount in needed.items()) for node in nodes)
        return found if self._cpus is None else min(found, self._cpus)

    def _task(self) -> Any:
        """Returns the function of a task."""
        # Versions of Ray before the labels know no such option.
        labels = {"label_selector": self._labels} if self._labels else {}
        return self._ray.remote(_play).options(
            num_cpus=1, resources=self._resources, max_retries=MAX_RETRIES, scheduling_strategy="SPREAD", **labels
        )

    def _needs(self) -> str:
        words = ["a processor"]
        words += [f"{amount:g} of the resource `{name}`" for name, amount in self._resources.items()]
        words += [f"the label `{name}={value}`" for name, value in self._labels.items()]
        return ", ".join(words)

    def play(self, spec: Spec, settings: str, missing: list[int]) -> Generator[list[str], None, None]:
        """Plays units of work and gives the games of each task as it ends; an empty list while none has ended for a while.

        Tasks that are going on when the iterator is closed end with the connection to the cluster, or soon: `ray.cancel` may end this
        process when a task ends at the same time.
        """
        ray, task = self._ray, self._task()
        shared = ray.put(spec)
        pending: dict[Any, list[int]] = {}
        submitted, seconds, played = 0, 0.0, 0
        is_told = False
        while pending or submitted < len(missing):
            processors = self.processors()
            if not processors and not is_told:
                is_told = True
                print(f"waiting for a machine with {self._needs()}", file=sys.stderr, flush=True)
            processors = max(1, processors)
            # Tasks that wait are begun by whatever processor is free.
            ahead = TASKS_AHEAD * processors if self._cpus is None else processors
            while submitted < len(missing) and len(pending) < ahead:
                units = _units(len(missing) - submitted, processors, seconds, played)
                numbers = missing[submitted : submitted + units]
                pending[task.remote(shared, settings, numbers)] = numbers
                submitted += units
            done, _ = ray.wait(list(pending), num_returns=1, timeout=POLL_S)
            if not done:
                yield []
            for reference in done:
                numbers = pending.pop(reference)
                try:
                    took, lines = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None
                except ray.exceptions.RayError as error:
                    raise RuntimeError(f"games {numbers[0]} to {numbers[-1]} were lost {MAX_RETRIES + 1} times: {error}") from error
                seconds, played = seconds + took, played + len(numbers)
                yield lines


def _has_labels(labels: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Returns whether a machine has the labels wanted: a value, `in(one, another)`, or either of them after a `!`, which it must not have."""

    def is_met(name: str, condition: str) -> bool:
        values = condition.removeprefix("!")
        values = values[3:-1] if values.startswith("in(") else values
        return (labels.get(name) in [value.strip() for value in values.split(",")]) != condition.startswith("!")

    return all(is_met(name, condition) for name, condition in wanted.items())


def _units(left: int, processors: int, seconds: float, played: int) -> int:
    """Returns how many units the next task gets: as many as take `TASK_S`, and fewer towards the end, when all processors are to
    end together."""
    fair = math.ceil(left / (2 * processors))
    if not played:
        return 1
    task_s = TASK_S * max(1.0, processors / MANY_PROCESSORS)
    timely = int(task_s * played / max(seconds, 1e-3))
    return max(1, min(fair, timely, MAX_UNITS))
