"""What Memdesk itself writes: it is no change by others, but others' return to what was there before is one."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from memdesk.watch.versions import Digest, digest_of

_Known = TypeVar("_Known")

_REMEMBERED_PATHS = 20_000
"""A step may change thousands of files before the first of them is looked at."""
_REMEMBERED_VERSIONS = 8


class Left(NamedTuple):
    """What a change of ours left at a path; no digest where it took the file away."""

    digest: Digest | None


class OwnWrites:
    """What saves of ours put on disk and was not seen there yet. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._expected: OrderedDict[str, list[Digest]] = OrderedDict()
        self._left: OrderedDict[str, Left] = OrderedDict()

    def note(self, path: str, data: bytes) -> None:
        """A save of ours is about to put `data` at `path`, and at the target where `path` is a link."""
        digest = digest_of(data)
        with self._lock:
            for name in _names(path):
                versions = self._expected.setdefault(name, [])
                versions.append(digest)
                del versions[:-_REMEMBERED_VERSIONS]
                _remember(self._expected, name)

    def note_landed(self, path: str, data: bytes | None) -> None:
        """A change of ours has put `data` at `path`; None where it took the file away.

        Whatever else is seen there next is somebody's change, also what was there before ours.
        """
        left = Left(None if data is None else digest_of(data))
        with self._lock:
            for name in _names(path):
                self._left[name] = left
                _remember(self._left, name)

    def is_own(self, path: str, digest: Digest) -> bool:
        """Whether this version is a save of ours.

        Asking uses it up, with the older ones: the same bytes written later are somebody's return to our version,
        and that is a change.
        """
        with self._lock:
            versions = self._expected.get(path)
            if not versions or digest not in versions:
                return False
            del versions[: versions.index(digest) + 1]
            return True

    def names_left(self, folder: str) -> frozenset[str]:
        """The names in a folder of which `take_left` has something to say."""
        with self._lock:
            parts = map(os.path.split, self._left)
            return frozenset(name for above, name in parts if above == folder)

    def take_left(self, path: str) -> Left | None:
        """What a write of ours left at `path` since the last call; None if there was none. The answer is given once."""
        with self._lock:
            return self._left.pop(path, None)


def _names(path: str) -> Iterable[str]:
    return {path, os.path.realpath(path)}


def _remember(known: OrderedDict[str, _Known], path: str) -> None:
    known.move_to_end(path)
    while len(known) > _REMEMBERED_PATHS:
        known.popitem(last=False)
