"""Files of records."""

from __future__ import annotations

import contextlib
import io
import os
import re
import secrets
import stat
from pathlib import Path
from typing import Iterable, Iterator, Optional, TextIO, Union

from ._errors import RecordError
from ._rust import Game, Record, _records

__all__ = ["iter_records", "read_records", "write_records"]

#: The most that a file of records holds, as far as it is read at once; a single record, if they are read one by one.
MAX_RECORDS_MIB = 256
#: The last words of the lines that end a record.
_RESULTS = (["1-0"], ["0-1"], ["1/2-1/2"], ["*"])
#: What a line of tags alone looks like, and a tag in it.
_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]\s*')
_TAGS = re.compile(rf"(?:{_TAG.pattern})+")
#: Where a comment begins or ends.
_MARK = re.compile(r"\\.|[{};]")
_COMMENT = re.compile(r"\{(?:\\.|[^}])*\}?|;.*")

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
    `read_records`; with `headers_only` the moves are skipped, which is faster: the records have their tags and their result, and no
    moves.

    The errors of `read_records` are raised when the record is reached, and end the iteration; OSError if the file cannot be opened at once.

    Examples:
        >>> import io
        >>> file = io.StringIO('[Event "A"]\\n\\n1. e4 e5 1-0\\n\\n[Event "B"]\\n\\n1. d4 *\\n')
        >>> [(record.tags["Event"], len(record.turns())) for record in beaufort.iter_records(file, game="orthochess")]
        [('A', 2), ('B', 1)]
    """
    file, closes = _opened(source)
    parts = _parts(file, close=closes)
    return (record for part, before in parts for record in _records(_headers(part) if headers_only else part, before, game))


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


def _parts(file: TextIO, *, close: bool) -> Iterator[tuple[str, int]]:
    """Returns the parts of a file that end with a record, each with the number of lines before it."""
    try:
        lines: list[str] = []
        number = before = size = 0
        in_comment = False
        for line in file:
            number += 1
            lines.append(_text(line))
            size += len(line)
            if size > MAX_RECORDS_MIB << 20:
                raise RecordError(f"line {number}: a record holds at most {MAX_RECORDS_MIB} MiB", number)
            in_comment, ends = _after(line, in_comment)
            if ends:
                yield "".join(lines), before
                lines, before, size = [], number, 0
        if lines:
            yield "".join(lines), before
    finally:
        if close:
            file.close()


def _after(line: str, in_comment: bool) -> tuple[bool, bool]:
    """Returns whether a line ends inside a comment, and whether it ends a record: whether its last word is a result. A comment after the
    result belongs to the next record.
    """
    line = line.lstrip("\ufeff")
    if not in_comment and (line.startswith("%") or _TAGS.fullmatch(line)):
        return False, False
    start = 0
    for mark in _MARK.finditer(line):
        if in_comment:
            if mark[0] == "}":
                in_comment, start = False, mark.end()
        elif mark[0] == "{":
            in_comment = True
        elif mark[0] == ";":
            return False, False
    return in_comment, not in_comment and line[start:].split()[-1:] in _RESULTS


def _headers(part: str) -> str:
    """Returns the text of records without their moves: the tags and the results, each in its line."""
    lines: list[str] = []
    in_comment = has_text = has_tags = has_moves = False
    result = "*"
    for line in part.split("\n"):
        line = line.strip(" \t\r\ufeff")
        found = None if in_comment else _TAGS.match(line)
        tags = found[0] if found else ""
        last = [] if in_comment else _COMMENT.sub(" ", line).split()[-1:]
        in_comment, ends = _after(line, in_comment)
        if tags and has_moves:
            # A comment follows the result.
            lines[-1] += f" {result}"
            result, has_moves = "*", False
        for name, value in _TAG.findall(tags):
            has_tags = True
            if name == "Result" and [value] in _RESULTS:
                result = value
        has_text = has_text or (line != "" and not line.startswith("%"))
        has_moves = has_moves or (has_tags and line != tags)
        lines.append(tags)
        if result == "*" and last in _RESULTS:
            result = last[0]
        if ends:
            lines[-1] += f" {result}"
            result, has_text, has_tags, has_moves = "*", False, False, False
    if has_text:
        lines[-1] += f" {result}"
    return "\n".join(lines)


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
