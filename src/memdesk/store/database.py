"""The SQLite file under the history: private, opened at its first use, each transaction whole and durable.

Write-ahead logging, because a commit then waits for the disk once instead of three times. Two processes may write at
once: each transaction takes the one write lock at its start and waits for it a bounded time.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from memdesk.store.database_error import DatabaseError
from memdesk.store.folders import MOVED_NAME, make_private_folder
from memdesk.store.private_database import (
    connect,
    create_private,
    cut_log,
    raising,
    schema_version,
    whole,
)
from memdesk.text.sentence import marked

SCHEMA_VERSION = 4
_SCHEMA = (
    """CREATE TABLE texts (
        sha256 BLOB PRIMARY KEY,
        size_bytes INTEGER NOT NULL,
        packed BLOB NOT NULL
    )""",
    # Paths are bytes: a file name need not be text.
    """CREATE TABLE versions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path BLOB NOT NULL,
        sha256 BLOB NOT NULL REFERENCES texts,
        seen REAL NOT NULL,
        author TEXT NOT NULL,
        why TEXT NOT NULL,
        parent INTEGER,
        landed INTEGER NOT NULL
    )""",
    "CREATE INDEX versions_of_path ON versions (path, id)",
    "CREATE INDEX versions_of_text ON versions (sha256)",
    """CREATE TABLE pending (
        id INTEGER PRIMARY KEY,
        path BLOB NOT NULL,
        file BLOB NOT NULL,
        temporary TEXT NOT NULL,
        before INTEGER REFERENCES versions,
        after INTEGER NOT NULL REFERENCES versions,
        in_place INTEGER NOT NULL
    )""",
)
_CHANGES_OF_SEVERAL_FILES = (
    "ALTER TABLE versions ADD COLUMN removed INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE changes (
        id INTEGER PRIMARY KEY,
        why TEXT NOT NULL,
        is_undone INTEGER NOT NULL
    )""",
    # Texts are named by themselves: a version is made when a file's turn comes.
    """CREATE TABLE change_files (
        id INTEGER PRIMARY KEY,
        change INTEGER NOT NULL REFERENCES changes,
        path BLOB NOT NULL,
        before BLOB REFERENCES texts,
        after BLOB REFERENCES texts,
        version INTEGER
    )""",
)
_ERASING = (
    "ALTER TABLE versions ADD COLUMN purged INTEGER NOT NULL DEFAULT 0",
    # An erasure that is not finished: what it took out may still stand in free pages and in the log.
    "CREATE TABLE erasing (since REAL NOT NULL)",
    # Bytes to be put into files of ours for it; none holds what is erased.
    """CREATE TABLE patches (
        id INTEGER PRIMARY KEY,
        file BLOB NOT NULL,
        inode INTEGER NOT NULL,
        least_bytes INTEGER NOT NULL,
        start INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
)
# The permissions of a file that was removed, for when it comes back; NULL where they are not known.
_MODES = ("ALTER TABLE versions ADD COLUMN mode INTEGER",)
_STEPS = {0: _SCHEMA, 1: _CHANGES_OF_SEVERAL_FILES, 2: _ERASING, 3: _MODES}
"""What makes the next schema of each one."""
_PATIENCE_S = 30.0
"""As long as writing a history of some hundred megabytes anew may keep others waiting."""
_WAL_LIMIT_BYTES = 4 * 1024 * 1024


class HistoryError(DatabaseError):
    """The history cannot be read or written."""

    cannot = marked("The history in {file} cannot be used: {reason}.")
    make_room = marked("Make room on that disk, or move the file away to start a new history.")
    move_away = marked("Move the file away to start a new history.")
    update = marked("Update Memdesk, or move the file away to start a new history.")


class HistoryAway(HistoryError):
    """The history was moved to a place that is not there now."""

    def __init__(self, file: str, first_file: str) -> None:
        super().__init__(file, "it was moved there, and is not there now")
        self.hint = "Connect that disk, or remove {note} to begin a new history."
        self.facts = {**self.facts, "note": os.path.join(os.path.dirname(first_file), MOVED_NAME)}


class Database:
    """One database file, used by any thread, one transaction at a time. Nothing is created before the first write.

    `moved_to` says where the file is if it is not at `file` any more, empty where it is; it may move at any time. A
    moved file is never made anew: it may lie on a disk that is not there just now.
    """

    def __init__(self, file: str, moved_to: Callable[[], str] = str) -> None:
        self._first_file = self._file = file
        self._moved_to = moved_to
        self._connection: sqlite3.Connection | None = None
        self._mutex = threading.Lock()

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """A transaction: all of the block, or none of it if it raises.

        What is `durable` is on the disk when the block has ended; otherwise a power cut, but no crash, may undo it.

        Raises:
            HistoryError: the database is damaged, locked for too long, newer than this Memdesk, or its disk is full.
        """
        with self._mutex, self._sentences():
            connection = self._begun(durable=durable)
            with whole(connection):
                yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection to read from, as the database is at the first look; None where no database exists yet.

        What other processes write meanwhile is not seen, so that one answer agrees with the next.

        Raises:
            HistoryError: as `writing`.
        """
        with self._mutex, self._sentences():
            if not self._connection and not self._moved_to() and not os.path.exists(self._first_file):
                yield None
                return
            connection = self._opened()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def compact(self) -> bool:
        """Leave no byte of what was removed in the file or its log; whether that could be done now. For a worker.

        It takes as long as the file takes to be written; others can read meanwhile. Raises `HistoryError`.
        """
        with self._mutex, self._sentences():
            connection = self._opened()
            # Else all of the history would go through the system's folder of temporary files.
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute("VACUUM")
            return cut_log(connection, _PATIENCE_S)

    def cut_log(self) -> bool:
        """Leave nothing in the log beside the file; whether nobody stood in the way. Raises `HistoryError`."""
        with self._mutex, self._sentences():
            return cut_log(self._opened(), _PATIENCE_S)

    @property
    def file(self) -> str:
        """Where the file is now."""
        return self._moved_to() or self._first_file

    def close(self) -> None:
        """Let go of the file. A later use opens it again."""
        with self._mutex:
            self._close()

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def _sentences(self) -> AbstractContextManager[None]:
        return raising(HistoryError, lambda: self._file)

    def _begun(self, *, durable: bool) -> sqlite3.Connection:
        """A connection to where the file is, with a transaction; whoever moves it holds the lock that is waited for."""
        while True:
            connection = self._opened()
            try:
                connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.Error:
                if not self._has_moved():
                    raise
            if not self._has_moved():
                return connection

    def _has_moved(self) -> bool:
        return self._file != self.file

    def _opened(self) -> sqlite3.Connection:
        while self._connection is None or self._has_moved():
            self._close()
            self._file = self.file
            try:
                self._make_ready()
                self._connection = connect(self._file, _PATIENCE_S, self._prepare)
            except (sqlite3.Error, HistoryAway):
                # Whoever has moved the file removes the old one, which may have been about to be opened here.
                if not self._has_moved():
                    raise
        return self._connection

    def _make_ready(self) -> None:
        if self._file == self._first_file:
            make_private_folder(os.path.dirname(self._file))
            create_private(self._file)
        elif not os.path.exists(self._file):
            raise HistoryAway(self._file, self._first_file)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT_BYTES}")
        if schema_version(connection) in _STEPS:
            _bring_up_to_date(connection)
        if schema_version(connection) != SCHEMA_VERSION:
            raise HistoryError(self._file, "a newer Memdesk made it", HistoryError.update)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with whole(connection):
        version = schema_version(connection)  # another process may have been quicker
        while version in _STEPS:
            for statement in _STEPS[version]:
                connection.execute(statement)
            version += 1
            connection.execute(f"PRAGMA user_version = {version}")
