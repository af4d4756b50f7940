"""Plays the missing games and reports the progress."""

from __future__ import annotations

import json
import math
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, Optional, Protocol

from .._rust import Store, Work
from ._cluster import Ray
from ._metrics import Metrics
from ._spec import Spec

__all__ = ["Form", "Progress", "Score", "check_sample", "play_missing"]

#: The form of the progress: a line of text, or lines of JSON for programs.
Form = Literal["text", "json"]

#: The quantile of the normal distribution for two-sided bounds of 95%.
QUANTILE_95 = 1.959964


class Estimate(Protocol):
    """What is known so far: as a text, and by names."""

    def __str__(self) -> str: ...

    def facts(self) -> dict[str, Any]: ...


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

    def facts(self) -> dict[str, Any]:
        return {"first_player": self.bounds()}

    def __str__(self) -> str:
        bounds = self.bounds()
        return "first player {:.1%} ({:.1%} to {:.1%})".format(*bounds) if bounds else ""


class Progress:
    """A line on standard error that changes in a terminal; elsewhere, a line now and then. As JSON it is a line a second."""

    #: The time between two lines in seconds: of text without a terminal, and of JSON.
    INTERVAL_S = 30.0
    JSON_INTERVAL_S = 1.0

    def __init__(
        self, known: int, missing: int, unit: str = "games", form: Form = "text", metrics: Optional[Metrics] = None
    ) -> None:
        self._known, self._missing, self._unit, self._form, self._metrics = known, missing, unit, form, metrics
        self._played = 0
        self._begin = time.monotonic()
        self._is_terminal = form == "text" and sys.stderr.isatty()
        self._interval_s = 0.2 if self._is_terminal else self.INTERVAL_S if form == "text" else self.JSON_INTERVAL_S
        self._told = self._begin if form == "text" and not self._is_terminal else -math.inf

    def advance(self, units: int) -> None:
        self._played += units

    def show(self, estimate: Estimate) -> None:
        now = time.monotonic()
        self._measure(estimate)
        if now - self._told >= self._interval_s:
            self._told = now
            self._tell(estimate, "" if self._is_terminal else "\n", has_ended=False)

    def end(self, estimate: Estimate) -> None:
        """Leaves the last line where it is."""
        self._measure(estimate)
        self._tell(estimate, "\n", has_ended=True)

    def _measure(self, estimate: Estimate) -> None:
        if self._metrics is not None:
            self._metrics.set({**self.facts(time.monotonic() - self._begin), **estimate.facts()})

    def _tell(self, estimate: Estimate, end: str, *, has_ended: bool) -> None:
        elapsed_s = time.monotonic() - self._begin
        if self._form == "json":
            text = json.dumps({**self.facts(elapsed_s), **estimate.facts(), "ended": has_ended})
        else:
            text = self.text(str(estimate), elapsed_s)
        print(f"\r{text}\x1b[K" if self._is_terminal else text, end=end, file=sys.stderr, flush=True)

    def facts(self, elapsed_s: float) -> dict[str, Any]:
        """Returns how far it is, by names."""
        rate = self._played / elapsed_s if self._played and elapsed_s > 0 else None
        return {
            "unit": self._unit,
            "done": self._known + self._played,
            "of": self._known + self._missing,
            "per_second": None if rate is None else round(rate, 3),
            "seconds_left": None if rate is None else round((self._missing - self._played) / rate, 1),
        }

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


def play_missing(ray: Ray, spec: Spec, path: Path, games: int, form: Form = "text") -> None:
    """Plays the games of a study or of a learner that are missing, and keeps them."""
    work = spec.work()
    store: Store = work.store(path)
    score = Score()
    with closing(store):
        missing = store.missing(games)
        if missing:
            check_sample(work, store.sample(), path)
        progress = Progress(games - len(missing), len(missing), form=form, metrics=Metrics(spec))
        with closing(ray.play(spec, work.settings, missing)) as played:
            for lines in played:
                for line in lines:
                    store.add(line)
                    row = json.loads(line)
                    winner = row["winner" if "winner" in row else "won"]
                    score.add(0.5 if winner is None else 1.0 - winner)
                store.flush_if_due()
                progress.advance(len(lines))
                progress.show(score)
        progress.end(score)
