"""Games, positions and turns."""

from __future__ import annotations

import copy
import errno
import os
import pickle
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import beaufort
import pytest
from beaufort import Side, _rust

from conftest import random_position



def test_turns_go_and_come_back(game: beaufort.Game) -> None:
    position = random_position(game, 30)
    turns = position.turn_stack
    final = position.text
    for turn in reversed(turns):
        assert position.peek() == turn
        assert position.pop() == turn
    assert position == game.array()
    for turn in turns:
        assert position.is_legal(turn)
        position.push(turn)
    assert position.text == final and str(position) == final


def test_texts_are_read_again(game: beaufort.Game) -> None:
    position = random_position(game, 20)
    again = beaufort.Position(game, position.text)
    assert again == position and again.key == position.key
    for turn in position.legal_turns[:40]:
        assert position.parse_coordinates(turn.coordinates) == turn
        copied = position.copy()
        copied.push(turn.text)
        position.push(turn)
        assert copied == position, turn
        position.pop()


def test_pickles_and_copies(game: beaufort.Game) -> None:
    position = random_position(game, 12)
    for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert again == position and again is not position
        assert again.turn_stack == position.turn_stack
    turn = position.legal_turns[0]
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert pickle.loads(pickle.dumps(game)) == game
    piece = next(iter(position.piece_map().values()))
    assert pickle.loads(pickle.dumps(piece)) == piece
    counted = beaufort.Position("orthochess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30")
    assert pickle.loads(pickle.dumps(counted)).fen() == counted.fen()
    # A copy is a position of its own.
    other = position.copy()
    other.push(turn)
    assert other != position


def test_perft_is_that_of_the_rules() -> None:
    assert beaufort.Position("orthochess").perft(3) == 8902
    assert beaufort.Position("scirocco").perft(0) == 1


def test_pieces_stand_where_they_are_put() -> None:
    game = beaufort.Game("scirocco")
    position = beaufort.Position.empty(game)
    king = beaufort.Piece(game.piece("King"), Side.FIRST)
    position.set_piece_at("e1", king)
    assert position.piece_at("e1") == king == position.piece_map()["e1"]
    assert position.piece_at(game.square("e1")) == king
    assert position.piece_at(0) is None
    position.set_piece_at("e1", None)
    assert position.piece_map() == {}


def test_steps_tell_what_a_turn_does() -> None:
    position = beaufort.Position("orthochess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    turn = position.parse_turn("a8=Q+")
    assert (turn.from_square, turn.to_square, turn.coordinates) == ("a7", "a8", "a7a8q")
    assert turn.promotion is not None and turn.promotion.id == "Q"
    (step,) = turn.steps
    assert (step.kind, step.via_square) == ("own", None)


def test_the_kinds_of_steps_have_names_that_programs_rely_on() -> None:
    assert _rust._STEP_KINDS == get_args(beaufort.StepKind)
    seen = {step.kind for game in beaufort.games() for seed in range(3) for step in steps(beaufort.Game(game), seed)}
    assert seen <= set(_rust._STEP_KINDS) and len(seen) > 8, seen


def steps(game: beaufort.Game, seed: int) -> Iterator[beaufort.Step]:
    position, rng = game.array(), random.Random(seed)
    for _ in range(60):
        turns = position.legal_turns
        if not turns:
            break
        yield from (step for turn in rng.sample(turns, min(20, len(turns))) for step in turn.steps)
        position.push(rng.choice(turns))


def test_what_a_side_attacks_is_what_python_chess_says() -> None:
    position = beaufort.Position("orthochess")
    attacked = {square for square in position.game.squares if position.is_attacked_by(Side.FIRST, square)}
    # All of the third rank, all Pawns, and what the pieces behind them defend.
    assert attacked == {f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2, 3)} - {"a1", "h1"}
    position = beaufort.Position("orthochess", "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1")
    assert position.is_attacked_by(Side.FIRST, "d5") and position.is_attacked_by(Side.SECOND, "e4")
    assert position.is_attacked_by(Side.FIRST, "a8") and position.is_attacked_by(Side.FIRST, "f5")
    assert not position.is_attacked_by(Side.FIRST, "e5"), "a Pawn does not take there"
    assert position.is_attacked_by(Side.FIRST, "a1") is False and position.is_attacked_by(Side.FIRST, "e1")
    before = position.text
    assert position.text == before and position.ply() == 0


def test_every_capture_is_an_attack(game: beaufort.Game) -> None:
    for seed in range(3):
        position = random_position(game, 30, seed)
        for turn in position.captures:
            (step, *more) = turn.steps
            taken = position.piece_at(step.to_square)
            if step.kind == "own" and not more and taken is not None and taken.side != position.side:
                assert position.is_attacked_by(position.side, step.to_square), turn
        for square in game.squares:
            for side in Side:
                assert isinstance(position.is_attacked_by(side, square), bool)


def test_a_position_is_no_key_of_a_dictionary() -> None:
    position = beaufort.Position("scirocco")
    for use in (lambda: {position: 1}, lambda: {position}, lambda: hash(position)):
        with pytest.raises(TypeError, match="a Position has no hash, as `push` changes it: use position.key or position.text"):
            use()
    known = {position.key: "array", position.text: "array"}
    position.push("P-e4")
    assert position.key not in known and position.text not in known
    position.pop()
    assert known[position.key] == known[position.text] == "array"


def test_near_turns_and_games_are_suggested() -> None:
    position = beaufort.Position("scirocco")
    for text in ("e4", "P e4", "Pawn-e4"):
        with pytest.raises(beaufort.TurnError, match=f"`{text}` is not a turn here; near it .*`P-e4`"):
            position.push(text)
    for name in ("Scirocco", "sciroco"):
        with pytest.raises(ValueError, match=f"there is no game `{name}`: did you mean `scirocco`?"):
            beaufort.Game(name)
    with pytest.raises(ValueError, match="there is no game `halma`: `beaufort.games\\(\\)` lists them"):
        beaufort.Position("halma")


def test_a_record_from_a_position_begins_there() -> None:
    position = beaufort.Position("orthochess")
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        position.push(text)
    assert position.is_game_over()
    record = beaufort.Record("orthochess", position)
    assert record.result == "*" and not record.end().is_game_over() and beaufort.Record.parse(str(record)) == record


def test_what_stands_beside_the_board() -> None:
    position = beaufort.Position("larger-board")
    assert all(position.hand(side) == {} or all(position.hand(side).values()) for side in Side)
    # The Gorgon of Typhoon's kind holds its neighbours: some game has an immobilizer.
    held = [
        square
        for id in beaufort.games()
        for seed in range(3)
        for position in [random_position(beaufort.Game(id), 60, seed)]
        for side in Side
        for square in position.immobilized(side) + position.bewitched(side) + position.poisonous() + position.doubled()
        if position.piece_at(square) is not None
    ]
    assert held


def test_the_end_of_a_game() -> None:
    position = beaufort.Position("orthochess")
    for text in ["f3", "e5", "g4", "Qh4#"]:
        assert not position.is_game_over() and position.outcome() is None
        position.push(text)
    outcome = position.outcome()
    assert position.is_game_over() and outcome is not None
    assert (outcome.winner, outcome.result(), outcome.reason) == (Side.SECOND, "0-1", "checkmate")
    assert position.legal_turns == [] and position.is_check()


def test_set_ups() -> None:
    game = beaufort.Game("scirocco")
    assert game.setup_choices
    assert game.array(game.setup_choices[0]) != game.array()
    with pytest.raises(beaufort.SetupError, match="not a set-up choice"):
        game.array("nonsense")


def test_pictures() -> None:
    game = beaufort.Game("scirocco")
    position = game.array()
    for drawn in (position, game, game.pieces[0], beaufort.Piece(game.pieces[0], Side.SECOND)):
        assert drawn._repr_svg_().startswith("<svg")
    assert position.svg(seat=Side.SECOND) != position.svg()
    assert "\x1b" not in position.draw() + game.pieces[0].draw()


def test_errors_know_the_place() -> None:
    with pytest.raises(beaufort.PositionError, match="no piece with the id") as position:
        beaufort.Position("scirocco", "9[Xyz]/10/10/10/10/10/10/10/10/10 b")
    assert position.value.column == 3
    with pytest.raises(beaufort.TurnError, match="near it"):
        beaufort.Position("scirocco").push("P-e9")
    with pytest.raises(ValueError, match="there is no game"):
        beaufort.Game("chess2")
    with pytest.raises(KeyError, match="Scirocco has no piece `Dervsh`: did you mean `Dervish`?"):
        beaufort.Game("scirocco").piece("Dervsh")
    with pytest.raises(KeyError, match="Scirocco has no piece `Q1234`: `Game.pieces` lists them"):
        beaufort.Game("scirocco").piece("Q1234")
    error = pickle.loads(pickle.dumps(position.value))
    assert error.column == 3 and str(error) == str(position.value)


def test_a_turn_of_another_game_is_none() -> None:
    turn = beaufort.Position("jupiter").legal_turns[0]
    position = beaufort.Position("scirocco")
    assert not position.is_legal(turn)
    with pytest.raises(beaufort.TurnError, match="a turn of the game `jupiter`, not of `scirocco`"):
        position.push(turn)
    assert position.ply() == 0


def test_games_of_ones_own(tmp_path: Path) -> None:
    parent = 'extends = "scirocco"\nid = "parent"\nname = "Parent"\n'
    (tmp_path / "parent.toml").write_text(parent)
    path = tmp_path / "child.toml"
    path.write_text('extends = "parent"\nid = "child"\nname = "Child"\n')
    game = beaufort.Game.from_file(path)
    assert (game.name, len(game.pieces)) == ("Child", 36)
    # It goes through a pickle though its files are gone.
    path.unlink()
    (tmp_path / "parent.toml").unlink()
    position = pickle.loads(pickle.dumps(random_position(game, 4)))
    assert position.game == game
    again = beaufort.Game.from_text('extends = "parent"\nid = "child"\nname = "Child"\n', extended={"parent": parent})
    assert again == game


def test_mistakes_in_game_files(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('extends = "scirocco"\nname = 3\n')
    with pytest.raises(beaufort.GameFileError) as caught:
        beaufort.Game.from_file(path)
    mistake = caught.value.mistakes[0]
    assert mistake.line == 2 and mistake.file == str(path) and mistake.message in str(caught.value)
    readers: list[Callable[[Path], object]] = [beaufort.Game.from_file, lambda path: beaufort.Engine("orthochess", net=path)]
    for read in readers:
        with pytest.raises(FileNotFoundError) as missing:
            read(tmp_path / "nowhere.toml")
        assert missing.value.errno == errno.ENOENT and missing.value.filename == str(tmp_path / "nowhere.toml")
        assert missing.value.strerror == os.strerror(errno.ENOENT)
    path.write_bytes(b" " * (2 << 20))
    with pytest.raises(OSError, match="more than 1 MiB"):
        beaufort.Game.from_file(path)


def test_a_game_is_compiled_once() -> None:
    first = beaufort.Position("jupiter")
    begin = time.perf_counter()
    others = [beaufort.Position("jupiter") for _ in range(1000)]
    text = str(beaufort.Record("jupiter"))
    records = [beaufort.Record.parse(text) for _ in range(1000)]
    # Compiled anew, each would take some hundredths of a second.
    assert time.perf_counter() - begin < 5
    assert all(position.game == first.game for position in others)
    assert all(record.game == first.game for record in records)


def test_wrong_types_are_told_in_words_of_the_package() -> None:
    position = beaufort.Position("scirocco")
    wrong: list[tuple[Callable[[Any], object], str]] = [
        (position.push, "expected a Turn or a text, not NoneType"),
        (position.encode, "expected a Turn or a text, not NoneType"),
        (position.piece_at, "expected the name of a square or its number, not NoneType"),
        (position.hand, "expected Side.FIRST or Side.SECOND, not NoneType"),
        (beaufort.Position, "expected a Game or the id of one, not NoneType"),
        (beaufort.Record, "expected a Game or the id of one, not NoneType"),
        (beaufort.Game, "expected a text, not NoneType"),
        (position.parse_turn, "expected a text, not NoneType"),
        (position.parse_coordinates, "expected a text, not NoneType"),
        (position.game.piece, "expected a text, not NoneType"),
        (position.game.square, "expected a text, not NoneType"),
        (beaufort.Record.parse, "expected a text, not NoneType"),
        (lambda _: beaufort.Position("scirocco", 3), "expected a text, not int"),  # type: ignore[arg-type]
        (lambda _: beaufort.Engine("scirocco", level=3), "expected a text, not int"),  # type: ignore[arg-type]
        (lambda _: position.svg(marks="e4"), "expected a list of squares, not str"),
        (lambda _: position.svg(marks=4), "expected a list of squares, not int"),  # type: ignore[arg-type]
        (lambda _: beaufort.Engine("scirocco").analyse(position, nodes=1, turns="P-e4"), "expected a list of turns, not str"),
    ]
    for call, message in wrong:
        with pytest.raises(TypeError) as told:
            call(None)
        assert str(told.value).endswith(message)
    with pytest.raises(TypeError, match="expected a Turn or a text, not int"):
        beaufort.Engine("scirocco", hash=1).analyse(position, nodes=1, turns=[1])  # type: ignore[list-item]


def test_integers_of_any_size_are_wrong_alike() -> None:
    position, batch = beaufort.Position("scirocco"), beaufort.Batch("scirocco", 2)
    engine = beaufort.Engine("scirocco", hash=1)
    for number in (-1, -(2**63), 2**63, 2**64, -(10**30), 10**30, 10**5000):
        calls: list[Callable[[], object]] = [
            lambda: position.perft(number),
            lambda: position.piece_at(number),
            lambda: position.hand(number),
            lambda: engine.analyse(position, depth=number),
            lambda: engine.analyse(position, nodes=1, lines=number),
            lambda: beaufort.Engine("scirocco", hash=number),
            lambda: beaufort.study("scirocco", games=number),
            lambda: beaufort.play_match("scirocco", beaufort.Player.random(), beaufort.Player.random(), games=number),
            lambda: beaufort.Batch("scirocco", number),
            lambda: batch.playout(max_plies=number),
            lambda: setattr(beaufort.Record("scirocco").root.add("P-e4"), "nags", [number]),
        ]
        if not 0 <= number < 2**64:
            calls += [lambda: beaufort.Batch("scirocco", 1, seed=number), lambda: beaufort.Engine("scirocco", seed=number)]
        for call in calls:
            with pytest.raises(ValueError):
                call()
        with pytest.raises(beaufort.TurnError, match="is no legal action"):
            position.decode(number)
        if number != -1:
            with pytest.raises(IndexError):
                batch[number]
    with pytest.raises(ValueError, match="the time is too long"):
        engine.analyse(position, time=10**400)


def test_turns_may_be_written_in_coordinates(game: beaufort.Game) -> None:
    position = random_position(game, 12, seed=4)
    for turn in position.legal_turns:
        after, same = position.copy(), position.copy()
        after.push(turn)
        same.push(turn.coordinates)
        assert same == after
    with pytest.raises(beaufort.TurnError, match="`a1a1` is not a turn here"):
        position.push("a1a1")


def test_a_draw_by_the_rules_has_legal_turns() -> None:
    position = beaufort.Position("orthochess", "7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert position.is_game_over() and len(position.legal_turns) == position.action_mask().sum() == 3


def test_positions_that_were_set_up_by_hand_can_be_pickled(game: beaufort.Game) -> None:
    # No text describes a board without Kings, nor one with more pieces of a kind than there are.
    bare = beaufort.Position.empty(game, Side.SECOND)
    crowd = game.array()
    for number, square in enumerate(game.squares):
        if number % 3 == 0:
            bare.set_piece_at(square, beaufort.Piece(game.pieces[number % len(game.pieces)], Side(number % 2)))
        if number % 5 == 0:
            crowd.set_piece_at(square, beaufort.Piece(game.pieces[-1], Side.FIRST))
    for position in (beaufort.Position.empty(game), bare, crowd):
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.text == position.text and again.side == position.side
        try:
            assert beaufort.Position(game, position.text) == position
        except beaufort.PositionError:
            with pytest.raises(beaufort.RecordError, match="cannot begin with a position that cannot be read again"):
                beaufort.Record(game, position)
        else:
            assert beaufort.Record.parse(str(beaufort.Record(game, position)), game=game).root.position() == position


def test_truth_values_are_no_sides() -> None:
    # By which python-chess means White and Black, the other way round.
    king = beaufort.Game("orthochess").piece("K")
    position = beaufort.Position("orthochess")
    for call in (lambda: beaufort.Piece(king, True), lambda: position.is_attacked_by(False, "e4"), lambda: position.piece_at(True)):
        with pytest.raises(TypeError, match="not bool"):
            call()
