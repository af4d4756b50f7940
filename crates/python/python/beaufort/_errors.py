"""The exceptions of the package: each is a ValueError and knows the place of the mistake."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple, Optional, Sequence

if TYPE_CHECKING:
    from ._rust import Position

__all__ = [
    "BeaufortError",
    "GameFileError",
    "Mistake",
    "NetError",
    "PlayerError",
    "PositionError",
    "RecordError",
    "SetupError",
    "TurnError",
]


class BeaufortError(ValueError):
    """An invalid input; the base of all exceptions of this package."""


class ArgumentTypeError(TypeError):
    """An argument of a wrong type. The message names the argument.

    The part in Rust that reads an argument does not know its name: PyO3 adds it afterwards, as a note. Python before 3.11 has no notes, and
    `str` does not show them.
    """

    def add_note(self, note: str) -> None:
        named = re.fullmatch(r"while processing '(\w+)'", note)
        if named:
            self.args = (f"argument '{named[1]}': {self}",)
        elif sys.version_info >= (3, 11):
            super().add_note(note)


class PositionError(BeaufortError):
    """A text is not a position of the game.

    Attributes:
        column: the character of the text at which reading failed, from 1 on.
    """

    def __init__(self, message: str, column: Optional[int] = None) -> None:
        super().__init__(message)
        self.column = column


class TurnError(BeaufortError):
    """A turn, or a text or a number that stands for one, cannot be played in the position."""


class SetupError(BeaufortError):
    """A text is not a set-up of the game."""


class RecordError(BeaufortError):
    """A text is not a record, or its moves are not legal.

    Attributes:
        line: the line of the text, from 1 on; None if the record was not read from a text.
        column: the character in that line, from 1 on; None likewise.
    """

    def __init__(self, message: str, line: Optional[int] = None, column: Optional[int] = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class NetError(BeaufortError):
    """A file is neither a net nor learned weights for the game."""


class PlayerError(BeaufortError):
    """A player of a match has failed: its function has raised an exception, which is the cause of this one, or its answer is not
    legal, or it took too long.

    Attributes:
        player: the name of the player.
        position: the position in which it failed, with the turns that led to it.
    """

    def __init__(self, message: str, player: str, position: Position) -> None:
        super().__init__(message)
        self.player = player
        self.position = position

    def __reduce__(self) -> tuple[type[PlayerError], tuple[str, str, Position]]:
        return PlayerError, (str(self), self.player, self.position)


class Mistake(NamedTuple):
    """A mistake in a game file."""

    file: str
    """The file, as it was named."""
    line: int
    """The line, from 1 on."""
    column: int
    """The character in that line, from 1 on."""
    message: str
    """The mistake, and the values that are allowed."""
    hint: Optional[str]
    """A hint."""


class GameFileError(BeaufortError):
    """A text is not a game.

    Attributes:
        mistakes: the mistakes that were found with their places, at least one.
    """

    def __init__(self, message: str, mistakes: Sequence[tuple[str, int, int, str, Optional[str]]] = ()) -> None:
        super().__init__(message)
        self.mistakes: list[Mistake] = [Mistake(*mistake) for mistake in mistakes]
