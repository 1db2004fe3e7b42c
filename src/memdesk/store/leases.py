"""Ask the system whether a program has a file open, and keep others from opening it for a moment, by a lease."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

if sys.platform == "linux":
    import fcntl
    import signal


class Lease(Enum):
    """What asking for a lease came to."""

    HELD = "held"
    """Nobody else has the file open in a way that matters, and whoever tries now waits."""
    TAKEN = "taken"
    """Somebody has it open."""
    UNKNOWN = "unknown"
    """Not our file, or a system without leases: there is no telling."""


@contextmanager
def read_lease(descriptor: int) -> Iterator[Lease]:
    """While it is held, nobody has the file open for writing. Hold it for a read, not longer.

    Linux grants leases on one's own regular files (fcntl(2), F_SETLEASE); elsewhere the answer is `UNKNOWN`.
    """
    lease = _ask(descriptor, _READ)
    try:
        yield lease
    finally:
        if lease is Lease.HELD:
            _give_back(descriptor)


@contextmanager
def write_lease(descriptor: int) -> Iterator[Lease]:
    """While it is held, nobody else has the file open at all. Otherwise as `read_lease`."""
    lease = _ask(descriptor, _WRITE)
    try:
        yield lease
    finally:
        if lease is Lease.HELD:
            _give_back(descriptor)


if sys.platform == "linux":
    _READ = fcntl.F_RDLCK
    _WRITE = fcntl.F_WRLCK

    def _ask(descriptor: int, kind: int) -> Lease:
        try:
            # Who opens a leased file makes the system signal the holder. SIGIO, the default, would kill this
            # process; SIGURG is ignored unless somebody asked for it.
            fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, kind)
        except OSError as error:
            # EACCES says "not your file", not "in use".
            return Lease.TAKEN if error.errno == errno.EAGAIN else Lease.UNKNOWN
        return Lease.HELD

    def _give_back(descriptor: int) -> None:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)

else:
    _READ, _WRITE = range(2)

    def _ask(descriptor: int, kind: int) -> Lease:  # noqa: ARG001  # the same form as where there is an answer
        return Lease.UNKNOWN

    def _give_back(descriptor: int) -> None:
        """Nothing to give back."""
