"""The two sides of a game."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Side"]


class Side(IntEnum):
    """The first player, who begins, or the second.

    Examples:
        >>> ~beaufort.Side.FIRST
        <Side.SECOND: 1>
    """

    FIRST = 0
    """The player who begins."""
    SECOND = 1
    """The other player."""

    def __invert__(self) -> Side:
        return Side(1 - self.value)
