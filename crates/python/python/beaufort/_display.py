"""What notebooks show of a record, an analysis and a batch: HTML with boards as SVG."""

from __future__ import annotations

import base64
from html import escape
from typing import Iterable

from ._errors import BeaufortError
from ._rust import Analysis, Batch, Position, Record
from ._score import Mate, Score

__all__ = ["analysis_html", "batch_html", "record_html"]

#: The longer side of a board, and of one of many boards, in pixels.
BOARD, SMALL_BOARD = 400, 160
#: The most positions of a batch that are shown.
MOST_BOARDS = 12
#: The most turns of a line that are shown.
MOST_TURNS = 12


def _board(svg: str) -> str:
    """Returns a picture as an image: several pictures in one page would share the ids in them."""
    content = base64.b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{content}" alt="">'


def record_html(record: Record) -> str:
    """Returns the tags, the board at the end and the text of the moves; without the board if the record breaks the rules."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in record.tags.items())
    try:
        board = _board(record.end().svg(size=BOARD))
    except BeaufortError as error:
        board = f"<p>{escape(str(error))}</p>"
    moves = str(record).split("\n\n", 1)[-1]
    return f"<div><table>{rows}</table>{board}<p>{escape(moves)}</p></div>"


def _score(score: Score) -> str:
    mate = score.mate
    return f"{int(score):+d}" if not isinstance(mate, Mate) else f"#{int(mate)}"


def analysis_html(analysis: Analysis, position: Position) -> str:
    """Returns the board with an arrow for the first turn, and a table of the lines with their scores."""
    turn = analysis.turn
    board = _board(position.svg(arrows=[] if turn is None else [turn], size=BOARD))
    rows = []
    for line in analysis.lines:
        more = " ..." if len(line.pv) > MOST_TURNS else ""
        text = position.variation_text(line.pv[:MOST_TURNS]) + more
        rows.append(f"<tr><td>{_score(line.score)}</td><td>{escape(text)}</td></tr>")
    caption = f"depth {analysis.depth}, {analysis.nodes:,} nodes, {analysis.time:.2f} s"
    table = f"<table><caption>{caption}</caption><tr><th>score</th><th>line</th></tr>{''.join(rows)}</table>"
    return f"<div>{board}{table}</div>"


def _figures(batch: Batch, number: int) -> Iterable[str]:
    for index in range(number):
        position = batch[index]
        outcome = position.outcome()
        state = f"{position.game.side_names[position.side]} to move" if outcome is None else outcome.result()
        caption = f"{index}: {position.ply()} turns, {escape(state)}"
        picture = _board(position.svg(size=SMALL_BOARD, coordinates=False))
        yield f'<figure style="display: inline-block; margin: 4px">{picture}<figcaption>{caption}</figcaption></figure>'


def batch_html(batch: Batch) -> str:
    """Returns the boards of the first positions."""
    number = min(len(batch), MOST_BOARDS)
    more = f"<p>... and {len(batch) - number} more</p>" if len(batch) > number else ""
    return f"<div><p>{escape(repr(batch))}</p>{''.join(_figures(batch, number))}{more}</div>"
