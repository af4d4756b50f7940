"""The progress as metrics of Ray, for its dashboard and for Prometheus."""

from __future__ import annotations

from typing import Any

from ._spec import Spec

__all__ = ["Metrics"]


class Metrics:
    """A gauge for each number of the progress, named `beaufort_lab_` and the number's name; Ray puts `ray_` before it."""

    def __init__(self, spec: Spec) -> None:
        self._tags = {"command": spec.command, "game": spec.game_id}
        self._gauges: dict[str, Any] = {}

    def set(self, facts: dict[str, Any]) -> None:
        """Sets the gauges of the facts that are numbers, or numbers with bounds."""
        for name, value in facts.items():
            if isinstance(value, tuple):
                value = value[0]
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                self._gauge(name).set(value)

    def _gauge(self, name: str) -> Any:
        if name not in self._gauges:
            from ray.util.metrics import Gauge

            gauge = Gauge(f"beaufort_lab_{name}", f"`{name}` of the progress of beaufort.lab", tuple(self._tags))
            gauge.set_default_tags(self._tags)
            self._gauges[name] = gauge
        return self._gauges[name]
