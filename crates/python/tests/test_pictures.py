"""Pictures, and what is written into records besides the moves."""

from __future__ import annotations

import xml.etree.ElementTree as xml
from typing import Any, get_args

import beaufort
import pytest
from beaufort import Side, _rust

CHESS = beaufort.Game("orthochess")


def test_pictures_have_options() -> None:
    position = CHESS.array()
    plain = position.svg()
    assert position.svg(arrows=[], fills={}, coordinates=True) == plain
    turn = position.parse_turn("Nf3")
    picture = position.svg(arrows=[turn, ("e2", "e4", "red"), ("d4", "d4", "#00ff0080")], fills={"d5": "gold", "d4": "#abc"})
    root = xml.fromstring(picture)
    shapes = [element.attrib for element in root.iter() if element.attrib.get("fill") in ("red", "gold", "#abc", "#2f855ab3")]
    assert len(shapes) == 4 and 'stroke="#00ff0080"' in picture
    # Nf3 goes upwards from g1.
    points = [float(number) for number in shapes[2]["d"].replace("M", " ").replace("L", " ").replace("Z", "").split()]
    assert max(points[1::2]) - min(points[1::2]) > 50
    own = position.svg(colours=("#fefefe", "#010101"))
    assert own.count("#fefefe") == own.count("#010101") == 32 and "#fefefe" not in plain
    small = xml.fromstring(position.svg(size=200, coordinates=False))
    assert small.attrib["width"] == small.attrib["height"] == "200" and small.attrib["viewBox"] == "0 0 450 450"
    assert ">e</text>" in plain and ">e</text>" not in position.svg(coordinates=False)
    wide = xml.fromstring(beaufort.Position("larger-board").svg(size=500))
    assert max(float(wide.attrib[side]) for side in ("width", "height")) == 500


def test_pictures_have_tiles() -> None:
    position = CHESS.array()
    assert _rust._TILES == get_args(beaufort.Tiles)
    pictures = {tiles: position.svg(tiles=tiles) for tiles in get_args(beaufort.Tiles)}
    assert pictures["diagrams"] == position.svg()
    # Chess has no characters of its own: figurines stand in for them.
    assert len(set(pictures.values())) == 3 and pictures["signs"] == pictures["figurines"]
    # A figurine is drawn without letters, of which the names of files and ranks are left.
    assert pictures["figurines"].count("<text") < pictures["letters"].count("<text")
    assert CHESS.has_figurines and not beaufort.Game("scirocco").has_figurines
    shogi = beaufort.Position("shogi")
    assert shogi.svg(tiles="signs") != shogi.svg(tiles="figurines")


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"fills": {"d5": 'red"/><script>'}}, ValueError, "is no colour: expected a name, or # with 3, 4, 6 or 8 hexadecimal digits"),
    ({"arrows": [("e2", "e4", "url(#x)")]}, ValueError, "is no colour"),
    ({"arrows": [("e2",)]}, ValueError, "an arrow has two squares and perhaps a colour, not 1 parts"),
    ({"arrows": ["e2e4"]}, TypeError, "expected a turn, or a tuple of two squares, with a colour or without, not str"),
    ({"arrows": [("e2", "z9")]}, ValueError, "z9"),
    ({"fills": {"z9": "red"}}, ValueError, "z9"),
    ({"colours": ("white", "##")}, ValueError, "`##` is no colour"),
    ({"tiles": "figurine"}, ValueError, "there are no tiles `figurine`: did you mean `figurines`"),
    ({"size": 0}, ValueError, "size is 0: expected 1 to 20000"),
]


@pytest.mark.parametrize(("options", "kind", "message"), WRONG)
def test_wrong_options_of_pictures(options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        CHESS.array().svg(**options)


def test_lines_are_added_to_records() -> None:
    record = beaufort.Record(CHESS)
    last = record.root.add_line(["e4", "e5", "Nf3"], comment="open")
    assert [node.text for node in record.mainline] == ["e4", "e5", "Nf3"] and last == record.mainline[-1] and last.comment == "open"
    analysis = beaufort.Engine(CHESS, hash=1).analyse(record.mainline[0].position(), depth=3)
    end = record.mainline[0].add_line(analysis.pv)
    assert end.position().turn_stack[1:] == analysis.pv
    before = str(record)
    with pytest.raises(beaufort.TurnError):
        record.root.add_line(["d4", "d5", "Ke3"])
    assert str(record) == before, "nothing is added if a turn is not legal"
    assert record.root.add_line([]) == record.root


def test_variations_as_text() -> None:
    position = CHESS.array()
    assert position.variation_text([]) == "" and position.variation_text(["e2e4"]) == "1. e4"
    line = ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert position.variation_text(line) == "1. e4 e5 2. Nf3 Nc6 3. Bb5"
    record = beaufort.Record(CHESS)
    record.root.add_line(line)
    assert position.variation_text(record.turns()) in str(record).replace("\n", " ")
    position.push("e4")
    assert position.variation_text(["e5", "Nf3"]) == "1... e5 2. Nf3" and position.ply() == 1
    with pytest.raises(beaufort.TurnError):
        position.variation_text(["e5", "e5"])


def test_scores_and_clocks_of_moves() -> None:
    record = beaufort.Record(CHESS)
    node = record.root.add("e4")
    assert node.eval is None and node.clock is None
    node.comment = "best by test"
    node.clock = 3723.5
    node.eval = beaufort.Score(-35, Side.SECOND, None, 0.5)
    assert node.comment == "[%eval 0.35] [%clk 1:02:03.5] best by test"
    again = beaufort.Record.parse(str(record)).mainline[0]
    score = again.eval
    assert score == 35 and score is not None and score.side == Side.FIRST and score.mate is None and again.clock == 3723.5
    for value, text, mate in [(999_995, "#3", 3), (-999_994, "#-3", -3), (-1_000_000, "#-0", 0)]:
        node.eval = beaufort.Score(value, Side.FIRST, beaufort.Mate(mate), 1.0)
        assert node.comment.startswith(f"[%eval {text}] ")
        told = node.eval
        assert told == value and told is not None and told.mate == mate
    node.eval = None
    assert node.comment == "[%clk 1:02:03.5] best by test" and node.eval is None
    node.clock = None
    assert node.comment == "best by test"
    # The forms that other programs write.
    for comment, wanted, clock in [
        ("[%clk 5:30] [%eval 1.2,18]", 120, 330.0),
        ("so [%eval -0.07]", -7, None),
        ("[%eval x] [%clk -1]", None, None),
        ("[%eval", None, None),
        ("[%eval #+2]", 999_997, None),
        ("[%eval 1e300] [%clk 1e999]", None, None),
    ]:
        node.comment = comment
        assert (node.eval, node.clock) == (wanted, clock), comment
    with pytest.raises(TypeError, match="expected a Score or None"):
        node.eval = 35  # type: ignore[assignment]
    with pytest.raises(ValueError, match="clock is -1"):
        node.clock = -1.0
