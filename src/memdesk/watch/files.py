"""Looking at files that other programs own: never blocking on a pipe, never following a loop, never writing."""

from __future__ import annotations

import errno
import os
import stat
from typing import NamedTuple

_READ_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
_CHUNK_BYTES = 64 * 1024


class Signature(NamedTuple):
    """What `stat` tells of a file's version. Equal signatures mean equal bytes, except just after a change."""

    device: int
    inode: int
    size_bytes: int
    modified_ns: int
    changed_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> Signature:
        """The signature in a `stat` result."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def read_regular(path: str, limit_bytes: int | None = None) -> bytes:
    """The bytes of a regular file, links followed; at most `limit_bytes` of them.

    Raises:
        OSError: as the system has it; `EINVAL` for a pipe, socket or device, which is never waited for.
    """
    descriptor = os.open(path, _READ_FLAGS)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        return _read_all(descriptor, limit_bytes)
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, limit_bytes: int | None) -> bytes:
    chunks: list[bytes] = []
    left = limit_bytes
    while left is None or left > 0:
        chunk = os.read(descriptor, _CHUNK_BYTES if left is None else min(left, _CHUNK_BYTES))
        if not chunk:
            break
        chunks.append(chunk)
        left = None if left is None else left - len(chunk)
    return b"".join(chunks)
