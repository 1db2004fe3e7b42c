"""The tables of the history: SQL in, values out. The caller begins and ends transactions."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable
from typing import Any

from memdesk.store.versions import FIRST_SEEN, FOUND_ON_DISK, Author, PendingSave, Version

# Half the time of the default level, and memory texts come out a tenth larger.
_COMPRESSION = 3
_LONGEST_SAVE_S = 30.0
"""No attempt of a save takes longer, from its record to its end."""
_VERSIONS = (
    "SELECT versions.id, path, sha256, seen, author, why, parent, size_bytes, landed, removed, purged"
    " FROM versions JOIN texts USING (sha256)"
)


class DamagedText(Exception):
    """A text that was kept is no longer what it was."""


class Rows:
    """The tables as one connection sees them. `now` is the time, in Unix seconds, that new versions get."""

    def __init__(self, connection: sqlite3.Connection, now: float) -> None:
        self._connection = connection
        self._now = now

    # Versions

    def has(self, path: str, data: bytes) -> bool:
        """Whether there is a version of this text, however old."""
        known = self._connection.execute(
            "SELECT 1 FROM versions WHERE path = ? AND sha256 = ? LIMIT 1", (os.fsencode(path), _sha256(data))
        ).fetchone()
        return known is not None

    def have(self, path: str, data: bytes) -> None:
        """Have a version of this text, however old."""
        if not self.has(path, data):
            self.follow(path, data, Author.PROGRAM, FOUND_ON_DISK)

    def follow(self, path: str, data: bytes, author: Author, why: str) -> int:
        """The newest version of the document if it has this text, else a new one after it."""
        latest = self._latest(path)
        if latest is None:
            return self._add(path, data, (author.value, FIRST_SEEN, None, True))
        if latest[1] == _sha256(data) and not latest[2]:
            return latest[0]
        return self._add(path, data, (author.value, why, latest[0], True))

    def follow_removal(self, path: str, author: Author, why: str) -> None:
        """Note that a document that is known is gone, unless that is known too."""
        latest = self._latest(path)
        if latest is not None and not latest[2]:
            self._add(path, b"", (author.value, why, latest[0], True), removed=True)

    def is_latest(self, path: str, data: bytes | None) -> bool:
        """Whether this text is the last known of the document; None where it is gone, or never was."""
        latest = self._latest(path)
        if latest is None or latest[2]:
            return data is None
        return data is not None and latest[1] == _sha256(data)

    def latest(self, path: str) -> int:
        """The number of the newest version that the document is known to have had on disk; 0 for none."""
        latest = self._latest(path)
        return 0 if latest is None else latest[0]

    def _latest(self, path: str) -> tuple[int, bytes, int] | None:
        """Number, SHA-256 and whether it is a removal, of the newest version that was on disk."""
        latest: tuple[int, bytes, int] | None = self._connection.execute(
            "SELECT id, sha256, removed FROM versions WHERE path = ? AND landed ORDER BY id DESC LIMIT 1",
            (os.fsencode(path),),
        ).fetchone()
        return latest

    def latest_of(self, path: str, data: bytes) -> int:
        """The number of the newest version by which the document had this text on disk; 0 for none."""
        latest: tuple[int] | None = self._connection.execute(
            "SELECT id FROM versions WHERE path = ? AND sha256 = ? AND landed AND NOT removed"
            " ORDER BY id DESC LIMIT 1",
            (os.fsencode(path), _sha256(data)),
        ).fetchone()
        return 0 if latest is None else latest[0]

    def newest(self) -> int:
        """The number of the newest version; 0 before the first one. Numbers only grow, and none comes back."""
        newest: int | None = self._connection.execute("SELECT max(id) FROM versions").fetchone()[0]
        return newest or 0

    def intend(self, path: str, data: bytes | None, why: str, parent: int | None) -> int:
        """A version of ours that has not landed yet; None where the file is to go."""
        return self._add(path, data or b"", (Author.YOU.value, why, parent, False), removed=data is None)

    def note_mode(self, version: int, mode: int | None) -> None:
        """Note the permissions that a removed file had; None where none was."""
        self._connection.execute("UPDATE versions SET mode = ? WHERE id = ?", (mode, version))

    def removed_mode(self, path: str) -> int | None:
        """The permissions that the file of a document had when we removed it; None where it was not we, or not last."""
        row: tuple[int | None] | None = self._connection.execute(
            "SELECT mode FROM versions WHERE path = ? AND landed ORDER BY id DESC LIMIT 1",
            (os.fsencode(path),),
        ).fetchone()
        return None if row is None else row[0]

    def land(self, version: int, landed: bool) -> None:
        """Note whether a version of ours was on the disk."""
        self._connection.execute("UPDATE versions SET landed = ? WHERE id = ?", (landed, version))

    def forget(self, version: int) -> None:
        """Remove a version, and its text unless another version has the same."""
        text = self._connection.execute("SELECT sha256 FROM versions WHERE id = ?", (version,)).fetchall()
        self._connection.execute("DELETE FROM versions WHERE id = ?", (version,))
        self.drop_unused(text)

    def version(self, number: int) -> Version:
        """The version of this number, which is there."""
        return _version(self._connection.execute(f"{_VERSIONS} WHERE versions.id = ?", (number,)).fetchone())

    def version_or_none(self, number: int) -> Version | None:
        """The version of this number, None where there is none."""
        found = self._connection.execute(f"{_VERSIONS} WHERE versions.id = ?", (number,)).fetchone()
        return None if found is None else _version(found)

    def versions_of(self, numbers: Iterable[int]) -> dict[int, Version]:
        """The versions of these numbers that are there, by number."""
        found = self._connection.execute(
            f"{_VERSIONS} WHERE versions.id IN (SELECT value FROM json_each(?))", (json.dumps([*numbers]),)
        )
        return {version.id: version for version in map(_version, found)}

    def versions(self, path: str) -> tuple[Version, ...]:
        """Every version of a document, newest first."""
        found = self._connection.execute(
            f"{_VERSIONS} WHERE path = ? ORDER BY versions.id DESC", (os.fsencode(path),)
        )
        return tuple(_version(row) for row in found)

    def landed(self, path: str, after: int) -> tuple[Version, ...]:
        """The versions with a number above `after` that the document had on disk, newest first."""
        found = self._connection.execute(
            f"{_VERSIONS} WHERE path = ? AND landed AND versions.id > ? ORDER BY versions.id DESC",
            (os.fsencode(path), after),
        )
        return tuple(_version(row) for row in found)

    def last_own(self, path: str) -> Version | None:
        """The newest version of a document that is the user's, on disk or not."""
        found = self._connection.execute(
            f"{_VERSIONS} WHERE path = ? AND author = ? ORDER BY versions.id DESC LIMIT 1",
            (os.fsencode(path), Author.YOU.value),
        ).fetchone()
        return None if found is None else _version(found)

    def below(self, folder: str) -> tuple[int, ...]:
        """The numbers of the versions of all documents below a folder."""
        first = os.fsencode(os.path.join(folder, ""))
        found = self._connection.execute(
            "SELECT id FROM versions WHERE path >= ? AND path < ?",
            (first, first[:-1] + bytes([first[-1] + 1])),
        )
        return tuple(number for (number,) in found)

    def all_versions(self) -> tuple[Version, ...]:
        """Every version of every document, oldest first."""
        return tuple(_version(row) for row in self._connection.execute(f"{_VERSIONS} ORDER BY versions.id"))

    def stored_bytes(self) -> dict[str, int]:
        """What each text takes in the file, by its SHA-256."""
        found = self._connection.execute("SELECT sha256, length(packed) FROM texts")
        return {digest.hex(): size_bytes for digest, size_bytes in found}

    def let_go(self, versions: Iterable[int]) -> int:
        """Remove those of `versions` that no open save or change names; how many went."""
        count, needed = 0, self.needed()
        for number in versions:
            if number not in needed:
                self.forget(number)
                count += 1
        return count

    def set_parents(self, parents: Iterable[tuple[int | None, int]]) -> None:
        """Note what versions follow: pairs of the parent and the version."""
        self._connection.executemany("UPDATE versions SET parent = ? WHERE id = ?", parents)

    def needed(self) -> frozenset[int]:
        """The versions that an open save or change names, and those that a change replaced: it may be taken back."""
        found = self._connection.execute(
            "SELECT before FROM pending UNION SELECT after FROM pending UNION SELECT version FROM change_files"
            " UNION SELECT parent FROM versions JOIN change_files ON versions.id = version"
        )
        return frozenset(number for (number,) in found if number is not None)

    def text(self, version: int) -> bytes | None:
        """The text of a version, None where there is no such version.

        Raises:
            DamagedText: what is kept is not what was to be kept.
        """
        row: tuple[bytes, bytes] | None = self._connection.execute(
            "SELECT sha256, packed FROM versions JOIN texts USING (sha256) WHERE id = ?", (version,)
        ).fetchone()
        return None if row is None else _unpack(*row)

    def _add(
        self, path: str, data: bytes, facts: tuple[str, str, int | None, bool], *, removed: bool = False
    ) -> int:
        return self.insert(
            "INSERT INTO versions (path, sha256, seen, author, why, parent, landed, removed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (os.fsencode(path), self.keep(data), self._now, *facts, removed),
        )

    # Texts

    def keep(self, data: bytes) -> bytes:
        """Have this text, also where it was kept before and is damaged by now; its SHA-256."""
        digest = _sha256(data)
        if not self._can_read(digest):
            packed = zlib.compress(data, _COMPRESSION)
            self._connection.execute(
                "INSERT INTO texts VALUES (?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET"
                " size_bytes = excluded.size_bytes, packed = excluded.packed",
                (digest, len(data), packed),
            )
        return digest

    def _can_read(self, digest: bytes) -> bool:
        row: tuple[bytes] | None = self._connection.execute(
            "SELECT packed FROM texts WHERE sha256 = ?", (digest,)
        ).fetchone()
        try:
            return row is not None and _unpack(digest, row[0]) is not None
        except DamagedText:
            return False

    def kept(self, digest: bytes) -> bytes:
        """The text of this SHA-256, which is there. Raises `DamagedText`."""
        row: tuple[bytes, bytes] = self._connection.execute(
            "SELECT sha256, packed FROM texts WHERE sha256 = ?", (digest,)
        ).fetchone()
        return _unpack(*row)

    def drop_unused(self, digests: Iterable[tuple[bytes]]) -> None:
        """Remove those texts that nothing names any more."""
        self._connection.executemany(
            "DELETE FROM texts WHERE sha256 = ?1"
            " AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.sha256 = ?1)"
            " AND NOT EXISTS (SELECT 1 FROM change_files WHERE before = ?1 OR after = ?1)",
            digests,
        )

    # Saves that are not finished

    def open_save(self, path: str, file: str, temporary: str, before: int | None, after: int) -> PendingSave:
        """Note that a save is going on."""
        number = self.insert(
            "INSERT INTO pending (path, file, temporary, before, after, in_place) VALUES (?, ?, ?, ?, ?, 0)",
            (os.fsencode(path), os.fsencode(file), temporary, before, after),
        )
        return PendingSave(number, path, file, temporary, before, after, False, self.version(after).removed)

    def change_save(self, save: PendingSave) -> None:
        """Note what has become of a save; a row is written even where nothing has."""
        self._connection.execute(
            "UPDATE pending SET before = ?, after = ?, in_place = ? WHERE id = ?",
            (save.before, save.after, save.in_place, save.id),
        )

    def close_save(self, save: PendingSave) -> None:
        """Note that a save has come to its end."""
        self._connection.execute("DELETE FROM pending WHERE id = ?", (save.id,))

    def open_saves(self, file: str | None) -> tuple[PendingSave, ...]:
        """Saves that have not come to their end, of one real file or of all; oldest first."""
        found = self._connection.execute(
            "SELECT pending.id, pending.path, file, temporary, before, after, in_place, removed"
            " FROM pending JOIN versions ON versions.id = after WHERE ?1 IS NULL OR file = ?1 ORDER BY pending.id",
            (None if file is None else os.fsencode(file),),
        )
        return tuple(_pending_save(row) for row in found)

    def being_saved(self) -> frozenset[str]:
        """The documents of which a save is going on; one that began long ago was interrupted, and waits for a start."""
        found = self._connection.execute(
            "SELECT pending.path FROM pending JOIN versions ON versions.id = after WHERE abs(? - seen) < ?",
            (self._now, _LONGEST_SAVE_S),
        )
        return frozenset(os.fsdecode(path) for (path,) in found)

    def note_part(self, part: int | None, version: int) -> None:
        """Note by which version a part of a change is carried out."""
        self._connection.execute("UPDATE change_files SET version = ? WHERE id = ?", (version, part))

    # Statements

    def insert(self, statement: str, values: tuple[object, ...]) -> int:
        """Insert a row; its number."""
        number = self._connection.execute(statement, values).lastrowid
        assert number is not None
        return number

    def run(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Run a statement; the rows it gives."""
        return self._connection.execute(statement, values).fetchall()


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _unpack(sha256: bytes, packed: bytes) -> bytes:
    try:
        data = zlib.decompress(packed)
    except zlib.error as error:
        raise DamagedText from error
    if _sha256(data) != sha256:
        raise DamagedText
    return data


def _version(row: tuple[int, bytes, bytes, float, str, str, int | None, int, int, int, int]) -> Version:
    number, path, digest, when, author, why, parent, size, landed, removed, purged = row
    return Version(
        number,
        os.fsdecode(path),
        digest.hex(),
        when,
        Author(author),
        why,
        parent,
        size,
        bool(landed),
        bool(removed),
        bool(purged),
    )


def _pending_save(row: tuple[int, bytes, bytes, str, int | None, int, int, int]) -> PendingSave:
    number, path, file, temporary, before, after, in_place, removes = row
    names = os.fsdecode(path), os.fsdecode(file), temporary
    return PendingSave(number, *names, before, after, bool(in_place), bool(removes))
