"""The effects of turns, and the attacks of pieces."""

from __future__ import annotations

import typing

import beaufort
import pytest
from beaufort import Side, _rust

from conftest import random_position

CHESS = beaufort.Game("orthochess")


def after(position: beaufort.Position, turn: beaufort.Turn) -> dict[str, beaufort.Piece]:
    later = position.copy()
    later.push(turn)
    return later.piece_map()


def test_changes_lead_from_one_position_to_the_next(game: beaufort.Game) -> None:
    fates = set()
    for seed in range(3):
        position = random_position(game, 30 + seed, seed)
        for turn in position.legal_turns[:60]:
            pieces = position.piece_map()
            changes = position.changes(turn)
            for change in changes:
                assert pieces.get(change.square) == change.before and change.before != change.after
                pieces.pop(change.square, None)
                if change.after is not None:
                    pieces[change.square] = change.after
                fates.add(change.fate)
            assert pieces == after(position, turn)
            steps = [change.step for change in changes]
            assert steps == sorted(steps, key=lambda step: 9 if step is None else step)
    assert {"left", "arrived"} <= fates <= set(_rust._FATES)
    assert _rust._FATES == typing.get_args(beaufort.Fate)


def test_captures_are_the_turns_that_take(game: beaufort.Game) -> None:
    found = 0
    for seed in range(4):
        position = random_position(game, 60 + seed, seed)
        turns = position.legal_turns
        captures = {turn.coordinates for turn in position.captures}
        assert {turn.coordinates for turn in turns if position.is_capture(turn)} == captures
        found += len(captures)
    assert found


def test_a_turn_that_gives_check(game: beaufort.Game) -> None:
    position = random_position(game, 50)
    for turn in position.legal_turns[:80]:
        later = position.copy()
        later.push(turn)
        assert position.gives_check(turn) == later.is_check()


def test_what_a_turn_does() -> None:
    position = beaufort.Position(CHESS, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    passing = {change.square: change for change in position.changes("exd6")}
    assert (passing["d5"].fate, passing["d5"].after, passing["d6"].origin, passing["d6"].step) == ("captured", None, "e5", 0)
    castling = {change.square: change.origin for change in position.changes("O-O") if change.fate == "arrived"}
    assert castling == {"g1": "e1", "f1": "h1"}
    promotion = beaufort.Position(CHESS, "8/P6k/8/8/8/8/8/4K3 w - - 0 1").changes("a8=Q")[-1]
    assert promotion.after is not None and promotion.after.piece_type.id == "Q" and promotion.origin == "a7"
    for call in (position.changes, position.is_capture, position.gives_check):
        with pytest.raises(beaufort.TurnError, match="not a turn here|no legal turn"):
            call("e9")
        with pytest.raises(beaufort.TurnError, match="no legal turn of the position"):
            call(CHESS.array().parse_turn("Nf3"))


def test_who_lends_a_move() -> None:
    lent = 0
    for seed in range(8):
        position = random_position(beaufort.Game("scirocco"), 40, seed)
        borrowers = position.borrowers(position.side)
        for turn in position.legal_turns:
            for step in turn.steps:
                assert (step.lender_square is not None) == (step.kind == "relayed")
                if step is turn.steps[0] and step.lender_square is not None:
                    assert step.from_square in borrowers[step.lender_square]
            lent += turn.steps[0].lender_square is not None
    assert lent


def test_attackers_and_attacks_are_one_map(game: beaufort.Game) -> None:
    position = random_position(game, 24)
    # Larger boards have more of everything than a test needs.
    squares = game.squares[:: max(1, len(game.squares) // 40)]
    for side in Side:
        for square in squares:
            attackers = position.attackers(side, square)
            assert bool(attackers) == position.is_attacked_by(side, square)
            for attacker in attackers:
                piece = position.piece_at(attacker)
                assert piece is not None and piece.side == side
    for square in list(position.piece_map())[:6]:
        piece = position.piece_at(square)
        assert piece is not None
        attacked = position.attacks(square)
        for target in squares:
            assert (target in attacked) == (target != square and square in position.attackers(piece.side, target))


def test_attacks_are_those_of_chess() -> None:
    position = beaufort.Position(CHESS, "4k3/8/8/8/1b6/2N5/8/R3K3 w - - 0 1")
    assert position.attacks("a1") == ["b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
    assert position.attackers(Side.SECOND, "c3") == ["b4"] and position.attackers(Side.SECOND, "e1") == []
    assert position.attacks("d4") == [] and position.attackers(Side.FIRST, "c3") == []
    assert position.pins(Side.FIRST) == {"c3": ["b4"]} and position.pins(Side.SECOND) == {}
    assert position.is_pinned(Side.FIRST, "c3") and not position.is_pinned(Side.FIRST, "a1")
    assert position.checkers() == [] and not position.is_check()
    position.set_piece_at("c3", None)
    assert position.checkers() == ["b4"] and position.is_check() and position.pins(Side.FIRST) == {}


def test_the_reach_of_the_side_to_move_is_its_legal_turns(game: beaufort.Game) -> None:
    position = random_position(game, 24)
    side = position.side
    own = [square for square, piece in position.piece_map().items() if piece.side == side]
    reached = {turn for square in own for turn in position.reach(square)}
    assert all(position.is_legal(turn) for turn in reached)
    for turn in position.legal_turns:
        assert turn.from_square not in own or turn in position.reach(turn.from_square) or turn in reached


def test_the_reach_of_either_side() -> None:
    position = beaufort.Position(CHESS, "4k3/8/8/8/1b6/2N5/8/R3K2R w KQ - 0 1")
    assert position.reach("c3") == [], "it is pinned"
    assert sorted(turn.to_square for turn in position.reach("e1")) == ["c1", "d1", "d2", "e2", "f1", "f2", "g1"]
    bishop = position.reach("b4")
    assert sorted(turn.to_square for turn in bishop) == ["a3", "a5", "c3", "c5", "d6", "e7", "f8"]
    assert "Bxc3+" in [str(turn) for turn in bishop], "it is written in the position in which it would be played"
    assert position.side == Side.FIRST and position.reach("d4") == []
    wizards = beaufort.Position("larger-board")
    assert all(wizards.reach(square) == [] for square in ("f5", "g4"))


def test_checkers_are_there_in_check(game: beaufort.Game) -> None:
    for seed in range(3):
        position = random_position(game, 45, seed)
        # Some games have checks by other means than an attack on a royal piece.
        assert not position.checkers() or position.is_check()


def test_a_pinned_piece_may_not_leave_its_line() -> None:
    seen = 0
    for seed in range(60):
        position = random_position(CHESS, 30, seed)
        pins = position.pins(position.side)
        if position.is_check():
            continue
        for square, by in pins.items():
            for turn in position.legal_turns:
                if turn.from_square == square:
                    assert turn.to_square == by[0] or position.copy().piece_at(turn.to_square) is None
                    later = position.copy()
                    later.push(turn)
                    royal = next(s for s, p in later.piece_map().items() if p.piece_type.is_royal and p.side == position.side)
                    assert not later.is_attacked_by(~position.side, royal)
            seen += 1
    assert seen
