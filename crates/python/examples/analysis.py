"""Analyses every turn of records and draws the score over the game, as a picture for a browser.

    python analysis.py games.pgn --nodes 1000 --out analysis.svg

Without a file it analyses a game that the engine plays against a beginner. The analysed record is written beside the picture.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Optional

import beaufort

#: The picture, in pixels.
WIDTH, HEIGHT = 800, 240
COLOURS = ["#12639f", "#b5482a", "#2c7a3f", "#7a4fa3"]


def own_record(game: str, plies: int) -> beaufort.Record:
    """Returns a game of the engine against its weakest level."""
    position = beaufort.Position(game)
    players = beaufort.Engine(game, hash=1, seed=1), beaufort.Engine(game, hash=1, level="beginner", seed=1)
    while not position.is_game_over() and position.ply() < plies:
        turn = players[position.side].play(position, nodes=300)
        assert turn is not None, "the game goes on"
        position.push(turn)
    return beaufort.Record.from_position(position)


def analysed(record: beaufort.Record, nodes: int) -> Iterator[float]:
    """Notes the score after each turn in the record, and gives the first player's chance to win, from 0 to 1."""
    assert record.game is not None
    engine = beaufort.Engine(record.game, hash=16)
    for node in record.mainline:
        position = node.position()
        if position.is_game_over():
            outcome = position.outcome()
            assert outcome is not None
            yield 0.5 if outcome.winner is None else 1.0 - outcome.winner
            return
        score = engine.analyse(position, nodes=nodes).score
        node.eval = score
        yield score.pov(beaufort.Side.FIRST).win_chance


def plot(courses: list[list[float]]) -> str:
    """Returns the picture: a line for each game, at the top where the first player wins."""
    longest = max((len(course) for course in courses), default=0)
    lines = []
    for number, course in enumerate(courses):
        points = " ".join(f"{ply * WIDTH / max(1, longest - 1):.1f},{HEIGHT * (1 - chance):.1f}" for ply, chance in enumerate(course))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"/>')
    middle = f'<path d="M0 {HEIGHT / 2}H{WIDTH}" stroke="#888" stroke-dasharray="4"/>'
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', '<rect width="100%" height="100%" fill="#fcfbf8"/>', middle, *lines, "</svg>\n"])


def main(arguments: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="Analyses records and draws the score over the game.")
    parser.add_argument("records", nargs="?", help="a file of records; without it a game is played")
    parser.add_argument("--game", default="scirocco", help="the game that is played")
    parser.add_argument("--plies", type=int, default=120, help="the most turns of that game")
    parser.add_argument("--nodes", type=int, default=1000, help="the positions that the engine looks at for a turn")
    parser.add_argument("--out", type=Path, default=Path("analysis.svg"))
    settings = parser.parse_args(arguments)
    if settings.records is None:
        records = [own_record(settings.game, settings.plies)]
    else:
        records = list(beaufort.read_records(settings.records))
    courses = [list(analysed(record, settings.nodes)) for record in records]
    settings.out.write_text(plot(courses), encoding="utf-8")
    beaufort.write_records(settings.out.with_suffix(".pgn"), records)
    for record, course in zip(records, courses):
        falls = [after - before for before, after in zip(course, course[1:])]
        worst = max(range(len(falls)), key=lambda ply: abs(falls[ply]), default=0)
        print(f"{len(course)} turns; the largest change is {falls[worst]:+.0%} for the first player, by {record.mainline[worst + 1].text}")


if __name__ == "__main__":
    main()
