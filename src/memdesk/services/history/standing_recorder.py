"""The flight recorder in the watcher's thread: what others write is kept before the window is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    from memdesk.services.history.recorder import FlightRecorder


class StandingRecorder:
    """Keeps what stands in documents, and what was shown of them, in the thread that learns of a change.

    What the history refuses is passed over: the window looks at what is not settled in its turn, and tells.
    """

    def __init__(self, recorder: Callable[[], FlightRecorder]) -> None:
        self._recorder = recorder
        self._followed: frozenset[str] = frozenset()
        self.versions = 0
        """How many versions are new since the start."""

    def follow(self, documents: frozenset[str]) -> None:
        """These are to be kept, and no others any more. Any thread."""
        self._followed = documents

    def note(self, paths: Iterable[str]) -> frozenset[str]:
        """Somebody wrote at these paths: keep what was shown of them, then what they hold now. Any thread.

        Returns the documents that need no other look. If the history refuses, or one of the documents cannot be read,
        all of them need another look.
        """
        followed = self._followed
        wanted = [path for path in sorted(paths) if path in followed]
        if not wanted:
            return frozenset()
        try:
            recorded = self._recorder().take(wanted, lambda: bool(self._followed))
        except MemdeskError:
            return frozenset()
        self.versions += recorded.versions
        return frozenset(wanted if recorded.documents == len(wanted) else ())
