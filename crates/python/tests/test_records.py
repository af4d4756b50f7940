"""Records."""

from __future__ import annotations

import io
import os
import pickle
import random
import stat
import threading
import time
from collections.abc import Callable, Iterator
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


def test_arrows_are_in_the_comments() -> None:
    record = beaufort.Record.parse('[Variant "orthochess"]\n\n1. e4 {[%csl Re4,Yz9] good [%cal Gg1f3,Bd1h5,Xa1a2][%cal Yb1c3]} *')
    node = record.mainline[0]
    assert node.arrows == [("e4", "e4", "red"), ("g1", "f3", "green"), ("d1", "h5", "blue"), ("b1", "c3", "yellow")]
    assert "<svg" in node.position().svg(arrows=node.arrows)
    turn = node.position().legal_turns[0]
    node.arrows = [turn, ("d2", "d4"), ("e5", "e5", "red"), ("a1", "a8", "blue")]
    ends = f"{turn.from_square}{turn.to_square}"
    assert node.comment == f"[%csl Re5] [%cal G{ends},Gd2d4,Ba1a8] good"
    assert beaufort.Record.parse(str(record)).mainline[0].arrows == node.arrows
    node.arrows = []
    assert node.comment == "good" and node.arrows == []
    for wrong, message in [([("e2", "e4", "pink")], "expected one of green, red, yellow, blue"), ([("e2", "z4")], "z4")]:
        with pytest.raises(ValueError, match=message):
            node.arrows = wrong  # type: ignore[assignment]
    # Squares of large boards have two digits.
    node = beaufort.Record("jupiter").root.add(beaufort.Position("jupiter").legal_turns[0])
    node.arrows = [("a10", "p16"), ("j11", "j11", "yellow")]
    assert node.comment == "[%csl Yj11] [%cal Ga10p16]" and node.arrows[-1] == ("a10", "p16", "green")
    with pytest.raises(beaufort.RecordError, match="`Variant` is missing"):
        beaufort.Record.parse("1. e4 *").root.arrows = [("e2", "e4")]


def test_tags_can_be_set_in_the_dictionary() -> None:
    record = beaufort.Record.parse(SCHOLAR)
    record.tags["Event"] = "Open"
    assert record.tags["Event"] == "Open" and '[Event "Open"]' in str(record)
    del record.tags["White"]
    with pytest.raises(KeyError):
        del record.tags["White"]
    tags = record.tags
    tags.update(Site="Ufa", Round="3")
    tags |= {"Date": "2026.11.30"}
    assert tags.pop("Round") == "3" and tags.setdefault("Black", "B") == "B"
    assert record.tags == tags == {"Variant": "orthochess", "Event": "Open", "Site": "Ufa", "Date": "2026.11.30", "Black": "B"}
    with pytest.raises(beaufort.RecordError):
        record.tags["Result"] = "1-0"
    with pytest.raises(TypeError):
        record.tags["Event"] = 5  # type: ignore[assignment]
    copy = pickle.loads(pickle.dumps(tags))
    assert type(copy) is dict and copy == tags


MANY = (
    "% not of a record: 1-0\n; a comment {\n"
    + SCHOLAR
    + '\n{a preface\n[Event "not a tag"]\n\n1-0\n}\n[Event "B"]\n[Variant "orthochess"]\n[Result "0-1"]\n\n'
    + "1. e4 {to be continued\n1-0\n*\n} e5 ; 1-0\n2. f4 (2. Nf3 {} Nc6) 2... d5 0-1\n\n"
    + '[Event "C"]\n[Variant "orthochess"]\n\n1. d4 1/2-1/2 {agreed}\n\n[Event "D"]\n[Variant "orthochess"]\n\n*\n1. e4 *\n\n% the end\n'
)


def test_records_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes(("\ufeff" + MANY.replace("\n", "\r\n")).encode())
    whole = beaufort.Record.parse_all(MANY)
    assert len(whole) == 5 and list(beaufort.iter_records(path)) == whole == beaufort.read_records(path)
    assert list(beaufort.iter_records(io.StringIO(MANY))) == whole
    heads = list(beaufort.iter_records(path, headers_only=True))
    assert [(head.tags, head.result, head.turns()) for head in heads[:-1]] == [(one.tags, one.result, []) for one in whole[:-1]]
    # Without tags, without moves.
    assert list(beaufort.iter_records(io.StringIO("1. e4 *"), headers_only=True)) == beaufort.Record.parse_all("*")
    # Nothing is read before it is asked for.
    lines = iter([*SCHOLAR.splitlines(keepends=True), "1. e4 (\n", "*\n"])
    records = beaufort.iter_records(Lines(lines), game="orthochess")
    assert next(records).result == "1-0" and next(lines) == "1. e4 (\n"
    assert list(beaufort.iter_records(io.StringIO(""))) == []


def test_the_stream_reads_as_the_whole_file_is_read() -> None:
    for text in ["1. e4 e5", '[Event "A"]\n\n1. e4 * 1. d4 1-0\n1. c4\n', "1. e4 {a { b } 1-0\n} e5 1-0\n1. f4 *\n"]:
        assert list(beaufort.iter_records(io.StringIO(text))) == beaufort.Record.parse_all(text)
    # Records before a mistake in the same line are not lost.
    records = beaufort.iter_records(io.StringIO("1. e4 * 1. d4 )\n"))
    assert next(records).mainline[0].text == "e4"
    with pytest.raises(beaufort.RecordError, match="^line 1, column 15"):
        next(records)
    # Headers are read whatever the moves are.
    heads = list(beaufort.iter_records(io.StringIO('[Event "A"]\n1. e4 -- ( 1-0\n[Event "B"]\n*\n'), headers_only=True))
    assert [(head.tags["Event"], head.result) for head in heads] == [("A", "*"), ("B", "*")]


class Lines(io.TextIOWrapper):
    """A file with the lines of an iterator."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(io.BytesIO())
        self.lines = lines

    def __next__(self) -> str:  # type: ignore[override]
        return next(self.lines)


def test_mistakes_in_a_stream_have_the_lines_of_the_file() -> None:
    records = beaufort.iter_records(io.StringIO(SCHOLAR + "\n" + SCHOLAR.replace("Qh5", "Qh6") + "\n1. e4 ( *\n"))
    assert next(records).end().is_game_over()
    with pytest.raises(beaufort.RecordError, match="line 9, column .*`Qh6`") as illegal:
        next(records).end()
    assert illegal.value.line == 9
    with pytest.raises(beaufort.RecordError, match="^line 11, column 9") as malformed:
        next(records)
    assert malformed.value.line == 11
    for wrong in [5, io.BytesIO(b"1. e4 *")]:
        with pytest.raises(TypeError, match="open for reading as text"):
            list(beaufort.iter_records(wrong))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        beaufort.iter_records("nowhere.pgn")
