"""Rows of tables in other programs' databases, read from private copies; their own files are only ever read as bytes.

Nothing here needs Lance's library until a table of it is asked for.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from memdesk.errors import StorageError
from memdesk.store.database_copy import copied_database, copied_folder
from memdesk.text.document import decode

Row = Mapping[str, object]

LANCE_ENDING = ".lance"
LANCE_PACKAGE = "memdesk[everos]"
"""What to install for Lance's tables."""

_ATTEMPTS = 4
_PAUSE_S = 0.05


class NotReadable(StorageError):
    """A copy of a database is none, or one that this version cannot read."""

    def __init__(self, path: str, problem: object) -> None:
        super().__init__("{path} cannot be read as a database: {problem}.", path=path, problem=problem)


class LibraryMissing(StorageError):
    """The library that reads these tables is not installed."""

    def __init__(self, path: str) -> None:
        super().__init__(
            "{path} is a table of Lance, which needs a library that is not installed.",
            hint="Install {package} to see its rows.",
            path=path,
            package=LANCE_PACKAGE,
        )


def sqlite_rows(path: str, table: str, columns: Sequence[str], folder: str) -> tuple[Row, ...]:
    """The rows of a table of the SQLite database at `path`, with those of `columns` that it has.

    `folder` is one of ours, for the copy.

    Raises:
        FileNotFoundError: there is no such database or table.
        StorageError: it cannot be copied or read.
        OSError: the file system said no.
    """

    def read() -> tuple[Row, ...]:
        with copied_database(path, folder) as copy, closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = decode
            return _selected(connection, table, columns)

    return _tried(path, read, sqlite3.Error)


def lance_rows(path: str, table: str, columns: Sequence[str], folder: str) -> tuple[Row, ...]:
    """The rows of a table of Lance in the folder `path`, with those of `columns` that it has. As `sqlite_rows`.

    Raises:
        LibraryMissing: Lance's library is not installed.
    """
    source = os.path.join(path, table + LANCE_ENDING)
    os.stat(source)
    try:
        import lance
    except ImportError as error:
        raise LibraryMissing(source) from error

    def read() -> tuple[Row, ...]:
        with copied_folder(source, folder) as copy:
            dataset = lance.dataset(copy)
            present = [name for name in columns if name in dataset.schema.names]
            return tuple(dataset.to_table(columns=present).to_pylist())

    # What Lance raises for a file that is missing or no table of its own is not one kind of error.
    return _tried(source, read, (OSError, ValueError, RuntimeError))


def _tried(
    path: str,
    read: Callable[[], tuple[Row, ...]],
    torn: type[Exception] | tuple[type[Exception], ...],
) -> tuple[Row, ...]:
    """What `read` gives; tried again where the copy was torn, because another program tidied up meanwhile."""
    for attempt in range(_ATTEMPTS):
        try:
            return read()
        except FileNotFoundError:
            raise
        except torn as error:
            if attempt + 1 == _ATTEMPTS:
                raise NotReadable(path, error) from error
        time.sleep(_PAUSE_S)
    raise AssertionError("the last attempt returns or raises")


def _selected(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> tuple[Row, ...]:
    present = {str(row[1]) for row in connection.execute(f"PRAGMA table_info({_quoted(table)})")}
    if not present:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), table)
    wanted = [column for column in columns if column in present]
    names = ", ".join(map(_quoted, wanted)) or "1"
    found = connection.execute(f"SELECT {names} FROM {_quoted(table)}")
    return tuple(dict(zip(wanted, row, strict=False)) for row in found)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
