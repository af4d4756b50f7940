"""What notebooks show, and what `repr` says."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree

import beaufort


def boards(html: str) -> list[str]:
    """Returns the pictures in a page, which has to be well-formed."""
    xml.etree.ElementTree.fromstring(html.replace('alt="">', 'alt=""/>'))
    found = [base64.b64decode(content).decode() for content in re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', html)]
    assert all(picture.startswith("<svg") for picture in found)
    return found


def test_a_record_shows_its_tags_its_end_and_its_moves() -> None:
    record = beaufort.Record("orthochess")
    record.root.add("e4").comment = "<best>"
    record.tags["White"] = "A & B"
    html = record._repr_html_()
    assert boards(html) == [record.end().svg(size=400)]
    assert "<td>A &amp; B</td>" in html and "1. e4 {&lt;best&gt;} *" in html
    broken = beaufort.Record.parse('[Variant "orthochess"]\n\n1. e5 *')._repr_html_()
    assert boards(broken) == [] and "`e5` is not a turn here" in broken


def test_an_analysis_shows_its_lines() -> None:
    position = beaufort.Position("orthochess", "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1")
    analysis = beaufort.Engine("orthochess", hash=1).analyse(position, depth=3, lines=2)
    html = analysis._repr_html_()
    assert len(boards(html)) == 1 and html.count("<tr>") == 3 and "<td>#1</td><td>1. Qd8#</td>" in html
    over = beaufort.Position("orthochess", "7k/7Q/6K1/8/8/8/8/8 b - - 0 1")
    assert len(boards(beaufort.Engine("orthochess", hash=1).analyse(over, depth=1)._repr_html_())) == 1


def test_a_batch_shows_its_first_positions() -> None:
    batch = beaufort.Batch("orthochess", 20, max_plies=4)
    batch.step(batch.sample())
    html = batch._repr_html_()
    assert len(boards(html)) == 12 and "0: 1 turns, Black to move" in html and "... and 8 more" in html
    assert len(boards(batch[:3]._repr_html_())) == 3 and "more" not in batch[:3]._repr_html_()


def first_turns(positions: list[beaufort.Position]) -> list[beaufort.Turn]:
    return [position.legal_turns[0] for position in positions]


def test_players_and_engines_say_what_they_are() -> None:
    assert repr(beaufort.Engine("orthochess", hash=1, level="club", net="derived")) == (
        "<Engine orthochess hash=1 threads=1 level=club net=derived>"
    )
    player = beaufort.Player
    for one, shown in [
        (player.random(), "random"),
        (player.greedy(), "greedy"),
        (player.engine(nodes=500), "engine nodes=500 hash=4"),
        (player.engine(clock=60, increment=0.5, level="full", name="A"), "engine A level=full clock=60 increment=0.5 hash=4"),
        (player.function(first_turns, batched=True, time=2), "function first_turns batched time=2"),
        (player.program(["stockfish", "x"], depth=3), "program stockfish `stockfish x` depth=3"),
    ]:
        assert repr(one) == f"<Player {shown}>"
