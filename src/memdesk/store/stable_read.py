"""Read a file at a moment when nobody is in the middle of writing it.

A program that rewrites a file in place empties it first: whoever reads then sees a deletion that never happened, and a
merge would make it real. On Linux a read lease proves that no writer has the file open; where there is none (not our
file, a network, another system) two equal reads with a pause between have to do.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.errors import Refused, StorageError
from memdesk.store.descriptors import read_all
from memdesk.store.leases import Lease, read_lease
from memdesk.store.open_folder import OpenFolder

PATIENCE_S = 2.0
"""How long a read waits for a writer to finish."""
SETTLE_S = 0.05
"""How long bytes must stay the same where the system does not tell whether somebody writes."""
_PAUSE_S = 0.002


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The bytes of a file and what it was while they were read."""

    data: bytes
    status: os.stat_result

    def still_at(self, status: os.stat_result) -> bool:
        """Whether `status` is of the same file with, by all signs, the same bytes."""
        return signs_of(self.status) == signs_of(status)


class StillBeingWritten(StorageError):
    """Another program did not stop writing the file for as long as we were willing to wait."""

    def __init__(self, path: str) -> None:
        super().__init__(
            "Another program keeps writing {path}, so it was left alone.",
            hint="Wait until that program is done, then try again.",
            path=path,
        )


def read_stable(folder: OpenFolder, name: str, *, known_as: str = "") -> Snapshot:
    """The bytes of the file `name` at a moment when no program had it open for writing.

    `known_as` is the path by which messages name the file, if not its own.

    Raises:
        FileNotFoundError: there is no such file.
        Refused: a link, a folder, a pipe or a device stands there.
        StillBeingWritten: no such moment came within `PATIENCE_S`.
        OSError: the file system said no.
    """
    path = known_as or os.path.join(folder.path, name)
    return _patiently(lambda: _attempt(folder, name, path), path)


class Aside(NamedTuple):
    """What was put aside: the bytes of a file, or of a link the path in it, which is all there is to one."""

    data: bytes
    is_link: bool = False


def read_aside(folder: OpenFolder, name: str, path: str) -> Aside:
    """Read what a swap put aside at `name`: another program may have put a link where the file was.

    Raises as `read_stable`; `path` is for messages.
    """
    destination = folder.destination(name)
    if destination is not None:
        return Aside(destination, is_link=True)
    return Aside(read_stable(folder, name, known_as=path).data)


def read_stable_open(descriptor: int, path: str) -> Snapshot:
    """As `read_stable`, for a file that is open here, whatever its name is by now; `path` is for messages.

    Raises:
        StillBeingWritten: as `read_stable`.
        OSError: the file system said no.
    """
    return _patiently(lambda: _read_undisturbed(descriptor), path)


def read_now_open(descriptor: int) -> bytes | None:
    """What a file holds that is open here, without any waiting; None unless nobody has it open for writing."""
    with read_lease(descriptor) as lease:
        return read_all(descriptor) if lease is Lease.HELD else None


def _patiently(attempt: Callable[[], Snapshot | None], path: str) -> Snapshot:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        snapshot = attempt()
        if snapshot is not None:
            return snapshot
        if time.monotonic() > deadline:
            raise StillBeingWritten(path)
        time.sleep(_PAUSE_S)


def require_regular_file(path: str, status: os.stat_result) -> None:
    """Let nothing but a regular file pass.

    Raises:
        Refused: with what stands there instead.
    """
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise Refused(
            "{path} is a folder, not a file.", hint="Rename the folder, then save again.", path=path
        )
    if stat.S_ISLNK(mode):
        raise Refused(
            "{path} has just become a link.", hint="Open it again to see where it leads.", path=path
        )
    raise Refused(
        "{path} is a pipe, a socket or a device, not a file.",
        hint="Memory is kept in plain files.",
        path=path,
    )


def _attempt(folder: OpenFolder, name: str, path: str) -> Snapshot | None:
    # Looked at before it is opened: opening a pipe or a device can have effects of its own.
    require_regular_file(path, folder.status(name))
    try:
        descriptor = folder.open(name, os.O_RDONLY)
    except BlockingIOError:  # somebody holds a lease on it
        return None
    try:
        require_regular_file(path, os.fstat(descriptor))
        return _read_undisturbed(descriptor)
    finally:
        os.close(descriptor)


def _read_undisturbed(descriptor: int) -> Snapshot | None:
    with read_lease(descriptor) as lease:
        if lease is Lease.HELD:
            return Snapshot(read_all(descriptor), os.fstat(descriptor))
    if lease is Lease.TAKEN:
        return None
    return _read_twice(descriptor)


def _read_twice(descriptor: int) -> Snapshot | None:
    first = Snapshot(read_all(descriptor), os.fstat(descriptor))
    time.sleep(SETTLE_S)
    second = Snapshot(read_all(descriptor), os.fstat(descriptor))
    unchanged = first.data == second.data and first.still_at(second.status)
    return second if unchanged else None


def signs_of(status: os.stat_result) -> tuple[int, ...]:
    """By what two looks at a file are told to be of the same bytes."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
