"""The one door for every write into a memory-root: compare, merge, record, swap, look, and only then say "saved"."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from memdesk.errors import MemdeskError, Refused
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.declining import declined
from memdesk.store.exchange import Exchange, Landed, LostRace, OnlyInPlace
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.in_place import HeldFile, hold_file
from memdesk.store.journal import SaveJournal, keeping_journal
from memdesk.store.locks import DocumentLocks
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    MergeTexts,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.store.request import Aim, SaveRequest
from memdesk.store.stable_read import Snapshot, StillBeingWritten, read_stable
from memdesk.store.swap import place, write_first
from memdesk.store.sweep import Swept, settle, sweep

_PATIENCE_S = 5.0
"""How long a save tries to come between the writes of another program."""
_LONGEST_PAUSE_S = 0.004
_ATTEMPTS_BESIDE_OTHERS = 6
"""After so many attempts the other programs are made to wait, where the system can do that."""
_MEMORY_MODE = 0o600
_PROJECT_MODE = 0o666  # a file of the user's project, narrowed by the user's own mask


class Store:
    """Every write of the window and of the command line. Calls block; make them from a worker.

    `roots` is asked at each call, because roots come and go.
    """

    def __init__(self, folders: StateFolders, history: History, roots: Callable[[], Sequence[Root]]) -> None:
        self._folders = folders
        self._history = history
        self._roots = roots
        self._locks = DocumentLocks(folders.locks)

    def save(
        self, path: str, base: bytes, mine: bytes, merge: MergeTexts, *, why: str = "edit"
    ) -> SaveResult:
        """Put `mine`, which was edited from `base`, into the file at `path`, with what the file has got meanwhile.

        Never raises for what the disk or another program does: each such thing is a result.
        """
        try:
            with self._target(path) as target, keeping_journal(self._history, path, target) as journal:
                return _Save(target, journal, SaveRequest(path, base, mine, merge, why)).run()
        except FileNotFoundError:
            return Vanished()
        except (MemdeskError, OSError) as error:
            return declined(error, path)

    def create(self, path: str, data: bytes, *, why: str = "create") -> SaveResult:
        """Make the file at `path`, and the folders it needs inside its root. Never writes over anything.

        `Conflicted` where a file is there already. Otherwise as `save`.
        """
        try:
            with self._target(path, make_folders=True) as target:
                return self._create(target, path, data, why)
        except (MemdeskError, OSError) as error:
            return declined(error, path)

    def sweep(self) -> tuple[Swept, ...]:
        """Clear up after saves that were interrupted; call it at start. What it did, for those worth a word.

        Raises:
            HistoryError: the history, which knows of them, cannot be used.
        """
        return sweep(self._history, self._locks, self._roots())

    @contextmanager
    def _target(self, path: str, *, make_folders: bool = False) -> Iterator[Target]:
        with find_target(path, self._roots(), make_folders=make_folders) as target:
            if self._folders.owns(target.path):
                raise Refused("{path} belongs to Memdesk itself, so it is not memory.", path=path)
            with self._locks.held(target.path):
                for interrupted in self._history.pending(target.path):
                    settle(target, interrupted, self._history)
                yield target

    def _create(self, target: Target, path: str, data: bytes, why: str) -> SaveResult:
        if target.folder.holds(target.name):
            return _already_there(target, data)
        with keeping_journal(self._history, path, target) as journal:
            journal.record(None, None, data, why)
            try:
                _place_first(target, journal.temporary, data)
            except FileExistsError:
                return _already_there(target, data)
            journal.close(landed=True)
        try:
            target.folder.force_to_disk()
        except OSError as error:
            return DurabilityUnknown(data, error.strerror or str(error))
        return Saved(data)


class _Save:
    """One save, from its first attempt to its last."""

    def __init__(self, target: Target, journal: SaveJournal, request: SaveRequest) -> None:
        self._target = target
        self._journal = journal
        self._request = request

    def run(self) -> SaveResult:
        """Try until nobody comes in between."""
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            result = self._attempt()
            if result is not None:
                return result
            # Two programs that wait for each other would otherwise keep in step.
            time.sleep(random.uniform(0, _LONGEST_PAUSE_S))
        raise StillBeingWritten(self._target.path)

    def _attempt(self) -> SaveResult | None:
        if self._journal.attempts >= _ATTEMPTS_BESIDE_OTHERS:
            with hold_file(self._target) as file:
                if file.is_alone:
                    return self._write_into(file, file.read())
        found = read_stable(self._target.folder, self._target.name)
        aim = self._request.aim(found.data)
        if aim.data == found.data:
            return aim.result
        self._target.folder.require_writable(self._target.name)
        if found.status.st_nlink == 1:
            with suppress(OnlyInPlace):
                return self._exchange(found, aim)
        with hold_file(self._target) as file:
            return self._write_into(file, found.data)

    def _exchange(self, found: Snapshot, aim: Aim) -> SaveResult | None:
        """Put a new file in the place of the old one."""
        self._record(found.data, aim)
        journal = self._journal
        ended = Exchange(
            self._target, found, aim.data, journal.temporary, journal, hasty=journal.attempts > 1
        ).run()
        return self._ended(found.data, aim, ended)

    def _write_into(self, file: HeldFile, found: bytes) -> SaveResult | None:
        """Write into the file itself, which must still hold what was `found`."""
        aim = self._request.aim(found)
        if aim.data == found:
            return aim.result
        self._record(found, aim)
        self._journal.mark_in_place()
        return self._ended(found, aim, file.write(found, aim.data))

    def _record(self, found: bytes, aim: Aim) -> None:
        self._journal.record(self._request.base, found, aim.data, self._request.why)

    def _ended(self, found: bytes, aim: Aim, ended: Landed | LostRace) -> SaveResult | None:
        if isinstance(ended, Landed):
            self._journal.close(landed=True)
            return aim.reached(ended.trouble)
        self._request = self._request.after_race(found, ended)
        return None


def _place_first(target: Target, temporary: str, data: bytes) -> None:
    """Put a new file where none is; a reader never sees half of it."""
    write_first(target.folder, temporary, data, _PROJECT_MODE if target.narrow else _MEMORY_MODE)
    try:
        place(target.folder, temporary, target.name)
    except OSError:
        with suppress(OSError):
            target.folder.remove(temporary)
        raise


def _already_there(target: Target, data: bytes) -> SaveResult:
    theirs = read_stable(target.folder, target.name).data
    return Unchanged(theirs) if theirs == data else Conflicted(theirs, ())
