"""Records."""

from __future__ import annotations

import pickle
from pathlib import Path

import beaufort
import pytest

from conftest import random_position

SCHOLAR = """[Variant "orthochess"]
[White "A"]

1. e4 e5 2. Bc4 {threatens} (2. Nf3 Nc6 $1) 2... Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def test_games_are_written_and_read(game: beaufort.Game) -> None:
    position = random_position(game, 25)
    record = beaufort.Record.from_position(position)
    again = beaufort.Record.parse(str(record))
    assert again == record and again.end() == position and again.turns() == position.turn_stack
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_tree_of_moves() -> None:
    record = beaufort.Record.parse(SCHOLAR)
    assert record.tags == {"Variant": "orthochess", "White": "A"} and record.result == "1-0"
    assert [node.text for node in record.mainline] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    bishop = record.mainline[2]
    assert bishop.comment == "threatens" and bishop.turn is not None and bishop.turn.from_square == "f1"
    variation = record.mainline[1].children[1]
    assert variation.children[0].nags == [1] and variation.parent == record.mainline[1]
    added = variation.children[0].add("Bb5")
    assert added.position().ply() == 5 and added == variation.children[0].add("Bb5")
    variation.promote()
    assert record.mainline[2].text == "Nf3"
    variation.delete()
    with pytest.raises(beaufort.RecordError, match="deleted"):
        variation.text
    record.result = "*"
    record.set_tag("White", None)
    record.set_tag("Event", 'A "quoted" one')
    assert beaufort.Record.parse(str(record)) == record


def test_mistakes_have_places() -> None:
    with pytest.raises(beaufort.RecordError) as malformed:
        beaufort.Record.parse('[Variant "orthochess"]\n\n1. e4 (')
    assert (malformed.value.line, malformed.value.column) == (3, 8)
    record = beaufort.Record.parse(SCHOLAR.replace("Qh5", "Qh6"))
    with pytest.raises(beaufort.RecordError, match="`Qh6` is not a turn here") as illegal:
        record.end()
    assert illegal.value.line == 4
    with pytest.raises(beaufort.RecordError, match="not known"):
        beaufort.Record.parse('[Variant "elsewhere"]\n\n*').end()
    with pytest.raises(beaufort.RecordError, match="2 records"):
        beaufort.Record.parse(SCHOLAR + "\n" + SCHOLAR)
    with pytest.raises(beaufort.TurnError):
        beaufort.Record("orthochess").root.add("e5")
    with pytest.raises(beaufort.RecordError):
        beaufort.Record("orthochess").set_tag("Result", "1-0")
    with pytest.raises(ValueError, match="a result is"):
        beaufort.Record("orthochess").result = "2-0"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    records = beaufort.Record.parse_all(SCHOLAR + "\n" + SCHOLAR)
    beaufort.write_records(path, records)
    assert beaufort.read_records(path) == records
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
    with pytest.raises(FileNotFoundError):
        beaufort.read_records(tmp_path / "nowhere.pgn")
    with pytest.raises(FileNotFoundError):
        beaufort.write_records(tmp_path / "nowhere" / "games.pgn", records)
