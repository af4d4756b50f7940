"""Other programs that play."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import beaufort
import pytest
from beaufort import Player, Program, Side

CHESS = beaufort.Game("orthochess")

#: An engine that speaks UCI, plays the last legal turn, and logs the lines that it reads.
ENGINE = """
import sys, time, beaufort
log = open(sys.argv[1], "a", buffering=1)
mode = "good"
for line in sys.stdin:
    log.write(line)
    word, _, rest = line.strip().partition(" ")
    if word == "uci":
        print("option name Mode type string", "option name UCI_Variant type combo", "option name MultiPV type spin", "uciok", sep="\\n", flush=True)
    elif word == "setoption":
        name, _, value = rest.removeprefix("name ").partition(" value ")
        mode = value if name == "Mode" else mode
    elif word == "isready":
        if mode == "deaf":
            continue
        print("readyok", flush=True)
    elif word == "position":
        start, _, moves = rest.partition(" moves ")
        text = start.removeprefix("fen ")
        position = beaufort.Position("orthochess") if text == "startpos" else beaufort.Position("orthochess", text)
        for move in moves.split():
            position.push(position.parse_coordinates(move))
    elif mode == "silent" and word in ("go", "stop", "ponderhit"):
        if "infinite" not in rest and "ponder" not in rest:
            print(f"info depth 7 score cp 12 upperbound nodes 9 pv {position.legal_turns[0].coordinates}")
            print("bestmove", position.legal_turns[0].coordinates, flush=True)
    elif word in ("stop", "ponderhit") or (word == "go" and mode == "lines"):
        if word == "go":
            lines = [[turn.coordinates] for turn in position.legal_turns[:2]]
            for number, line in enumerate(lines, 1):
                print(f"info depth 4 seldepth 6 multipv {number} score cp {40 - 30 * number} nodes 50 time 7 pv", *line, flush=True)
            print(f"info depth 5 multipv 1 score cp 900 lowerbound nodes 60 pv {lines[0][0]}")
            print("info string nothing", "info depth 5 currmove a2a3", sep="\\n", flush=True)
            if "infinite" in rest or "ponder" in rest:
                continue
        elif word == "ponderhit":
            print("info depth 9 multipv 1 score mate 2 nodes 90 pv", lines[0][0], "z9z9", flush=True)
        print("bestmove", lines[1 if word == "stop" else 0][0], flush=True)
    elif word == "go":
        if mode == "slow":
            time.sleep(60)
        if mode == "dies":
            sys.exit(3)
        turns = position.legal_turns
        answer = "a1a1" if mode == "wrong" else turns[-1].coordinates
        print("info depth 3 nodes 77 score cp -12 pv", answer, flush=True)
        print("bestmove", answer, flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    return [sys.executable, str(script), str(tmp_path / "log")]


def said(command: list[str]) -> list[str]:
    return Path(command[-1]).read_text().splitlines()


def test_a_program_is_asked(command: list[str]) -> None:
    position = CHESS.array()
    with Program(command, options={"Mode": "good"}) as program:
        assert repr(program) == f"<Program {' '.join(command)}>"
        for number in range(2):
            reply = program.play(position, nodes=50)
            assert reply.turn == position.legal_turns[-1] and (reply.depth, reply.nodes) == (3, 77)
            assert reply.score == -12 and reply.score is not None and reply.score.side == Side.FIRST
            position.push(reply.turn)
            position.push("e5" if number == 0 else "d5")
        assert said(command).count("ucinewgame") == 1, "the game goes on"
        assert program.play(CHESS.array(), time=0.5).turn is not None
        program.play(CHESS.array(), clock=60.0, increment=1.0)
    told = said(command)
    assert told.count("ucinewgame") == 3 and told.count("uci") == 1 and told[-1] == "quit"
    assert "go nodes 50" in told and "go movetime 500" in told and any("wtime 60000" in line and "winc 1000" in line for line in told)
    assert "setoption name UCI_Variant value chess" in told


def test_a_program_analyses(command: list[str]) -> None:
    position = CHESS.array()
    position.push("e4")
    turns = position.legal_turns
    infos: list[beaufort.Info] = []
    with Program(command, options={"Mode": "lines"}) as program:
        analysis = program.analyse(position, depth=4, lines=2, on_info=infos.append)
        assert [(line.turn, line.score) for line in analysis.lines] == [(turns[0], 10), (turns[1], -20)]
        assert (analysis.depth, analysis.nodes) == (4, 50) and analysis.score.side == Side.SECOND
        assert [(info.number, info.depth, info.seldepth, info.time) for info in infos] == [(1, 4, 6, 0.007), (2, 4, 6, 0.007)]
        # With fewer lines the others are left out; `mate` and `turns` are passed on.
        assert len(program.analyse(position, mate=3, turns=[turns[0], turns[1]]).lines) == 1
        assert program.play(position, depth=1).turn == turns[0], "and it plays, too"
    told = said(command)
    assert told.count("ucinewgame") == 2 and "setoption name MultiPV value 2" in told and "setoption name MultiPV value 1" in told
    assert "go depth 4" in told and f"go mate 3 searchmoves {turns[0].coordinates} {turns[1].coordinates}" in told


def test_an_analysis_of_a_program_is_a_stream(command: list[str]) -> None:
    position = CHESS.array()
    turns = position.legal_turns
    with Program(command, options={"Mode": "lines"}) as program:
        with beaufort.Search(program, position, infinite=True, lines=2) as search:
            assert next(iter(search)).line.turn == turns[0]
            search.stop()
            # The turn that it chose at last comes first.
            assert [line.turn for line in search.result(30).lines] == [turns[1], turns[0]]
        with beaufort.Search(program, position, clock=5.0, ponder=True) as search:
            assert next(iter(search)).depth == 4
            search.ponder_hit()
            result = search.result(30)
        # Of a line up to what is no turn.
        assert result.depth == 9 and result.mate == 2 and result.pv == [turns[0]]

        def fail(_: beaufort.Info) -> None:
            raise LookupError("enough")

        with pytest.raises(LookupError, match="enough"):
            program.analyse(position, infinite=True, on_info=fail)
        assert program.analyse(position, nodes=1).turn == turns[0], "it goes on after that"
    told = said(command)
    assert "go infinite" in told and told.count("stop") == 2 and told.count("ponderhit") == 1
    assert "go wtime 5000 btime 5000 winc 0 binc 0 ponder" in told


def test_a_program_that_reports_nothing_is_stopped(command: list[str]) -> None:
    position = CHESS.array()
    with Program(command, options={"Mode": "silent"}) as program:
        for _ in range(20):
            with beaufort.Search(program, position, infinite=True) as search:
                pass  # It may not have begun yet.
            # A bound is better than no score.
            assert search.result(30).score == 12
        search = beaufort.Search(program, position, clock=60.0, ponder=True)
        search.ponder_hit()
        assert search.result(30).turn == position.legal_turns[0]
    assert said(command).count("ucinewgame") == 1


def test_what_a_program_cannot_search_does_not_end_it(command: list[str]) -> None:
    position = CHESS.array()
    Path(command[1]).write_text(ENGINE.replace('"option name MultiPV type spin", ', ""))
    with Program(command) as program:
        turn = program.play(position, nodes=5).turn
        assert turn is not None
        position.push(turn)
        position.push("e5")
        with pytest.raises(beaufort.PlayerError, match="cannot search several lines: it has no option `MultiPV`"):
            program.analyse(position, nodes=5, lines=2)
        assert program.play(position, nodes=5).turn is not None
    assert said(command).count("uci") == 1 and said(command).count("ucinewgame") == 1, "the game goes on"


def test_an_analysis_that_fails(command: list[str]) -> None:
    position = CHESS.array()
    with pytest.raises(beaufort.PlayerError, match="has not answered in time"):
        Program(command, options={"Mode": "slow"}, patience=0.3).analyse(position, nodes=5)
    with pytest.raises(beaufort.PlayerError, match="answered with `a1a1`"):
        Program(command, options={"Mode": "wrong"}).analyse(position, nodes=5)
    with pytest.raises(beaufort.PlayerError, match="cannot start"):
        Program("no-such-program").analyse(position, nodes=5)
    with pytest.raises(ValueError, match="nothing ends the search: give nodes, depth, time, clock, mate or infinite"):
        Program("x").analyse(position)
    with pytest.raises(beaufort.TurnError):
        Program("x").analyse(position, nodes=5, turns=["e5"])


def test_a_program_plays_a_match(command: list[str]) -> None:
    player = Player.program(command, nodes=10)
    assert player.name == Path(sys.executable).stem
    result = beaufort.play_match(CHESS, player, "random", games=2, max_plies=12, threads=2)
    same = beaufort.play_match(CHESS, lambda position: position.legal_turns[-1], "random", games=2, max_plies=12)
    assert result == same
    for each in (player, Player.program("x", clock=5.0, increment=0.5, protocol="cecp", variant="v", options={"a": 1}, patience=3.0)):
        again = pickle.loads(pickle.dumps(each))
        assert again == each and hash(again) == hash(each)
    assert player != Player.program(command, nodes=11)


WRONG: list[tuple[str, str]] = [
    ("wrong", "answered with `a1a1`, which is no legal turn: orthochess, in the position"),
    ("dies", r"ended \(exit status: 3\): orthochess"),
    ("slow", "has not answered in time: orthochess"),
]


@pytest.mark.parametrize(("mode", "message"), WRONG)
def test_a_program_that_fails(command: list[str], mode: str, message: str) -> None:
    position = CHESS.array()
    program = Program(command, options={"Mode": mode}, patience=0.3)
    with pytest.raises(beaufort.PlayerError, match=message) as raised:
        program.play(position, nodes=5)
    assert raised.value.position == position and raised.value.player == command[0]
    if mode == "wrong":
        games: list[beaufort.MatchGame] = []
        player = Player.program(command, nodes=5, options={"Mode": mode})
        result = beaufort.play_match(CHESS, player, "random", games=2, threads=1, on_game=games.append)
        assert result.losses == 2 and [game.ending for game in games] == ["lost", "lost"]
        assert [game.mistake for game in games] == ["gave an illegal turn, `a1a1`"] * 2


def test_what_is_no_program(command: list[str]) -> None:
    with pytest.raises(beaufort.PlayerError, match="the program `no-such-program` cannot start `no-such-program`"):
        Program("no-such-program").play(CHESS.array(), nodes=5)
    with pytest.raises(beaufort.PlayerError, match="cannot start"):
        beaufort.play_match(CHESS, "random", Player.program("no-such-program", nodes=5), games=2)
    with pytest.raises(beaufort.PlayerError, match="has no option `Hash`"):
        Program(command, options={"Hash": 16}).play(CHESS.array(), nodes=5)
    wrong: list[tuple[Any, str]] = [
        (lambda: Program([]), "a program needs a command"),
        (lambda: Program("x", protocol="ucy"), "there is no protocol `ucy`: did you mean `uci`"),  # type: ignore[arg-type]
        (lambda: Program("x").play(CHESS.array()), "nothing ends the search: give nodes, depth, time, clock or mate"),
        (lambda: Player.program("x"), "nothing ends the search: give nodes, depth, time or clock"),
        (lambda: Program("x", patience=-1.0), "patience is -1: expected 0 to"),
    ]
    for call, message in wrong:
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one thread there")
def test_ctrl_c_ends_the_wait_for_a_program(command: list[str]) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begin = time.monotonic()

    def interrupt() -> None:
        while "go nodes 5" not in (said(command) if Path(command[-1]).exists() else []):
            time.sleep(0.02)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    calls: list[Any] = [
        lambda: Program(command, options={"Mode": "slow"}).play(CHESS.array(), nodes=5),
        lambda: beaufort.play_match(CHESS, Player.program(command, nodes=5, options={"Mode": "slow"}), "random", games=2),
    ]
    try:
        for call in calls:
            Path(command[-1]).unlink(missing_ok=True)
            timer = threading.Thread(target=interrupt)
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                call()
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begin < 20
