"""The locks by which agents keep writers of one document apart, taken as the agent takes them and never for long.

Where a layout names no lock, a save relies on comparing the file before and after its swap alone.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from memdesk.errors import Refused
from memdesk.layouts.optional import AgentLock, LockKind
from memdesk.store.confine import Root, find_target
from memdesk.store.descriptors import read_all, write_all
from memdesk.store.lock_holders import holder_of, writer_of
from memdesk.store.locks import DocumentLocks, try_to_lock
from memdesk.store.open_folder import OpenFolder
from memdesk.store.swap import place, temporary_name

if sys.platform != "win32":
    import fcntl

PATIENCE_S = 2.0
"""How long a save waits for an agent to let go of its lock."""
_PAUSE_S = 0.01
_MODE = 0o600

LockOf = Callable[[str], AgentLock | None]
"""`lock_of(path)`: the agent's lock of the document at `path`."""


def no_lock(_path: str) -> AgentLock | None:
    """No agent takes a lock."""
    return None


class HeldByAgent(Refused):
    """The agent did not let go of its lock for as long as we were willing to wait."""

    def __init__(self, path: str, lock: str, holder: str) -> None:
        super().__init__(
            "{holder} holds {lock}, the lock of {path}, so that was left alone.",
            hint="Wait until that program is done, then save again.",
            path=path,
            lock=lock,
            holder=holder,
        )


class AgentLocks:
    """Takes the locks that `lock_of` names. `locks` are our own: they keep Memdesk from waiting for itself."""

    def __init__(self, lock_of: LockOf, roots: Callable[[], Sequence[Root]], locks: DocumentLocks) -> None:
        self._lock_of = lock_of
        self._roots = roots
        self._locks = locks

    @contextmanager
    def held(self, path: str, *, patience_s: float | None = None) -> Iterator[None]:
        """Hold the agent's lock of the document at `path` for the block, where there is one.

        Raises:
            HeldByAgent: somebody held it for longer than `patience_s`, or `PATIENCE_S`.
            Refused: it lies outside every root.
            OSError: the lock file cannot be made.
        """
        lock = self._lock_of(path)
        # Without its folder nobody can hold it.
        if lock is None or not os.path.isdir(os.path.dirname(lock.path)):
            yield
            return
        kept = _presence_kept if lock.kind is LockKind.PRESENCE else _file_locked
        with self._locks.held(lock.path), find_target(lock.path, self._roots()) as target:
            deadline = time.monotonic() + (PATIENCE_S if patience_s is None else patience_s)
            attempt = _Attempt(path, lock, target.folder, target.name, deadline)
            with kept(attempt):
                yield


class _Attempt:
    """One wait for a lock, and when it ends."""

    def __init__(self, path: str, lock: AgentLock, folder: OpenFolder, name: str, deadline: float) -> None:
        self.lock = lock
        self.folder = folder
        self.name = name
        self._path = path
        self._deadline = deadline

    def wait(self, holder: Callable[[], str]) -> None:
        """Wait for a moment. Raises `HeldByAgent`, which names the holder, once the time for it is over."""
        if time.monotonic() > self._deadline:
            raise HeldByAgent(self._path, self.lock.path, holder())
        time.sleep(_PAUSE_S)

    def is_at_its_name(self, descriptor: int) -> bool:
        """Whether the lock file is still the one that is open: some programs remove theirs."""
        try:
            return os.path.samestat(self.folder.status(self.name), os.fstat(descriptor))
        except FileNotFoundError:
            return False


@contextmanager
def _file_locked(attempt: _Attempt) -> Iterator[None]:
    descriptor = _open_locked(attempt)
    try:
        yield
    finally:
        os.close(descriptor)


def _open_locked(attempt: _Attempt) -> int:
    take = _take_record if attempt.lock.kind is LockKind.RECORD else try_to_lock
    while True:
        descriptor = attempt.folder.open(attempt.name, os.O_RDWR | os.O_CREAT, _MODE)
        try:
            if take(descriptor) and attempt.is_at_its_name(descriptor):
                return descriptor
            status = os.fstat(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        attempt.wait(partial(holder_of, status))


if sys.platform == "win32":
    _take_record = try_to_lock
else:

    def _take_record(descriptor: int) -> bool:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # either may say "taken", by fcntl(2)
            return False
        return True


@contextmanager
def _presence_kept(attempt: _Attempt) -> Iterator[None]:
    descriptor = _make_alone(attempt)
    try:
        yield
    finally:
        with suppress(OSError):  # the agent's own rule takes care of what is left behind
            if attempt.is_at_its_name(descriptor):
                attempt.folder.remove(attempt.name)
        os.close(descriptor)


def _make_alone(attempt: _Attempt) -> int:
    while True:
        try:
            descriptor = attempt.folder.open(attempt.name, os.O_RDWR | os.O_CREAT | os.O_EXCL, _MODE)
        except FileExistsError:
            if not _clear_stale(attempt):
                attempt.wait(lambda: _writer(attempt))
        else:
            with suppress(OSError):  # who holds it is only said for people
                write_all(descriptor, b"%d\n" % os.getpid())
            return descriptor


def _clear_stale(attempt: _Attempt) -> bool:
    """Take a lock file away that its maker left behind, by the agent's own rule; whether it is worth another try."""
    try:
        found = attempt.folder.status(attempt.name)
        if attempt.lock.stale_after_s is None or time.time() - found.st_mtime < attempt.lock.stale_after_s:
            return False
        # Renamed before it is looked at again: somebody else may have cleared it, and made one of his own.
        aside = temporary_name()
        place(attempt.folder, attempt.name, aside)
    except FileNotFoundError:
        return True
    moved = attempt.folder.status(aside)
    # A file that is made anew may get the number of the one before; when it was written tells them apart.
    if not os.path.samestat(found, moved) or found.st_mtime_ns != moved.st_mtime_ns:
        with suppress(FileExistsError):
            place(attempt.folder, aside, attempt.name)
            return False
    attempt.folder.remove(aside)
    return True


def _writer(attempt: _Attempt) -> str:
    try:
        descriptor = attempt.folder.open(attempt.name, os.O_RDONLY)
    except OSError:
        return writer_of(b"")
    try:
        return writer_of(read_all(descriptor))
    finally:
        os.close(descriptor)
