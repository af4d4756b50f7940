"""Files of records."""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import stat
from functools import partial
from pathlib import Path
from typing import Iterable, Iterator, Optional, TextIO, Union

from ._errors import RecordError
from ._rust import Game, Record, RecordStream

__all__ = ["iter_records", "read_records", "write_records"]

#: The most that a file of records holds, as far as it is read at once; a single record, if they are read one by one.
MAX_RECORDS_MIB = 256

_Source = Union[str, "os.PathLike[str]", TextIO]


def read_records(source: Union[str, os.PathLike[str], TextIO], *, game: Optional[Union[str, Game]] = None) -> list[Record]:
    """Reads the records of a file, which is named by its path, or open for reading as text. `game` is the game of records that name it in
    their tag `Variant`, or that name no game of the package. See `iter_records` for large files.

    Raises RecordError with the place if the file is not well-formed or holds too much, OSError if it cannot be read, and
    UnicodeDecodeError if it is no text.
    """
    file, closes = _opened(source)
    try:
        text = _text(file.read((MAX_RECORDS_MIB << 20) + 1))
    finally:
        if closes:
            file.close()
    if len(text) > MAX_RECORDS_MIB << 20:
        raise RecordError(f"a file of records that is read at once holds at most {MAX_RECORDS_MIB} MiB: see iter_records")
    return Record.parse_all(text, game=game)


def iter_records(
    source: Union[str, os.PathLike[str], TextIO], *, game: Optional[Union[str, Game]] = None, headers_only: bool = False
) -> Iterator[Record]:
    """Reads the records of a file one at a time, so that a file of any size takes little memory. The arguments are those of
    `read_records`; with `headers_only` the moves are skipped, whatever is wrong in them: the records have their tags and their result, and
    no moves.

    The errors of `read_records` are raised when the record is reached, and end the iteration; OSError if the file cannot be opened at once.

    Examples:
        >>> import io
        >>> file = io.StringIO('[Event "A"]\\n\\n1. e4 e5 1-0\\n\\n[Event "B"]\\n\\n1. d4 *\\n')
        >>> [(record.tags["Event"], len(record.turns())) for record in beaufort.iter_records(file, game="orthochess")]
        [('A', 2), ('B', 1)]
    """
    file, closes = _opened(source)
    return _records(file, game, headers_only=headers_only, close=closes)


def _opened(source: _Source) -> tuple[TextIO, bool]:
    """Returns a file that is open for reading, and whether it has been opened here."""
    if isinstance(source, (str, os.PathLike)):
        return Path(source).open(encoding="utf-8"), True
    if not isinstance(source, io.TextIOBase) and not hasattr(source, "readline"):
        raise TypeError(f"expected the path of a file, or a file that is open for reading as text, not {type(source).__name__}")
    return source, False


def _text(read: object) -> str:
    if not isinstance(read, str):
        raise TypeError(f"expected a file that is open for reading as text: it has {type(read).__name__}")
    return read


def _records(file: TextIO, game: Optional[Union[str, Game]], *, headers_only: bool, close: bool) -> Iterator[Record]:
    """Returns the records of a file as soon as their last lines have been read."""
    try:
        stream = RecordStream(game, headers_only)
        for number, line in enumerate(file, 1):
            stream.feed(_text(line))
            yield from iter(partial(stream.next, False), None)
            if stream.pending > MAX_RECORDS_MIB << 20:
                raise RecordError(f"line {number}: a record holds at most {MAX_RECORDS_MIB} MiB", number)
        yield from iter(partial(stream.next, True), None)
    finally:
        if close:
            file.close()


def write_records(path: Union[str, os.PathLike[str]], records: Iterable[Record]) -> None:
    """Writes records into a file, separated by empty lines. The file is replaced as a whole or left unchanged, and keeps its
    mode; a new file gets the default mode of the process.

    Raises TypeError if one of `records` is not a record, and OSError if the file cannot be written.
    """
    path = Path(path)
    texts = []
    for record in records:
        if not isinstance(record, Record):
            raise TypeError(f"expected records, not {type(record).__name__}")
        texts.append(str(record))
    new = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with new.open("x", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(texts))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            new.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        # It is about the file that was named.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        new.unlink(missing_ok=True)
        raise
