"""Puzzles of the package, and in records."""

from __future__ import annotations

import pickle
from typing import Any, get_args

import beaufort
import pytest
from beaufort import _rust

SCHOLAR = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"
#: The trap of Légal.
TRAP = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#"
QUIET = "1. e4 e5 2. Nf3 Nc6"


#: A game that has the id of another.
OWN = """
id = "scirocco"
name = "Own"
author = "Nobody"
year = 2026

[board]
files = 4
ranks = 4

[array]
symmetry = "rotational"
ranks = "K . . ."

[piece.King]
id = "K"
ability = "W; royal"
"""


def chess(moves: str) -> beaufort.Record:
    return beaufort.Record.parse(moves, game="orthochess")


def test_the_puzzles_of_the_package() -> None:
    assert _rust._THEMES == get_args(beaufort.PuzzleTheme)
    everything = beaufort.puzzles()
    assert {puzzle.game.id for puzzle in everything} == {"scirocco", "typhoon", "jupiter", "larger-board"}
    for puzzle in everything[::25]:
        position, solution = puzzle.position, puzzle.solution
        assert len(solution) % 2 == 1 and puzzle.grade in range(1, 6) and set(puzzle.themes) <= set(_rust._THEMES)
        for turn in solution:
            position.push(turn)
        assert position.turn_stack == solution and puzzle.position.ply() == 0
        assert puzzle.source == f"games/puzzles/{puzzle.game.id}.toml"
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and hash(again) == hash(puzzle) and again.source == puzzle.source and again.themes == puzzle.themes
    assert everything[0] != everything[1]


def test_puzzles_are_chosen() -> None:
    scirocco = beaufort.puzzles("scirocco")
    assert 100 <= len(scirocco) < len(beaufort.puzzles())
    assert [puzzle.grade for puzzle in scirocco] == sorted(puzzle.grade for puzzle in scirocco)
    poison = beaufort.puzzles("jupiter", theme="poison", grade=3)
    assert poison == [puzzle for puzzle in beaufort.puzzles(beaufort.Game("jupiter")) if "poison" in puzzle.themes and puzzle.grade == 3]
    assert beaufort.puzzles("orthochess") == []
    own = beaufort.Game.from_text(OWN)
    assert own.id == "scirocco" and beaufort.puzzles(own) == []
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"theme": "magic"}, "there is no theme `magic`: the themes are quiet, check"),
        ({"grade": 6}, "grade is 6: expected 1 to 5"),
        ({"game": "sciroco"}, "there is no game `sciroco`"),
    ]
    for arguments, message in wrong:
        with pytest.raises(ValueError, match=message):
            beaufort.puzzles(**arguments)


def test_puzzles_are_found_in_records() -> None:
    records = [chess(QUIET), chess(TRAP)]
    (puzzle,) = beaufort.find_puzzles(records, nodes=4000, threads=2)
    assert puzzle.source == "record 2" and [str(turn) for turn in puzzle.solution] == ["Bxf7+", "Ke7", "Nd5#"]
    assert puzzle.position.text == records[1].mainline[-4].position().text
    assert beaufort.find_puzzles(records[1], nodes=4000) == [puzzle]
    assert beaufort.find_puzzles(records, nodes=4000, themes=["promotion"]) == []
    assert beaufort.find_puzzles([]) == []
    with pytest.raises(ValueError, match="the records are of several games"):
        beaufort.find_puzzles([records[0], beaufort.Record("scirocco")])
    with pytest.raises(beaufort.RecordError, match="Ke3"):
        beaufort.find_puzzles(chess("1. e4 e5 2. Ke3"))
    with pytest.raises(TypeError, match="expected a record or a list of records, not str"):
        beaufort.find_puzzles(TRAP)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Record, not str"):
        beaufort.find_puzzles([TRAP])  # type: ignore[list-item]


def test_a_record_is_reviewed() -> None:
    record = chess(SCHOLAR)
    review = record.review(nodes=3000)
    assert [turn.node for turn in review] == record.mainline
    blunder = review[5]
    assert blunder.grade == "blunder" and blunder.nag == 4 and blunder.loss > 0.3 and blunder.accuracy < 30
    assert blunder.best is not None and blunder.best != blunder.node.turn and blunder.reason is not None
    position = blunder.node.parent.position() if blunder.node.parent else None
    assert position is not None and position.is_legal(blunder.best)
    assert blunder.after.side == beaufort.Side.FIRST and blunder.after.mate == 1
    assert blunder.before == review[4].after and blunder.before.side == beaufort.Side.SECOND
    # The last turn mates: nothing is lost, and the score is that of the end.
    last = review[-1]
    assert last.grade is None and last.nag is None and last.loss == 0 and last.accuracy == 100 and last.best == last.node.turn
    assert last.after.mate is not None and int(last.after.mate) == 0 and last.after.side == beaufort.Side.SECOND
    assert review == record.review(nodes=3000), "the same nodes give the same review"


def test_limits_of_a_review() -> None:
    assert chess("*").review() == []
    assert len(chess(QUIET).review(depth=2)) == len(chess(QUIET).review(time=0.01)) == 4
    with pytest.raises(ValueError, match="nodes is 0: expected 1 to"):
        chess(QUIET).review(nodes=0)
    with pytest.raises(beaufort.RecordError, match="Ke3"):
        chess("1. e4 e5 2. Ke3").review()
