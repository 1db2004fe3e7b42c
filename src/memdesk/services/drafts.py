"""Drafts of open documents: written soon after a change, removed once the text is saved or given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memdesk.services.session import DocumentSession
from memdesk.services.taken import Taken
from memdesk.store.drafts import Draft, Drafts

DELAY_S = 2.0
"""How long after its first change a buffer is kept as a draft, at the latest."""


@dataclass(slots=True)
class _Kept:
    """What the draft folder holds of one document, and since when the buffer is ahead of it."""

    revision: int | None = None
    base: bytes | None = None
    ahead_since_s: float | None = None

    def holds(self, session: DocumentSession) -> bool:
        """Whether the draft is what the session holds."""
        return self.revision == session.text.revision and self.base == session.base

    def is_due(self, now_s: float) -> bool:
        """Whether the buffer has been ahead for long enough."""
        if self.ahead_since_s is None:
            self.ahead_since_s = now_s
        return now_s - self.ahead_since_s >= DELAY_S


class DraftKeeper:
    """Keeps drafts of the open documents. Thread-free: its owner calls `flush_due` every second or so.

    `sessions()` are the open documents. Calls raise `OSError` where a draft cannot be written or removed.
    """

    def __init__(self, drafts: Drafts, sessions: Callable[[], Iterable[DocumentSession]]) -> None:
        self._drafts = drafts
        self._sessions = sessions
        self._kept: dict[str, _Kept] = {}

    def flush_due(self, now_s: float) -> tuple[str, ...]:
        """Write the drafts that are due, drop those whose text is on disk. Returns the paths written.

        `now_s` is any clock that only goes forward, in seconds.
        """
        return self._flush(lambda kept: kept.is_due(now_s))

    def flush_all(self) -> tuple[str, ...]:
        """As `flush_due`, without waiting for anything: before quitting."""
        return self._flush(lambda _kept: True)

    def keep(self, session: DocumentSession) -> None:
        """Write the draft of one session now, where it has unsaved text: it is about to be closed."""
        self._flush_one(session, lambda _kept: True)

    def discard(self, path: str) -> None:
        """Drop the draft of a document: its text is saved, or was given up."""
        self._kept.pop(path, None)
        self._drafts.remove(path)

    def left_behind(self) -> tuple[Draft, ...]:
        """The drafts of earlier runs, oldest first, of documents that are not open. Raises `OSError`."""
        open_paths = {session.path for session in self._sessions()}
        return tuple(draft for draft in self._drafts.all() if draft.path not in open_paths)

    def bring_back(self, session: DocumentSession) -> Taken | None:
        """Give a session that was just opened what an earlier run left of it; None where nothing can be read of it."""
        try:
            draft = self._drafts.get(session.path)
        except OSError:
            return None
        if draft is None:
            return None
        taken = session.take_draft(draft.base, draft.text)
        self._kept[session.path] = _Kept()
        return taken

    def _flush(self, is_due: Callable[[_Kept], bool]) -> tuple[str, ...]:
        return tuple(session.path for session in self._sessions() if self._flush_one(session, is_due))

    def _flush_one(self, session: DocumentSession, is_due: Callable[[_Kept], bool]) -> bool:
        kept = self._kept.get(session.path)
        if not session.is_dirty:
            if kept is not None:
                self.discard(session.path)
            return False
        kept = kept or self._kept.setdefault(session.path, _Kept())
        if kept.holds(session) or not is_due(kept):
            return False
        self._drafts.put(session.path, session.base, session.data)
        self._kept[session.path] = _Kept(session.text.revision, session.base)
        return True
