"""The tables of changes that concern several files. The caller begins and ends transactions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from memdesk.store.rows import DamagedText, Rows
from memdesk.store.versions import LEFT_BEHIND, PendingChange, PendingPart


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

    def open_ones(self) -> tuple[int, ...]:
        """The numbers of the changes that have not come to their end, oldest first."""
        return tuple(number for (number,) in self._rows.run("SELECT id FROM changes ORDER BY id"))

    def all(self) -> tuple[PendingChange, ...]:
        """Every change that has not come to its end and can be read, oldest first."""
        changes = []
        for number, why, is_undone in self._rows.run("SELECT id, why, is_undone FROM changes ORDER BY id"):
            with suppress(DamagedText):
                changes.append(PendingChange(number, why, self._parts(number), bool(is_undone)))
        return tuple(changes)

    def close_damaged(self) -> tuple[str, ...]:
        """Give up the changes that cannot be read; the path of the first file of each."""
        readable = {change.id for change in self.all()}
        return tuple(self.give_up(number) for number in self.open_ones() if number not in readable)

    def give_up(self, change: int) -> str:
        """Close a change, and let what can be read of it be versions; the path of its first file."""
        files = self._rows.run(
            "SELECT path, before, after FROM change_files WHERE change = ? ORDER BY id", (change,)
        )
        for path, *digests in files:
            for digest in digests:
                with suppress(DamagedText):
                    if digest is not None:
                        self._keep_aside(os.fsdecode(path), self._rows.kept(digest))
        self.close(PendingChange(change, "", ()))
        return os.fsdecode(files[0][0])

    def _keep_aside(self, path: str, data: bytes) -> None:
        if not self._rows.has(path, data):
            self._rows.intend(path, data, LEFT_BEHIND, None)

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
