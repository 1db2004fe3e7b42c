"""Whole reads and writes over file descriptors: nothing half read, nothing half written, nothing left in a cache."""

from __future__ import annotations

import errno
import os
import sys

_SLICE_BYTES = 64 * 1024


def read_all(descriptor: int) -> bytes:
    """Everything from the start of the file to its end. Moves the file position.

    Raises:
        OSError: the file system said no.
    """
    os.lseek(descriptor, 0, os.SEEK_SET)
    # One byte more than the size, so that a file that did not grow meanwhile takes two calls.
    wanted = os.fstat(descriptor).st_size + 1
    slices = []
    while piece := os.read(descriptor, max(wanted, _SLICE_BYTES)):
        slices.append(piece)
    return b"".join(slices)


def write_all(descriptor: int, data: bytes) -> None:
    """Write `data` at the file position, however many calls it takes.

    Raises:
        OSError: the file system said no; a part may have been written.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def force_to_disk(descriptor: int) -> None:
    """Return once what was written will survive a power cut.

    Raises:
        OSError: the system could not make sure of it.
    """
    if sys.platform == "darwin":
        import fcntl

        # fsync(2) on macOS stops at the drive's own cache. Network shares do not know F_FULLFSYNC.
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise
        else:
            return
    os.fsync(descriptor)
