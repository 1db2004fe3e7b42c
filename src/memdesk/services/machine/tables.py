"""Agents' own databases as layouts see them: rows of a private copy, kept while the database rests."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from memdesk.layouts.view import Rows

_QUICK_S = 0.25
_REST_PER_WORK = 20
"""A database that takes longer to copy is copied seldom: so many times as long it is left alone then."""

_SETTLED_NS = 2_000_000_000
"""A file that was written less than this before we looked may change again without another time."""

_Signature = tuple[tuple[int, int, int, int] | None, ...]


class _Known(NamedTuple):
    """What was read, the signature of that, and until when (monotonic) it will do though the database changed."""

    signature: _Signature
    rows: Rows
    serves_until_s: float


class TableReader:
    """Reads tables for layouts. Any thread may ask; one at a time copies.

    `folder()` is one of ours, for copies while they are read; `clock()` the time that rows are labelled with.
    """

    def __init__(self, folder: Callable[[], str], clock: Callable[[], datetime]) -> None:
        self._folder = folder
        self._clock = clock
        self._known: dict[tuple[str, str, tuple[str, ...]], _Known] = {}
        self._lock = threading.Lock()

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """As `View.rows` promises. A database that has not changed since is not copied again, a large one seldom."""
        name = (database, table, tuple(columns))
        with self._lock:
            now, signature = self._clock(), _signature(database, table)
            known = self._known.get(name)
            if known is not None and known.signature == signature and _is_settled(signature, now):
                return replace(known.rows, taken=now)
            if known is not None and time.monotonic() < known.serves_until_s:
                return known.rows
            begin_s = time.monotonic()
            rows = self._read(database, table, columns, now)
            end_s = time.monotonic()
            rest_s = _REST_PER_WORK * max(0.0, end_s - begin_s - _QUICK_S)
            self._known[name] = _Known(signature, rows, end_s + rest_s)
            return rows

    def _read(self, database: str, table: str, columns: Sequence[str], now: datetime) -> Rows:
        from memdesk.errors import StorageError
        from memdesk.layouts.view import Rows
        from memdesk.store.foreign_tables import lance_rows, sqlite_rows

        read = lance_rows if os.path.isdir(database) else sqlite_rows
        try:
            return Rows(read(database, table, columns, self._folder()), now)
        except StorageError as error:
            return Rows((), now, " ".join(filter(None, (error.sentence, error.advice))))


def _signature(database: str, table: str) -> _Signature:
    """What `stat` says of all that a read depends on."""
    if not os.path.isdir(database):
        return tuple(_of_file(database + ending) for ending in ("", "-wal", "-journal"))
    versions = os.path.join(database, f"{table}.lance", "_versions")
    return _of_file(versions), _of_file(os.path.dirname(versions))


def _of_file(path: str) -> tuple[int, int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _is_settled(signature: _Signature, now: datetime) -> bool:
    newest_ns = max((of_file[3] for of_file in signature if of_file is not None), default=0)
    return newest_ns < now.timestamp() * 1e9 - _SETTLED_NS
