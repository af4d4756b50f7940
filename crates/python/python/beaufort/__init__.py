"""Large chess variants: rules, records, an engine, and what learners need.

Examples:
    >>> position = beaufort.Position("scirocco")
    >>> position.push("P-e4")
    >>> len(position.legal_turns)
    21
    >>> engine = beaufort.Engine("scirocco", hash=1)
    >>> turn = engine.play(position, nodes=500)
    >>> position.is_legal(turn)
    True

The names are those of python-chess where it has one; a *turn* is what a player does when it is to move: one move, or two where a
piece may make two. `beaufort.pettingzoo`, `beaufort.gymnasium` and `beaufort.openspiel` have environments for learners, `beaufort.lab` plays
many games on many machines; each is imported when it is first used, and needs packages that are not installed with this one.
"""

import typing as _typing
from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec

from ._errors import (
    BeaufortError,
    GameFileError,
    Mistake,
    NetError,
    PlayerError,
    PositionError,
    RecordError,
    SetupError,
    TurnError,
)
from ._files import iter_records, read_records, write_records
from ._rust import (
    Analysis,
    Batch,
    Book,
    Engine,
    Game,
    Info,
    Level,
    Line,
    MatchGame,
    MatchResult,
    Node,
    Outcome,
    Piece,
    PieceType,
    Player,
    Position,
    Program,
    Puzzle,
    Record,
    Step,
    Turn,
    __version__,
    find_puzzles,
    games,
    levels,
    play_match,
    puzzles,
    study,
)
from ._score import Mate, Score
from ._search import Search
from ._side import Side
from ._types import (
    ArrowColour,
    Change,
    Elo,
    Ending,
    Fate,
    LevelId,
    Opening,
    PuzzleTheme,
    Reason,
    Reply,
    ReviewedTurn,
    SprtResult,
    StepKind,
    StudyDrop,
    StudyPromotion,
    StudyRow,
    StudyTurn,
    Tiles,
    TurnGrade,
    Verdict,
)

if _typing.TYPE_CHECKING:
    from . import gymnasium as gymnasium
    from . import lab as lab
    from . import openspiel as openspiel
    from . import pettingzoo as pettingzoo

__all__ = [
    "Analysis",
    "ArrowColour",
    "Batch",
    "BeaufortError",
    "Book",
    "Change",
    "Elo",
    "Ending",
    "Engine",
    "Fate",
    "Game",
    "GameFileError",
    "Info",
    "Level",
    "LevelId",
    "Line",
    "MatchGame",
    "MatchResult",
    "Mate",
    "Mistake",
    "NetError",
    "Node",
    "Opening",
    "Outcome",
    "Piece",
    "PieceType",
    "Player",
    "PlayerError",
    "Position",
    "PositionError",
    "Program",
    "Puzzle",
    "PuzzleTheme",
    "Reason",
    "Record",
    "RecordError",
    "Reply",
    "ReviewedTurn",
    "Score",
    "Search",
    "SetupError",
    "Side",
    "SprtResult",
    "Step",
    "StepKind",
    "StudyDrop",
    "StudyPromotion",
    "StudyRow",
    "StudyTurn",
    "Tiles",
    "Turn",
    "TurnError",
    "TurnGrade",
    "Verdict",
    "__version__",
    "find_puzzles",
    "games",
    "iter_records",
    "levels",
    "play_match",
    "puzzles",
    "read_records",
    "study",
    "write_records",
]

#: Modules that need what is not installed with the package, with the packages that they need when they are imported.
_LAZY = {
    "gymnasium": ("numpy", "gymnasium"),
    "lab": (),
    "openspiel": ("numpy", "pyspiel"),
    "pettingzoo": ("numpy", "pettingzoo"),
}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    # `help` and the like import every name listed here, so names that cannot be imported are left out.
    missing = {name for name, needed in _LAZY.items() if any(_find_spec(package) is None for package in needed)}
    return sorted({*globals(), *_LAZY} - missing)
