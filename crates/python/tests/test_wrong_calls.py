"""Whatever Python code does, it gets an answer or an exception."""

from __future__ import annotations

import os
import pickle
import random
import re
import threading
from typing import Any, Callable

import beaufort
import pytest
from beaufort import Side

from conftest import random_position

CALLS = 100_000
THREADS = 4

#: The exceptions a wrong call may raise: all but a Rust panic, which is no Exception, and signs of bugs in Python.
ALLOWED = (ValueError, TypeError, AttributeError, IndexError, KeyError, RuntimeError, OSError)
#: Words that no message may contain: names of types in Rust and in PyO3, but those that are squares, too (`i8`).
RUST = re.compile(r"\bVec\b|Can't extract|instance of 'str'|\bPy[A-Z]\w+|\bu(8|16|32|64)\b|\bi(32|64)\b|\busize\b|HashMap")

NUMBERS: list[Any] = [0, 1, 2, -1, 255, 256, -(2**63), 2**63, 2**64, 10**100, -(10**100), True, 0.5, float("nan"), float("inf")]
TEXTS: list[Any] = ["", "e4", "P-e4", "a1", "z99", "scirocco", "K", "\x00", "\ud800", "é" * 300, "x" * 100_000, "1-0", "[", "e2e4,"]
OTHERS: list[Any] = [None, [], {}, (), object(), b"e4", [1, "a"], {"a": "b"}, Side.FIRST, Ellipsis, print, int]
#: Arguments of long work, too small for work or no numbers at all.
SHORT: dict[str, list[Any]] = {
    "nodes": [1, 0, -1, 10**100, "x"],
    "depth": [1, 0, -1, 10**100, "x"],
    "time": [0.0, -1.0, float("nan"), float("inf"), 1e300, "x"],
    "games": [2, 0, -2, 3, 10**100, "x"],
    "max_plies": [1, 2, 0, -1, 10**100],
    "lines": [1, 2, 0, -1, 501],
    "threads": [1, 2, 0, -1, 10**100],
    "hash": [1, 0, -1, 10**100],
}
LONG_WORK = {
    "analyse": ("nodes", "depth", "lines"),
    "play": ("nodes", "time"),
    "play_match": ("games", "max_plies", "threads"),
    "study": ("games", "nodes", "max_plies", "threads"),
    "playout": ("max_plies",),
    "Engine": ("hash", "threads"),
    "engine": ("nodes", "hash"),
    "Batch": ("threads",),
}


class Caller:
    """Calls anything with anything."""

    def __init__(self, seed: int, shared: list[Any]) -> None:
        self.rng = random.Random(seed)
        self.values = shared
        self.raised = 0

    def value(self) -> Any:
        pool = self.rng.choice([NUMBERS, TEXTS, OTHERS, self.values, self.values])
        return self.rng.choice(pool)

    def target(self) -> tuple[str, Any]:
        """Returns something to call or to read, with its name."""
        thing = self.rng.choice([beaufort, *self.values])
        names = [name for name in dir(thing) if name not in ("__class__", "__init_subclass__", "__new__", "__init__")]
        if thing is beaufort:
            names = [name for name in beaufort.__all__ if name != "write_records"]
        elif not type(thing).__module__.startswith("beaufort"):
            thing, names = beaufort, ["Position", "Game", "Record", "Piece", "Batch", "Engine", "Player"]
        name = self.rng.choice(names)
        return name, getattr(thing, name)

    def call(self) -> None:
        name = ""
        try:
            name, target = self.target()
            if not callable(target):
                return
            keywords = {key: self.rng.choice(SHORT[key]) for key in LONG_WORK.get(name, ())}
            arguments = [self.value() for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3]))]
            if name in ("play_match", "study", "Engine", "Batch") and self.rng.random() < 0.9:
                arguments[:1] = ["orthochess"]
            if name == "perft":
                arguments = [self.rng.choice([0, 1, -1, 101, "x", 10**100])]
            if name == "Batch":
                arguments[1:] = [self.rng.choice([1, 2, 0, -1, 65_537, "x"])]
            result = target(*arguments, **keywords)
            if type(result).__module__.startswith("beaufort") and self.rng.random() < 0.05:
                # Shared by all threads, and no more than a few of them.
                self.values[self.rng.randrange(len(self.values))] = result
        except ALLOWED as error:
            self.raised += 1
            assert not RUST.search(str(error)), (name, error)
        except (OverflowError, ZeroDivisionError):
            # Python's own, such as `__reduce_ex__`, and the division of a score.
            if not name.startswith("__"):
                raise


def good_values() -> list[Any]:
    values: list[Any] = []
    for id in ("scirocco", "larger-board", "orthochess", "jupiter"):
        game = beaufort.Game(id)
        position = random_position(game, 15)
        turns = position.legal_turns
        values += [game, position, position.copy(), turns[0], turns[-1], turns[0].steps[0], game.pieces[0]]
        values += [beaufort.Piece(game.pieces[1], Side.SECOND), beaufort.Record.from_position(position)]
    record = beaufort.Record("orthochess")
    engine = beaufort.Engine("orthochess", hash=1)
    values += [record, record.root.add("e4"), engine, beaufort.Batch("orthochess", 3), beaufort.Player.random()]
    values += [engine.analyse(beaufort.Position("orthochess"), nodes=50), beaufort.levels()[0]]
    return values


def test_wrong_calls_raise_exceptions_and_nothing_else() -> None:
    shared = good_values()
    callers = [Caller(seed, shared) for seed in range(THREADS)]
    faults: list[BaseException] = []

    def work(caller: Caller) -> None:
        try:
            for _ in range(CALLS // THREADS):
                caller.call()
        except BaseException as fault:  # A fault in Rust is not an Exception.
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(caller,)) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sum(caller.raised for caller in callers) > CALLS // 4
    assert beaufort.Position("orthochess").perft(2) == 400


def test_threads_may_share_a_position() -> None:
    position = beaufort.Position("orthochess")

    def work() -> None:
        rng = random.Random(1)
        for _ in range(300):
            try:
                position.push(rng.choice(position.legal_turns))
            except (beaufort.TurnError, IndexError):
                pass  # Another thread was faster, or the game is over.
            if position.ply() > 20:
                try:
                    position.pop()
                except IndexError:
                    pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The result is still a legal game.
    record = beaufort.Record.from_position(position)
    assert beaufort.Record.parse(str(record)).end() == position


def in_child(work: Callable[[], None]) -> int:
    """Does work in a forked process, and returns how that ended."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork there")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_goes_on() -> None:
    position, engine = beaufort.Position("scirocco"), beaufort.Engine("scirocco", hash=1)
    batch = beaufort.Batch("scirocco", 8, threads=2)
    engine.play(position, nodes=100)
    batch.playout(max_plies=10)

    def idle() -> None:
        turn = engine.play(position, nodes=100)
        assert turn is not None
        position.push(turn)
        batch.playout(max_plies=20)

    assert in_child(idle) == 0

    def busy() -> None:
        with pytest.raises(RuntimeError):
            engine.play(position, nodes=100)
        assert beaufort.Engine("scirocco", hash=1).play(position, nodes=100) is not None

    started = threading.Event()
    searching = threading.Thread(
        target=engine.analyse, args=(position,), kwargs={"time": 2.0, "on_info": lambda _: started.set()}
    )
    searching.start()
    assert started.wait(30)
    assert in_child(busy) == 0
    searching.join()


def test_arguments_of_a_wrong_type_are_named_by_the_type_that_is_expected() -> None:
    position, engine = beaufort.Position("orthochess"), beaufort.Engine("orthochess", hash=1)
    calls: list[tuple[Callable[[Any], object], str]] = [
        (lambda wrong: position.set_piece_at("e4", wrong), "a Piece"),
        (lambda wrong: engine.analyse(wrong, nodes=1), "a Position"),
        (lambda wrong: engine.play(wrong, nodes=1), "a Position"),
        (lambda wrong: engine.evaluate(wrong), "a Position"),
        (lambda wrong: engine.worth(wrong), "a PieceType"),
        (lambda wrong: beaufort.Piece(wrong, 0), "a PieceType"),
        (lambda wrong: beaufort.Record("orthochess", wrong), "a Position"),
        (lambda wrong: beaufort.Record.from_position(wrong), "a Position"),
        (lambda wrong: position.svg(fills=wrong), "a dict"),
        (lambda wrong: beaufort.Program("x", options=wrong), "a dict"),
        (lambda wrong: beaufort.Player.program("x", options=wrong), "a dict"),
        (lambda wrong: beaufort.Game.from_text("", extended=wrong), "a Mapping"),
        (lambda wrong: position.svg(coordinates=wrong), "True or False"),
        (lambda wrong: engine.analyse(position, infinite=wrong), "True or False"),
        (lambda wrong: beaufort.Batch("orthochess", 1, auto_reset=wrong), "True or False"),
        (lambda wrong: beaufort.Player.function(id, batched=wrong), "True or False"),
    ]
    for call, expected in calls:
        for wrong in ["text", [1]]:
            with pytest.raises(TypeError, match=f"expected {expected}, not {type(wrong).__name__}"):
                call(wrong)


def test_messages_about_arguments_name_them() -> None:
    position, engine, record = beaufort.Position("orthochess"), beaufort.Engine("orthochess", hash=1), beaufort.Record("orthochess")
    node = record.root.add("e4")
    calls: list[tuple[Callable[[Any], object], str]] = [
        (lambda wrong: beaufort.Game(wrong), "argument 'id': expected a text, not object"),
        (lambda wrong: beaufort.Position(wrong), "argument 'game': expected a Game or the id of one, not object"),
        (lambda wrong: position.set_piece_at("e4", wrong), "argument 'piece': expected a Piece, not object"),
        (lambda wrong: position.push(wrong), "argument 'turn': expected a Turn or a text, not object"),
        (lambda wrong: position.perft(wrong), "argument 'depth': expected an integer, not object"),
        (lambda wrong: position.svg(seat=wrong), "argument 'seat': expected Side.FIRST or Side.SECOND, not object"),
        (lambda wrong: position.svg(marks=wrong), "argument 'marks': expected a list of squares, not object"),
        (lambda wrong: position.svg(marks=[wrong]), "argument 'marks': expected the name of a square or its number, not object"),
        (lambda wrong: position.svg(arrows=[wrong]), "argument 'arrows': expected a turn, or a tuple of two squares"),
        (lambda wrong: position.svg(fills=wrong), "argument 'fills': expected a dict, not object"),
        (lambda wrong: engine.analyse(position, time=wrong), "argument 'time': expected a number of seconds, not object"),
        (lambda wrong: engine.analyse(position, nodes=1, turns=[wrong]), "argument 'turns': expected a Turn or a text, not object"),
        (lambda wrong: beaufort.Engine("orthochess", net=wrong), "argument 'net': expected a path or the content of a file, not object"),
        (lambda wrong: beaufort.Engine("orthochess", seed=wrong), "argument 'seed': expected an integer, not object"),
        (lambda wrong: beaufort.Batch("orthochess", 1).reset(only_over=wrong), "argument 'only_over': expected True or False, not object"),
        (lambda wrong: beaufort.Batch.from_positions([wrong]), "argument 'positions': expected a position or a record, not object"),
        (lambda wrong: beaufort.MatchResult(1, 1, 1).sprt(alpha=wrong), "argument 'alpha': expected a number, not object"),
        (lambda wrong: beaufort.Program("x", patience=wrong), "argument 'patience': expected a number, not object"),
        (lambda wrong: beaufort.find_puzzles([wrong]), "argument 'records': expected a Record, not object"),
        (lambda wrong: setattr(node, "comment", wrong), "argument 'comment': expected a text, not object"),
        (lambda wrong: setattr(node, "nags", wrong), "argument 'nags': expected a list of numbers, not object"),
    ]
    for call, expected in calls:
        with pytest.raises(TypeError) as raised:
            call(object())
        assert str(raised.value).startswith(expected), expected
        assert pickle.loads(pickle.dumps(raised.value)).args == raised.value.args
