"""Small files of our own, each written whole or not at all, readable by this user alone."""

from __future__ import annotations

import errno
import math
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from memdesk.store.descriptors import force_to_disk, write_all
from memdesk.store.folders import make_private_folder

if sys.platform != "win32":
    import fcntl

_BINARY: int = getattr(os, "O_BINARY", 0)
_ENDING = ".tmp~"
ABANDONED_AFTER_S = 3600
"""No write takes that long: a temporary file of this age was left by one that was killed."""
_ATTEMPTS = 3
_NO_TELLING = (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS)


def write_private_file(path: str, data: bytes) -> None:
    """Put `data` at `path`, making its folder. A reader, a crash or a power cut finds the old file or the new one.

    Raises:
        OSError: the file system said no.
    """
    folder = make_private_folder(os.path.dirname(path))
    for left in reversed(range(_ATTEMPTS)):
        try:
            _write_and_rename(path, data)
            break
        except FileNotFoundError:  # another start took it for one that was left, before it was held
            if not left:
                raise
    force_folder_to_disk(folder)


def _write_and_rename(path: str, data: bytes) -> None:
    temporary = f"{path}.{os.urandom(4).hex()}{_ENDING}"
    try:
        with _held_file(temporary) as descriptor:
            write_all(descriptor, data)
            force_to_disk(descriptor)
            if sys.platform != "win32":
                os.replace(temporary, path)
        if sys.platform == "win32":  # where nobody can rename what is open
            os.replace(temporary, path)
    except BaseException:
        remove_if_there(temporary)
        raise


def set_aside(path: str) -> str:
    """Rename a file that cannot be understood, so that nothing writes over it; returns its new path.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = f"{path}.{os.urandom(4).hex()}.broken"
    os.replace(path, aside)
    return aside


def remove_if_there(path: str) -> None:
    """Remove a file of ours; none is fine.

    Raises:
        OSError: it is there and cannot be removed.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def remove_abandoned(folder: str, *, older_than: float) -> None:
    """Remove temporary files of interrupted writes: those that nobody holds.

    Where the system does not tell, those that were last touched before `older_than` (Unix seconds). A folder that is
    not there is fine.

    Raises:
        OSError: the folder cannot be listed, or a file cannot be removed.
    """
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(_ENDING) and _is_left(path, older_than):
            remove_if_there(path)


def remove_all_abandoned(folders: Iterable[str]) -> None:
    """As `remove_abandoned`, in several folders. What does not let itself be removed waits for another time."""
    for folder in folders:
        with suppress(OSError):
            remove_abandoned(folder, older_than=time.time() - ABANDONED_AFTER_S)


def _is_left(path: str, older_than: float) -> bool:
    if sys.platform != "win32":
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return False  # its write has just ended, or it is none of ours
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NO_TELLING:
                raise
        finally:
            os.close(descriptor)
    return _last_touched(path) < older_than


def _last_touched(path: str) -> float:
    try:
        return os.lstat(path).st_mtime
    except FileNotFoundError:  # its write ended just now
        return math.inf


@contextmanager
def _held_file(path: str) -> Iterator[int]:
    """A new file, locked while it is written, so that another start can tell it from one that a crash left."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    try:
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks: then its age tells
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def force_folder_to_disk(folder: str) -> None:
    """Make the names in a folder of ours durable. Raises `OSError`."""
    if os.name == "nt":
        return  # Windows opens no folder this way; its file system orders renames itself.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        force_to_disk(descriptor)
    finally:
        os.close(descriptor)
