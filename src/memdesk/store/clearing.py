"""Clearing the history: of everything, of what lies below a folder, of one document, or of what is old."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from memdesk.errors import Refused
from memdesk.paths import is_within
from memdesk.store.erasing import Erasing
from memdesk.store.history_place import HistoryPlace
from memdesk.store.progress import Progress
from memdesk.store.retention import parents_without
from memdesk.store.rows import Rows
from memdesk.store.versions import Version
from memdesk.text.sentence import marked

_PATIENCE_S = 0.5
_PAUSE_S = 0.02
_STOPPED = marked("Stopped: nothing was cleared.")


class Scope(NamedTuple):
    """What is meant: everything, unless `below` names a folder or a document, or `before` is a time (Unix seconds).

    Of what is old the newest version of each document stays: it is what the document says, and what the next change
    is told from. All else goes, exempt from retention or not.
    """

    below: str = ""
    before: float | None = None

    def holds(self, path: str) -> bool:
        """Whether a document is meant."""
        return not self.below or is_within(path, self.below)


class Amount(NamedTuple):
    """So many versions of so many documents; `size_bytes` is what their texts take as they are stored, each once."""

    versions: int
    documents: int
    size_bytes: int


class Clearing:
    """Tells what the history holds, and clears it. For workers. Calls raise `HistoryError`."""

    def __init__(self, place: HistoryPlace, clock: Callable[[], float] = time.time) -> None:
        self._place = place
        self._clock = clock

    def amount(self, scope: Scope = Scope()) -> Amount:  # noqa: B008 - it never changes
        """What is meant by `scope` now."""
        with closing(self._place.database()) as database, database.reading() as connection:
            if connection is None:
                return Amount(0, 0, 0)
            rows = Rows(connection, self._clock())
            found, sizes = _meant(rows.all_versions(), scope), rows.stored_bytes()
            texts = {version.sha256 for version in found}
            paths = {version.path for version in found}
            return Amount(len(found), len(paths), sum(sizes.get(digest, 0) for digest in texts))

    def size_bytes(self) -> int:
        """What the history takes on the disk."""
        return sum(_size(self._place.file + end) for end in ("", "-wal"))

    def clear(self, scope: Scope, progress: Progress | None = None) -> Amount:
        """Let go of what is meant, for good; what went.

        Raises:
            Stopped: it is not wanted any more; nothing went.
            Refused: a save or a change of several files in it is not finished, and does not get so.
        """
        progress = progress or Progress()
        gone = self.amount(scope)
        if not gone.versions:
            return gone
        with closing(self._place.database()) as database:
            erasing = Erasing(database, self._clock)
            self._wait_for_changes(erasing, scope)
            with erasing.transaction() as rows:
                _refuse_open(rows, scope)
                versions = rows.all_versions()
                found = frozenset(version.id for version in _meant(versions, scope))
                rows.set_parents(tuple(parents_without(versions, found)))
                for done, number in enumerate(found):
                    progress.note(done, len(found))
                    progress.check(_STOPPED)
                    rows.forget(number)
                progress.close()
            erasing.finish()
        return gone

    @staticmethod
    def _wait_for_changes(erasing: Erasing, scope: Scope) -> None:
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            with erasing.database.reading() as connection:
                if connection is None or not any(_open_paths(Rows(connection, 0), scope)):
                    return
            time.sleep(_PAUSE_S)


def _meant(versions: Sequence[Version], scope: Scope) -> list[Version]:
    """Those of `versions`, oldest first, that are meant."""
    inside = [version for version in versions if scope.holds(version.path)]
    if scope.before is None:
        return inside
    newest: defaultdict[str, int] = defaultdict(int)
    for version in inside:
        if version.landed:
            newest[version.path] = version.id
    return [
        version for version in inside if version.when < scope.before and version.id != newest[version.path]
    ]


def _open_paths(rows: Rows, scope: Scope) -> Iterator[str]:
    """The documents with a save or a change that is not finished."""
    for (path,) in rows.run("SELECT path FROM pending UNION SELECT path FROM change_files"):
        if scope.holds(os.fsdecode(path)):
            yield os.fsdecode(path)


def _refuse_open(rows: Rows, scope: Scope) -> None:
    path = next(_open_paths(rows, scope), None)
    if path is not None:
        raise Refused(
            "The history is not cleared, because a change of {path} is not finished.",
            hint="Open its folder in Memdesk, which finishes it, then clear again.",
            path=path,
        )


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size
    except OSError:
        return 0
