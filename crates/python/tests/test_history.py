"""Every view of a position knows the turns that led to it: in some games a third occurrence is illegal."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator

import beaufort
import beaufort.pettingzoo
import numpy as np
import pytest
from beaufort import Position, Turn

from conftest import random_position

#: The random games of all rulesets together.
GAMES = 200
PLIES = 36


def goes_back(turn: Turn, last: Turn) -> bool:
    return (turn.from_square, turn.to_square, len(turn.steps)) == (last.to_square, last.from_square, len(last.steps))


def shuffled(game: beaufort.Game, seed: int) -> Iterator[tuple[Position, Counter[str]]]:
    """Plays a random game in which both sides like to go back, and gives each position with how often each text has occurred."""
    rng = random.Random(f"{game.id} {seed}")
    position, seen = game.array(), Counter[str]()
    for ply in range(PLIES):
        seen[position.text] += 1
        yield position, seen
        stack = position.turn_stack
        turns = position.legal_turns
        back = [turn for turn in turns if len(stack) > 1 and goes_back(turn, stack[-2])]
        if not turns:
            return
        position.push(rng.choice(back if back and rng.random() < 0.9 else turns))


def results(position: Position) -> list[tuple[Turn, str]]:
    """Returns the turns, legal or not by the rule against repetition, with the texts of the positions after them."""
    alone = Position(position.game, position.text)
    found = []
    for turn in alone.legal_turns:
        alone.push(turn)
        found.append((turn, alone.text))
        alone.pop()
    return found


def check_views(position: Position, legal: list[Turn], forbidden: list[Turn]) -> None:
    """Checks that all views of a position agree on its legal turns; the forbidden ones would be legal but for repetition."""
    assert position.legal_turns == legal
    game, rng = position.game, random.Random(position.key)
    some = rng.sample(legal, min(8, len(legal)))
    assert all(position.is_legal(turn) for turn in some) and not any(map(position.is_legal, forbidden))
    assert all(position.is_legal(text) for turn in some[:2] for text in (turn.text, turn.coordinates))
    assert not any(position.is_legal(text) for turn in forbidden for text in (turn.text, turn.coordinates))
    captures = position.captures
    assert set(captures) <= set(legal)
    assert captures == [turn for turn in Position(game, position.text).captures if turn not in forbidden]
    actions = position.legal_actions
    assert len(actions) == len(legal) and np.flatnonzero(position.action_mask()).tolist() == actions
    assert {position.decode(action) for action in actions[:40]} <= set(legal)
    for turn in some:
        assert position.decode(position.encode(turn)) == turn and position.encode(turn) in actions
    for turn in forbidden:
        with pytest.raises(beaufort.TurnError):
            position.encode(turn)
        with pytest.raises(beaufort.TurnError, match="once too often"):
            position.copy().push(turn)
    assert position.perft(1) == len(legal)


def last_action(position: Position) -> int:
    before = position.copy()
    return before.encode(before.pop())


def test_all_views_of_legality_agree(game: beaufort.Game) -> None:
    """The law: a turn is legal if it is legal on the board and does not bring about a position once too often."""
    # The number of times a position may occur: twice in King's games, once in the large shogis.
    allowed = 1 if game.id in ("chu", "dai", "tenjiku") else 2
    forbids = allowed == 1 or game.id.startswith(("scirocco", "typhoon", "jupiter"))
    repeated = 0
    for seed in range(-(-GAMES // len(beaufort.games()))):
        rng = random.Random(seed)
        batch = beaufort.Batch(game, 1)
        for position, seen in shuffled(game, seed):
            if position.ply() > 0:
                batch.step([last_action(position)])
            full = {text for text, times in seen.items() if times >= allowed}
            if rng.random() < (0.5 if full and allowed > 1 else 0.05):
                turns = results(position)
                forbidden = [turn for turn, text in turns if forbids and text in full]
                repeated += len(forbidden)
                check_views(position, [turn for turn, text in turns if turn not in forbidden], forbidden)
                assert batch[0].legal_turns == position.legal_turns
                assert batch.is_over[0] or (batch.action_masks()[0] == position.action_mask()).all()
            if batch.is_over[0]:
                break
    assert (repeated > 0) == forbids


def repeating(id: str, seed: int = 0) -> tuple[Position, Turn]:
    """Returns a position with a turn that only the turns before it forbid."""
    game = beaufort.Game(id)
    for number in range(seed, seed + 100):
        for position, seen in shuffled(game, number):
            # Only after these plies a position can come for the third time.
            for turn, text in results(position) if position.ply() > 6 else []:
                if seen[text] > 1:
                    return position, turn
    raise AssertionError("no game repeats a position")


@pytest.mark.parametrize("id", ["scirocco", "typhoon", "jupiter"])
def test_copies_know_the_history(id: str) -> None:
    position, forbidden = repeating(id)
    legal = position.legal_turns
    assert forbidden not in legal
    record = beaufort.Record.from_position(position)
    copies = [position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position)), record.end()]
    copies += [record.mainline[-1].position(), beaufort.Record.parse(str(record)).end()]
    for again in copies:
        check_views(again, legal, [forbidden])
    # A text has no history, nor has the record that begins with a position.
    assert forbidden in Position(id, position.text).legal_turns
    assert forbidden in beaufort.Record(id, position).end().legal_turns
    with pytest.raises(beaufort.TurnError, match="no legal turn"):
        record.mainline[-1].add(forbidden)


@pytest.mark.parametrize("id", ["scirocco", "typhoon", "jupiter"])
def test_perft_counts_legal_turns(id: str) -> None:
    position, _ = repeating(id)
    below = 0
    for turn in position.legal_turns:
        position.push(turn)
        below += position.perft(1)
        position.pop()
    assert position.perft(2) == below


@pytest.mark.parametrize("id", ["scirocco", "typhoon", "jupiter"])
def test_turns_are_of_the_position_that_they_were_made_from(id: str) -> None:
    position, forbidden = repeating(id)
    turns = position.legal_turns
    texts = [(str(turn), turn.coordinates) for turn in turns]
    position.push(turns[0])
    # They are written as before, and are legal here or refused.
    assert [(str(turn), turn.coordinates) for turn in turns] == texts
    assert [pickle.loads(pickle.dumps(turn)) for turn in turns[:5]] == turns[:5]
    with pytest.raises(beaufort.TurnError):
        position.push(turns[0])
    position.pop()
    position.push(turns[-1])
    position.pop()
    alone = Position(id, position.text)
    alone.push(forbidden)
    with pytest.raises(beaufort.TurnError, match="once too often"):
        position.push(forbidden)


def test_the_engine_plays_what_can_be_pushed(game: beaufort.Game) -> None:
    engine = beaufort.Engine(game, hash=1)
    for seed in range(3):
        for position, seen in shuffled(game, seed):
            if max(seen.values()) > 1 and position.ply() % 3 == 0 and not position.is_game_over():
                turn = engine.play(position, depth=1)
                assert turn is not None and position.is_legal(turn)
                analysis = engine.analyse(position, depth=2, lines=500)
                assert {line.turn for line in analysis.lines} <= set(position.legal_turns)


def test_the_engine_plays_with_itself_to_the_end() -> None:
    """The first example of the package's page."""
    for seed in range(24):
        engine = beaufort.Engine("scirocco", hash=1)
        position = random_position(beaufort.Game("scirocco"), 4, seed)
        while not position.is_game_over() and position.ply() < 400:
            turn = engine.play(position, depth=1)
            assert turn is not None
            position.push(turn)


def test_a_draw_by_repetition_is_told_to_the_engine() -> None:
    position = Position("orthochess", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]:
        position.push(text)
    assert beaufort.Engine("orthochess", hash=1).analyse(position, depth=6).score == 0
    assert beaufort.Engine("orthochess", hash=1).analyse(Position("orthochess", position.text), depth=6).score < -300


def test_the_environment_plays_what_its_mask_allows() -> None:
    env = beaufort.pettingzoo.raw_env("scirocco")
    for seed in range(8):
        env.reset()
        rng = random.Random(seed)
        while not any(env.terminations.values()) and env.position.ply() < PLIES:
            actions = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            last = env.position.turn_stack[-2:-1]
            back = [action for action in actions if last and goes_back(env.position.decode(action), last[0])]
            env.step(rng.choice(back if back and rng.random() < 0.9 else actions))
