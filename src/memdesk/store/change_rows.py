"""The tables of changes that concern several files. Transactions are the caller's matter."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from memdesk.store.rows import Rows
from memdesk.store.versions import PendingChange, PendingPart


class ChangeRows:
    """Changes of several files that have not come to their end, as one connection sees them."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def open(self, why: str, files: Sequence[tuple[str, bytes | None, bytes | None]]) -> PendingChange:
        """Note that a change is going on, and keep its texts."""
        number = self._rows.insert("INSERT INTO changes (why, is_undone) VALUES (?, 0)", (why,))
        parts = tuple(self._open_part(number, *file) for file in files)
        return PendingChange(number, why, parts)

    def _open_part(self, change: int, path: str, before: bytes | None, after: bytes | None) -> PendingPart:
        digests = (None if data is None else self._rows.keep(data) for data in (before, after))
        number = self._rows.insert(
            "INSERT INTO change_files (change, path, before, after) VALUES (?, ?, ?, ?)",
            (change, os.fsencode(path), *digests),
        )
        return PendingPart(number, path, before, after, None)

    def turn_back(self, change: PendingChange) -> PendingChange:
        """Note that a change is being taken back."""
        self._rows.run("UPDATE changes SET is_undone = 1 WHERE id = ?", (change.id,))
        return replace(change, is_undone=True)

    def close(self, change: PendingChange) -> None:
        """Note that a change has come to its end, and drop the texts that no version has."""
        texts = self._rows.run(
            "SELECT before FROM change_files WHERE change = ?1 AND before IS NOT NULL"
            " UNION SELECT after FROM change_files WHERE change = ?1 AND after IS NOT NULL",
            (change.id,),
        )
        self._rows.run("DELETE FROM change_files WHERE change = ?", (change.id,))
        self._rows.run("DELETE FROM changes WHERE id = ?", (change.id,))
        self._rows.drop_unused(texts)

    def all(self) -> tuple[PendingChange, ...]:
        """Every change that has not come to its end, oldest first. Raises `DamagedText`."""
        found = self._rows.run("SELECT id, why, is_undone FROM changes ORDER BY id")
        return tuple(
            PendingChange(number, why, self._parts(number), bool(is_undone))
            for number, why, is_undone in found
        )

    def _parts(self, change: int) -> tuple[PendingPart, ...]:
        found = self._rows.run(
            "SELECT change_files.id, change_files.path, before, after, versions.id FROM change_files"
            " LEFT JOIN versions ON versions.id = version AND landed WHERE change = ? ORDER BY change_files.id",
            (change,),
        )
        return tuple(self._part(*row) for row in found)

    def _part(
        self, number: int, path: bytes, before: bytes | None, after: bytes | None, version: int | None
    ) -> PendingPart:
        texts = [None if digest is None else self._rows.kept(digest) for digest in (before, after)]
        done = None if version is None else self._rows.version(version)
        return PendingPart(number, os.fsdecode(path), texts[0], texts[1], done)
