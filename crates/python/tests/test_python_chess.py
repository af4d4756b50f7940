"""The page on python-chess: it has every name of its `Board`, and what it says of the package is there."""

from __future__ import annotations

import re
from pathlib import Path

import beaufort
import chess
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "python" / "python-chess.md"
#: The cells of each row: names there, what is here or why nothing is, and the remark of the first table.
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" |")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| `") and not line.startswith("| `chess.Board`")
]
HERE = [(row[0], row[1]) for row in ROWS if len(row) == 3]


def test_every_name_has_its_row() -> None:
    listed = [name for names, *_ in ROWS for name in re.findall(r"\w+", names)]
    assert len(listed) == len(set(listed)), "a name stands twice"
    assert set(listed) == {name for name in dir(chess.Board) if not name.startswith("_")}


@pytest.mark.parametrize(("names", "cell"), HERE, ids=[names.split("`")[1] for names, _ in HERE])
def test_what_it_names_is_there(names: str, cell: str) -> None:
    position = beaufort.Position("orthochess")
    for text in ("e4", "e5"):
        position.push(text)
    known = {"beaufort": beaufort, "game": position.game, "position": position, "side": position.side}
    known.update(square="e4", text="Nf3", turn=position.parse_turn("Nf3"))
    eval(cell.strip("`"), known)
    # Of a name that is the same, the call is, too.
    first = names.split("`")[1]
    assert first in cell or not hasattr(beaufort.Position, first)


def test_the_remarks_name_what_is_there() -> None:
    remarks = "\n".join(row[-1] for row in ROWS)
    members = re.findall(r"`position\.(\w+)", remarks)
    assert {"planes", "text", "pins", "legal_turns"} <= set(members)
    assert [name for name in members if not hasattr(beaufort.Position, name)] == []


def test_they_mean_the_same() -> None:
    """Where a name is the same, both programs answer alike, on a few games."""
    game = beaufort.Game("orthochess")
    compared = 0
    for moves in ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5 Qf3", "e4 d5 exd5 Qxd5 Nc3 Qe5+"):
        position, board = game.array(), chess.Board()
        for move in moves.split():
            assert {turn.coordinates for turn in position.legal_turns} == {str(legal) for legal in board.legal_moves}
            position.push(move)
            board.push_san(move)
            assert position.is_check() == board.is_check() and position.is_game_over() == board.is_game_over()
            assert position.checkers() == sorted(map(chess.square_name, board.checkers()))
            for square in chess.SQUARES:
                name = chess.square_name(square)
                for side, colour in ((0, chess.WHITE), (1, chess.BLACK)):
                    assert position.is_attacked_by(side, name) == board.is_attacked_by(colour, square), (name, side, move)
                    assert set(position.attackers(side, name)) == set(map(chess.square_name, board.attackers(colour, square)))
                    # There an empty square may be pinned, too.
                    is_own = board.color_at(square) == colour
                    assert position.is_pinned(side, name) == (is_own and board.is_pinned(colour, square))
                compared += 1
    assert compared > 1000
