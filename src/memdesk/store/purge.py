"""Purging a secret for good: from every version of the history, from drafts, log, settings and cache.

Marks are purged by `Marks.purge`.

A version that held it stays in the timeline with a mask of the same length in its place, and says so. Memory itself is
not touched. First everything is looked through, then one transaction changes the history and notes what is to be
written into other files, then that is done; a crash leaves all of it undone, or is finished by the next start.

What a running program holds in memory, what the file system, a backup or a disk keeps of deleted blocks, and copies
that were exported are beyond this.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from typing import NamedTuple

from memdesk.store.drafts import is_draft
from memdesk.store.erasing import Erasing, note_patches
from memdesk.store.history_place import FILE_NAME, HistoryPlace
from memdesk.store.marks import FILE_NAME as MARKS_NAME
from memdesk.store.patches import Patch, files_below, patches_of
from memdesk.store.progress import Progress
from memdesk.store.rows import DamagedText, Rows
from memdesk.text.document import decode, encode
from memdesk.text.sentence import marked
from memdesk.text.traces import finder_of, masked, traces_of

_DATABASES = (FILE_NAME, MARKS_NAME)
"""Written by their own means: a byte that is changed in one of their pages, or in their log, spoils others."""
_AT_ONCE = 100
_MOST_ROUNDS = 5
_STOPPED = marked("Stopped: nothing was purged.")
STOPPED_LOOKING = marked("Stopped: not everything was looked through.")
_OF_OPEN_SAVES = "SELECT before FROM pending WHERE before IS NOT NULL UNION SELECT after FROM pending"
_OF_OPEN_CHANGES = (
    "SELECT before FROM change_files WHERE before IS NOT NULL"
    " UNION SELECT after FROM change_files WHERE after IS NOT NULL"
)
_FREE = f"sha256 = ? AND id NOT IN ({_OF_OPEN_SAVES})"
"""Versions of a text that no open save needs."""


class Held(NamedTuple):
    """What holds a text, or held it: how many versions of how many documents, drafts, and other files of ours.

    `waiting` are documents with a save or a change that is not finished and holds it: they are left alone. `done` is
    False where the last step, cutting the log of the database, is left for the next start.
    """

    versions: int = 0
    documents: int = 0
    drafts: int = 0
    files: int = 0
    waiting: tuple[str, ...] = ()
    done: bool = True

    @property
    def any(self) -> bool:
        """Whether there is, or was, any trace."""
        return bool(self.versions or self.drafts or self.files or self.waiting)


class Purge:
    """Finds a text in what Memdesk keeps and takes it out. For workers.

    `folders` are ours, with all that is in them; `files` are files of ours that lie elsewhere.

    Calls raise `UsageError` for a text that cannot be looked for, `HistoryError` and `OSError`, and `Stopped` once it
    is not wanted any more: nothing is changed then.
    """

    def __init__(
        self,
        place: HistoryPlace,
        folders: Callable[[], Sequence[str]],
        files: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._place = place
        self._folders = folders
        self._files = files

    def find(self, secret: str, progress: Progress | None = None) -> Held:
        """What holds `secret` now. Changes nothing."""
        traces = traces_of(secret)
        with closing(self._place.database()) as database:
            found = _Search(Erasing(database), secret)
            found.look(progress or Progress(), STOPPED_LOOKING)
            with database.reading() as connection:
                if connection is None:
                    return _counted(Held(), self._patches(traces))
                return _counted(found.held(Rows(connection, 0)), self._patches(traces))

    def run(
        self, secret: str, progress: Progress | None = None, first: Callable[[], object] = lambda: None
    ) -> Held:
        """Take `secret` out; what held it. `first` is called once it is not stopped any more."""
        traces, progress = traces_of(secret), progress or Progress()
        with closing(self._place.database()) as database:
            erasing = Erasing(database)
            with suppress(OSError):  # it is met again in the end, when this purge is done as far as can be
                erasing.finish()
            search = _Search(erasing, secret)
            search.look(progress, _STOPPED)
            patches = self._patches(traces)
            progress.check(_STOPPED)
            progress.close()
            first()
            if not patches and not search.is_possible:
                return Held()
            with erasing.transaction() as rows:
                search.look_at_new(rows)
                held = _counted(search.held(rows), patches)
                search.mask(rows)
                note_patches(rows, patches)
            is_done = erasing.finish()
            # A draft may have been written anew meanwhile, from text that is unsaved somewhere.
            for _ in range(_MOST_ROUNDS):
                patches = self._patches(traces)
                if not patches:
                    break
                with erasing.transaction() as rows:
                    note_patches(rows, patches)
                is_done = erasing.finish()
        return held._replace(done=is_done)

    def count_emptied(self, version: int) -> int:
        """How many versions `empty_version` would empty now. Changes nothing."""
        with closing(self._place.database()) as database, database.reading() as connection:
            if connection is None:
                return 0
            rows = Rows(connection, 0)
            return sum(_count_free(rows, digest) for digest in _text_of(rows, version))

    def empty_version(self, version: int) -> int:
        """Take the whole text of a version out, wherever the history has it; how many versions are empty now.

        They stay in the timeline and say that they were purged. A text that an unfinished save needs stays.
        """
        with closing(self._place.database()) as database:
            erasing = Erasing(database)
            with erasing.transaction() as rows:
                count = sum(_give_text(rows, digest, b"") for digest in _text_of(rows, version))
            erasing.finish()
        return count

    def _patches(self, traces: re.Pattern[bytes]) -> list[Patch]:
        files = files_below(self._folders(), lambda path: not os.path.basename(path).startswith(_DATABASES))
        return [patch for file in (*files, *self._files()) for patch in patches_of(file, traces)]


class _Search:
    """The texts of the history that hold a trace, looked through in small bites, so that saves come between them."""

    def __init__(self, erasing: Erasing, secret: str) -> None:
        self._erasing = erasing
        self._traces = traces_of(secret)
        self._finds = finder_of(secret)
        self._known: set[bytes] = set()
        self.found: set[bytes] = set()
        self.is_possible = True
        """Whether there is a history at all; what it let go of may still stand in its file."""

    def look(self, progress: Progress, if_stopped: str) -> None:
        """Look through all texts that are there now. Raises `Stopped` with the sentence `if_stopped`."""
        left = True
        while left:
            with self._erasing.database.reading() as connection:
                if connection is None:
                    self.is_possible = False
                    return
                rows = Rows(connection, 0)
                left = self._look(rows, _AT_ONCE)
                progress.note(len(self._known), rows.run("SELECT count(*) FROM texts")[0][0])
            progress.check(if_stopped)

    def look_at_new(self, rows: Rows) -> None:
        """Look through those that came since."""
        self._look(rows, None)

    def _look(self, rows: Rows, most: int | None) -> bool:
        new = [digest for (digest,) in rows.run("SELECT sha256 FROM texts") if digest not in self._known]
        for digest in new[:most]:
            self._known.add(digest)
            if self._holds(rows, digest):
                self.found.add(digest)
        return most is not None and len(new) > most

    def _holds(self, rows: Rows, digest: bytes) -> bool:
        try:
            return self._finds(rows.kept(digest))
        except DamagedText:
            return False

    def held(self, rows: Rows) -> Held:
        """What holds it, in the history."""
        versions: set[int] = set()
        paths: set[bytes] = set()
        waiting: set[bytes] = set()
        open_saves = {number for (number,) in rows.run(_OF_OPEN_SAVES)}
        for number, path, digest in rows.run("SELECT id, path, sha256 FROM versions"):
            if digest in self.found or self._traces.search(path):
                versions.add(number)
                paths.add(path)
                if number in open_saves:
                    waiting.add(path)
        for path, before, after in rows.run("SELECT path, before, after FROM change_files"):
            if {before, after} & self.found:
                waiting.add(path)
        return Held(len(versions), len(paths), waiting=tuple(sorted(map(os.fsdecode, waiting))))

    def mask(self, rows: Rows) -> None:
        """Put the mask in place of every trace."""
        for digest in self.found:
            # It may have been let go of since it was looked at.
            if rows.run("SELECT 1 FROM texts WHERE sha256 = ?", (digest,)):
                _give_text(rows, digest, masked(rows.kept(digest), self._traces))
        self._mask_words(rows)

    def _mask_words(self, rows: Rows) -> None:
        """Also in the names of documents, and in what is said of versions and changes."""
        for number, path, why in rows.run(
            f"SELECT id, path, why FROM versions WHERE id NOT IN ({_OF_OPEN_SAVES})"
        ):
            new = masked(path, self._traces), self._without(why)
            if new != (path, why):
                rows.run("UPDATE versions SET path = ?, why = ?, purged = 1 WHERE id = ?", (*new, number))
        for number, why in rows.run("SELECT id, why FROM changes"):
            if self._without(why) != why:
                rows.run("UPDATE changes SET why = ? WHERE id = ?", (self._without(why), number))

    def _without(self, words: str) -> str:
        return decode(masked(encode(words), self._traces))


def _text_of(rows: Rows, version: int) -> Iterator[bytes]:
    """The digest of the text of a version; none where there is no such version."""
    return (digest for (digest,) in rows.run("SELECT sha256 FROM versions WHERE id = ?", (version,)))


def _is_in_open_change(rows: Rows, digest: bytes) -> bool:
    return (digest,) in rows.run(_OF_OPEN_CHANGES)


def _count_free(rows: Rows, digest: bytes) -> int:
    """How many versions have a text, and are not needed by an open save or change."""
    if _is_in_open_change(rows, digest):
        return 0
    count: int = rows.run(f"SELECT count(*) FROM versions WHERE {_FREE}", (digest,))[0][0]
    return count


def _give_text(rows: Rows, digest: bytes, data: bytes) -> int:
    """Let every version of a text that no open save or change needs have `data` instead; how many that are."""
    if _is_in_open_change(rows, digest):
        return 0
    count, new = _count_free(rows, digest), rows.keep(data)
    rows.run(f"UPDATE versions SET sha256 = ?, purged = 1 WHERE {_FREE}", (new, digest))
    rows.drop_unused([(digest,), (new,)])
    return count


def _counted(held: Held, patches: Iterable[Patch]) -> Held:
    drafts, files = 0, 0
    for patch in patches:
        drafts += is_draft(patch.file)
        files += not is_draft(patch.file)
    return held._replace(drafts=drafts, files=files)
