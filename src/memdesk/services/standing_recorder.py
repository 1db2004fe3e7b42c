"""A flight recorder that does not wait for the window: what others write is kept before anybody is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    from memdesk.services.recorder import FlightRecorder


class StandingRecorder:
    """Keeps what stands in documents, and what was shown of them, in the thread that learns of a change.

    `shown(path)` is what an open document was last known to hold on disk, None for others; it is asked in that thread.
    What the history refuses is passed over: the window looks at the same documents in its turn, and tells.
    """

    def __init__(self, recorder: Callable[[], FlightRecorder], shown: Callable[[str], bytes | None]) -> None:
        self._recorder = recorder
        self._shown = shown
        self._followed: frozenset[str] = frozenset()
        self.versions = 0
        """How many versions are new since the start."""

    def follow(self, documents: frozenset[str]) -> None:
        """These are to be kept, and no others any more. Any thread."""
        self._followed = documents

    def note(self, paths: Iterable[str]) -> None:
        """Somebody wrote at these paths: what was there comes first, then what is there. Any thread."""
        followed = self._followed
        wanted = [path for path in sorted(paths) if path in followed]
        if not wanted:
            return
        shown = [(path, data) for path in wanted if (data := self._shown(path)) is not None]
        with suppress(MemdeskError):
            if shown:
                self._recorder().keep(shown)
            self.versions += self._recorder().take(wanted, lambda: bool(self._followed)).versions
