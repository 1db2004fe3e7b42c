"""The one door for every write into a memory-root: compare, merge, record, swap, look, and only then say "saved"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from memdesk.errors import MemdeskError, Refused
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.declining import declined
from memdesk.store.exchange import (
    Landed,
    LostRace,
    OnlyInPlace,
    exchange_verified,
    force_folder_to_disk,
    leftovers,
)
from memdesk.store.folders import StateFolders
from memdesk.store.history import Author, History, PendingSave
from memdesk.store.in_place import LeftHalfWritten, write_in_place
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
from memdesk.store.swap import place, temporary_name, write_first
from memdesk.store.sweep import Swept, settle, sweep
from memdesk.text.document import decode, encode

_MOST_ATTEMPTS = 50
_MEMORY_MODE = 0o600
_PROJECT_MODE = 0o666  # a file of the user's project, narrowed by the user's own mask
_DISPLACED = "written while a save was going on"


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be saved. `mine` is what was `typed`, plus what others made of it on the way."""

    path: str
    base: bytes
    typed: bytes
    mine: bytes
    merge: MergeTexts
    why: str

    def merged_with(self, theirs: bytes) -> bytes | Conflicted:
        """What belongs on the disk where it now holds `theirs`."""
        if theirs == self.base:
            return self.mine
        if self.mine in (self.base, theirs):
            return theirs
        merge = self.merge(decode(self.base), decode(self.mine), decode(theirs))
        return encode(merge.text) if merge.clean else Conflicted(theirs, merge.clashes)

    def grown(self, written: bytes, grown: bytes) -> _Request:
        """The request that also asks for what another program made of our bytes, if that goes together."""
        merge = self.merge(decode(written), decode(self.mine), decode(grown))
        return replace(self, mine=encode(merge.text)) if merge.clean else self

    def already_there(self, theirs: bytes) -> SaveResult:
        """The result where the disk lacks nothing."""
        return Unchanged(theirs) if theirs == self.typed else Merged(theirs, theirs)

    def saved(self, theirs: bytes, data: bytes, trouble: OSError | None) -> SaveResult:
        """The result, once `data` is on the disk in place of `theirs`."""
        if trouble is not None:
            return DurabilityUnknown(data, trouble.strerror or str(trouble))
        return Saved(data) if data == self.typed else Merged(data, theirs)


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
        request = _Request(path, base, mine, mine, merge, why)
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
        for _ in range(_MOST_ATTEMPTS):
            ended = self._attempt(target, request)
            if not isinstance(ended, _Request):
                return ended
            request = ended
        raise StillBeingWritten(target.path)

    def _attempt(self, target: Target, request: _Request) -> SaveResult | _Request:
        """The result, or what to try next where another program came in between."""
        found = read_stable(target.folder, target.name)
        after = request.merged_with(found.data)
        if isinstance(after, Conflicted):
            return after
        if after == found.data:
            return request.already_there(after)
        target.folder.require_writable(target.name)
        ended = self._replace(target, request, found, after)
        if isinstance(ended, Landed):
            return request.saved(found.data, after, ended.trouble)
        return request if ended.grown is None else request.grown(after, ended.grown)

    def _replace(self, target: Target, request: _Request, found: Snapshot, after: bytes) -> Landed | LostRace:
        entry = self._history.record_save(
            request.path,
            request.base,
            found.data,
            after,
            request.why,
            file=target.path,
            temporary=temporary_name(),
        )
        try:
            ended = self._write(target, entry, found, after)
        except LeftHalfWritten:
            raise  # its journal entry stays open: that is what mends the file
        except (MemdeskError, OSError):
            self._close(target, entry, landed=False)
            raise
        self._close(target, entry, landed=isinstance(ended, Landed))
        return ended

    def _write(self, target: Target, entry: PendingSave, found: Snapshot, after: bytes) -> Landed | LostRace:
        def keep(data: bytes) -> None:
            self._history.record_seen(entry.path, data, Author.PROGRAM, _DISPLACED)

        if found.status.st_nlink == 1:
            with suppress(OnlyInPlace):
                return exchange_verified(target, found, after, entry.temporary, keep)
        self._history.mark_in_place(entry)
        return write_in_place(target, found.data, after)

    def _create(self, target: Target, path: str, data: bytes, why: str) -> SaveResult:
        if target.folder.holds(target.name):
            return _already_there(target, data)
        entry = self._history.record_save(
            path, None, None, data, why, file=target.path, temporary=temporary_name()
        )
        try:
            write_first(
                target.folder, entry.temporary, data, _PROJECT_MODE if target.narrow else _MEMORY_MODE
            )
            place(target.folder, entry.temporary, target.name)
        except OSError as error:
            with suppress(OSError):
                target.folder.remove(entry.temporary)
            self._close(target, entry, landed=False)
            if isinstance(error, FileExistsError):
                return _already_there(target, data)
            raise
        trouble = force_folder_to_disk(target.folder)
        self._close(target, entry, landed=True)
        return Saved(data) if trouble is None else DurabilityUnknown(data, trouble.strerror or str(trouble))

    def _close(self, target: Target, entry: PendingSave, *, landed: bool) -> None:
        """Close the journal, unless the save has left a file behind."""
        # The save has come to its end, whatever happens here; an entry left open is looked into later.
        with suppress(MemdeskError, OSError):
            if leftovers(target.folder, entry.temporary):
                return
            if landed:
                self._history.finish(entry, landed=True)
            else:
                self._history.forget(entry)


def _already_there(target: Target, data: bytes) -> SaveResult:
    theirs = read_stable(target.folder, target.name).data
    return Unchanged(theirs) if theirs == data else Conflicted(theirs, ())
