"""Write new bytes into a file that has to stay the same file.

Needed where it has several names (hard links), belongs to somebody else, is a mount of its own, or lies in a folder
that takes no new file. A reader may see half of it for a moment and a crash may leave half of it, so the history holds
both texts before this begins, and `mended` tells at the next start what a crash left.
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
            hint="Its former text is in the history. The next start of Memdesk tries to repair the file.",
            path=path,
            reason=reason,
        )


class HeldFile:
    """A file that is open to be written into. With `is_alone`, other programs that open it wait until it is closed."""

    def __init__(self, target: Target, descriptor: int, *, is_alone: bool) -> None:
        self.is_alone = is_alone
        self._target = target
        self._descriptor = descriptor

    def read(self) -> bytes:
        """What the file holds."""
        return read_all(self._descriptor)

    def write(self, before: bytes, after: bytes) -> Landed | LostRace:
        """Write `after` into the file if it still holds `before`.

        Raises:
            LeftHalfWritten: the disk failed twice.
            OSError: the file system said no; the file is as it was.
        """
        if not self._is_at_its_name() or self.read() != before:
            return LostRace()
        self._write_or_undo(before, after)
        trouble = self._force_to_disk()
        # Who renames another file over this one does not wait.
        return Landed(trouble) if self._is_at_its_name() else LostRace()

    def _is_at_its_name(self) -> bool:
        try:
            there = self._target.folder.status(self._target.name)
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(self._descriptor))

    def _write_or_undo(self, before: bytes, after: bytes) -> None:
        try:
            self._overwrite(after)
        except OSError as error:
            try:
                self._overwrite(before)
            except OSError as second:
                raise LeftHalfWritten(self._target.path, second.strerror or str(second)) from error
            raise

    def _overwrite(self, data: bytes) -> None:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        write_all(self._descriptor, data)
        # Where the size is right, a disk that cannot change it need not keep the bytes from being put back.
        if os.fstat(self._descriptor).st_size != len(data):
            os.ftruncate(self._descriptor, len(data))

    def _force_to_disk(self) -> OSError | None:
        try:
            force_to_disk(self._descriptor)
        except OSError as error:
            return error
        return None


@contextmanager
def hold_file(target: Target) -> Iterator[HeldFile]:
    """Open a file to be written into, alone if everybody else lets go of it in time.

    A reader may hold it open for hours, and not every system can make others wait: then what was read has to be
    compared as late as can be.

    Raises:
        FileNotFoundError: it is gone.
        StillBeingWritten: another program keeps it from being opened.
        OSError: the file system said no.
    """
    descriptor = _open(target.folder, target.name)
    try:
        with _patient_lease(descriptor) as lease:
            yield HeldFile(target, descriptor, is_alone=lease is Lease.HELD)
    finally:
        os.close(descriptor)


def mended(found: bytes, before: bytes, after: bytes) -> bytes | None:
    """What belongs in a file where a write of `after` over `before` was broken off; None where none was.

    Other programs may have added to the file since: what they added stays.
    """
    # The write broke off here or earlier: the two texts may agree beyond that place.
    written = _agreeing_bytes(found, after)
    rest = before[written:]
    whole = found == before or (written == len(after) and not rest)
    if whole or not found.startswith(rest, written):
        return None
    added = found[written + len(rest) :]
    if added and found.startswith(before):
        return None  # nothing of ours: the addition only begins like ours
    return before + added


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
def _patient_lease(descriptor: int) -> Iterator[Lease]:
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        with write_lease(descriptor) as lease:
            if lease is not Lease.TAKEN or time.monotonic() > deadline:
                yield lease
                return
        time.sleep(_PAUSE_S)
