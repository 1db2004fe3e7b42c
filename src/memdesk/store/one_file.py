"""One file at a time: compare, merge, record, swap or take away, look, and only then say that it was done."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from memdesk.errors import MemdeskError, Refused
from memdesk.store.agent_locks import AgentLocks
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.declining import declined
from memdesk.store.exchange import Landed
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.informed import Informed
from memdesk.store.journal import SaveJournal, keeping_journal
from memdesk.store.locks import DocumentLocks
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    FileChange,
    FileDone,
    FileResult,
    Merged,
    RemovalResult,
    Removed,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.store.removal import Removal
from memdesk.store.request import SaveRequest
from memdesk.store.save_attempts import PATIENCE_S, SaveAttempts
from memdesk.store.stable_read import StillBeingWritten, read_stable
from memdesk.store.swap import place, write_first
from memdesk.store.sweep import settle
from memdesk.store.ways import LastWays

_MEMORY_MODE = 0o600
_PROJECT_MODE = 0o666  # a file of the user's project, narrowed by the user's own mask


class OneFile:
    """Carries out changes of single files. `roots` is asked at each call, because roots come and go.

    `ways` is told how each save really went, `informed` gives who is told that it is ours.
    """

    def __init__(
        self,
        folders: StateFolders,
        history: History,
        roots: Callable[[], Sequence[Root]],
        locks: DocumentLocks,
        agent_locks: AgentLocks,
        ways: LastWays,
        informed: Callable[[], Informed],
    ) -> None:
        self._folders = folders
        self._history = history
        self._roots = roots
        self._locks = locks
        self._agent_locks = agent_locks
        self._ways = ways
        self._informed = informed

    def change(self, change: FileChange, why: str, part: int | None = None) -> FileDone:
        """Save, create or remove. Never raises for what the disk or another program does: each is a result.

        `part` is the id of the part of a recorded change of several files that this is.
        """
        if change.after is not None:
            self._informed().note_own_write(change.path, change.after)
        done = self._change(change, why, part)
        if done.before != done.after:
            self._informed().note_own_landed(done.path, done.after)
        return done

    def _change(self, change: FileChange, why: str, part: int | None) -> FileDone:
        path = change.path
        try:
            with (
                self._target(path, make_folders=change.before is None) as target,
                keeping_journal(self._history, path, target, part) as journal,
            ):
                modified_ns = _modified_ns(target)
                done = _done(change, self._carried_out(change, why, target, journal), journal)
                if done.before != done.after == change.after:
                    _give_back_time(target, change)
                return replace(done, modified_ns=modified_ns)
        except (MemdeskError, OSError) as error:
            is_gone = isinstance(error, FileNotFoundError) and change.before is not None
            said = declined(error, path, removing=change.after is None)
            return _nothing_done(change, Vanished() if is_gone else said)

    def why_not(self, change: FileChange) -> FileResult | None:
        """Why a change would be declined just now; None where it would not. Writes nothing."""
        try:
            with find_target(change.path, self._roots()) as target:
                found = read_stable(target.folder, target.name).data
                if change.before is None:
                    return None if found == change.after else Conflicted(found, ())
                if change.after is None:
                    return None if found == change.before else Conflicted(found, ())
                result = _request(change).aim(found).result
                target.folder.require_writable(target.name)
                return result if isinstance(result, Conflicted) else None
        except FileNotFoundError:
            return Vanished() if change.before is not None else None
        except (MemdeskError, OSError) as error:
            return declined(error, change.path, removing=change.after is None)

    def holds(self, change: FileChange) -> bool:
        """Whether a change that was made earlier is still in its file, beside whatever came in since."""
        if change.after is None:
            return True
        try:
            with find_target(change.path, self._roots()) as target:
                found = read_stable(target.folder, target.name).data
        except FileNotFoundError:
            return False
        except (MemdeskError, OSError):
            return True  # that cannot be told: who carries on will meet the same
        if change.before is None:
            return True
        aim = _request(change).aim(found)
        return aim.data == found and not aim.is_doubtful

    @contextmanager
    def _target(self, path: str, *, make_folders: bool = False) -> Iterator[Target]:
        with find_target(path, self._roots(), make_folders=make_folders) as target:
            if self._folders.owns(target.path):
                raise Refused("{path} belongs to Memdesk itself, so it is not memory.", path=path)
            with self._locks.held(target.path), self._agent_locks.held(path):
                for interrupted in self._history.pending(target.path):
                    settle(target, interrupted, self._history)
                yield target

    def _carried_out(
        self, change: FileChange, why: str, target: Target, journal: SaveJournal
    ) -> SaveResult | RemovalResult:
        if change.after is None:
            return _remove(target, journal, change, why)
        if change.before is None:
            return _create(target, journal, change.after, why)
        return SaveAttempts(target, journal, _request(change, why), self._ways).run()


def _modified_ns(target: Target) -> int | None:
    with suppress(OSError):
        return target.folder.status(target.name).st_mtime_ns
    return None


def _give_back_time(target: Target, change: FileChange) -> None:
    """Let a file that holds again what it held be as old as it was; where another program wrote since, it is not."""
    if change.modified_ns is None or change.after is None or os.utime not in os.supports_fd:
        return
    with suppress(OSError):
        descriptor = target.folder.open(target.name, os.O_RDONLY)
        try:
            if os.read(descriptor, len(change.after) + 1) == change.after:
                os.utime(descriptor, ns=(os.fstat(descriptor).st_atime_ns, change.modified_ns))
        finally:
            os.close(descriptor)


def _request(change: FileChange, why: str = "") -> SaveRequest:
    return SaveRequest(change.path, change.before or b"", change.after or b"", change.merge, why)


def _done(change: FileChange, result: FileResult, journal: SaveJournal) -> FileDone:
    if isinstance(result, Conflicted):
        return FileDone(change.path, result.theirs, result.theirs, result)
    if isinstance(result, Removed) or (isinstance(result, DurabilityUnknown) and change.after is None):
        return FileDone(change.path, journal.replaced, None, result)
    if isinstance(result, Saved | Merged | DurabilityUnknown) and journal.attempts:
        return FileDone(change.path, journal.replaced, result.data, result)
    if isinstance(result, Saved | Merged | Unchanged):
        return FileDone(change.path, result.data, result.data, result)
    return _nothing_done(change, result)


def _nothing_done(change: FileChange, result: FileResult) -> FileDone:
    return FileDone(change.path, change.before, change.before, result)


def _create(target: Target, journal: SaveJournal, data: bytes, why: str) -> SaveResult:
    """Put a new file where none is."""
    if target.folder.holds(target.name):
        return _already_there(target, data)
    mode = journal.removed_mode()  # before this save is the newest of it
    journal.record(None, None, data, why)
    try:
        _place_first(target, journal.temporary, data, mode)
    except FileExistsError:
        return _already_there(target, data)
    journal.close(landed=True)
    try:
        target.folder.force_to_disk()
    except OSError as error:
        return DurabilityUnknown(data, error.strerror or str(error))
    return Saved(data)


def _remove(target: Target, journal: SaveJournal, change: FileChange, why: str) -> RemovalResult:
    """Take a file away that holds what it is thought to hold; never one that is reached through a link."""
    if os.path.islink(change.path):
        raise Refused(
            "{path} is a link, so it is not removed.", hint="Remove what it leads to.", path=change.path
        )
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        found = read_stable(target.folder, target.name)
        if found.data != change.before:
            return Conflicted(found.data, ())
        journal.record(change.before, found.data, None, why, mode=stat.S_IMODE(found.status.st_mode))
        ended = Removal(target, found, journal.temporary, journal).run()
        if isinstance(ended, Landed):
            journal.close(landed=True)
            return _removed(found.data, ended)
    raise StillBeingWritten(target.path)


def _removed(data: bytes, landed: Landed) -> RemovalResult:
    trouble = landed.trouble
    return Removed(data) if trouble is None else DurabilityUnknown(b"", trouble.strerror or str(trouble))


def _place_first(target: Target, temporary: str, data: bytes, mode: int | None) -> None:
    """Put a new file where none is; a reader never sees half of it. `mode` is that of a file which comes back."""
    usual = _PROJECT_MODE if target.narrow else _MEMORY_MODE
    write_first(target.folder, temporary, data, usual, exactly=mode)
    try:
        place(target.folder, temporary, target.name)
    except OSError:
        with suppress(OSError):
            target.folder.remove(temporary)
        raise


def _already_there(target: Target, data: bytes) -> SaveResult:
    theirs = read_stable(target.folder, target.name).data
    return Unchanged(theirs) if theirs == data else Conflicted(theirs, ())
