"""Records."""

from __future__ import annotations

import os
import pickle
import random
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import beaufort
import pytest

from conftest import random_position

SCHOLAR = """[Variant "orthochess"]
[White "A"]

1. e4 e5 2. Bc4 {threatens} (2. Nf3 Nc6 $1) 2... Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def test_games_are_written_and_read(game: beaufort.Game) -> None:
    position = random_position(game, 25)
    record = beaufort.Record.from_position(position)
    again = beaufort.Record.parse(str(record))
    assert again == record and again.end() == position and again.turns() == position.turn_stack
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_tree_of_moves() -> None:
    record = beaufort.Record.parse(SCHOLAR)
    assert record.tags == {"Variant": "orthochess", "White": "A"} and record.result == "1-0"
    assert [node.text for node in record.mainline] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    bishop = record.mainline[2]
    assert bishop.comment == "threatens" and bishop.turn is not None and bishop.turn.from_square == "f1"
    variation = record.mainline[1].children[1]
    assert variation.children[0].nags == [1] and variation.parent == record.mainline[1]
    added = variation.children[0].add("Bb5")
    assert added.position().ply() == 5 and added == variation.children[0].add("Bb5")
    variation.promote()
    assert record.mainline[2].text == "Nf3"
    variation.delete()
    with pytest.raises(beaufort.RecordError, match="deleted"):
        variation.text
    record.result = "*"
    record.set_tag("White", None)
    record.set_tag("Event", 'A "quoted" one')
    assert beaufort.Record.parse(str(record)) == record


def test_mistakes_have_places() -> None:
    with pytest.raises(beaufort.RecordError) as malformed:
        beaufort.Record.parse('[Variant "orthochess"]\n\n1. e4 (')
    assert (malformed.value.line, malformed.value.column) == (3, 8)
    record = beaufort.Record.parse(SCHOLAR.replace("Qh5", "Qh6"))
    with pytest.raises(beaufort.RecordError, match="`Qh6` is not a turn here") as illegal:
        record.end()
    assert illegal.value.line == 4
    with pytest.raises(beaufort.RecordError, match="not known"):
        beaufort.Record.parse('[Variant "elsewhere"]\n\n*').end()
    with pytest.raises(beaufort.RecordError, match="2 records"):
        beaufort.Record.parse(SCHOLAR + "\n" + SCHOLAR)
    with pytest.raises(beaufort.TurnError):
        beaufort.Record("orthochess").root.add("e5")
    with pytest.raises(beaufort.RecordError):
        beaufort.Record("orthochess").set_tag("Result", "1-0")
    with pytest.raises(ValueError, match="a result is"):
        beaufort.Record("orthochess").result = "2-0"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    records = beaufort.Record.parse_all(SCHOLAR + "\n" + SCHOLAR)
    beaufort.write_records(path, records)
    assert beaufort.read_records(path) == records
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
    with pytest.raises(FileNotFoundError):
        beaufort.read_records(tmp_path / "nowhere.pgn")
    with pytest.raises(FileNotFoundError):
        beaufort.write_records(tmp_path / "nowhere" / "games.pgn", records)
    for wrong, found in [([*records, "junk"], "str"), (SCHOLAR, "str"), ([None], "NoneType")]:
        with pytest.raises(TypeError, match=f"expected records, not {found}"):
            beaufort.write_records(path, wrong)  # type: ignore[arg-type]
    assert beaufort.read_records(path) == records and [file.name for file in tmp_path.iterdir()] == ["games.pgn"]


def test_records_of_other_programs_have_the_game_that_is_given() -> None:
    record = beaufort.Record.parse("1. e4 e5 *", game="orthochess")
    assert record.game == beaufort.Game("orthochess") and [str(turn) for turn in record.turns()] == ["e4", "e5"]
    text = '[Event "Open"]\n[Result "1/2-1/2"]\n[Variant "Unheard of"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n'
    record = beaufort.Record.parse(text, game="orthochess")
    assert record.end().ply() == 3
    # The tag of the game is written unchanged, and the given game is pickled with the record.
    assert str(record) == text
    again = pickle.loads(pickle.dumps(record))
    assert again == record and again.end() == record.end()
    # One that names a known game is of that.
    assert beaufort.Record.parse('[Variant "scirocco"]\n\n1. P-e4 *', game="orthochess").end().game.id == "scirocco"
    with pytest.raises(beaufort.RecordError, match="`Unheard of` is not known: read the record with game="):
        beaufort.Record.parse(text).end()
    with pytest.raises(beaufort.RecordError, match="`Variant` is missing.*read the record with game="):
        beaufort.Record.parse("1. e4 *").end()


def test_the_tag_of_the_game_may_be_changed() -> None:
    record = beaufort.Record.parse('[Variant "unheard of"]\n\n1. e4 e5 *')
    assert record.game is None
    record.set_tag("Variant", "orthochess")
    assert record.end().ply() == 2
    record.set_tag("Variant", None)
    assert record.game is None
    new = beaufort.Record("scirocco")
    new.set_tag("Variant", "jupiter")
    assert new.end() == beaufort.Position("jupiter")


def test_a_record_that_ends_the_game_gets_its_result() -> None:
    record = beaufort.Record("orthochess")
    node = record.root
    for text in ["f3", "e5", "g4"]:
        node = node.add(text)
    assert record.result == "*"
    node.add("Qh4#")
    assert record.result == "0-1"
    assert beaufort.Record.parse(str(record)).end() == record.end()
    # A draw by the rules: only the Kings are left.
    start = beaufort.Position("orthochess", "7k/8/8/8/8/8/1r6/K7 w - - 0 1")
    record = beaufort.Record("orthochess", start)
    record.root.add("Kxb2")
    assert record.result == "1/2-1/2"
    assert beaufort.Record.parse(str(record)).end() == record.end()
    # A variation sets no result until it is the main line, and a result that was set stays.
    record = beaufort.Record.parse('[Variant "orthochess"]\n\n1. f3 e5 2. g4 d5 *')
    mate = record.mainline[-2].add("Qh4#")
    assert record.result == "*"
    mate.promote()
    assert record.result == "0-1"
    record = beaufort.Record.parse('[Variant "orthochess"]\n\n1. f3 e5 2. g4 d5 (2... Qh4#) *')
    record.mainline[-1].delete()
    assert record.result == "0-1" and record.end().is_game_over()
    record = beaufort.Record.parse('[Variant "orthochess"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 1-0')
    record.mainline[-1].add("Qh4#")
    assert record.result == "1-0"


def test_what_was_assumed_to_read_a_record_is_told() -> None:
    record = beaufort.Record.parse('[Variant "Standard"]\n\n1. f3 e5 2. g4 Qh4# *')
    assert record.warnings == ["the result is `*`, but by the rules the game ended `0-1`: `0-1` is taken"]
    assert beaufort.Record.parse(SCHOLAR).warnings == []
    record = beaufort.Record.parse("1. e4 {\\q} *")
    assert record.warnings == ["`\\q` is no escape: the backslash is taken as it stands"]


def test_a_move_that_is_written_otherwise_is_the_same() -> None:
    record = beaufort.Record.parse('[Variant "orthochess"]\n\n1. g1f3 Ng8-f6 (1... e7e5) *')
    start = record.root
    assert start.add("Nf3") == start.children[0] and len(start.children) == 1
    after = start.children[0]
    assert after.add("e5") == after.children[1] and after.add("Nf6") == after.children[0] and len(after.children) == 2


def test_what_is_not_written_cannot_be_set() -> None:
    record = beaufort.Record("orthochess")
    node = record.root.add("e4")
    with pytest.raises(ValueError, match="the start of a record has no comment before it"):
        record.root.starting_comment = "before"
    with pytest.raises(ValueError, match="the start of a record has no annotation glyphs"):
        record.root.nags = [1]
    for target in ("comment", "starting_comment"):
        with pytest.raises(ValueError, match="a comment has no NUL character"):
            setattr(node, target, "a\0b")
    record.root.comment, node.starting_comment, node.comment, node.nags = "one", "two", "three\n\t{four}", [1]
    assert beaufort.Record.parse(str(record)) == record


@pytest.mark.skipif(os.name == "nt", reason="modes are another thing there")
def test_files_have_the_mode_that_they_should(tmp_path: Path) -> None:
    file, record = tmp_path / "games.pgn", beaufort.Record("orthochess")
    before = os.umask(0o027)
    try:
        beaufort.write_records(file, [record])
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        file.chmod(0o604)
        beaufort.write_records(file, [record, record])
        assert stat.S_IMODE(file.stat().st_mode) == 0o604
    finally:
        os.umask(before)
    assert len(beaufort.read_records(file)) == 2 and list(tmp_path.iterdir()) == [file]
    missing = tmp_path / "nowhere" / "games.pgn"
    with pytest.raises(FileNotFoundError) as told:
        beaufort.write_records(missing, [record])
    assert told.value.filename == str(missing)
    assert str(told.value).endswith(f"'{missing}'")


def test_the_start_that_other_programs_tell() -> None:
    pgn = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"]\n\n30. e4 *'
    end = beaufort.Record.parse(pgn, game="orthochess").end()
    assert len(end.piece_map()) == 3 and end.fen() == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 30"
    with pytest.raises(beaufort.RecordError, match="rank"):
        beaufort.Record.parse(pgn.replace("4k3/", ""), game="orthochess").end()


def pauses_during(work: Callable[[], object]) -> int:
    """Returns how often another thread has run during work."""
    times: list[float] = []
    done = threading.Event()

    def other() -> None:
        while not done.wait(0.001):
            times.append(time.monotonic())

    thread = threading.Thread(target=other)
    thread.start()
    while not times:
        time.sleep(0.001)
    begin = time.monotonic()
    work()
    end = time.monotonic()
    done.set()
    thread.join()
    return sum(begin < moment < end for moment in times)


@pytest.fixture(scope="module")
def long_game() -> beaufort.Position:
    """A game of more than a thousand turns."""
    games: list[beaufort.MatchGame] = []
    players = beaufort.Player.random(), beaufort.Player.random()
    beaufort.play_match("jupiter", *players, games=2, max_plies=1500, on_game=games.append)
    position = max((game.position() for game in games), key=lambda position: position.ply())
    assert position.ply() > 1000
    return position


LONG_WORK: list[Callable[[beaufort.Record, beaufort.Position], object]] = [
    lambda record, _: record.end(),
    lambda record, _: record.mainline[-1].delete(),
    lambda _, position: beaufort.Record.from_position(position),
]


@pytest.mark.parametrize("work", LONG_WORK, ids=["replay", "delete", "write"])
def test_other_threads_run_while_a_record_is_played(
    work: Callable[[beaufort.Record, beaufort.Position], object], long_game: beaufort.Position
) -> None:
    record = beaufort.Record.parse(str(beaufort.Record.from_position(long_game)))
    # One may fall between the look at the clock and the work.
    assert pauses_during(lambda: work(record, long_game)) > 2


def test_threads_may_share_a_record() -> None:
    record = beaufort.Record("orthochess")

    def work(seed: int) -> None:
        rng, node = random.Random(seed), record.root
        for _ in range(150):
            try:
                choice = rng.randrange(20)
                if choice == 0:
                    node.promote()
                elif choice == 1:
                    node.delete()
                elif choice == 2:
                    node.comment = "here"
                elif choice == 3:
                    # Setting a tag clears the cached replay.
                    record.set_tag("Round", str(seed))
                    record.end()
                turns = node.position().legal_turns
                node = node.add(rng.choice(turns)) if turns and choice else record.root
            except beaufort.RecordError:
                node = record.root  # Another thread has deleted the move.

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = beaufort.Record.parse(str(record))
    assert again == record and again.end() == record.end()
