"""Look at a file without waiting, and know whether anybody was in the middle of writing it.

Where the system grants a read lease it tells, and keeps newcomers waiting meanwhile. Where it does not (not our file, a
network, another system) a file counts as at rest that nobody has touched for `SETTLE_S` and that is the same after it
was looked at.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from memdesk.store.leases import Lease, read_lease
from memdesk.store.stable_read import SETTLE_S, signs_of

_PAUSE_S = 0.002
# Else who opens a file that somebody holds a lease on waits for as long as the system lets that one have it: 45 s.
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)

Read = TypeVar("Read")


class Rest:
    """Whether a file was at rest during a whole block of `at_rest`; `lasted` is known once the block has ended."""

    def __init__(self) -> None:
        self.lasted = True


@contextmanager
def at_rest(path: str) -> Iterator[Rest]:
    """Find out whether the file at `path` is at rest during the block. What is no file, or cannot be opened, is."""
    rest = Rest()
    try:
        # Looked at before it is opened: opening a pipe or a device can have effects of its own.
        descriptor = os.open(path, _READ_FLAGS) if stat.S_ISREG(os.stat(path).st_mode) else None
    except BlockingIOError:  # somebody holds a lease on it
        rest.lasted = False
        yield rest
        return
    except OSError:
        descriptor = None
    if descriptor is None:
        yield rest
        return
    try:
        with _watched(descriptor, rest):
            yield rest
    finally:
        os.close(descriptor)


def is_at_rest(path: str) -> bool:
    """Whether nobody is in the middle of writing the file at `path` just now."""
    with at_rest(path) as rest:
        pass
    return rest.lasted


@contextmanager
def _watched(descriptor: int, rest: Rest) -> Iterator[None]:
    with read_lease(descriptor) as lease:
        rest.lasted = lease is not Lease.TAKEN
        before = os.fstat(descriptor)
        yield
        if lease is Lease.UNKNOWN:
            rest.lasted = _is_settled(before) and signs_of(before) == signs_of(os.fstat(descriptor))


def read_at_rest(path: str, read: Callable[[str], Read], *, patience_s: float) -> Read:
    """What `read(path)` gives when nobody is in the middle of writing; as it is then, if no such moment comes in time.

    Raises what `read` raises.
    """
    deadline = time.monotonic() + patience_s
    while True:
        try:
            with at_rest(path) as rest:
                found = read(path)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
        else:
            if rest.lasted or time.monotonic() > deadline:
                return found
        time.sleep(_PAUSE_S)


def _is_settled(status: os.stat_result) -> bool:
    """Whether nobody has written for a while. A clock that is set back counts as a long while."""
    return not 0 <= time.time() - status.st_mtime < SETTLE_S
