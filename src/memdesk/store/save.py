"""The one door for every write into a memory-root: compare, merge, record, swap, look, and only then say "saved"."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from memdesk.errors import MemdeskError, Refused
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.declining import declined
from memdesk.store.exchange import Exchange, Landed, LostRace, OnlyInPlace
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.in_place import write_in_place
from memdesk.store.journal import SaveJournal, keeping_journal
from memdesk.store.locks import DocumentLocks
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    Merged,
    MergeTexts,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.store.stable_read import Snapshot, StillBeingWritten, read_stable
from memdesk.store.swap import place, write_first
from memdesk.store.sweep import Swept, settle, sweep
from memdesk.text.document import decode, encode

_PATIENCE_S = 5.0
"""How long a save tries to come between the writes of another program."""
_LONGEST_PAUSE_S = 0.004
_MEMORY_MODE = 0o600
_PROJECT_MODE = 0o666  # a file of the user's project, narrowed by the user's own mask


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be saved.

    `missed` holds, oldest first, what other programs wrote on the way that may not be in the file: pairs of what they
    started from and what they wrote.
    """

    path: str
    base: bytes
    mine: bytes
    merge: MergeTexts
    why: str
    missed: tuple[tuple[bytes, bytes], ...] = ()

    def merged_with(self, disk: bytes) -> bytes | Conflicted:
        """What belongs on the disk where it now holds `disk`."""
        theirs = self._with_missed(disk)
        if theirs == self.base:
            return self.mine
        if self.mine in (self.base, theirs):
            return theirs
        merge = self.merge(decode(self.base), decode(self.mine), decode(theirs))
        return encode(merge.text) if merge.clean else Conflicted(disk, merge.clashes)

    def _with_missed(self, disk: bytes) -> bytes:
        for before, after in self.missed:
            merge = self.merge(decode(before), decode(disk), decode(after))
            # What does not go together stays in the history: of two other programs, the later one has the file.
            disk = encode(merge.text) if merge.clean else disk
        return disk

    def after_race(self, found: bytes, race: LostRace) -> _Request:
        """What to try after another program came in between."""
        if race.missed is None:
            return self
        return replace(self, missed=(*self.missed, (found, race.missed)))

    def already_there(self, theirs: bytes) -> SaveResult:
        """The result where the disk lacks nothing."""
        return Unchanged(theirs) if theirs == self.mine else Merged(theirs, theirs)

    def saved(self, theirs: bytes, data: bytes, trouble: OSError | None) -> SaveResult:
        """The result, once `data` is on the disk in place of `theirs`."""
        if trouble is not None:
            return DurabilityUnknown(data, trouble.strerror or str(trouble))
        return Saved(data) if data == self.mine else Merged(data, theirs)


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
        request = _Request(path, base, mine, merge, why)
        try:
            with self._target(path) as target:
                return self._save(target, request)
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

    def _save(self, target: Target, request: _Request) -> SaveResult:
        deadline = time.monotonic() + _PATIENCE_S
        with keeping_journal(self._history, request.path, target) as journal:
            while time.monotonic() < deadline:
                ended = self._attempt(target, request, journal)
                if not isinstance(ended, _Request):
                    return ended
                request = ended
                # Two programs that wait for each other would otherwise keep in step.
                time.sleep(random.uniform(0, _LONGEST_PAUSE_S))
            raise StillBeingWritten(target.path)

    def _attempt(self, target: Target, request: _Request, journal: SaveJournal) -> SaveResult | _Request:
        """The result, or what to try next where another program came in between."""
        found = read_stable(target.folder, target.name)
        after = request.merged_with(found.data)
        if isinstance(after, Conflicted):
            return after
        if after == found.data:
            return request.already_there(after)
        target.folder.require_writable(target.name)
        journal.record(request.base, found.data, after, request.why)
        ended = _write(target, found, after, journal)
        if isinstance(ended, Landed):
            journal.close(landed=True)
            return request.saved(found.data, after, ended.trouble)
        return request.after_race(found.data, ended)

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


def _write(target: Target, found: Snapshot, after: bytes, journal: SaveJournal) -> Landed | LostRace:
    if found.status.st_nlink == 1:
        with suppress(OnlyInPlace):
            return Exchange(target, found, after, journal.temporary, journal, journal.is_contended).run()
    journal.mark_in_place()
    return write_in_place(target, found.data, after)


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
