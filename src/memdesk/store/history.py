"""The history: every text that a save replaced or made, and every text that was seen, kept before it can be lost.

Texts are stored once each, by SHA-256, compressed. A save is recorded, and the record forced to the disk, before the
file is touched. The record doubles as the journal of that save: as long as it is pending, a start of Memdesk that
finds its temporary files knows whose they are and what belongs where.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from memdesk.errors import NotFound
from memdesk.store.database import Database, HistoryError

FILE_NAME = "history.sqlite"

# Half the time of the default level, and memory texts come out a tenth larger.
_COMPRESSION = 3
_FIRST_SEEN = "first seen"
_SEEN_ON_DISK = "found on disk"


class Author(Enum):
    """Who wrote a version. The system does not tell, so what is not ours is `PROGRAM` unless its form shows more."""

    YOU = "you"
    AGENT = "agent"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Version:
    """One text that a document had. `when` is in Unix seconds.

    `parent` is the version it followed, where that is known. `landed` is False for a text of ours whose save has not
    been finished: it is being written, or was interrupted.
    """

    id: int
    path: str
    sha256: str
    when: float
    author: Author
    why: str
    parent: int | None
    size_bytes: int
    landed: bool


@dataclass(frozen=True, slots=True)
class PendingSave:
    """A save that has been recorded and not been finished.

    `file` is the real path of the file, `temporary` the name beside it that the save uses, `before` and `after` are
    ids of versions; `before` is None where there was no file.
    """

    id: int
    path: str
    file: str
    temporary: str
    before: int | None
    after: int
    in_place: bool


class History:
    """What documents held, when, and by whom. Paths are those the documents are known by, links not resolved.

    Every call raises `HistoryError` where the database cannot be used. Calls may come from any thread.
    """

    def __init__(self, folder: str, *, clock: Callable[[], float] = time.time) -> None:
        self._file = os.path.join(folder, FILE_NAME)
        self._database = Database(self._file)
        self._clock = clock

    def record_save(
        self,
        path: str,
        base: bytes | None,
        disk: bytes | None,
        new: bytes,
        why: str,
        *,
        file: str,
        temporary: str,
    ) -> PendingSave:
        """Keep what a save starts from, what it replaces and what it writes; durable on return.

        `base` is what the editor started from, `disk` what the file holds now; None where there is nothing.
        """
        with self._database.writing() as rows:
            if base is not None:
                self._ensure(rows, path, base)
            before = None if disk is None else self._follow(rows, path, disk, Author.PROGRAM, _SEEN_ON_DISK)
            after = self._add(rows, path, new, Author.YOU, why, before, landed=False)
            cursor = rows.execute(
                "INSERT INTO pending (path, file, temporary, before, after, in_place) VALUES (?, ?, ?, ?, ?, 0)",
                (os.fsencode(path), os.fsencode(file), temporary, before, after),
            )
            assert cursor.lastrowid is not None
            return PendingSave(cursor.lastrowid, path, file, temporary, before, after, in_place=False)

    def mark_in_place(self, save: PendingSave) -> None:
        """Note that the file itself is about to be written into; durable on return."""
        with self._database.writing() as rows:
            rows.execute("UPDATE pending SET in_place = 1 WHERE id = ?", (save.id,))

    def finish(self, save: PendingSave, *, landed: bool) -> None:
        """Close the journal of a save that has left nothing behind. A text that did not land is kept all the same."""
        with self._closing(save) as rows:
            rows.execute("UPDATE versions SET landed = ? WHERE id = ?", (landed, save.after))

    def forget(self, save: PendingSave) -> None:
        """Close the journal of a save that came to nothing, and drop its text: whoever asked for it still has it."""
        with self._closing(save) as rows:
            found = rows.execute(
                "DELETE FROM versions WHERE id = ? RETURNING sha256", (save.after,)
            ).fetchall()
            rows.executemany(
                "DELETE FROM texts WHERE sha256 = ?1"
                " AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.sha256 = ?1)",
                found,
            )

    @contextmanager
    def _closing(self, save: PendingSave) -> Iterator[sqlite3.Connection]:
        # If a power cut undoes this, the next start finds nothing to clear and closes it again.
        with self._database.writing(durable=False) as rows:
            rows.execute("DELETE FROM pending WHERE id = ?", (save.id,))
            yield rows

    def pending(self, file: str | None = None) -> tuple[PendingSave, ...]:
        """Saves, of one real file or of all, that are not finished: interrupted ones, and those going on just now."""
        with self._database.reading() as rows:
            if rows is None:
                return ()
            found = rows.execute(
                "SELECT id, path, file, temporary, before, after, in_place FROM pending"
                " WHERE ?1 IS NULL OR file = ?1 ORDER BY id",
                (None if file is None else os.fsencode(file),),
            )
            return tuple(_pending_save(row) for row in found)

    def record_seen(
        self, path: str, data: bytes, by: Author = Author.PROGRAM, why: str = _SEEN_ON_DISK
    ) -> Version:
        """Keep a text that was seen in a document, unless it is the last one known of it; durable on return."""
        with self._database.writing() as rows:
            version = self._follow(rows, path, data, by, why)
            return _version(rows.execute(f"{_SELECT} WHERE versions.id = ?", (version,)).fetchone())

    def versions(self, path: str) -> tuple[Version, ...]:
        """Every version of a document, newest first."""
        with self._database.reading() as rows:
            if rows is None:
                return ()
            found = rows.execute(f"{_SELECT} WHERE path = ? ORDER BY versions.id DESC", (os.fsencode(path),))
            return tuple(_version(row) for row in found)

    def data(self, version_id: int) -> bytes:
        """The bytes of a version.

        Raises:
            NotFound: there is no such version.
            HistoryError: its text is damaged.
        """
        with self._database.reading() as rows:
            row = (
                rows
                and rows.execute(
                    "SELECT sha256, packed FROM versions JOIN texts USING (sha256) WHERE id = ?",
                    (version_id,),
                ).fetchone()
            )
        if not row:
            raise NotFound("The history has no version {id}.", id=version_id)
        return self._unpack(*row)

    def close(self) -> None:
        """Let go of the database. A later call opens it again."""
        self._database.close()

    def _unpack(self, sha256: bytes, packed: bytes) -> bytes:
        try:
            data = zlib.decompress(packed)
        except zlib.error as error:
            raise HistoryError(self._file, "one of its texts is damaged") from error
        if hashlib.sha256(data).digest() != sha256:
            raise HistoryError(self._file, "one of its texts is damaged")
        return data

    def _ensure(self, rows: sqlite3.Connection, path: str, data: bytes) -> None:
        """Have a version of this text, however long ago."""
        known = rows.execute(
            "SELECT 1 FROM versions WHERE path = ? AND sha256 = ? LIMIT 1", (os.fsencode(path), _sha256(data))
        ).fetchone()
        if known is None:
            self._follow(rows, path, data, Author.PROGRAM, _SEEN_ON_DISK)

    def _follow(self, rows: sqlite3.Connection, path: str, data: bytes, author: Author, why: str) -> int:
        """The newest version of this document if it has this text, else a new one after it."""
        latest: tuple[int, bytes] | None = rows.execute(
            "SELECT id, sha256 FROM versions WHERE path = ? AND landed ORDER BY id DESC LIMIT 1",
            (os.fsencode(path),),
        ).fetchone()
        if latest is None:
            return self._add(rows, path, data, author, _FIRST_SEEN, None, landed=True)
        if latest[1] == _sha256(data):
            return latest[0]
        return self._add(rows, path, data, author, why, latest[0], landed=True)

    def _add(
        self,
        rows: sqlite3.Connection,
        path: str,
        data: bytes,
        author: Author,
        why: str,
        parent: int | None,
        *,
        landed: bool,
    ) -> int:
        digest = _sha256(data)
        if rows.execute("SELECT 1 FROM texts WHERE sha256 = ?", (digest,)).fetchone() is None:
            packed = zlib.compress(data, _COMPRESSION)
            rows.execute("INSERT INTO texts VALUES (?, ?, ?)", (digest, len(data), packed))
        cursor = rows.execute(
            "INSERT INTO versions (path, sha256, seen, author, why, parent, landed) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (os.fsencode(path), digest, self._clock(), author.value, why, parent, landed),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid


_SELECT = (
    "SELECT versions.id, path, sha256, seen, author, why, parent, size_bytes, landed"
    " FROM versions JOIN texts USING (sha256)"
)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _version(row: tuple[int, bytes, bytes, float, str, str, int | None, int, int]) -> Version:
    number, path, digest, when, author, why, parent, size, landed = row
    return Version(
        number, os.fsdecode(path), digest.hex(), when, Author(author), why, parent, size, bool(landed)
    )


def _pending_save(row: tuple[int, bytes, bytes, str, int | None, int, int]) -> PendingSave:
    number, path, file, temporary, before, after, in_place = row
    return PendingSave(number, os.fsdecode(path), os.fsdecode(file), temporary, before, after, bool(in_place))
