"""The engine, matches and studies."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import beaufort
import pytest
from beaufort import _rust

from conftest import random_position

MATE_IN_ONE = "7k/8/6K1/8/8/8/3Q4/8 w - - 0 1"


def test_an_analysis() -> None:
    engine = beaufort.Engine("scirocco", hash=1)
    position = beaufort.Position("scirocco")
    infos: list[beaufort.Info] = []
    analysis = engine.analyse(position, nodes=3000, lines=3, on_info=infos.append)
    assert len(analysis.lines) == 3 and analysis.turn == analysis.lines[0].turn == analysis.pv[0]
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    assert infos and max(info.depth for info in infos) >= analysis.depth and infos[0].line.turn is not None
    for turn in analysis.pv:
        position.push(turn)
    # With one thread the same search finds the same.
    engine.new_game()
    again = engine.analyse(beaufort.Position("scirocco"), nodes=3000, lines=3)
    assert [line.pv for line in again.lines] == [line.pv for line in analysis.lines]


def test_a_forced_win() -> None:
    engine = beaufort.Engine("orthochess", hash=1)
    position = beaufort.Position("orthochess", MATE_IN_ONE)
    analysis = engine.analyse(position, depth=3)
    assert analysis.mate == 1
    only = position.parse_turn("Qe3")
    assert engine.analyse(position, depth=2, turns=[only, "Qe2"]).turn in (only, position.parse_turn("Qe2"))
    position.push("Qd8#")
    assert engine.play(position, depth=1) is None


def test_levels_and_nets(tmp_path: Path) -> None:
    position = beaufort.Position("scirocco")
    assert beaufort.Engine("scirocco", hash=1, level="beginner").play(position) is not None
    assert beaufort.Engine("scirocco", hash=1, net="derived").evaluate(position) is not None
    game = beaufort.Game("scirocco")
    engine = beaufort.Engine(game, hash=1)
    assert engine.worth(game.piece("Dervish")) > 0
    net = tmp_path / "wrong.net"
    net.write_text("nonsense")
    with pytest.raises(beaufort.NetError):
        beaufort.Engine("scirocco", net=net)
    with pytest.raises(FileNotFoundError):
        beaufort.Engine("scirocco", net=tmp_path / "nowhere.net")


def test_a_search_needs_an_end() -> None:
    with pytest.raises(ValueError, match="nothing ends the search"):
        beaufort.Engine("scirocco", hash=1).analyse(beaufort.Position("scirocco"))
    with pytest.raises(TypeError, match="a position of `jupiter`"):
        beaufort.Engine("scirocco", hash=1).play(beaufort.Position("jupiter"), nodes=1)


def test_an_exception_of_a_listener_ends_the_search() -> None:
    def listener(_: beaufort.Info) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        beaufort.Engine("scirocco", hash=1).analyse(beaufort.Position("scirocco"), time=60, on_info=listener)


def test_the_commonest_piece_is_worth_about_100(game: beaufort.Game) -> None:
    counts = Counter(piece.piece_type for piece in game.array().piece_map().values())
    # Of several, the first in the game's list.
    commonest = max(game.pieces, key=lambda piece: counts[piece])
    assert beaufort.Engine(game, hash=1, net="derived").worth(commonest) == 100
    assert 70 <= beaufort.Engine(game, hash=1).worth(commonest) <= 130


def test_other_threads_run_during_a_search_and_are_told_that_the_engine_is_busy() -> None:
    engine, position = beaufort.Engine("scirocco", hash=1), beaufort.Position("scirocco")
    started = threading.Event()
    searching = threading.Thread(
        target=engine.analyse, args=(position,), kwargs={"time": 1.0, "on_info": lambda _: started.set()}
    )
    searching.start()
    assert started.wait(30)
    with pytest.raises(RuntimeError, match="the engine is busy"):
        engine.play(position, nodes=1)
    assert searching.is_alive()
    position.push("P-e4")
    searching.join()
    with pytest.raises(RuntimeError, match="or with that which called back here"):
        engine.analyse(position, nodes=1000, on_info=lambda _: engine.play(position, nodes=1))


LONG_WORK: list[Callable[[], object]] = [
    lambda: beaufort.Engine("scirocco", hash=1).analyse(beaufort.Position("scirocco"), time=600),
    lambda: beaufort.Position("scirocco").perft(50),
    lambda: beaufort.study("scirocco", games=1000, nodes=10**12),
    lambda: beaufort.play_match("scirocco", *[beaufort.Player.engine(nodes=10**12)] * 2),
    lambda: beaufort.Batch("jupiter", 1000).playout(max_plies=1_000_000),
]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one thread there")
@pytest.mark.parametrize("work", LONG_WORK, ids=["analyse", "perft", "study", "match", "playout"])
def test_ctrl_c_ends_long_work(work: Callable[[], object]) -> None:
    # A shell that starts programs in the background has them ignore SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begin = time.monotonic()
    timer = threading.Timer(1.0, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begin < 10


def test_matches() -> None:
    played: list[beaufort.MatchGame] = []
    players = beaufort.Player.engine(nodes=200), beaufort.Player.random()
    result = beaufort.play_match("orthochess", *players, games=4, max_plies=200, threads=2, on_game=played.append)
    assert result.wins + result.draws + result.losses == 4 and result.score >= 2
    assert sorted(game.number for game in played) == [0, 1, 2, 3]
    assert sum(game.score for game in played) == result.score
    assert result.elo() is not None
    # With as many nodes a turn, the same match has the same result, which is a value.
    again, other = (beaufort.play_match("orthochess", *players, games=4, max_plies=plies) for plies in (200, 2))
    assert again == result != other and hash(again) == hash(result) and len({again, result, other}) == 2
    for game in played:
        record = beaufort.Record.from_position(game.position())
        assert record.end() == game.position()
    with pytest.raises(ValueError, match="an even number"):
        beaufort.play_match("orthochess", *players, games=3)


def test_studies() -> None:
    rows = beaufort.study("orthochess", games=4, nodes=30, max_plies=60, threads=2)
    assert [row["number"] for row in rows] == [0, 1, 2, 3]
    # Game number n is the same game wherever it is played.
    told: list[beaufort.StudyRow] = []
    assert beaufort.study("orthochess", games=1, first=2, nodes=30, max_plies=60, on_game=told.append) == rows[2:3] == told
    assert beaufort.study("orthochess", games=1, random=True, max_plies=10)[0]["player"] == "random"


def test_turns_to_choose_from_are_legal() -> None:
    engine, position = beaufort.Engine("orthochess", hash=1), beaufort.Position("orthochess")
    later = position.copy()
    later.push("e4")
    wrong = later.parse_turn("e5")
    with pytest.raises(beaufort.TurnError, match="`e7e5` is no legal turn"):
        engine.analyse(position, depth=2, turns=["e4", wrong])


def games_of_a_level(seed: Optional[int], games: int = 6, plies: int = 6) -> list[str]:
    """Returns the beginnings of games of a level against itself."""
    engine = beaufort.Engine("scirocco", hash=1, level="beginner", seed=seed)
    texts = []
    for _ in range(games):
        position = beaufort.Position("scirocco")
        for _ in range(plies):
            turn = engine.play(position)
            assert turn is not None
            position.push(turn)
        texts.append(" ".join(str(turn) for turn in position.turn_stack))
        engine.new_game()
    return texts


def test_levels_play_other_games() -> None:
    assert len(set(games_of_a_level(None))) > 1
    assert games_of_a_level(None) != games_of_a_level(None)
    assert games_of_a_level(7) == games_of_a_level(7) != games_of_a_level(8)


def test_the_highest_level_needs_a_limit() -> None:
    position = beaufort.Position("orthochess")
    engine = beaufort.Engine("orthochess", hash=1, level="full")
    with pytest.raises(ValueError, match="the level `full` has no bound; give nodes, depth, time, clock, mate or infinite"):
        engine.play(position)
    assert engine.play(position, nodes=50) is not None
    with pytest.raises(ValueError, match="the level `full` has no bound; give nodes, depth, time or clock$"):
        beaufort.Player.engine(level="full")


def test_the_first_line_is_that_of_the_turn_that_a_level_has_chosen() -> None:
    position, is_best = beaufort.Position("scirocco"), []
    engine = beaufort.Engine("scirocco", hash=1, level="beginner", seed=1)
    for _ in range(20):
        analysis = engine.analyse(position, lines=4)
        scores = [line.score for line in analysis.lines]
        assert analysis.lines[0].turn == analysis.turn and scores[1:] == sorted(scores[1:], reverse=True)
        is_best.append(scores[0] == max(scores))
        engine.new_game()
    assert not all(is_best)


def test_what_is_said_of_a_game_can_be_pickled() -> None:
    position = beaufort.Position("orthochess", MATE_IN_ONE)
    analysis = beaufort.Engine("orthochess", hash=1).analyse(position, depth=3, lines=3)
    again = pickle.loads(pickle.dumps(analysis))
    assert repr(again) == repr(analysis) and again.time == analysis.time and again.turn == analysis.turn
    assert [(line.score, line.pv) for line in again.lines] == [(line.score, line.pv) for line in analysis.lines]
    assert repr(pickle.loads(pickle.dumps(analysis.lines[1]))) == repr(analysis.lines[1])
    position.push("Qd8#")
    outcome = position.outcome()
    assert outcome is not None and pickle.loads(pickle.dumps(outcome)) == outcome
    assert str(pickle.loads(pickle.dumps(outcome))) == str(outcome)
    draw = beaufort.Position("orthochess", "7k/8/8/8/8/8/8/K7 w - - 0 1").outcome()
    assert draw is not None and pickle.loads(pickle.dumps(draw)) == draw
    for level in beaufort.levels():
        assert pickle.loads(pickle.dumps(level)) == level
    assert len(set(beaufort.levels()) | set(beaufort.levels())) == len(beaufort.levels())
    for game in beaufort.games():
        turn = beaufort.Position(game).legal_turns[0]
        assert [pickle.loads(pickle.dumps(step)) for step in turn.steps] == turn.steps


def test_analyses_and_their_lines_are_values(game: beaufort.Game) -> None:
    position = random_position(game, 8)
    # In Tenjiku Shogi the first look at every turn takes thousands of nodes.
    analysis = beaufort.Engine(game, hash=1).analyse(position, nodes=20_000, lines=3)
    again = pickle.loads(pickle.dumps(analysis))
    assert again == analysis and hash(again) == hash(analysis) and len({again, analysis}) == 1
    assert again.lines == analysis.lines and set(again.lines) == set(analysis.lines)
    assert analysis.lines[0] != analysis.lines[1] and analysis != analysis.lines[0]
    # The same turns and score from elsewhere are another line.
    elsewhere = random_position(game, 9)
    assert _rust._line(position, 5, []) == _rust._line(position.copy(), 5, [])
    assert _rust._line(position, 5, []) not in (_rust._line(elsewhere, 5, []), _rust._line(position, 6, []))
    assert _rust._analysis(again.lines, 1, 2, 3.0) == _rust._analysis(analysis.lines, 1, 2, 3.0)
    others = [(again.lines[:1], 1, 2, 3.0), (again.lines, 2, 2, 3.0), (again.lines, 1, 3, 3.0), (again.lines, 1, 2, 4.0)]
    assert _rust._analysis(again.lines, 1, 2, 3.0) not in [_rust._analysis(*parts) for parts in others]


def test_players_are_values() -> None:
    def players() -> list[beaufort.Player]:
        engine = beaufort.Player.engine
        named = [engine(nodes=30, name="greedy"), beaufort.Player.greedy(), beaufort.Player.random()]
        limited = [engine(nodes=30), engine(nodes=31), engine(depth=3), engine(time=0.5), engine(level="novice")]
        return named + limited + [engine(nodes=30, hash=2), engine(nodes=30, net="derived"), engine(nodes=30, net=b"derived")]

    first, second = players(), players()
    assert first == second and len({*first, *second}) == len(first)


def test_players_can_be_pickled() -> None:
    settings: list[dict[str, Any]] = [{"nodes": 30}, {"level": "novice"}, {"depth": 2, "time": 0.5, "net": "derived", "hash": 2}]
    engines = [beaufort.Player.engine(name=f"number {n}", **words) for n, words in enumerate(settings)]
    for player in [beaufort.Player.random(), beaufort.Player.greedy(), *engines]:
        again = pickle.loads(pickle.dumps(player))
        assert again == player and hash(again) == hash(player)
        result = beaufort.play_match("orthochess", again, player, games=2, max_plies=6)
        assert result.draws == 2
