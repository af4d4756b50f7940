"""Batches: of any positions, in parts, with games that begin anew, and as arrays for other libraries."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import beaufort
import numpy as np
import pytest

from conftest import random_position

CHESS = beaufort.Game("orthochess")
FOOLS = ["f3", "e5", "g4"]


def almost_mated() -> beaufort.Position:
    position = CHESS.array()
    for text in FOOLS:
        position.push(text)
    return position


def test_a_batch_of_any_positions() -> None:
    positions = [random_position(CHESS, plies) for plies in (0, 5, 40)]
    record = beaufort.Record.from_position(positions[2])
    batch = beaufort.Batch.from_positions([*positions, record])
    assert list(batch) == [*positions, positions[2]] and batch.plies.tolist() == [0, 5, 40, 40]
    assert [turn.text for turn in batch[2].turn_stack] == [turn.text for turn in positions[2].turn_stack]
    batch.step(batch.sample())
    batch.reset()
    assert list(batch) == [*positions, positions[2]], "games begin anew where they began"
    # A position whose game is over is over from the start.
    mated = almost_mated()
    mated.push("Qh4#")
    over = beaufort.Batch.from_positions([mated, CHESS.array()])
    assert over.is_over.tolist() == [True, False] and over.results.tolist() == [-1, 0]
    assert over.sample()[0] == -1 and not over.terminations.any(), "no step has ended it"


def test_a_batch_of_setups() -> None:
    game = beaufort.Game("scirocco")
    setups = ["", *game.setup_choices]
    batch = beaufort.Batch.from_setups(game, setups, n=2 * len(setups) + 1)
    assert list(batch) == [game.array(setups[place % len(setups)]) for place in range(2 * len(setups) + 1)]
    assert len(beaufort.Batch.from_setups(game, setups)) == len(setups) > 1
    with pytest.raises(beaufort.SetupError):
        beaufort.Batch.from_setups(game, ["nonsense"])


WRONG: list[tuple[Any, type[Exception], str]] = [
    ([], ValueError, "a batch has at least one"),
    ("e4", TypeError, "expected a list of positions and records, not str"),
    (CHESS, TypeError, "expected a list of positions and records, not Game"),
    (["e4"], TypeError, "expected a position or a record, not str"),
    ([CHESS.array(), beaufort.Position("jupiter")], TypeError, "a batch of the game `orthochess` got a position of `jupiter`"),
]


@pytest.mark.parametrize(("positions", "kind", "message"), WRONG)
def test_what_is_no_batch(positions: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        beaufort.Batch.from_positions(positions)


def test_parts_of_a_batch() -> None:
    positions = [random_position(CHESS, plies) for plies in range(6)]
    batch = beaufort.Batch.from_positions(positions)
    assert list(batch[1:5:2]) == positions[1:5:2] and list(batch[::-1]) == positions[::-1] and len(batch[3:3]) == 0
    assert list(batch[[4, -1, 4]]) == [positions[4], positions[5], positions[4]]
    assert list(batch[np.array([2, 0])]) == [positions[2], positions[0]] and batch[np.int64(2)] == positions[2]
    assert list(batch[batch.sides == 1]) == positions[1::2]
    assert list(batch[[False, True, False, False, False, False]]) == positions[1:2]
    empty = batch[batch.plies > 100]
    assert empty.planes().shape == (0, *batch.planes().shape[1:]) and empty.step([]).shape == (0,)
    assert [array.tolist() for array in empty.legal_actions()] == [[0], []]
    part = batch[:3]
    part.step(part.sample())
    assert list(batch) == positions, "a part is a copy"
    with pytest.raises(IndexError, match="no such position in the batch"):
        batch[[0, 6]]
    with pytest.raises(IndexError, match="2 truth values for a batch of 6 positions"):
        batch[[True, False]]
    for index in ("e4", 1.5, None, [1.5], ["a"]):
        with pytest.raises(TypeError, match="expected an integer, a slice, or a list of integers or truth values"):
            batch[index]  # type: ignore[index]


def test_positions_are_put_into_a_batch() -> None:
    batch = beaufort.Batch(CHESS, 4)
    later = [random_position(CHESS, plies, seed=7) for plies in (3, 4)]
    batch[0] = later[0]
    batch[[1, 3]] = later
    assert list(batch) == [later[0], later[0], CHESS.array(), later[1]]
    batch[:] = batch[::-1]
    assert list(batch) == [later[1], CHESS.array(), later[0], later[0]]
    batch[batch.plies > 0] = almost_mated()
    assert batch.plies.tolist() == [3, 0, 3, 3]
    batch.reset()
    assert batch.plies.tolist() == [0] * 4, "games begin anew where the batch began"
    with pytest.raises(ValueError, match="2 positions for 3 places"):
        batch[:3] = later
    with pytest.raises(TypeError, match="got a position of `jupiter`"):
        batch[0] = beaufort.Position("jupiter")
    with pytest.raises(TypeError, match="got a position of `jupiter`"):
        batch[:1] = beaufort.Batch("jupiter", 1)
    with pytest.raises(TypeError, match="expected a position, not str"):
        batch[0] = ["e4"]  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a position, a batch, or a list of positions, not int"):
        batch[0] = 5  # type: ignore[assignment]
    before = list(batch)
    batch[:] = batch
    assert list(batch) == before


def test_copies_go_on_alike() -> None:
    batch = beaufort.Batch("scirocco", 8, seed=3, max_plies=12, auto_reset=True)
    batch.step(batch.sample())
    for again in (batch.copy(), copy.copy(batch), copy.deepcopy(batch)):
        one = batch.copy()
        for _ in range(15):
            actions = one.sample()
            assert (actions == again.sample()).all()
            one.step(actions)
            again.step(actions)
            assert (one.truncations == again.truncations).all()
        assert list(one) == list(again)
    assert batch.plies.tolist() == [1] * 8


def test_legal_actions_are_those_of_the_masks(game: beaufort.Game) -> None:
    batch = beaufort.Batch.from_positions([random_position(game, plies) for plies in (0, 9, 30)])
    offsets, actions = batch.legal_actions()
    assert offsets.dtype == actions.dtype == np.int64 and offsets.shape == (4,)
    for place, mask in enumerate(batch.action_masks()):
        assert actions[offsets[place] : offsets[place + 1]].tolist() == np.flatnonzero(mask).tolist()
    masks = batch.action_masks()
    for _ in range(5):
        assert all(masks[place, action] for place, action in enumerate(batch.sample()))


def test_every_action_is_sampled_alike() -> None:
    batch = beaufort.Batch(CHESS, 8_000, seed=4)
    counts = np.unique(batch.sample(), return_counts=True)[1]
    # 20 turns, 400 times each: the deviation is 19.5.
    assert len(counts) == 20 and counts.min() > 310 and counts.max() < 490
    assert (batch.sample() != beaufort.Batch(CHESS, 8_000, seed=4).sample()).any(), "another call draws anew"


def test_games_that_end_begin_anew() -> None:
    start = almost_mated()
    batch = beaufort.Batch.from_positions([start, start, CHESS.array()], max_plies=5, auto_reset=True)
    mate, other = start.encode("Qh4#"), start.encode("d6")
    rewards = batch.step([mate, other, batch[2].encode("e4")])
    assert rewards.tolist() == [1, 0, 0] and batch.results.tolist() == [-1, 0, 0]
    assert batch.terminations.tolist() == [True, False, False] and not batch.truncations.any() and not batch.is_over.any()
    assert batch[0] == start and batch.plies.tolist() == [3, 4, 1]
    final = batch.final_positions
    outcome = final[0].outcome()
    assert list(final) == [0] and outcome is not None and outcome.reason == "checkmate"
    rewards = batch.step([-1, batch[1].encode("h3"), -1])
    assert rewards.tolist() == [0, 0, 0] and batch.truncations.tolist() == [False, True, False]
    assert not batch.terminations.any() and list(batch.final_positions) == [1] and batch[1] == start
    assert batch.final_positions[1].ply() == 5


def test_games_that_are_cut_off_stay_where_they_are() -> None:
    batch = beaufort.Batch(CHESS, 2, max_plies=1)
    batch.step([batch[0].encode("e4"), -1])
    assert batch.truncations.tolist() == [True, False] and not batch.is_over.any() and not batch.final_positions
    assert batch.action_masks().sum(axis=1).tolist() == [0, 20] and batch.sample()[0] == -1
    with pytest.raises(beaufort.TurnError, match="no legal action in position 0, whose game is over"):
        batch.step([batch[0].legal_actions[0], -1])
    batch.reset(only_over=True)
    assert batch.plies.tolist() == [0, 0] and not batch.truncations.any()
    with pytest.raises(ValueError, match="max_plies is 0: expected 1 to"):
        beaufort.Batch(CHESS, 1, max_plies=0)


def test_planes_with_history(game: beaufort.Game) -> None:
    position = random_position(game, 5)
    plies, side = position.ply(), position.side
    planes = position.planes(history=plies + 2)
    count = len(game.plane_names)
    batch = beaufort.Batch.from_positions([position])
    assert (batch.planes(history=plies + 2)[0] == planes).all()
    for number in range(plies + 1):
        assert (planes[number * count : (number + 1) * count] == position.planes(side)).all()
        if number < plies:
            position.pop()
    assert not planes[(plies + 1) * count :].any(), "before the first turn there is nothing"
    for history in (0, 65, -1):
        with pytest.raises(ValueError, match="history is .*: expected 1 to 64"):
            position.planes(history=history)


def test_other_libraries_take_arrays_without_a_copy() -> None:
    batch = beaufort.Batch(CHESS, 5)
    arrays: list[Any] = [batch.planes(), batch.action_masks(), batch.sample(), batch.sides, batch.plies, *batch.legal_actions()]
    for array in [*arrays, CHESS.array().planes(), CHESS.array().action_mask()]:
        assert array.flags.writeable and array.flags.c_contiguous and array.ctypes.data % 64 == 0
        assert array.__dlpack_device__() == (1, 0)
        again = np.from_dlpack(array)
        assert np.shares_memory(array, again) and (again == array).all()


def test_a_learner_in_a_loop() -> None:
    batch = beaufort.Batch("scirocco", 32, seed=2, max_plies=40, auto_reset=True)
    ended = 0
    for _ in range(90):
        rewards = batch.step(batch.sample())
        done = batch.terminations | batch.truncations
        assert (rewards[~done] == 0).all() and not batch.is_over.any()
        assert sorted(batch.final_positions) == np.flatnonzero(done).tolist()
        ended += int(done.sum())
    assert ended >= 64


@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_pickled_batch_goes_on_as_the_batch_does(auto_reset: bool) -> None:
    starts = [almost_mated(), CHESS.array(), random_position(CHESS, 30)] * 2
    batch = beaufort.Batch.from_positions(starts, seed=5, max_plies=60, auto_reset=auto_reset)
    ended: set[str] = set()
    for number in range(62):
        actions = batch.sample()
        if number == 0:
            actions[0] = batch[0].encode("Qh4#")
        batch.step(actions)
        ended |= {"over"} if batch.terminations.any() else set()
        ended |= {"too long"} if batch.truncations.any() else set()
        # Just after games have ended, and between.
        if number in (0, 1, 29, 30, 56, 59, 61):
            again = pickle.loads(pickle.dumps(batch))
            for name in ("sides", "is_over", "terminations", "truncations", "results", "plies"):
                assert (getattr(again, name) == getattr(batch, name)).all(), name
            assert list(again) == list(batch) and again.final_positions == batch.final_positions
            assert [position.turn_stack for position in again] == [position.turn_stack for position in batch]
            other = batch.copy()
            for _ in range(3):
                actions = other.sample()
                assert (again.sample() == actions).all()
                assert (again.step(actions) == other.step(actions)).all() and list(again) == list(other)
            again.reset()
            other.reset()
            assert list(again) == list(other) == starts
    assert ended == {"over", "too long"}


def test_a_batch_goes_to_another_process_with_its_game() -> None:
    own = beaufort.Game.from_text('extends = "orthochess"\nid = "mine"\nname = "Mine"\nauthor = "I"\nyear = 2026\n')
    batch = beaufort.Batch(own, 300, seed=1)
    content = pickle.dumps(batch)
    assert len(content) < 300 * 300, "the start of the games is pickled once"
    assert pickle.loads(content).game == own
    assert len(pickle.loads(pickle.dumps(batch[batch.is_over]))) == 0, "a part may be empty"
    with pytest.raises(TypeError, match="a batch of the game `mine` got a position of `orthochess`"):
        beaufort._rust._batch(own, 1, None, False, [(CHESS.array(), CHESS.array(), 1, 0, 0, None)])
