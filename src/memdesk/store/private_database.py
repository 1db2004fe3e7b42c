"""What every SQLite file of ours needs: private from its first byte, opened beside others, each transaction whole."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from memdesk.errors import reason_of
from memdesk.store.database_error import DatabaseError

_PATIENCE_WITH_DISK_S = 0.5
"""So long a disk that fails may come to itself: nobody waits half a minute to be told that it does not."""
_PRIMARY_CODE = 0xFF
_OF_DAMAGE = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_OF_THE_DISK = frozenset(
    {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
_ROOM_BYTES = 64 * 1024
"""With less left SQLite cannot make the files beside a database."""
_PAUSE_S = 0.01


@contextmanager
def raising(kind: type[DatabaseError], file: Callable[[], str]) -> Iterator[None]:
    """Whatever SQLite or the system says in the block is raised as this kind of error about `file()`."""
    try:
        yield
    except sqlite3.Error as error:
        why = why_failed(error, file())
        hint = kind.let_write if why == os.strerror(errno.EACCES) else kind.make_room
        raise kind(file(), why, kind.move_away if is_damaged(error) else hint) from error
    except OSError as error:
        hint = kind.let_write if error.errno in _NOT_ALLOWED else kind.make_room
        raise kind(file(), reason_of(error), hint) from error


def create_private(file: str) -> None:
    """An empty file, which is a valid database, because SQLite gives its side files the mode of the database.

    Raises:
        OSError: the file system said no.
    """
    # Only where there is none: to close a file would drop the locks that another connection here has on it.
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def why_failed(error: sqlite3.Error, file: str) -> str:
    """Why SQLite could not use a database, in the words of the system where they say more than its own.

    Of a full disk and of a folder that may not be written, SQLite says "disk I/O error" or "unable to open".
    """
    folder = os.path.dirname(file)
    if getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _OF_THE_DISK:
        with suppress(OSError):
            if shutil.disk_usage(folder).free < _ROOM_BYTES:
                return os.strerror(errno.ENOSPC)
            if not os.access(folder, os.W_OK):
                return os.strerror(errno.EACCES)
    return str(error)


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the file is no database, or no whole one: no room on the disk would help."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _OF_DAMAGE


def connect(
    file: str, patience_s: float, prepare: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """A connection for any thread, with a write-ahead log, that leaves nothing of what it deletes.

    Others are waited for so long; `prepare` brings the schema up to date. Raises `sqlite3.Error` and what `prepare`
    raises.
    """
    connection = sqlite3.connect(file, timeout=patience_s, isolation_level=None, check_same_thread=False)
    try:
        _use_write_ahead_log(connection, patience_s)
        connection.execute("PRAGMA secure_delete = ON")
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def whole(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block, in the transaction that has begun, or none of it if it raises."""
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite takes a transaction back by itself where the disk is full, and may not where it cannot commit.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def schema_version(connection: sqlite3.Connection) -> int:
    """The number of the schema that the file has; 0 for a new one."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def cut_log(connection: sqlite3.Connection, patience_s: float) -> bool:
    """Leave nothing in the log beside the file; whether nobody stood in the way for so long."""
    deadline = time.monotonic() + patience_s
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_S)
    return True


def _use_write_ahead_log(connection: sqlite3.Connection, patience_s: float) -> None:
    """Switch once for all time. The switch itself does not wait for other processes, so it is tried again."""
    began = time.monotonic()
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & _PRIMARY_CODE in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if time.monotonic() > began + (patience_s if is_busy else _PATIENCE_WITH_DISK_S):
                raise
        time.sleep(_PAUSE_S)
