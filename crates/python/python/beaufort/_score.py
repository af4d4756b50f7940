"""Scores of the engine."""

from __future__ import annotations

from typing import Optional, Union

from ._rust import _win_chance
from ._side import Side

__all__ = ["Mate", "Score"]


#: The greatest score whose winning chances are computed: they are 1 there.
_MOST = 1_000_000


class Mate(int):
    """The number of its turns in which a side wins by force or, if negative, loses.

    It is always true, so that `if analysis.mate:` tests whether a mate is known: a side that is already mated has `Mate(0)`.

    Examples:
        >>> bool(beaufort.Mate(0)), beaufort.Mate(0) == 0
        (True, True)
    """

    def __bool__(self) -> bool:
        return True


class Score(int):
    """The score of a line for a side: an integer, in centipawns. `-score` is the score for the other side; a score with an integer added or
    subtracted is a score of the same side. Other operations give integers.

    Attributes:
        side: the side whose score it is.
        mate: the number of its turns in which it wins by force or, if negative, loses; None if neither is known. If it is 0 the
            game is over, and the sign of the score tells who has won.
        win_chance: the expected points, from 0 for a loss to 1 for a win, by the logistic curve.

    Examples:
        >>> position = beaufort.Position("orthochess", "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1")
        >>> score = beaufort.Engine("orthochess", hash=1).analyse(position, depth=3).score
        >>> score.side, score.mate, score.win_chance, score.pov(beaufort.Side.SECOND).mate
        (<Side.FIRST: 0>, 1, 1.0, -1)
    """

    side: Side
    mate: Optional[Mate]
    win_chance: float

    def __new__(cls, value: int, side: Side, mate: Optional[Mate], win_chance: float) -> Score:
        score = super().__new__(cls, value)
        score.side, score.mate, score.win_chance = side, mate, win_chance
        return score

    def pov(self, side: Union[Side, int]) -> Score:
        """Returns the score from the point of view of a side."""
        if side == self.side:
            return self
        mate = None if self.mate is None else Mate(-self.mate)
        return Score(-int(self), Side(side), mate, 1 - self.win_chance)

    def __neg__(self) -> Score:
        return self.pov(~self.side)

    def __pos__(self) -> Score:
        return self

    def __add__(self, other: int, /) -> Score:
        if not isinstance(other, int):
            return NotImplemented
        value = int(self) + int(other)
        if self.mate is not None:
            # It remains a mate.
            return Score(value, self.side, self.mate, self.win_chance)
        return Score(value, self.side, None, _win_chance(max(-_MOST, min(value, _MOST))))

    def __radd__(self, other: int, /) -> Score:
        return self + other

    def __sub__(self, other: int, /) -> Score:
        if not isinstance(other, int):
            return NotImplemented
        return self + -int(other)

    def __reduce__(self) -> tuple[type[Score], tuple[int, Side, Optional[Mate], float]]:
        return Score, (int(self), self.side, self.mate, self.win_chance)
