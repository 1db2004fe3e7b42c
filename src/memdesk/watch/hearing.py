"""Whether the system reports changes of the folders that are wanted, and the reason where it does not."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk.text.sentence import say
from memdesk.watch.state import Cause

if TYPE_CHECKING:
    from memdesk.watch.hints import FolderHints, Watched

_NO_ROOM = say("The system hands out no more file watches: raise fs.inotify.max_user_watches.")
_NO_QUEUE = say("The system hands out no more queues for file watches: raise fs.inotify.max_user_instances.")
_NO_EVENTS = "The system reports no changes ({error})."
_UNREPORTED = "The system did not report a change of {path}."


class Hearing:
    """Keeps one observer over the folders that are wanted. Owned by one thread.

    `on_hint(path)` and `on_lost()` are called in the observer's threads. `cause` is None while the system reports
    all, `reason` then empty.
    """

    def __init__(
        self,
        on_hint: Callable[[str], None],
        on_lost: Callable[[], None],
        is_noise: Callable[[str, str], bool] = lambda _folder, _name: False,
    ) -> None:
        self._on_hint = on_hint
        self._on_lost = on_lost
        self._is_noise = is_noise
        self._hints: FolderHints | None = None
        self.heard: frozenset[Watched] = frozenset()
        self.cause: Cause | None = None
        self.reason = ""

    def hear(self, wanted: frozenset[Watched]) -> None:
        """Hear about these folders and no others. Missing and unreadable ones are left out."""
        from memdesk.watch.hints import NO_ROOM

        self.heard = wanted
        try:
            # Watchdog costs as much to import as half a window: only once there is something to watch.
            hints = self._hints = self._hints or self._open()
        except OSError as error:
            self._doubt(error, _NO_QUEUE, is_room=error.errno in NO_ROOM)
            return
        for watched, refusal in hints.hear(wanted).items():
            if os.path.isdir(watched.path) and not isinstance(refusal, PermissionError):
                self._doubt(refusal, _NO_ROOM, is_room=refusal.errno in NO_ROOM)
        self.doubt_room()

    def trust(self) -> None:
        """Forget what was wrong: it is found out anew."""
        self.cause, self.reason = None, ""

    def hear_anew(self) -> None:
        """Hear about the same folders through a new observer."""
        self.close()
        self.trust()
        self.hear(self.heard)

    def forget(self, watched: Watched) -> None:
        """Hear no more about one folder, which is another one now."""
        if self._hints is not None:
            self._hints.forget(watched)

    @property
    def is_deaf(self) -> bool:
        """Whether the observer has died."""
        return self._hints is not None and self._hints.is_deaf()

    def doubt_room(self) -> None:
        """Find out whether the library could hear about all folders below; it swallows the system's refusals."""
        probe = self._probe
        if self._hints is not None and self.cause is None and probe and not self._hints.has_room(probe):
            self._fall_back(Cause.NO_ROOM, _NO_ROOM)

    def doubt_report(self, path: str) -> None:
        """A change of `path` was found that the system had not reported."""
        self._fall_back(Cause.UNREPORTED, say(_UNREPORTED, path=path))

    def retry(self) -> None:
        """Hear again where there was no room and there is some now."""
        if self.cause is not Cause.NO_ROOM:
            return
        if self._hints is None or self._hints.has_room(self._probe):
            self.hear_anew()

    def close(self) -> None:
        """Stop hearing and wait for the observer's threads."""
        if self._hints is not None:
            self._hints.close()
            self._hints = None

    @property
    def _probe(self) -> str:
        """A folder that is not heard about by itself."""
        return next((os.path.dirname(watched.path) for watched in sorted(self.heard)), "")

    def _open(self) -> FolderHints:
        from memdesk.watch.hints import FolderHints

        return FolderHints(self._on_hint, self._on_lost, self._is_noise)

    def _doubt(self, error: OSError, no_room: str, *, is_room: bool) -> None:
        if is_room:
            self._fall_back(Cause.NO_ROOM, no_room)
        else:
            self._fall_back(Cause.NO_EVENTS, say(_NO_EVENTS, error=error.strerror or error))

    def _fall_back(self, cause: Cause, reason: str) -> None:
        if self.cause is None:
            self.cause, self.reason = cause, reason
