"""Saves of our own, so that they are not taken for changes by others."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict

from memdesk.watch.versions import Digest, digest_of

_REMEMBERED_PATHS = 256
_REMEMBERED_VERSIONS = 8


class OwnWrites:
    """The versions that saves of ours put on disk and that were not seen there yet. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._expected: OrderedDict[str, list[Digest]] = OrderedDict()

    def note(self, path: str, data: bytes) -> None:
        """A save of ours puts `data` at `path`, and at the target where `path` is a link."""
        digest = digest_of(data)
        with self._lock:
            for name in {path, os.path.realpath(path)}:
                versions = self._expected.setdefault(name, [])
                versions.append(digest)
                del versions[:-_REMEMBERED_VERSIONS]
                self._expected.move_to_end(name)
            while len(self._expected) > _REMEMBERED_PATHS:
                self._expected.popitem(last=False)

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
