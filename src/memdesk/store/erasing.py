"""Taking something out of the history so that no byte of it stays: in the database, its free pages and its log.

The transaction that takes it out also notes that this is not finished. Until the file is written anew and the log cut,
the note stays, so that the next start finishes what a crash broke off.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from memdesk.store.database import Database
from memdesk.store.patches import Patch, apply_patch
from memdesk.store.rows import Rows


class Erasing:
    """Erasures in one history, by a connection of its own. Calls raise `HistoryError` and `OSError`. For workers."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.database = database
        self._clock = clock

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """Where something is taken out: all of it, or nothing. `finish` must follow."""
        with self.database.writing() as connection:
            rows = Rows(connection, self._clock())
            yield rows
            rows.run("INSERT INTO erasing (since) VALUES (?)", (self._clock(),))

    def finish(self) -> bool:
        """Finish what was begun, by whomever; whether nothing is left to do.

        False where others read the history all the time: then it is tried again at the next start.
        """
        with self.database.reading() as connection:
            if connection is None or not _is_erasing(connection.execute):
                return True
            found = connection.execute(
                "SELECT file, inode, least_bytes, start, data FROM patches ORDER BY id"
            )
            patches = [Patch(os.fsdecode(file), *rest) for file, *rest in found]
        for patch in patches:
            apply_patch(patch)
        if not self.database.compact():
            return False
        with self.database.writing() as connection:
            connection.execute("DELETE FROM patches")
            connection.execute("DELETE FROM erasing")
        return self.database.cut_log()


def note_patches(rows: Rows, patches: Iterable[Patch]) -> None:
    """Have patches made when the erasure is finished."""
    for file, *rest in patches:
        rows.run(
            "INSERT INTO patches (file, inode, least_bytes, start, data) VALUES (?, ?, ?, ?, ?)",
            (os.fsencode(file), *rest),
        )


def _is_erasing(execute: Callable[[str], Iterable[object]]) -> bool:
    return any(True for _ in execute("SELECT 1 FROM erasing LIMIT 1"))
