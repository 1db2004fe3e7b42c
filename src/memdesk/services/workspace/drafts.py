"""Drafts of open documents: written soon after a change, removed once the text is saved or given up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Taken
from memdesk.services.workspace.note_draft import NAME, NoteDraft
from memdesk.store.drafts import Draft, DraftFacts, Drafts

DELAY_S = 2.0
"""How long after its first change a buffer is kept as a draft, at the latest."""


class CameBack(NamedTuple):
    """A draft of an earlier run that is in the buffer again: when it was kept (Unix seconds), and what the disk did.

    `changed_since` says whether the file is another one than the draft was made from.
    """

    when: float
    changed_since: bool


@dataclass(slots=True)
class _Kept:
    """What the draft folder holds of one document, and since when the buffer is ahead of it."""

    revision: int | None = None
    base: bytes | None = None
    beside: bytes | None = None
    ahead_since_s: float | None = None

    def holds(self, session: DocumentSession, beside: bytes | None) -> bool:
        """Whether the draft is what the session holds, or what is written beside it."""
        return (
            self.revision == session.text.revision
            and self.base == session.draft_base
            and self.beside == beside
        )

    def is_due(self, now_s: float) -> bool:
        """Whether the buffer has been ahead for long enough."""
        if self.ahead_since_s is None:
            self.ahead_since_s = now_s
        return now_s - self.ahead_since_s >= DELAY_S


class DraftJob:
    """A draft to be written, as the buffer was; for a worker. `DraftKeeper.finish` must follow."""

    def __init__(
        self, session: DocumentSession, beside: bytes | None, write: Callable[[DraftJob], None]
    ) -> None:
        self.path = session.path
        self.revision = session.text.revision
        self.base = session.draft_base
        self.beside = beside
        self.data = session.data if beside is None else beside
        self.is_wanted = True
        self._write = write

    def run(self) -> OSError | None:
        """Write it, unless it was given up meanwhile; the reason where it cannot be written."""
        try:
            self._write(self)
        except OSError as error:
            return error
        return None


def _nothing_beside(_: DocumentSession) -> None:
    pass


class DraftKeeper:
    """Keeps drafts of the open documents. Its owner asks what is `due` every second or so, and has workers write it.

    `sessions()` are the open documents. All other calls are for one thread; they raise `OSError` where a draft cannot
    be written or removed.
    """

    def __init__(self, drafts: Drafts, sessions: Callable[[], Iterable[DocumentSession]]) -> None:
        self._drafts = drafts
        self._sessions = sessions
        self._kept: dict[str, _Kept] = {}
        self._jobs: dict[str, DraftJob] = {}
        # A worker never writes what was given up a moment ago.
        self._writing = threading.Lock()
        self.came_back: dict[str, CameBack] = {}
        """Of open documents whose text is that of an earlier run."""
        self.note = NoteDraft(drafts)
        """The quick note that is being written."""
        self.beside: Callable[[DocumentSession], bytes | None] = _nothing_beside
        """What a document would hold with what is being written for it elsewhere; None where nothing is."""

    @property
    def unsaved(self) -> frozenset[str]:
        """The documents of which something is to be kept, as they were when that was last looked for."""
        return frozenset(self._kept)

    def due(self, now_s: float) -> tuple[DraftJob, ...]:
        """The drafts to be written now; drops those whose text is on disk.

        `now_s` is any clock that only goes forward, in seconds.
        """
        found = []
        for session in self._sessions():
            beside = self.beside(session)
            kept = self._state_of(session, beside)
            is_busy = session.path in self._jobs
            if kept is None or is_busy or kept.holds(session, beside) or not kept.is_due(now_s):
                continue
            job = self._jobs[session.path] = DraftJob(session, beside, self._write)
            found.append(job)
        return tuple(found)

    def finish(self, job: DraftJob, error: OSError | None) -> None:
        """Take up how a job ended."""
        if self._jobs.get(job.path) is job:
            del self._jobs[job.path]
            if error is None:
                self._kept[job.path] = _Kept(job.revision, job.base, job.beside)

    def flush_all(self) -> tuple[str, ...]:
        """Write all that is not kept yet, without waiting for anything: before quitting. Returns the paths written.

        What cannot be written takes nothing else with it: the first error is raised when all was tried.
        """
        written, errors = list[str](), list[OSError]()
        for session in self._sessions():
            try:
                if self.keep(session):
                    written.append(session.path)
            except OSError as error:
                errors.append(error)
        try:
            self.note.flush()
        except OSError as error:
            errors.append(error)
        if errors:
            raise errors[0]
        return tuple(written)

    def keep(self, session: DocumentSession) -> bool:
        """Write the draft of one session now, where it has unsaved text: it is about to be closed."""
        beside = self.beside(session)
        kept = self._state_of(session, beside)
        if kept is None or kept.holds(session, beside):
            return False
        with self._writing:
            self._call_off(session.path)
            self._drafts.put(session.path, session.draft_base, session.data if beside is None else beside)
        self._kept[session.path] = _Kept(session.text.revision, session.draft_base, beside)
        return True

    def discard(self, path: str) -> None:
        """Drop the draft of a document: its text is saved, or was given up."""
        self._kept.pop(path, None)
        self.came_back.pop(path, None)
        with self._writing:
            self._call_off(path)
            self._drafts.remove(path)

    def left_behind(self) -> tuple[DraftFacts, ...]:
        """The drafts of earlier runs, oldest first, of documents that are not open. Raises `OSError`."""
        open_paths = {session.path for session in self._sessions()}
        left = (draft for draft in self._drafts.facts() if draft.path != NAME)
        return tuple(draft for draft in left if draft.path not in open_paths)

    def bring_back(self, session: DocumentSession) -> Taken | None:
        """Give a session that was just opened what an earlier run left of it; None where nothing can be read of it."""
        try:
            draft: Draft | None = self._drafts.get(session.path)
        except OSError:
            return None
        if draft is None:
            return None
        self.came_back[session.path] = CameBack(draft.when, draft.base != session.base)
        taken = session.take_draft(draft.base, draft.text)
        self._kept[session.path] = _Kept()
        return taken

    def _state_of(self, session: DocumentSession, beside: bytes | None) -> _Kept | None:
        """What is kept of a session with unsaved text; drops what is kept of another."""
        kept = self._kept.get(session.path)
        if session.is_dirty or beside is not None:
            return kept or self._kept.setdefault(session.path, _Kept())
        if kept is not None or session.path in self._jobs:
            self.discard(session.path)
        return None

    def _write(self, job: DraftJob) -> None:
        with self._writing:
            if job.is_wanted:
                self._drafts.put(job.path, job.base, job.data)

    def _call_off(self, path: str) -> None:
        job = self._jobs.pop(path, None)
        if job is not None:
            job.is_wanted = False
