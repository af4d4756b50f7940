"""Limits of a search, searches as streams, and scores."""

from __future__ import annotations

import asyncio
import gc
import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import beaufort
import pytest
from beaufort import Engine, Mate, Score, Search, Side

CHESS = beaufort.Game("orthochess")
MATE_IN_ONE = beaufort.Position(CHESS, "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1")


def engine() -> Engine:
    return Engine(CHESS, hash=1)


def test_a_clock_gives_a_share_of_its_time() -> None:
    begin = time.monotonic()
    analysis = engine().analyse(CHESS.array(), clock=4.0, increment=0.1)
    assert 0.02 < time.monotonic() - begin < 2.0 and analysis.depth > 1
    assert engine().play(CHESS.array(), clock=0.05) is not None


def test_a_search_for_a_mate_ends_with_it() -> None:
    analysis = engine().analyse(MATE_IN_ONE, mate=1)
    assert analysis.mate == 1 and analysis.depth < 10
    assert engine().analyse(CHESS.array(), mate=1, nodes=500).mate is None


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "nothing ends the search: give nodes, depth, time, clock, mate or infinite"),
    ({"infinite": True, "nodes": 5}, "an infinite search has no other end"),
    ({"nodes": 5, "increment": 1.0}, "an increment belongs to a clock"),
    ({"clock": -1.0}, "clock is -1: expected 0 to 1000000 seconds"),
    ({"clock": 1.0, "increment": float("nan")}, "increment is NaN"),
    ({"mate": 0}, "mate is 0: expected 1 to 100"),
]


@pytest.mark.parametrize(("limits", "message"), WRONG)
def test_wrong_limits(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine().analyse(CHESS.array(), **limits)
    with pytest.raises(ValueError, match=message):
        Search(engine(), CHESS.array(), **limits).result(60)


def test_players_with_clocks() -> None:
    player = beaufort.Player.engine(clock=2.0, increment=0.01)
    again = pickle.loads(pickle.dumps(player))
    assert again == player != beaufort.Player.engine(clock=2.0) and hash(again) == hash(player)
    games: list[beaufort.MatchGame] = []
    beaufort.play_match(CHESS, player, "random", games=2, max_plies=12, threads=1, on_game=games.append)
    assert len(games) == 2 and all(game.ending in ("decided", "too_long") for game in games)


def test_stop_returns_what_is_known() -> None:
    busy = engine()
    busy.stop()
    threading.Timer(0.2, busy.stop).start()
    analysis = busy.analyse(CHESS.array(), infinite=True)
    assert analysis.turn is not None and analysis.nodes > 0
    assert busy.analyse(CHESS.array(), nodes=500).nodes > 0, "the next search goes on"


def test_a_stream() -> None:
    position = CHESS.array()
    with Search(engine(), position, infinite=True, lines=2, turns=["e4", "d4"]) as search:
        position.push("e4")
        seen = []
        for info in search:
            seen.append(info)
            if info.depth == 3:
                search.stop()
    analysis = search.result()
    assert search.is_done and {str(line.turn) for line in analysis.lines} == {"e4", "d4"}
    assert [info.depth for info in seen] == sorted(info.depth for info in seen) and search.info is not None
    assert list(search)[: len(seen)] == seen, "another reader begins at the beginning"
    assert search.result(0) is analysis and repr(search).endswith("done>")


def test_a_stream_that_is_not_read_ends_itself() -> None:
    with Search(engine(), CHESS.array(), depth=3) as search:
        assert search.result(60).depth >= 3
    with Search(engine(), CHESS.array(), infinite=True) as search:
        with pytest.raises(TimeoutError, match="has not ended after 0.01 s"):
            search.result(0.01)
    with pytest.raises(LookupError):
        with Search(engine(), CHESS.array(), infinite=True) as search:
            raise LookupError
    assert search.is_done


def test_a_search_that_is_forgotten_is_stopped() -> None:
    busy = engine()
    search: Any = Search(busy, CHESS.array(), infinite=True)
    with pytest.raises(RuntimeError, match="the engine is busy"):
        next(iter(search))
        busy.play(CHESS.array(), nodes=5)
    del search
    gc.collect()
    assert busy.play(CHESS.array(), nodes=50) is not None


def test_pondering_takes_no_time_until_the_expected_turn() -> None:
    with Search(engine(), CHESS.array(), time=0.001, ponder=True) as search:
        with pytest.raises(TimeoutError):
            search.result(0.3)
        search.ponder_hit()
        assert search.result(60).turn is not None
    at_once = Search(engine(), CHESS.array(), clock=1.0, ponder=True)
    at_once.ponder_hit()
    assert at_once.result(60).turn is not None, "the turn was played before the search had begun"
    busy = engine()
    with Search(busy, CHESS.array(), time=60.0, ponder=True) as unexpected:
        next(iter(unexpected))
    assert busy.analyse(CHESS.array(), time=0.01).turn is not None, "the next search does not ponder"


def test_what_ends_a_stream_badly() -> None:
    with pytest.raises(TypeError, match="got a position of `scirocco`"):
        list(Search(engine(), beaufort.Position("scirocco"), nodes=5))
    with pytest.raises(beaufort.TurnError):
        Search(engine(), CHESS.array(), nodes=5, turns=["e9"]).result()


def test_asynchronous_searches() -> None:
    async def one(depth: int) -> tuple[int, beaufort.Analysis]:
        seen = 0
        async with Search(engine(), CHESS.array(), infinite=True) as search:
            async for info in search:
                seen += 1
                if info.depth >= depth:
                    break
            search.stop()
            analysis = await search
        return seen, analysis

    async def ticks() -> int:
        number = 0
        search = Search(engine(), CHESS.array(), time=0.2)
        while not search.is_done:
            await asyncio.sleep(0.01)
            number += 1
        await search
        return number

    async def both() -> Any:
        return await asyncio.gather(one(3), one(4), ticks())

    (first, one_analysis), (second, other), number = asyncio.run(both())
    assert first >= 3 and second >= 4 and one_analysis.turn is not None and other.depth >= 3 and number > 3


#: The interpreter ends while a search goes on.
ABANDONED = """
import beaufort
search = beaufort.Search(beaufort.Engine("scirocco", hash=1), beaufort.Position("scirocco"), infinite=True)
print(next(iter(search)).depth)
"""


def test_a_program_ends_although_a_search_goes_on() -> None:
    begin = time.monotonic()
    told = subprocess.run([sys.executable, "-c", ABANDONED], capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout, told.stderr) == (0, "1\n", "") and time.monotonic() - begin < 20


def test_scores() -> None:
    score = engine().analyse(MATE_IN_ONE, depth=3).score
    assert isinstance(score, int) and (score.side, score.mate, score.win_chance) == (Side.FIRST, 1, 1.0)
    other = score.pov(Side.SECOND)
    assert (other, other.side, other.mate, other.win_chance) == (-score, Side.SECOND, -1, 0.0)
    assert score.pov(Side.FIRST) is score and other.pov(Side.FIRST) == score
    again = pickle.loads(pickle.dumps(score))
    assert type(again) is Score and (again, again.side, again.mate) == (score, score.side, score.mate)
    even = engine().evaluate(beaufort.Position(CHESS, "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"))
    assert even.mate is None and even.side == Side.SECOND and abs(even.win_chance - 0.5) < 0.1
    assert even.win_chance == pytest.approx(1 / (1 + 10 ** (-even / 400 / 2.302585)), abs=0.001)


def test_a_mated_position_has_a_mate() -> None:
    position = MATE_IN_ONE.copy()
    position.push("Qd8#")
    analysis = engine().analyse(position, depth=2)
    assert analysis.mate == 0 and analysis.mate is not None and bool(analysis.mate) and isinstance(analysis.mate, Mate)
    assert analysis.score < 0 and analysis.score.win_chance == 0.0 and analysis.score.pov(Side.FIRST) > 0
    assert not engine().analyse(CHESS.array(), depth=2).mate


def test_sums_of_scores_are_scores() -> None:
    position = beaufort.Position("orthochess", "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1")
    engine = beaufort.Engine("orthochess", hash=1)
    score, mate = engine.evaluate(position), engine.analyse(position, depth=3).score
    assert type(-score) is beaufort.Score and -score == -int(score) and (-score).side == beaufort.Side.SECOND
    assert -(-score) == score == +score and (-score).win_chance == pytest.approx(1 - score.win_chance)
    for more in (score + 50, 50 + score, score - -50):
        assert type(more) is beaufort.Score and more == int(score) + 50 and more.side == score.side
    even = score - int(score)
    assert even == 0 and even.win_chance == 0.5 and even.mate is None and (score + 10**30).win_chance == 1.0
    assert (mate - 5).mate == 1 and (-mate).mate == -1
    with pytest.raises(TypeError):
        score + "x"  # type: ignore[operator]
    assert sum([score, even], 0) == int(score)
