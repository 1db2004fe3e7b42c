"""The history of all documents at once: read page by page, newest first, and never as a whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from memdesk.store.history import History
from memdesk.store.rows import Rows
from memdesk.store.versions import FIRST_SEEN, Version

# One seek per document in the index of paths, however many versions each has.
_NEWEST_OF_EACH = """
    WITH RECURSIVE paths(path) AS (
        SELECT min(path) FROM versions
        UNION ALL
        SELECT (SELECT min(versions.path) FROM versions WHERE versions.path > paths.path)
        FROM paths WHERE paths.path IS NOT NULL
    )
    SELECT (
        SELECT id FROM versions WHERE versions.path = paths.path AND landed ORDER BY id DESC LIMIT 1
    ) FROM paths WHERE paths.path IS NOT NULL
"""
_BEFORE = "SELECT id FROM versions WHERE path = ? AND id < ? AND landed ORDER BY id DESC LIMIT 1"
_NEWEST_FIRST = 1 << 62


class By(Enum):
    """Whose versions are asked for."""

    ANYBODY = "anybody"
    YOU = "you"
    OTHERS = "others"
    """Agents and programs."""


class Sort(Enum):
    """Which sort of version is asked for."""

    ANY = "any"
    REMOVALS = "removals"
    """The file was removed."""
    RESTORES = "restores"
    """Something was brought back: a restore, an undo, a redo."""
    FIRST_SEEN = "first seen"


_BY = {By.ANYBODY: "", By.YOU: " AND author = 'you'", By.OTHERS: " AND author <> 'you'"}
_SORT = {
    Sort.ANY: "",
    Sort.REMOVALS: " AND removed",
    Sort.RESTORES: " AND why IN ('restore', 'undo', 'redo')",
    Sort.FIRST_SEEN: f" AND why = '{FIRST_SEEN}'",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Which versions are wanted; `paths` None means those of every document."""

    paths: frozenset[str] | None = None
    by: By = By.ANYBODY
    sort: Sort = Sort.ANY


EVERYTHING = Asked()


class TimelineQueries:
    """Asks `history` about all documents. Every call raises `HistoryError`, and may come from any thread."""

    def __init__(self, history: History) -> None:
        self._history = history

    def page(self, asked: Asked, before: int | None, most: int) -> tuple[Version, ...]:
        """At most so many versions that are older than version `before` (None for the newest), newest first."""
        with self._history.reading() as rows:
            if rows is None:
                return ()
            where, values = _where(asked)
            found = rows.run(
                f"SELECT id FROM versions WHERE id < ?{where}{_BY[asked.by]}{_SORT[asked.sort]}"
                " ORDER BY id DESC LIMIT ?",
                (_NEWEST_FIRST if before is None else before, *values, most),
            )
            return _versions(rows, found)

    def count(self, asked: Asked = EVERYTHING) -> int:
        """How many versions there are of what is wanted."""
        where, values = _where(asked)
        with self._history.reading() as rows:
            if rows is None:
                return 0
            condition = f"WHERE id > 0{where}{_BY[asked.by]}{_SORT[asked.sort]}"
            return int(rows.run(f"SELECT count(*) FROM versions {condition}", values)[0][0])

    def newest_of_each(self) -> tuple[Version, ...]:
        """The newest version of each document, those that are gone included, by path."""
        with self._history.reading() as rows:
            return () if rows is None else _versions(rows, rows.run(_NEWEST_OF_EACH))

    def before(self, version: Version) -> Version | None:
        """The version that this one followed; None for the first one of a document."""
        with self._history.reading() as rows:
            if rows is None:
                return None
            parent = [(version.parent,)] if version.parent is not None else []
            found = _versions(rows, parent) or _versions(
                rows, rows.run(_BEFORE, (os.fsencode(version.path), version.id))
            )
            return next(iter(found), None)


def _where(asked: Asked) -> tuple[str, tuple[object, ...]]:
    if asked.paths is None:
        return "", ()
    if len(asked.paths) == 1:
        return " AND path = ?", (os.fsencode(next(iter(asked.paths))),)
    # In one value: statements take a limited number of them. The plus keeps to the order of the numbers.
    names = json.dumps([os.fsencode(path).hex().upper() for path in asked.paths])
    return " AND hex(+path) IN (SELECT value FROM json_each(?))", (names,)


def _versions(rows: Rows, found: Iterable[tuple[int | None]]) -> tuple[Version, ...]:
    """The versions of these numbers, in this order; what is not there is left out."""
    numbers = [number for (number,) in found if number is not None]
    known = rows.versions_of(numbers)
    return tuple(known[number] for number in numbers if number in known)
