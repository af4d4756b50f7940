"""Functions that pickles name: they restore games, positions and turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Optional, Sequence

from ._rust import (
    Analysis,
    Batch,
    Book,
    Game,
    Level,
    Line,
    MatchResult,
    Outcome,
    Piece,
    PieceType,
    Player,
    Position,
    Puzzle,
    Record,
    Step,
    Turn,
    _analysis,
    _batch,
    _line,
    _outcome,
    _puzzle,
    levels,
)
from ._side import Side

__all__ = [
    "analysis",
    "arranged",
    "batch",
    "book",
    "game",
    "level",
    "line",
    "match_result",
    "outcome",
    "own_game",
    "piece_type",
    "player",
    "position",
    "puzzle",
    "record",
    "step",
    "turn",
]


def _compile_own(text: str, name: str, extended: tuple[tuple[str, str], ...]) -> Game:
    return Game.from_text(text, name, dict(extended))


# Compiling a game anew for each position of a thousand would take long.
_compiled_own: Callable[[str, str, tuple[tuple[str, str], ...]], Game] = lru_cache(maxsize=32)(_compile_own)


def game(id: str) -> Game:
    """Returns a game that comes with the package."""
    return Game(id)


def own_game(text: str, name: str, extended: tuple[tuple[str, str], ...]) -> Game:
    """Returns a game of a game file."""
    return _compiled_own(text, name, extended)


def piece_type(game: Game, id: str) -> PieceType:
    """Returns a type of piece."""
    return game.piece(id)


def position(game: Game, text: str, turns: Sequence[str]) -> Position:
    """Returns a position with the turns that led to it, in coordinates."""
    return _played(Position(game, text), turns)


def arranged(
    game: Game, side: Optional[Side], pieces: Sequence[tuple[str, Optional[Piece]]], turns: Sequence[str]
) -> Position:
    """Returns a position that no text describes, by the pieces that were put on the empty board, or on that of the initial position."""
    position = Position(game) if side is None else Position.empty(game, side)
    for square, piece in pieces:
        position.set_piece_at(square, piece)
    return _played(position, turns)


def _played(position: Position, turns: Sequence[str]) -> Position:
    for coordinates in turns:
        position.push(position.parse_coordinates(coordinates))
    return position


def turn(position: Position, coordinates: str) -> Turn:
    """Returns a turn of a position."""
    return position.parse_coordinates(coordinates)


def step(turn: Turn, index: int) -> Step:
    """Returns a step of a turn."""
    return turn.steps[index]


def outcome(winner: Optional[Side], reason: str, description: str) -> Outcome:
    """Returns how a game has ended."""
    return _outcome(winner, reason, description)


def line(position: Position, score: int, pv: Sequence[str]) -> Line:
    """Returns a line of an analysis; its turns are in coordinates."""
    return _line(position, score, pv)


def analysis(lines: Sequence[Line], depth: int, nodes: int, time: float) -> Analysis:
    """Returns an analysis."""
    return _analysis(lines, depth, nodes, time)


def book(game: Game, text: str) -> Book:
    """Returns an opening book."""
    return Book.parse(game, text)


def level(id: str) -> Level:
    """Returns a strength of play."""
    return next(level for level in levels() if level.id == id)


def player(kind: str, settings: dict[str, Any]) -> Player:
    """Returns a player of a match."""
    made: Player = getattr(Player, kind)(**settings)
    return made


def match_result(wins: int, draws: int, losses: int, pairs: Optional[Sequence[int]]) -> MatchResult:
    """Returns the result of a match."""
    return MatchResult(wins, draws, losses, pairs)


def puzzle(game: Game, text: str, source: str) -> Puzzle:
    """Returns a puzzle."""
    return _puzzle(game, text, source)


def record(text: str, game: Optional[Game]) -> Record:
    """Returns a record."""
    return Record.parse(text, game=game)


def batch(
    game: Game,
    threads: int,
    max_plies: Optional[int],
    auto_reset: bool,
    slots: Sequence[tuple[Position, Position, int, int, int, Optional[Position]]],
) -> Batch:
    """Returns a batch, with the random numbers of each position."""
    return _batch(game, threads, max_plies, auto_reset, slots)
