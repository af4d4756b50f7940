"""Files of records."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Iterable, Optional, Union

from ._errors import RecordError
from ._rust import Game, Record

__all__ = ["read_records", "write_records"]

#: The most that a file of records holds.
MAX_RECORDS_MIB = 256


def read_records(path: Union[str, os.PathLike[str]], *, game: Optional[Union[str, Game]] = None) -> list[Record]:
    """Reads the records of a file. `game` is the game of records that name it in their tag `Variant`, or that name no game of the
    package.

    Raises RecordError with the place if the file is not well-formed or holds too much, OSError if it cannot be read, and
    UnicodeDecodeError if it is no text.
    """
    path = Path(path)
    with path.open("rb") as file:
        content = file.read((MAX_RECORDS_MIB << 20) + 1)
    if len(content) > MAX_RECORDS_MIB << 20:
        raise RecordError(f"{path} is too long: a file of records holds at most {MAX_RECORDS_MIB} MiB")
    return Record.parse_all(content.decode(), game=game)


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
