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
piece may make two. `beaufort.pettingzoo` has an environment for learners.
"""

from ._errors import (
    BeaufortError,
    GameFileError,
    Mistake,
    NetError,
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
    Record,
    Step,
    Turn,
    __version__,
    games,
    levels,
    play_match,
    study,
)
from ._side import Side

__all__ = [
    "Analysis",
    "Batch",
    "BeaufortError",
    "Engine",
    "Game",
    "GameFileError",
    "Info",
    "Level",
    "Line",
    "MatchGame",
    "MatchResult",
    "Mistake",
    "NetError",
    "Node",
    "Outcome",
    "Piece",
    "PieceType",
    "Player",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "SetupError",
    "Side",
    "Step",
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
