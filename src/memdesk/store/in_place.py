"""Write new bytes into a file that has to stay the same file.

Needed where it has several names (hard links), belongs to somebody else, is a mount of its own, or lies in a folder
that takes no new file. A reader may see half of it for a moment and a crash may leave half of it, so the history holds
both texts before this begins, and `is_half_written` finds at the next start what a crash left.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

from memdesk.errors import StorageError
from memdesk.store.confine import Target
from memdesk.store.descriptors import force_to_disk, read_all, write_all
from memdesk.store.exchange import Landed, LostRace
from memdesk.store.leases import Lease, write_lease
from memdesk.store.open_folder import OpenFolder
from memdesk.store.stable_read import StillBeingWritten

_PATIENCE_S = 1.0
_PAUSE_S = 0.002


class LeftHalfWritten(StorageError):
    """The file system failed in the middle of the file, and failed again when the old bytes were to be put back."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            "The disk failed while {path} was written: {reason}. It may hold half of the text.",
            hint="Its former text is in the history. The next start of Memdesk tries to mend the file.",
            path=path,
            reason=reason,
        )


def write_in_place(target: Target, before: bytes, after: bytes) -> Landed | LostRace:
    """Write `after` into the file if it still holds `before`.

    Raises:
        StillBeingWritten: another program keeps the file from being opened.
        LeftHalfWritten: the disk failed twice.
        OSError: the file system said no; the file is as it was.
    """
    descriptor = _open(target.folder, target.name)
    try:
        # With the lease nobody sees half of it. Without, what was read is compared as late as can be.
        with _alone_if_possible(descriptor):
            if read_all(descriptor) != before:
                return LostRace()
            _write_or_undo(descriptor, before, after, target.path)
            return Landed(_force(descriptor))
    finally:
        os.close(descriptor)


def is_half_written(found: bytes, before: bytes, after: bytes) -> bool:
    """Whether `found` is what a write of `after` over `before` leaves that was broken off."""
    if found in (before, after):
        return False
    # The write broke off here or earlier: the two texts may agree beyond that place.
    written = _agreeing_bytes(found, after)
    return found[written:] == before[written:]


def _agreeing_bytes(one: bytes, other: bytes) -> int:
    """How many bytes at the start are the same."""
    places = range(min(len(one), len(other)))
    return bisect_left(places, True, key=lambda place: one[: place + 1] != other[: place + 1])


def _open(folder: OpenFolder, name: str) -> int:
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return folder.open(name, os.O_RDWR)
        except BlockingIOError as error:  # somebody holds a lease on it
            if time.monotonic() > deadline:
                raise StillBeingWritten(os.path.join(folder.path, name)) from error
        time.sleep(_PAUSE_S)


@contextmanager
def _alone_if_possible(descriptor: int) -> Iterator[None]:
    """Keep everybody else off the file, if they let go of it in time; a reader may hold it open for hours."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        with write_lease(descriptor) as lease:
            if lease is not Lease.TAKEN or time.monotonic() > deadline:
                yield
                return
        time.sleep(_PAUSE_S)


def _write_or_undo(descriptor: int, before: bytes, after: bytes, path: str) -> None:
    try:
        _overwrite(descriptor, after)
    except OSError as error:
        try:
            _overwrite(descriptor, before)
        except OSError as second:
            raise LeftHalfWritten(path, second.strerror or str(second)) from error
        raise


def _overwrite(descriptor: int, data: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    write_all(descriptor, data)
    os.ftruncate(descriptor, len(data))


def _force(descriptor: int) -> OSError | None:
    try:
        force_to_disk(descriptor)
    except OSError as error:
        return error
    return None
