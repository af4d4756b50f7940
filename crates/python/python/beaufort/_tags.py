"""The tags of a record."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from ._rust import Record

__all__ = ["Tags"]


class Tags(dict[str, str]):
    """The tags of a record, when they were asked for. What is set or deleted here is changed in the record: see `Record.set_tag`."""

    def __init__(self, record: Record, tags: dict[str, str]) -> None:
        super().__init__(tags)
        self._record = record

    def __setitem__(self, name: str, value: str) -> None:
        self._record.set_tag(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._record.set_tag(name, None)
        super().__delitem__(name)

    # Those of `dict` would change the dictionary alone.
    clear: Any = MutableMapping.clear
    pop: Any = MutableMapping.pop
    popitem: Any = MutableMapping.popitem
    setdefault: Any = MutableMapping.setdefault
    update: Any = MutableMapping.update

    def __ior__(self, other: Any) -> Tags:  # type: ignore[override,misc]
        self.update(other)
        return self

    def __reduce__(self) -> tuple[type[dict[str, str]], tuple[dict[str, str]]]:
        """A copy is a dictionary that changes nothing."""
        return dict, (dict(self),)
