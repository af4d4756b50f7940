"""Opening books."""

from __future__ import annotations

import pickle

import beaufort
import pytest
from beaufort import Book


def test_a_book_of_the_package() -> None:
    book = Book.builtin("scirocco")
    assert book is not None and len(book) == 2000 and book.game == beaufort.Game("scirocco")
    assert repr(book) == "<Book scirocco of 2000>" and book[0].ply() == 8 and book[-1] == book[1999] != book[0]
    assert len({position.text for position, _ in zip(book, range(50))}) == 50
    with pytest.raises(IndexError, match="the book has 2000 openings, none 2000"):
        book[2000]
    assert Book.builtin("chu") is None


def test_a_book_is_made_written_and_read() -> None:
    book = Book.make("orthochess", openings=5, plies=4, nodes=200, even_score=150)
    assert len(book) == 5 and book == Book.make("orthochess", openings=5, plies=4, nodes=200, even_score=150, threads=1)
    again = Book.parse("orthochess", str(book))
    assert again == book == pickle.loads(pickle.dumps(book)) and hash(again) == hash(book)
    engine = beaufort.Engine("orthochess", hash=4)
    for position in book:
        engine.new_game()
        assert position.ply() == 4 and abs(engine.analyse(position, nodes=200).score) < 150
    other = "game orthochess\nplies 4\nchecksum 0123\nf"
    for text, message in [("game orthochess", "the text is no book: there is no line `plies"), (other, "the checksum is")]:
        with pytest.raises(ValueError, match=message):
            Book.parse("orthochess", text)
    with pytest.raises(ValueError, match="a book of `orthochess`, not of `scirocco`"):
        Book.parse("scirocco", str(book))
    with pytest.raises(ValueError, match="too few openings differ"):
        Book.make("orthochess", openings=30, plies=1, nodes=1)
    with pytest.raises(ValueError, match="openings is 0"):
        Book.make("orthochess", openings=0)


def test_a_match_begins_with_a_book() -> None:
    book = Book.make("orthochess", openings=2, plies=6, nodes=100, even_score=300)
    played: list[beaufort.MatchGame] = []
    beaufort.play_match("orthochess", "random", "random", games=8, max_plies=12, book=book, threads=1, on_game=played.append)
    starts = {game.number: str(game.position().turn_stack[:6]) for game in played}
    assert set(starts.values()) == {str(position.turn_stack) for position in book}
    assert all(starts[number] == starts[number + 1] for number in range(0, 8, 2))
    with pytest.raises(ValueError, match="a book of `orthochess`, not of `scirocco`"):
        beaufort.play_match("scirocco", "random", "random", games=2, book=book)
    with pytest.raises(TypeError, match="expected a Book, not str"):
        beaufort.play_match("orthochess", "random", "random", games=2, book="x")  # type: ignore[arg-type]
