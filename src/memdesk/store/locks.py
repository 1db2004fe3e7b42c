"""A lock of our own per document, so that the window and the command line save one after the other."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from memdesk.errors import StorageError
from memdesk.store.folders import make_private_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PATIENCE_S = 10.0
_PAUSE_S = 0.005


class Locked(StorageError):
    """Another Memdesk holds the document."""


class DocumentLocks:
    """Locks by real path, held by files in a folder of ours.

    They keep out every other holder, in this process and others; they say nothing to agents. A process that dies
    lets go of its locks.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    @contextmanager
    def held(self, path: str, *, patience_s: float = _PATIENCE_S) -> Iterator[None]:
        """Hold the lock of the file at `path` for the block.

        Raises:
            Locked: somebody else held it for longer than `patience_s`.
            StorageError: the lock file cannot be made.
        """
        descriptor = self._open(path)
        try:
            _acquire(descriptor, path, patience_s)
            yield
        finally:
            os.close(descriptor)

    def _open(self, path: str) -> int:
        # It brings OpenSSL, 2 MiB of it, and the first paint needs `try_to_lock` alone.
        from hashlib import sha256

        name = sha256(os.fsencode(path)).hexdigest()[:32] + ".lock"
        try:
            return os.open(
                os.path.join(make_private_folder(self._folder), name), os.O_RDWR | os.O_CREAT, 0o600
            )
        except OSError as error:
            raise StorageError(
                "Memdesk cannot use its own folder {folder}: {reason}.",
                hint="Make room there, or see to its permissions; nothing was written.",
                folder=self._folder,
                reason=error.strerror or str(error),
            ) from error


def _acquire(descriptor: int, path: str, patience_s: float) -> None:
    deadline = time.monotonic() + patience_s
    while not try_to_lock(descriptor):
        if time.monotonic() > deadline:
            raise Locked("Another Memdesk is writing {path}.", hint="Try again when it is done.", path=path)
        time.sleep(_PAUSE_S)


def try_to_lock(descriptor: int) -> bool:
    """Take the lock of an open file, unless somebody holds it; whether that went well. Raises `OSError`."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True
