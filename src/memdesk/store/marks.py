"""Marks of the user on what is remembered: pinned, reviewed, dismissed, ignored; a small database of its own.

It holds no memory text but for the names in addresses, so nothing in it has to be thinned.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from enum import StrEnum
from typing import NamedTuple

from memdesk.store.database_error import DatabaseError
from memdesk.store.folders import make_private_folder
from memdesk.store.private_database import (
    connect,
    create_private,
    cut_log,
    raising,
    schema_version,
    whole,
)
from memdesk.text.document import decode, encode
from memdesk.text.sentence import marked

FILE_NAME = "marks.sqlite3"
_SCHEMA_VERSION = 1
# Paths and keys are bytes: a file name need not be text.
_SCHEMA = """CREATE TABLE IF NOT EXISTS marks (
    kind TEXT NOT NULL,
    path BLOB NOT NULL,
    key BLOB NOT NULL,
    occurrence INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (kind, path, key, occurrence)
) WITHOUT ROWID"""
_OF_ADDRESS = "WHERE kind = ? AND path = ? AND key = ? AND occurrence = ?"
_PATIENCE_S = 10.0
_ERASING = 1
"""The file's application id from the transaction of a purge until no byte of what it took away is left."""


class MarkKind(StrEnum):
    """What the user, or the inbox for the user, says of a node."""

    PINNED = "pinned"
    REVIEWED = "reviewed"
    DISMISSED = "dismissed"
    """Not to be proposed for pruning as long as its text stays."""
    IGNORED = "ignored"
    """A problem that is not to be listed; its key is up to whoever lists problems."""
    BASELINE = "baseline"
    """Up to here a whole document was reviewed, by the digest of its bytes; a root, that it has been looked at."""
    FOLLOWED = "followed"
    """Up to this version of a document, by its digest and time, its pins went along with what changed."""


MarkAddress = tuple[MarkKind, str, str, int]
"""Kind, path, key and occurrence: what tells a mark from all others."""


class Mark(NamedTuple):
    """One mark. `sha256` is the digest of the text it was made on, `when` in Unix seconds."""

    kind: MarkKind
    path: str
    key: str
    occurrence: int
    sha256: str
    when: float

    @property
    def address(self) -> tuple[str, str, int]:
        """Path, key and occurrence: there is one mark of each kind for it."""
        return self.path, self.key, self.occurrence


class MarkChange(NamedTuple):
    """What became of one mark: as it was before a change and after it, None where there was or is none."""

    before: Mark | None
    after: Mark | None

    @property
    def mark(self) -> Mark:
        """The mark after the change; the one before it, if the change took it away."""
        mark = self.after or self.before
        assert mark is not None
        return mark


class MarksError(DatabaseError):
    """The marks cannot be read or written."""

    cannot = marked("The marks in {file} cannot be used: {reason}.")
    make_room = marked("Make room on that disk, or move the file away to start without pins and reviews.")
    move_away = marked("Move the file away to start without pins and reviews.")
    update = marked("Update Memdesk, or move the file away to start without pins and reviews.")


def digest_of(text: str) -> str:
    """The SHA-256 of a text, as marks hold it."""
    return hashlib.sha256(encode(text)).hexdigest()


class Marks:
    """The marks in a folder. Calls may come from any thread and raise `MarksError`; a mark is durable on return.

    Nothing is created before the first mark.
    """

    def __init__(self, folder: str) -> None:
        self._file = os.path.join(folder, FILE_NAME)
        self._connection: sqlite3.Connection | None = None
        self._mutex = threading.Lock()
        self._known: dict[str, tuple[Mark, ...]] = {}
        self._version = -1

    def put(
        self, kind: str, path: str, key: str, sha256: str, when: float, occurrence: int = 0
    ) -> tuple[MarkChange, ...]:
        """Make a mark, in place of the one of this kind that this address had; what that changed."""
        return self.put_all([Mark(MarkKind(kind), path, key, occurrence, sha256, when)])

    def put_all(self, marks: Iterable[Mark]) -> tuple[MarkChange, ...]:
        """Make several marks at once, or none; what that changed."""
        return self.change(marks)

    def change(self, marks: Iterable[Mark], gone: Iterable[MarkAddress] = ()) -> tuple[MarkChange, ...]:
        """Take marks away, given by kind, path, key and occurrence, and make these, at once; what that changed."""
        made, taken = list(marks), list(gone)
        if not made and not (taken and os.path.exists(self._file)):
            return ()
        with self._writing() as connection:
            changes = [MarkChange(_at(connection, *address), None) for address in taken]
            _take_away(connection, taken)
            for mark in made:
                changes.append(MarkChange(_at(connection, mark.kind, *mark.address), mark))
                _write(connection, mark)
        return tuple(one for one in changes if one.before != one.after)

    def of(self, kind: str) -> tuple[Mark, ...]:
        """Every mark of a kind, by path and key; from memory unless somebody has written since."""
        with self._mutex, self._sentences():
            connection = self._opened(is_to_be_made=False)
            if connection is None:
                return ()
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
            if version != self._version:
                self._known.clear()
                self._version = version
            if kind not in self._known:
                found = connection.execute(
                    "SELECT path, key, occurrence, sha256, made FROM marks WHERE kind = ?", (str(kind),)
                )
                self._known[kind] = tuple(_mark(MarkKind(kind), row) for row in found)
            return self._known[kind]

    @property
    def writes_of_others(self) -> int:
        """A number that is another one once another program has written marks; those of ours do not count."""
        with self._mutex, self._sentences():
            connection = self._opened(is_to_be_made=False)
            if connection is None:
                return -1
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
            return version

    def remove(self, kind: str, path: str, key: str, occurrence: int = 0) -> tuple[MarkChange, ...]:
        """Take a mark away; what that changed: nothing where it was not there."""
        return self.remove_all([(MarkKind(kind), path, key, occurrence)])

    def remove_all(self, addresses: Iterable[MarkAddress]) -> tuple[MarkChange, ...]:
        """Take several marks away, given by kind, path, key and occurrence; what that changed."""
        return self.change((), addresses)

    def turn_back(self, changes: Sequence[MarkChange]) -> tuple[MarkChange, ...]:
        """Let marks be what they were before these changes of one deed, but those that became others since.

        What belongs together is turned back together or not at all: the marks of a document, and all that pins are
        among, since a pin that went from one document to another would else be at both. What that changed comes back:
        to turn that back is to make the changes once more.
        """
        whole_changes = _put_together(changes)
        if not whole_changes:
            return ()
        belongs_to = _together(whole_changes)
        with self._writing() as connection:
            stays = {
                belongs_to[address]
                for address, one in whole_changes.items()
                if _at(connection, *address) != one.after
            }
            turned = {
                address: one for address, one in whole_changes.items() if belongs_to[address] not in stays
            }
            _take_away(connection, turned)
            for one in turned.values():
                if one.before is not None:
                    _write(connection, one.before)
        return tuple(MarkChange(one.after, one.before) for one in turned.values())

    def forget_below(self, folder: str) -> None:
        """Let go of every mark of what lay in a folder that was thrown away."""
        first = os.fsencode(os.path.join(folder, ""))
        if os.path.exists(self._file):
            with self._writing() as connection:
                connection.execute(
                    "DELETE FROM marks WHERE path >= ? AND path < ?",
                    (first, first[:-1] + bytes([first[-1] + 1])),
                )

    def count_of(self, traces: re.Pattern[bytes]) -> int:
        """How many marks have a path or a key that holds one of these."""
        return sum(len(self._holding(kind, traces)) for kind in MarkKind)

    def purge(self, traces: re.Pattern[bytes]) -> int:
        """Take those marks away that hold one of these, and leave no byte of them in the file; how many went."""
        if not os.path.exists(self._file):
            return 0
        found = [address for kind in MarkKind for address in self._holding(kind, traces)]
        # Also where none does: what a mark said that was taken away before may still stand in the log.
        with self._writing() as connection:
            _take_away(connection, found)
            connection.execute(f"PRAGMA application_id = {_ERASING}")
        with self._mutex, self._sentences():
            opened = self._opened(is_to_be_made=True)
            if opened is None or not _finish_erasing(opened, _PATIENCE_S):
                raise MarksError(self._file, "another program reads it all the time")
        return len(found)

    def _holding(self, kind: MarkKind, traces: re.Pattern[bytes]) -> list[MarkAddress]:
        return [
            (kind, *mark.address)
            for mark in self.of(kind)
            if traces.search(os.fsencode(mark.path)) or traces.search(encode(mark.key))
        ]

    def close(self) -> None:
        """Let go of the file. A later use opens it again."""
        with self._mutex:
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            self._known.clear()
            self._version = -1

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._mutex, self._sentences():
            connection = self._opened(is_to_be_made=True)
            assert connection is not None
            # What this connection writes itself does not change its data version.
            self._known.clear()
            connection.execute("BEGIN IMMEDIATE")
            with whole(connection):
                yield connection

    def _sentences(self) -> AbstractContextManager[None]:
        return raising(MarksError, lambda: self._file)

    def _opened(self, *, is_to_be_made: bool) -> sqlite3.Connection | None:
        if self._connection is None:
            if is_to_be_made:
                make_private_folder(os.path.dirname(self._file))
                create_private(self._file)
            elif not os.path.exists(self._file):
                return None
            self._connection = connect(self._file, _PATIENCE_S, self._prepare)
        return self._connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = schema_version(connection)
        if version > _SCHEMA_VERSION:
            raise MarksError(self._file, "a newer Memdesk made it", MarksError.update)
        connection.execute(_SCHEMA)
        if version != _SCHEMA_VERSION:
            connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
        if connection.execute("PRAGMA application_id").fetchone()[0] == _ERASING:
            with suppress(
                sqlite3.OperationalError
            ):  # another program is at it, or reads: the next one to open it
                _finish_erasing(connection, 0.0)


def _at(connection: sqlite3.Connection, kind: MarkKind, path: str, key: str, occurrence: int) -> Mark | None:
    row = connection.execute(
        f"SELECT path, key, occurrence, sha256, made FROM marks {_OF_ADDRESS}",
        _row_address(kind, path, key, occurrence),
    ).fetchone()
    return _mark(kind, row) if row is not None else None


def _write(connection: sqlite3.Connection, mark: Mark) -> None:
    row = (*_row_address(mark.kind, *mark.address), mark.sha256, mark.when)
    connection.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?, ?, ?)", row)


def _take_away(connection: sqlite3.Connection, addresses: Iterable[MarkAddress]) -> None:
    rows = [_row_address(*address) for address in addresses]
    connection.executemany(f"DELETE FROM marks {_OF_ADDRESS}", rows)


def _together(addresses: Collection[MarkAddress]) -> dict[MarkAddress, str]:
    """What each address belongs to: its document by its path, or as an empty text all documents that pins are among."""
    with_pins = {path for kind, path, _, _ in addresses if kind is MarkKind.PINNED}
    return {address: "" if address[1] in with_pins else address[1] for address in addresses}


def _put_together(changes: Iterable[MarkChange]) -> dict[MarkAddress, MarkChange]:
    """What became of each address from the first of these changes to the last, where it became another."""
    found: dict[MarkAddress, MarkChange] = {}
    for change in changes:
        address = change.mark.kind, *change.mark.address
        found[address] = MarkChange(found.get(address, change).before, change.after)
    return {address: one for address, one in found.items() if one.before != one.after}


def _finish_erasing(connection: sqlite3.Connection, patience_s: float) -> bool:
    """Leave no byte of what was taken away in the file or its log; whether nobody stood in the way for so long."""
    connection.execute("VACUUM")
    if not cut_log(connection, patience_s):
        return False
    connection.execute("PRAGMA application_id = 0")
    return True


def _row_address(kind: MarkKind, path: str, key: str, occurrence: int) -> tuple[str, bytes, bytes, int]:
    return kind.value, os.fsencode(path), encode(key), occurrence


def _mark(kind: MarkKind, row: tuple[bytes, bytes, int, str, float]) -> Mark:
    path, key, occurrence, sha256, when = row
    return Mark(kind, os.fsdecode(path), decode(key), occurrence, sha256, when)
