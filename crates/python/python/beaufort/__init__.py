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
piece may make two. `beaufort.pettingzoo` has an environment for learners, `beaufort.lab` plays many games on many machines; either is
imported when it is first used.
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
from ._files import read_records, write_records
from ._rust import (
    Analysis,
    Batch,
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
    Record,
    Step,
    Turn,
    __version__,
    games,
    levels,
    play_match,
    study,
)
from ._score import Mate, Score
from ._search import Search
from ._side import Side
from ._types import Change, Elo, Ending, Fate, Reason, Reply, SprtResult, StepKind, StudyDrop, StudyPromotion, StudyRow, StudyTurn

if _typing.TYPE_CHECKING:
    from . import lab as lab
    from . import pettingzoo as pettingzoo

__all__ = [
    "Analysis",
    "Batch",
    "BeaufortError",
    "Change",
    "Elo",
    "Ending",
    "Engine",
    "Fate",
    "Game",
    "GameFileError",
    "Info",
    "Level",
    "Line",
    "MatchGame",
    "MatchResult",
    "Mate",
    "Mistake",
    "NetError",
    "Node",
    "Outcome",
    "Piece",
    "PieceType",
    "Player",
    "PlayerError",
    "Position",
    "PositionError",
    "Program",
    "Reason",
    "Record",
    "RecordError",
    "Reply",
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
    "Turn",
    "TurnError",
    "__version__",
    "games",
    "levels",
    "play_match",
    "read_records",
    "study",
    "write_records",
]

#: Modules that need what is not installed with the package.
_LAZY = ("lab", "pettingzoo")


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    # `help` and the like import every name listed here, so names that cannot be imported are left out.
    can_learn = all(_find_spec(name) is not None for name in ("numpy", "pettingzoo"))
    missing = set() if can_learn else {"pettingzoo"}
    return sorted({*globals(), *_LAZY} - missing)
