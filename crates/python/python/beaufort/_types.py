"""The types of values that are texts or dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Optional, TypedDict

if TYPE_CHECKING:
    from ._rust import Node, Piece, Turn
    from ._score import Score

__all__ = [
    "ArrowColour",
    "Change",
    "Elo",
    "Ending",
    "Fate",
    "LevelId",
    "Opening",
    "PuzzleTheme",
    "Reason",
    "Reply",
    "ReviewedTurn",
    "SprtResult",
    "StepKind",
    "StudyDrop",
    "StudyPromotion",
    "StudyRow",
    "StudyTurn",
    "Tiles",
    "TurnGrade",
    "Verdict",
]

StepKind = Literal[
    "own",
    "declining",
    "relayed",
    "strike",
    "igui",
    "sweep",
    "long_leap",
    "convert",
    "swap",
    "pull",
    "push",
    "shove",
    "birth",
    "pass",
    "suicide",
    "castle",
    "en_passant",
    "stagger",
    "swap_enemy",
    "flip",
    "twofold",
    "igui_in_passing",
    "drop",
    "place",
    "wall",
    "jump",
    "imitated_leap",
]
"""How a step is made: `Step.kind`."""

Reason = Literal[
    "no_royal", "bare_royal", "no_turn", "checkmate", "stalemate", "repetition", "quiet_turns", "dead_position",
    "extinction", "given_away", "goal", "checks", "stuck", "mated", "points", "passes", "facing", "repeated",
    "perpetual_check", "perpetual_chase", "counted",
]
"""Why a game has ended by the rules: `Outcome.reason`."""

Ending = Literal["royal", "bare", "stuck", "checkmate", "stalemate", "repetition", "quiet", "dead", "objective", "stopped"]
"""How a game of a study has ended: `StudyRow["ending"]`."""


Fate = Literal["left", "arrived", "captured", "converted", "promoted", "born", "died", "perished"]
"""The fate of the piece that stood on a square or, if it was empty, of the one that stands there afterwards: `Change.fate`.

It has gone to another square (`left`) or come from one to this empty one (`arrived`); it was captured, changed sides (`converted`),
became another one without leaving its square (`promoted`), is new (`born`), has gone by its own doing (`died`), or was killed by
poison or fire (`perished`)."""


LevelId = Literal[
    "beginner", "novice", "learner", "casual", "regular", "club", "expert", "strong", "candidate", "master", "grandmaster", "full",
]
"""The id of a level: `Level.id`."""

ArrowColour = Literal["green", "red", "yellow", "blue"]
"""The colour of an arrow in a record: `Node.arrows`."""

PuzzleTheme = Literal[
    "quiet", "check", "several", "afar", "lent", "double", "promotion", "convert", "swap", "push", "hold", "poison", "drop",
]
"""What a turn of the solver does: `Puzzle.themes`; docs/puzzles.md describes each."""

Tiles = Literal["diagrams", "letters", "figurines", "signs"]
"""The symbols of the pieces in a picture: see `Position.svg`."""

TurnGrade = Literal["inaccuracy", "mistake", "blunder"]
"""What a review calls a turn that lost much: `ReviewedTurn.grade`."""

Verdict = Literal["open", "rejected", "accepted"]
"""The state of a sequential test: `SprtResult.verdict`."""


class Opening(NamedTuple):
    """How far a game follows known openings: see `Position.opening`."""

    name: Optional[str]
    """The name of the last position with a name on the way; None if there was none."""
    known_plies: int
    """The number of turns to the last known position."""


class Change(NamedTuple):
    """The effect of a turn on a square: see `Position.changes`."""

    square: str
    """The square."""
    before: Optional[Piece]
    """The piece before; None on an empty square."""
    after: Optional[Piece]
    """The piece afterwards."""
    fate: Fate
    """The fate of the piece before the turn or, if the square was empty, of the piece after it."""
    origin: Optional[str]
    """The square from which the piece that now stands there came, if it came from another square."""
    step: Optional[int]
    """The index of the step with this effect; None for poison or fire at the end of the turn."""


class Reply(NamedTuple):
    """The answer of a `Program`: see `Program.play`."""

    turn: Optional[Turn]
    """The turn; None if the program resigns."""
    score: Optional[Score]
    """Its score for the side to move; None if the program has reported none."""
    depth: Optional[int]
    """The depth of its search in plies; None if it has reported none."""
    nodes: Optional[int]
    """The number of nodes that it has searched; None if it has reported none."""


class ReviewedTurn(NamedTuple):
    """A turn of a record as a review judges it: see `Record.review`."""

    node: Node
    """The place after the turn."""
    grade: Optional[TurnGrade]
    """What it is called; None if it lost little."""
    nag: Optional[int]
    """The glyph for that, as in `Node.nags`: 6 for an inaccuracy, 2 for a mistake, 4 for a blunder; None likewise."""
    loss: float
    """The win chance that it lost, from 0 to 1."""
    accuracy: int
    """How good it was, from 0 to 100: each loss of 0.15 halves it."""
    best: Optional[Turn]
    """The turn that the engine would have played."""
    before: Score
    """The score before the turn, for the player of the turn."""
    after: Score
    """The score after the turn, for the opponent, who is to move then: `after.pov(...)` is that of another side."""
    reason: Optional[str]
    """Why it lost so much, in a sentence; None if it did not, or nothing plain can be said."""


class StudyPromotion(TypedDict):
    """A promotion in a game of a study."""

    piece: str
    became: str
    ply: int
    gone: Optional[int]


class StudyDrop(TypedDict):
    """A drop in a game of a study."""

    piece: str
    ply: int


class StudyTurn(TypedDict):
    """A turn of a game of a study, in coordinates."""

    turn: str
    choices: int
    score: Optional[int]


class StudyRow(TypedDict):
    """A game of a study, as the table has it: see docs/lab.md."""

    game: str
    nodes: int
    seed: int
    opening: int
    max_plies: int
    player: Literal["engine", "random"]
    number: int
    set_up: str
    plies: int
    ending: Ending
    winner: Optional[int]
    score: float
    captures_first: int
    captures_second: int
    lost_first: int
    lost_second: int
    choices: int
    most_choices: int
    course: list[int]
    promotions: list[StudyPromotion]
    drops: list[StudyDrop]
    turns: list[StudyTurn]


class Elo(NamedTuple):
    """A difference in strength in Elo."""

    value: float
    """The most likely difference."""
    low: float
    """The lower bound of the 95% confidence interval."""
    high: float
    """The upper bound."""


class SprtResult(NamedTuple):
    """The result of a sequential test: see `MatchResult.sprt`."""

    ratio: float
    """The log-likelihood ratio; above 0 it favours `elo1`."""
    bounds: tuple[float, float]
    """The values at which the test ends."""
    verdict: Verdict
    """`open` while more games are needed, `rejected` if the difference is `elo0` rather than `elo1`, else `accepted`."""
