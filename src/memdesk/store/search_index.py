"""A full-text index of folded texts in a file of our cache, for memories so large that going through them takes long.

It holds what memory says, so it is for this user alone and lives as long as the program: where the system allows it,
its name is gone as soon as it is open. It can be thrown away at any time.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock

from memdesk.store.folders import make_private_folder

SHORTEST_WORD = 3
"""The index knows runs of three characters; shorter words are not in it."""


class SearchIndex:
    """Texts by number. Calls may come from any thread; they raise `sqlite3.Error` and `OSError`."""

    def __init__(self, folder: str) -> None:
        """Make an empty index in this folder of ours, which is made for it."""
        make_private_folder(folder)
        handle, self._path = tempfile.mkstemp(".sqlite3", "search-", folder)
        os.close(handle)
        self._mutex = Lock()
        self._connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute(
            "CREATE VIRTUAL TABLE texts USING fts5(words, content='', tokenize='trigram case_sensitive 1')"
        )
        if os.name == "posix":
            self._remove()

    def add(self, texts: Iterable[tuple[int, str]]) -> None:
        """Take in these texts under these numbers, which are new."""
        rows = [(number, text.encode("utf-8", "replace").decode("utf-8")) for number, text in texts]
        with self._mutex:
            self._connection.execute("BEGIN")
            self._connection.executemany("INSERT INTO texts (rowid, words) VALUES (?, ?)", rows)
            self._connection.execute("COMMIT")

    def find(self, words: Sequence[str], limit: int) -> list[int] | None:
        """The numbers of the texts that hold all of these words.

        None where all of them are too short to tell, or more than `limit` texts hold them.
        """
        wanted = [word for word in words if len(word) >= SHORTEST_WORD and word.isprintable()]
        if not wanted:
            return None
        phrases = (word.encode("utf-8", "replace").decode("utf-8").replace('"', '""') for word in wanted)
        query = " AND ".join(f'"{phrase}"' for phrase in phrases)
        with self._mutex:
            found = self._connection.execute(
                "SELECT rowid FROM texts WHERE texts MATCH ? LIMIT ?", (query, limit + 1)
            ).fetchall()
        return [number for (number,) in found] if len(found) <= limit else None

    def close(self) -> None:
        """Throw it away."""
        with self._mutex:
            self._connection.close()
        self._remove()

    def _remove(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._path)
