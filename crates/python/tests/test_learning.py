"""Planes, actions, batches and the environment."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import beaufort
import beaufort.pettingzoo
import numpy as np
import pytest
from beaufort import Side
from pettingzoo.test import api_test

from conftest import random_position


def exchanged(position: beaufort.Position) -> beaufort.Position:
    """Returns the position with sides exchanged and the board reflected, or turned by half a turn if the array is."""
    game = position.game
    array = game.array()
    size = game.files * game.ranks

    def rotate(square: int) -> int:
        return size - 1 - square

    def reflect(square: int) -> int:
        return (game.ranks - 1 - square // game.files) * game.files + square % game.files

    def other(piece: beaufort.Piece) -> beaufort.Piece:
        return beaufort.Piece(piece.piece_type, ~piece.side)

    pieces = {game.square(name): piece for name, piece in array.piece_map().items()}
    is_reflected = {reflect(square): other(piece) for square, piece in pieces.items()} == pieces
    is_rotated = {rotate(square): other(piece) for square, piece in pieces.items()} == pieces
    turn = rotate if is_rotated and not is_reflected else reflect
    turned = beaufort.Position.empty(game, ~position.side)
    for name, piece in position.piece_map().items():
        square = game.square(name)
        turned.set_piece_at(turn(square), other(piece))
    return turned


def test_planes_say_where_what_stands(game: beaufort.Game) -> None:
    position = random_position(game, 17)
    planes = position.planes()
    assert planes.dtype == np.int8 and planes.shape == (len(game.plane_names), game.ranks, game.files)
    named = dict(zip(game.plane_names, planes))
    assert (planes[-1] == position.side).all()
    pieces = position.piece_map().values()
    for piece_type in game.pieces:
        for whose, side in (("own", position.side), ("other", ~position.side)):
            wanted = sum(piece.piece_type == piece_type and piece.side == side for piece in pieces)
            assert named[f"{whose} {piece_type.id}"].sum() == wanted
    # The first player's squares are in their own order.
    if position.side == Side.FIRST:
        square, piece = next((game.square(name), p) for name, p in position.piece_map().items() if p.side == Side.FIRST)
        assert named[f"own {piece.piece_type.id}"].reshape(-1)[square] == 1


def test_both_sides_see_the_same(game: beaufort.Game) -> None:
    for seed in range(3):
        played = random_position(game, 20 + seed, seed)
        # The state beside the board is not mirrored here, so it is left out.
        position = beaufort.Position.empty(game, played.side)
        for name, piece in played.piece_map().items():
            position.set_piece_at(name, piece)
        other = exchanged(position)
        assert (position.planes()[:-1] == other.planes()[:-1]).all()
        mask, turned = position.action_mask(), other.action_mask()
        assert mask.sum() == turned.sum()
        # Of several turns with one result one is listed: the pass of another piece, where many can pass.
        assert (mask == turned).all() or game.id == "tenjiku"


def test_either_side_may_be_asked_what_it_sees(game: beaufort.Game) -> None:
    played = random_position(game, 17)
    first, second = (beaufort.Position.empty(game, side) for side in Side)
    for name, piece in played.piece_map().items():
        first.set_piece_at(name, piece)
        second.set_piece_at(name, piece)
    assert (first.planes(Side.FIRST) == first.planes()).all()
    assert (first.planes(Side.SECOND)[:-1] == second.planes()[:-1]).all()
    assert not first.planes(Side.SECOND)[-1].any(), "the first player is to move, whoever looks"


def test_arrays_without_numpy_tell_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    position, batch = beaufort.Position("orthochess"), beaufort.Batch("orthochess", 1)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for call in (position.planes, position.action_mask, batch.planes, lambda: batch.step([0])):
        with pytest.raises(ImportError, match="^arrays need NumPy: pip install numpy$"):
            call()


def test_actions_and_turns_are_one_to_one(game: beaufort.Game) -> None:
    for seed in range(3):
        position = random_position(game, 40, seed)
        turns, actions = position.legal_turns, position.legal_actions
        assert sorted(actions) == actions and len(set(actions)) == len(actions) == len(turns)
        assert np.flatnonzero(position.action_mask()).tolist() == actions
        for turn in turns[:25]:
            assert position.decode(position.encode(turn)) == turn
            assert position.encode(str(turn)) == position.encode(turn)
        rest = set(range(game.num_actions)) - set(actions)
        with pytest.raises(beaufort.TurnError):
            position.decode(next(iter(rest)))


def test_plain_turns_have_the_number_of_their_squares() -> None:
    position = beaufort.Position("orthochess")
    square = position.game.square
    assert position.encode("Nf3") == square("g1") * 64 + square("f3")
    position.push("e4")
    # The second player sees the board from the other edge.
    assert position.encode("Nf6") == square("g1") * 64 + square("f3")
    promotion = beaufort.Position("orthochess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    actions = [promotion.encode(f"a8={piece}{mark}") for piece, mark in (("Q", "+"), ("R", "+"), ("B", ""), ("N", ""))]
    home = square("a7") * 64 + square("a8")
    assert sorted(actions) == [home, home + 1, home + 2, home + 3]


def test_batches_play_as_positions_do() -> None:
    game = beaufort.Game("scirocco")
    batch = beaufort.Batch(game, 9, threads=2)
    rng = random.Random(3)
    positions = [game.array() for _ in range(9)]
    for _ in range(12):
        actions = [rng.choice(position.legal_actions) for position in positions]
        assert (batch.planes() == np.stack([position.planes() for position in positions])).all()
        assert (batch.action_masks() == np.stack([position.action_mask() for position in positions])).all()
        rewards = batch.step(np.array(actions))
        assert rewards.tolist() == [0] * 9
        for position, action in zip(positions, actions):
            position.push(position.decode(action))
    assert [batch[i] for i in range(9)] == positions and batch[-1] == positions[-1]
    assert list(batch) == positions and len(list(zip(batch, batch))) == 9
    assert batch.plies.tolist() == [12] * 9 and batch.sides.tolist() == [0] * 9
    with pytest.raises(beaufort.TurnError, match="no legal action in position 4"):
        batch.step([-1, -1, -1, -1, 10**6, -1, -1, -1, -1])
    for wrong in ([1, 2], [], 1, np.full((3, 3), -1), np.full((9, 1), -1)):
        with pytest.raises(ValueError, match=r"actions: expected an array of the shape \(9,\), not \("):
            batch.step(wrong)
    for other in (np.full(9, 2**64 - 1, dtype=np.uint64), [2**70] * 9, [0.0] * 9, [True] * 9, ["a"] * 9, [None] * 9):
        with pytest.raises(TypeError, match="actions: expected an array of integers that fit int64, not of "):
            batch.step(other)  # type: ignore[arg-type]
    assert [batch[i] for i in range(9)] == positions


def test_random_games_end_as_the_rules_say(game: beaufort.Game) -> None:
    batch = beaufort.Batch(game, 8, seed=5)
    batch.playout(max_plies=400)
    for i, (is_over, result, plies) in enumerate(zip(batch.is_over, batch.results, batch.plies)):
        outcome = batch[i].outcome()
        assert plies == batch[i].ply()
        assert is_over or plies == 400
        if is_over and outcome is not None and outcome.reason not in ("repetition", "quiet_turns"):
            assert result == {Side.FIRST: 1, Side.SECOND: -1, None: 0}[outcome.winner]
    again = beaufort.Batch(game, 8, seed=5, threads=1)
    again.playout(max_plies=400)
    assert (again.results == batch.results).all() and [again[i] for i in range(8)] == [batch[i] for i in range(8)]
    batch.reset(only_over=True)
    assert not batch.is_over.any()
    batch.reset()
    assert batch.plies.tolist() == [0] * 8


def test_rewards_are_those_of_who_plays() -> None:
    batch = beaufort.Batch("orthochess", 1)
    for text in ["f3", "e5", "g4"]:
        assert batch.step([batch[0].encode(text)]).tolist() == [0]
    assert batch.step([batch[0].encode("Qh4#")]).tolist() == [1]
    assert batch.results.tolist() == [-1] and batch.is_over.tolist() == [True]
    assert batch.action_masks().sum() == 0
    with pytest.raises(beaufort.TurnError):
        batch.step([0])


def test_the_environment_is_one(game: beaufort.Game, capsys: pytest.CaptureFixture[str]) -> None:
    env = beaufort.pettingzoo.env(game, max_plies=30)
    api_test(env, num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_a_game_in_the_environment() -> None:
    env = beaufort.pettingzoo.env("orthochess", render_mode="svg")
    env.reset()
    raw = env.unwrapped
    assert isinstance(raw, beaufort.pettingzoo.raw_env)
    for text in ["f3", "e5", "g4", "Qh4#"]:
        assert env.agent_selection == f"player_{int(raw.position.side)}"
        for side in Side:
            seen = env.observe(f"player_{int(side)}")
            assert (seen["observation"] == raw.position.planes(side)).all()
            assert seen["action_mask"].any() == (side == raw.position.side)
        env.step(raw.position.encode(text))
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0} and all(env.terminations.values())
    assert str(env.render()).startswith("<svg")
    env.reset(options={"setup": None})
    env.step(0)
    assert env.rewards["player_0"] == -1.0, "an illegal action loses"
    with pytest.raises(ValueError, match="no agent 'zzz': expected one of .*player_0"):
        raw.observe("zzz")


def copies_of(env: Any) -> list[Any]:
    return [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]


@pytest.mark.parametrize("make", [beaufort.pettingzoo.env, beaufort.pettingzoo.raw_env], ids=["wrapped", "raw"])
def test_a_copy_of_an_environment_goes_on_with_the_game(game: beaufort.Game, make: Callable[..., Any]) -> None:
    env, rng = make(game, max_plies=40), random.Random(1)
    assert all(again.possible_agents == env.possible_agents for again in copies_of(env)), "before the first game, too"
    env.reset()
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        if env.unwrapped.position.ply() in (0, 7, 20):
            before = env.unwrapped.position.text
            actions = [rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist())]
            for again in copies_of(env):
                assert again.unwrapped.position.turn_stack == env.unwrapped.position.turn_stack
                assert again.agent_selection == env.agent_selection and again.rewards == env.rewards
                for one, other in zip(again.last()[:4], env.last()[:4]):
                    assert str(one) == str(other)
                again.step(actions[0])
                assert again.unwrapped.position.ply() == env.unwrapped.position.ply() + 1
            assert env.unwrapped.position.text == before, "a copy is a game of its own"
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    for again in copies_of(env):
        assert (again.terminations, again.truncations, again.rewards) == (env.terminations, env.truncations, env.rewards)


#: A program of its own, as the workers of a learner are.
RECEIVER = """
import pickle, sys
env = pickle.load(sys.stdin.buffer)
env.step(env.unwrapped.position.encode("P-e4"))
print(env.agent_selection, env.unwrapped.position.ply())
"""


def test_an_environment_goes_to_another_process() -> None:
    env = beaufort.pettingzoo.env("scirocco")
    env.reset()
    told = subprocess.run([sys.executable, "-c", RECEIVER], input=pickle.dumps(env), capture_output=True)
    assert told.stdout == b"player_1 1\n", told.stderr.decode()


def test_the_environment_without_numpy_tells_what_is_missing() -> None:
    for missing in ("numpy", "pettingzoo", "gymnasium"):
        code = f"import sys; sys.modules[{missing!r}] = None\nimport beaufort\ntry: beaufort.pettingzoo\nexcept ImportError as error: print(error)"
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert told.stdout == "the environment needs NumPy and PettingZoo: pip install numpy pettingzoo\n", told.stderr


def test_what_a_user_sees_of_the_package() -> None:
    assert not {"TYPE_CHECKING", "find_spec", "import_module"} & set(dir(beaufort))
    batch = beaufort.Batch("scirocco", 8)
    assert repr(batch) == "<Batch scirocco of 8>"
    for thing in (beaufort.Position.svg, beaufort.Position.draw, beaufort.Position.empty, beaufort.Player.engine, beaufort.Game.from_text):
        assert "Ellipsis" not in str(inspect.signature(thing))


SHORT = """
extends = "orthochess"
id = "short"
name = "Short chess"
author = "Nobody"
year = 2026
[ending]
quiet-moves = { draw = 4, but = ["Pawn"] }
"""


def test_playouts_know_when_the_last_turn_ends_the_game() -> None:
    chess = beaufort.Game("orthochess")
    short = beaufort.Game.from_text(SHORT)
    mates = 0
    for game, max_plies in [(chess, 60), (chess, 100), (chess, 140), (short, 1000)]:
        batch = beaufort.Batch(game, 3000, seed=max_plies)
        batch.playout(max_plies=max_plies)
        for is_over, result, position in zip(batch.is_over, batch.results, batch):
            outcome = position.outcome()
            winner = None if outcome is None else outcome.winner
            assert is_over == (outcome is not None)
            assert result == {None: 0, Side.FIRST: 1, Side.SECOND: -1}[winner]
            mates += outcome is not None and outcome.reason == "checkmate" and position.quiet_turns >= 8
    assert mates > 0, "no game shows the order"


#: Arrays of 0.8 GiB in a process that may not have as much; what was made before is there and goes on.
GREEDY = """
import resource
import beaufort, numpy
batch = beaufort.Batch("jupiter", 12_500, threads=1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (600 << 20),) * 2)
for _ in range(3):
    try:
        batch.action_masks()
    except MemoryError:
        print("MemoryError")
small = beaufort.Batch("jupiter", 3_000, threads=1)
print(small.action_masks().shape)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there the memory of a process has a bound")
def test_a_want_of_memory_is_an_exception() -> None:
    told = subprocess.run([sys.executable, "-c", GREEDY], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, "MemoryError\n" * 3 + "(3000, 65536)\n"), told.stderr


@pytest.mark.parametrize("name", ["pettingzoo", "lab"])
def test_modules_are_imported_when_they_are_used(name: str) -> None:
    code = f"import beaufort, sys; print({name!r} in dir(beaufort), 'beaufort.{name}' in sys.modules, beaufort.{name}.__all__)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("True False [")
    assert not hasattr(beaufort, "laboratory")


def test_playouts_are_truncated_by_the_batch() -> None:
    batch = beaufort.Batch("orthochess", 16, seed=1, max_plies=150)
    batch.playout()
    assert (batch.plies <= 150).all() and (batch.is_over | batch.truncations).all()
    assert batch.truncations.any() and batch.is_over.any() and (batch.terminations == batch.is_over).all()
    assert (batch.truncations == ((batch.plies == 150) & ~batch.is_over)).all() and (batch.sample() == -1).all()
    # Those that its own argument stops go on.
    batch = beaufort.Batch("orthochess", 4, seed=1, max_plies=150)
    batch.playout(max_plies=20)
    assert not batch.truncations.any() and not batch.terminations.any() and (batch.plies == 20).all()
    free = beaufort.Batch("orthochess", 16, seed=1)
    free.playout(max_plies=400)
    assert (free.terminations == free.is_over).all() and free.is_over.any() and not free.truncations.any()
