"""Players that are functions, and results of matches."""

from __future__ import annotations

import math
import os
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import beaufort
import pytest
from beaufort import MatchResult, Player

CHESS = beaufort.Game("orthochess")


def first_turn(position: beaufort.Position) -> beaufort.Turn:
    return position.legal_turns[0]


def first_turns(positions: list[beaufort.Position]) -> list[beaufort.Turn]:
    return [first_turn(position) for position in positions]


def test_a_function_plays() -> None:
    asked: list[beaufort.Position] = []

    def choose(position: beaufort.Position) -> beaufort.Turn:
        assert threading.current_thread() is threading.main_thread()
        asked.append(position.copy())
        # Changes to the position have no effect on the match.
        turn = first_turn(position)
        position.push(turn)
        return turn

    games: list[beaufort.MatchGame] = []
    result = beaufort.play_match(CHESS, choose, "random", games=4, max_plies=30, threads=2, on_game=games.append)
    assert result.games == 4 and len(asked) == 4 * 14
    for game in games:
        own = [turn for turn in game.position().turn_stack[2:]][game.side :: 2]
        before = [position for position in asked if position.side == game.side]
        assert all(any(first_turn(position) == turn for position in before) for turn in own)
    # A function that always plays the same plays the same match.
    assert beaufort.play_match(CHESS, choose, "random", games=4, max_plies=30, threads=1) == result


@pytest.mark.parametrize(
    "answer",
    [
        lambda position: str(position.legal_turns[-1]),
        lambda position: position.legal_turns[-1].coordinates,
        lambda position: position.encode(position.legal_turns[-1]),
        lambda position: position.action_mask().nonzero()[0][0],
    ],
    ids=["text", "coordinates", "action", "NumPy"],
)
def test_what_a_function_may_answer(answer: Callable[[beaufort.Position], Any]) -> None:
    assert beaufort.play_match(CHESS, answer, answer, games=2, max_plies=8).draws == 2


def test_a_player_may_resign() -> None:
    games: list[beaufort.MatchGame] = []
    result = beaufort.play_match(CHESS, lambda _: None, "greedy", games=2, on_game=games.append)
    assert result.losses == 2 and [(game.ending, game.mistake) for game in games] == [("lost", None)] * 2


def test_a_batched_function_plays_several_games_at_a_time() -> None:
    sizes: list[int] = []

    def choose(positions: list[beaufort.Position]) -> list[beaufort.Turn]:
        sizes.append(len(positions))
        time.sleep(0.001)
        return first_turns(positions)

    batched = Player.function(choose, batched=True, name="net")
    result = beaufort.play_match(CHESS, batched, "random", games=64, max_plies=20, threads=32)
    assert result == beaufort.play_match(CHESS, first_turn, "random", games=64, max_plies=20)
    assert sum(sizes) == 64 * 9 and sum(sizes) / len(sizes) > 4


def raises(_: beaufort.Position) -> str:
    raise LookupError("no weights")


def slow(position: beaufort.Position) -> beaufort.Turn:
    time.sleep(0.05)
    return first_turn(position)


WRONG: list[tuple[Callable[[Any], Any], dict[str, Any], str]] = [
    (raises, {}, "the player `raises` raised LookupError: no weights; after 2 turns of orthochess, in the position "),
    (lambda _: "e9", {"name": "net"}, "the player `net` gave an answer that cannot be played: `e9` is not a turn here"),
    (lambda _: first_turn(beaufort.Position("jupiter")), {}, "a turn of the game `jupiter`, not of `orthochess`"),
    (lambda _: 4096, {}, "answered with 4096, which is no legal action, after 2 turns"),
    (lambda _: -(10**30), {}, "which is no legal action"),
    (lambda _: [1], {}, "answered with list, not with a turn, its text, its action, or None to resign, after 2 turns"),
    (slow, {"time": 0.01}, r"the player `slow` took 0\.\d\d s, more than 0\.01 s, after 2 turns of orthochess, in the position "),
    (lambda _: [], {"batched": True}, "answered 1 positions with 0 turns"),
    (lambda _: 5, {"batched": True}, "answered with no list of turns"),
    (lambda _: [None, None, None], {"batched": True}, "answered 1 positions with 3 turns"),
]


@pytest.mark.parametrize(("function", "settings", "message"), WRONG)
def test_a_player_that_fails_names_the_position(function: Any, settings: dict[str, Any], message: str) -> None:
    player = Player.function(function, **settings)
    with pytest.raises(beaufort.PlayerError, match=message) as raised:
        beaufort.play_match(CHESS, player, "random", games=2, threads=1)
    error = raised.value
    assert error.player == player.name and error.position.text in str(error) and error.position.ply() == 2
    assert isinstance(error.__cause__, LookupError if function is raises else type(None))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.player, again.position) == (str(error), error.player, error.position)


def test_what_is_no_player() -> None:
    for wrong, message in [("clbu", "there is no player `clbu`: did you mean `club`?"), ("x" * 30, "expected one of beginner, ")]:
        with pytest.raises(ValueError, match=message):
            beaufort.play_match(CHESS, wrong, "random")
    with pytest.raises(ValueError, match="the level `full` has no bound"):
        beaufort.play_match(CHESS, "full", "random")
    with pytest.raises(TypeError, match="expected a Player, a function, or the id of a level, not int"):
        beaufort.play_match(CHESS, 5, "random")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a function, not str"):
        Player.function("club")  # type: ignore[call-overload]


def test_functions_are_values() -> None:
    player = Player.function(first_turn)
    assert player.name == "first_turn" and repr(player) == "<Player function first_turn>"
    assert player == Player.function(first_turn) != Player.function(first_turns, batched=True, name="first_turn")
    assert player != Player.function(first_turn, time=1) and player != Player.function(first_turn, name="other")
    for each in (player, Player.function(first_turns, batched=True, time=0.5)):
        again = pickle.loads(pickle.dumps(each))
        assert again == each and hash(again) == hash(each)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one thread there")
@pytest.mark.parametrize("batched", [False, True])
def test_ctrl_c_reaches_a_function(batched: bool) -> None:
    def choose(_: Any) -> Any:
        timer.start()
        time.sleep(60)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begin = time.monotonic()
    timer = threading.Timer(0.2, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            player = Player.function(choose, batched=True) if batched else Player.function(choose)
            beaufort.play_match(CHESS, player, "random", threads=4)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begin < 10


def test_a_function_in_another_thread_and_matches_in_matches() -> None:
    results: list[MatchResult] = []

    def inner(position: beaufort.Position) -> beaufort.Turn:
        results.append(beaufort.play_match(CHESS, "random", "random", games=2, max_plies=4))
        return first_turn(position)

    thread = threading.Thread(target=lambda: results.append(beaufort.play_match(CHESS, inner, first_turn, games=2, max_plies=4)))
    thread.start()
    thread.join(60)
    assert not thread.is_alive() and len(results) == 3 and all(result.draws == 2 for result in results)


def test_the_result_of_games_played_elsewhere() -> None:
    result = MatchResult(60, 0, 40)
    elo = result.elo()
    assert elo is not None and round(elo.value, 1) == 70.4 and elo.low < elo.value < elo.high
    # Agresti and Coull: 62 of 104, and 1.96 sqrt(62 * 42 / 103) / 104 around it.
    assert elo.low == pytest.approx(0.97, abs=0.01) and elo.high == pytest.approx(139.74, abs=0.01)
    assert result.pairs is None and result.games == 100 and result.score == 60
    superiority = result.likelihood_of_superiority()
    assert superiority is not None and 0.97 < superiority < 0.99
    assert MatchResult(0, 0, 0).elo() is None and MatchResult(0, 0, 0).pairs == (0, 0, 0, 0, 0)
    everything = MatchResult(4, 0, 0).elo()
    assert everything is not None and everything.value == float("inf")
    test = MatchResult(400, 100, 200).sprt(elo0=0, elo1=10)
    assert test.verdict == "accepted" and test.ratio >= test.bounds[1] and test.bounds[0] == -test.bounds[1]
    assert (-MatchResult(400, 100, 200)).sprt().verdict == "rejected"
    with pytest.raises(ValueError, match="expected elo0 below elo1"):
        result.sprt(elo0=10, elo1=0)


def test_few_games_prove_little() -> None:
    for few in [MatchResult(1, 0, 0), MatchResult(2, 0, 0), MatchResult(2, 0, 0, [0, 0, 0, 0, 1])]:
        elo, superiority = few.elo(), few.likelihood_of_superiority()
        assert elo is not None and elo.low < -100 and superiority is not None and superiority < 0.8
    for pairs, least, most in [(1, 300, 500), (10, 52, 120), (100, 5.3, 15)]:
        elo = MatchResult(pairs, 0, pairs, [0, 0, pairs, 0, 0]).elo()
        assert elo is not None and least < elo.high < most and str(elo.value) == "0.0"


def test_results_have_pairs() -> None:
    played = beaufort.play_match(CHESS, "greedy", "random", games=6, max_plies=120)
    again = MatchResult(played.wins, played.draws, played.losses, played.pairs)
    assert again == played and hash(again) == hash(played) and again.elo() == played.elo()
    assert pickle.loads(pickle.dumps(played)) == played and sum(played.pairs or ()) == 3
    other = beaufort.play_match(CHESS, "random", "greedy", games=6, max_plies=120, seed=1)
    assert (-(-other)) == other and (-other).wins == other.losses and (-other).score == 6 - other.score
    both = played + -other
    assert sum([played, -other]) == both
    assert both.games == 12 and sum(both.pairs or ()) == 6 and (played + MatchResult(1, 0, 0)).pairs is None
    for wrong in [(0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (3, 0, 0, 0, 0)]:
        with pytest.raises(ValueError, match="the pairs have .* games and .* points: not those of 2 wins, 0 draws and 0 losses"):
            MatchResult(2, 0, 0, wrong)
    with pytest.raises(ValueError, match="pairs has 3 numbers: expected five"):
        MatchResult(2, 0, 0, [0, 0, 1])
    with pytest.raises(TypeError):
        5 + played
    with pytest.raises(ValueError, match="wins is -1"):
        MatchResult(-1, 0, 0)


def test_a_level_is_stronger_than_a_random_player() -> None:
    rng = random.Random(1)
    result = beaufort.play_match("scirocco", lambda position: rng.choice(position.legal_turns), "club", games=4, threads=1)
    elo, superiority = result.elo(), result.likelihood_of_superiority()
    assert elo is not None and elo.value == -math.inf and superiority is not None and superiority < 0.25
