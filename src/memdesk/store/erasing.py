"""Taking something out of the history so that no byte of it stays: in the database, its free pages and its log.

The transaction that takes it out also notes that this is not finished. Until the file is written anew and the log cut,
the note stays, so that the next start finishes what a crash broke off.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

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

        False where others read the history all the time: then it is tried again at the next start. A file that cannot
        be written keeps nothing else from it; its error is raised last.
        """
        with self.database.reading() as connection:
            if connection is None:
                return True
            is_erasing = _is_erasing(connection.execute)
            patches = _noted_patches(connection.execute)
        made, error = _made(patches)
        if is_erasing and not self.database.compact():
            return False
        if is_erasing or made:
            with self.database.writing() as connection:
                connection.executemany("DELETE FROM patches WHERE id = ?", made)
                connection.execute("DELETE FROM erasing")
        if error is not None:
            raise error
        return not is_erasing or self.database.cut_log()


def note_patches(rows: Rows, patches: Iterable[Patch]) -> None:
    """Have patches made when the erasure is finished."""
    for file, *rest in patches:
        rows.run(
            "INSERT INTO patches (file, inode, least_bytes, start, data) VALUES (?, ?, ?, ?, ?)",
            (os.fsencode(file), *rest),
        )


def _noted_patches(execute: Callable[[str], Iterable[tuple[Any, ...]]]) -> list[tuple[int, Patch]]:
    found = execute("SELECT id, file, inode, least_bytes, start, data FROM patches ORDER BY id")
    return [(number, Patch(os.fsdecode(file), *rest)) for number, file, *rest in found]


def _made(patches: Iterable[tuple[int, Patch]]) -> tuple[list[tuple[int]], OSError | None]:
    """Make them; the numbers of those that are made, and what stood in the way of another."""
    made, first_error = list[tuple[int]](), None
    for number, patch in patches:
        try:
            apply_patch(patch)
        except OSError as error:
            first_error = first_error or error
        else:
            made.append((number,))
    return made, first_error


def _is_erasing(execute: Callable[[str], Iterable[object]]) -> bool:
    return any(True for _ in execute("SELECT 1 FROM erasing LIMIT 1"))
