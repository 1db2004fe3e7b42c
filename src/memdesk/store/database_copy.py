"""Private copies of databases that other programs hold open and write.

Opening such a database, even to read, takes locks in it and may create files beside it; so it is never opened. Its
bytes are copied, and whoever wants to read opens the copy. A copy is of one moment: the main file is read before and
after its log, and then all of it once more. Where the main file did not change meanwhile and the log only grew, the
first bytes of both stood there together at the moment between the two readings, and a database takes back by its log
whatever was half done.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdesk.errors import StorageError
from memdesk.store.descriptors import write_all
from memdesk.store.folders import make_private_folder
from memdesk.store.private_file import ABANDONED_AFTER_S

LOGS = ("-wal", "-journal")
"""What SQLite keeps beside a database: one of these is needed to read it."""

PATIENCE_S = 3.0
"""How long we wait for a moment in which nobody writes the main file."""

_PAUSE_S = 0.01
_CHUNK_BYTES = 1024 * 1024
_READ: int = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NeverAtRest(StorageError):
    """A database was written without a pause for as long as we were willing to wait."""

    def __init__(self, path: str) -> None:
        super().__init__(
            "{path} is being written without a pause, so no copy of it could be read.",
            hint="Look again in a moment.",
            path=path,
        )


@contextmanager
def copied_database(path: str, folder: str) -> Iterator[str]:
    """The path of a private copy of the SQLite database at `path`, with its log; gone afterwards.

    `folder` is one of ours, where the copy lies meanwhile, readable by this user alone.

    Raises:
        FileNotFoundError: there is no such database.
        NeverAtRest: it was never at rest for `PATIENCE_S`.
        OSError: the file system said no.
    """
    with _private_folder(folder) as private:
        copy = os.path.join(private, "copy.db")
        deadline = time.monotonic() + PATIENCE_S
        while not _copy_at_one_moment(path, copy):
            if time.monotonic() > deadline:
                raise NeverAtRest(path)
            time.sleep(_PAUSE_S)
        yield copy


@contextmanager
def copied_folder(path: str, folder: str) -> Iterator[str]:
    """The path of a private copy of all files below the folder `path`; gone afterwards. For tables of Lance.

    Lance never changes a file once it is there: it adds some, and then one in `_versions` that names them. So the
    versions are copied first, and a copy is whole if nothing it needs has gone by then. Links are not followed.

    Raises:
        FileNotFoundError: there is no such folder.
        NeverAtRest: files went while they were copied, for `PATIENCE_S`.
        OSError: the file system said no.
    """
    with _private_folder(folder) as private:
        deadline = time.monotonic() + PATIENCE_S
        for attempt in range(1_000_000):
            copy = os.path.join(private, str(attempt), os.path.basename(path))
            if _copy_tree(Path(path), Path(copy)):
                yield copy
                return
            if time.monotonic() > deadline:
                raise NeverAtRest(path)
            time.sleep(_PAUSE_S)


@contextmanager
def _private_folder(folder: str) -> Iterator[str]:
    make_private_folder(folder)
    _remove_abandoned(folder)
    private = tempfile.mkdtemp(dir=folder)  # 0700
    try:
        yield private
    finally:
        shutil.rmtree(private, ignore_errors=True)


def _remove_abandoned(folder: str) -> None:
    """Remove the copies of a program that was killed while it read one."""
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):
            if entry.stat(follow_symlinks=False).st_mtime < time.time() - ABANDONED_AFTER_S:
                shutil.rmtree(entry.path, ignore_errors=True)


def _copy_at_one_moment(path: str, copy: str) -> bool:
    """Copy a database and its logs; False where the copies are of different moments."""
    paths = [path, *(path + ending for ending in LOGS)]
    first = [_copy_file(one, copy + one.removeprefix(path)) for one in paths]
    if first[0] is None:
        os.stat(path)  # says why not
        return False
    return all(_still_begins(one, read) for one, read in zip(paths, first, strict=True)) and (
        _size_bytes(path) == first[0][0]
    )


_Read = tuple[int, bytes]
"""How many bytes of a file were copied, and their digest."""


def _copy_file(path: str, copy: str) -> _Read | None:
    """Copy one file; None where there is none, and then no copy either."""
    with suppress(FileNotFoundError):
        os.unlink(copy)
    try:
        source = os.open(path, _READ)
    except FileNotFoundError:
        return None
    digest, size_bytes = hashlib.sha256(), 0
    target = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        while chunk := os.read(source, _CHUNK_BYTES):
            write_all(target, chunk)
            digest.update(chunk)
            size_bytes += len(chunk)
    finally:
        os.close(target)
        os.close(source)
    return size_bytes, digest.digest()


def _still_begins(path: str, read: _Read | None) -> bool:
    """Whether the file at `path` still begins with what was copied of it; a file that was not there must not be."""
    if read is None:
        return not os.path.lexists(path)
    left, digest = read[0], hashlib.sha256()
    try:
        source = os.open(path, _READ)
    except FileNotFoundError:
        return False
    try:
        while left > 0 and (chunk := os.read(source, min(left, _CHUNK_BYTES))):
            digest.update(chunk)
            left -= len(chunk)
    finally:
        os.close(source)
    return left == 0 and digest.digest() == read[1]


def _size_bytes(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return -1


def _copy_tree(source: Path, target: Path) -> bool:
    """Copy the regular files below a folder; False where one went meanwhile."""
    os.stat(source)  # says why not
    os.makedirs(target)
    for folder, names, files in os.walk(source):
        names.sort(key=lambda name: name != "_versions")
        here = target / os.path.relpath(folder, source)
        for name in names:
            os.makedirs(here / name, exist_ok=True)
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path) and _copy_file(path, str(here / name)) is None:
                return False
    return True
