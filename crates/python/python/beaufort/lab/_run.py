"""Plays the missing games and reports the progress."""

from __future__ import annotations

import json
import math
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Optional

from .._rust import Store, Work
from ._cluster import Ray
from ._spec import Spec

__all__ = ["Progress", "Score", "check_sample", "play_missing"]

#: The quantile of the normal distribution for two-sided bounds of 95%.
QUANTILE_95 = 1.959964


class Score:
    """The mean score of the first player: 1 for a win, one half for a draw."""

    def __init__(self) -> None:
        self._games, self._points = 0, 0.0

    def add(self, points: float) -> None:
        self._games += 1
        self._points += points

    def bounds(self) -> Optional[tuple[float, float, float]]:
        """Returns the mean and the bounds between which it lies with 95%, by Wilson's score interval; None of no games."""
        if not self._games:
            return None
        games, mean, square = self._games, self._points / self._games, QUANTILE_95**2
        centre = mean + square / (2 * games)
        spread = QUANTILE_95 * math.sqrt(mean * (1 - mean) / games + square / (4 * games**2))
        return mean, (centre - spread) / (1 + square / games), (centre + spread) / (1 + square / games)

    def __str__(self) -> str:
        bounds = self.bounds()
        return "first player {:.1%} ({:.1%} to {:.1%})".format(*bounds) if bounds else ""


class Progress:
    """A line that changes in a terminal; elsewhere, a line now and then."""

    #: The time between two lines, in seconds.
    INTERVAL_S = 30.0

    def __init__(self, known: int, missing: int, unit: str = "games") -> None:
        self._known, self._missing, self._unit = known, missing, unit
        self._played = 0
        self._begin = time.monotonic()
        self._told = -math.inf if sys.stderr.isatty() else self._begin

    def advance(self, units: int) -> None:
        self._played += units

    def show(self, estimate: str) -> None:
        now = time.monotonic()
        if now - self._told < (0.2 if sys.stderr.isatty() else self.INTERVAL_S):
            return
        self._told = now
        text = self.text(estimate, now - self._begin)
        print(f"\r{text}\x1b[K" if sys.stderr.isatty() else text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)

    def end(self, estimate: str) -> None:
        """Leaves the last line where it is."""
        text = self.text(estimate, time.monotonic() - self._begin)
        print(f"\r{text}\x1b[K" if sys.stderr.isatty() else text, file=sys.stderr, flush=True)

    def text(self, estimate: str, elapsed_s: float) -> str:
        text = f"{self._known + self._played} of {self._known + self._missing} {self._unit}"
        left = self._missing - self._played
        if self._played and elapsed_s > 0:
            rate = self._played / elapsed_s
            text += f", {rate:.1f} a second"
            if left:
                text += f", {_duration(left / rate)} left"
        return f"{text}; {estimate}" if estimate else text


def _duration(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def check_sample(work: Work, sample: Optional[tuple[int, str]], path: Path) -> None:
    """Raises ValueError if a game that was kept, with its unit of work, would be another one now."""
    if sample is None:
        return
    unit, line = sample
    if line not in work.play([unit]):
        raise ValueError(
            f"the games in `{path}` are those of another engine or other rules: this version would play them differently; keep "
            "them elsewhere or name another place"
        )


def play_missing(ray: Ray, spec: Spec, path: Path, games: int) -> None:
    """Plays the games of a study or of a learner that are missing, and keeps them."""
    work = spec.work()
    store: Store = work.store(path)
    score = Score()
    with closing(store):
        missing = store.missing(games)
        if missing:
            check_sample(work, store.sample(), path)
        progress = Progress(games - len(missing), len(missing))
        with closing(ray.play(spec, work.settings, missing)) as played:
            for lines in played:
                for line in lines:
                    store.add(line)
                    row = json.loads(line)
                    winner = row["winner" if "winner" in row else "won"]
                    score.add(0.5 if winner is None else 1.0 - winner)
                store.flush_if_due()
                progress.advance(len(lines))
                progress.show(str(score))
        progress.end(str(score))
