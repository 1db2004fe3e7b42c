"""Keeps unsaved text in drafts every few seconds, in a worker, and brings it back at the next start."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, reason_of
from memdesk.services.desk import Desk
from memdesk.ui.attempts import sentence_of
from memdesk.ui.i18n import tr, trn
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.timers import repeating

if TYPE_CHECKING:
    from memdesk.services.workspace.drafts import DraftJob
    from memdesk.store.drafts import DraftFacts
    from memdesk.ui.memory.screen import MemoryScreen

EVERY_MS = 1000
_LIST, _NOTE = "list", "note"


class KeepingDrafts(QObject):
    """Keeps the drafts of the documents in `desk`; `looked` tells each time that it has looked for what to keep."""

    looked = Signal()

    def __init__(
        self, desk: Desk, memory: MemoryScreen, tasks: Tasks, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory = memory
        self._tasks = tasks
        self._messages = messages
        self._failing: set[str] = set()
        """What could not be kept when it was last tried: paths of documents, the note, or the list of all."""
        self._due = repeating(self, EVERY_MS, self.keep_due)

    def start(self) -> None:
        """Bring back what an earlier run left unsaved, show one of it, and keep what comes."""
        self._due.start()
        known = self.bring_back()
        if known:
            self._memory.show_document(known[-1])
        self._tell_those_without_file()

    def stop(self) -> None:
        """Keep nothing any more."""
        self._due.stop()

    def keep_all(self) -> None:
        """Keep everything now, in this thread. Raises `OSError`."""
        drafts = self._desk.workspace.drafts
        if drafts is not None:
            drafts.flush_all()

    def keep_due(self) -> None:
        """Have workers keep what has been unsaved for long enough."""
        drafts = self._desk.workspace.drafts
        try:
            jobs = drafts.due(time.monotonic()) if drafts is not None else ()
            self._failing.discard(_LIST)
        except OSError as error:
            self._tell_failure(_LIST, error)
            jobs = ()
        for job in jobs:
            self._tasks.attempt(job.run, partial(self._on_kept, job))
        if drafts is not None and drafts.note.is_ahead:
            self._tasks.run(_attempt(drafts.note.flush), self._on_note_kept)
        self.looked.emit()

    def _on_note_kept(self, error: OSError | None) -> None:
        if error is not None:
            self._tell_failure(_NOTE, error)
        else:
            self._failing.discard(_NOTE)

    def _on_kept(self, job: DraftJob, ended: OSError | MemdeskError | None) -> None:
        error = OSError(sentence_of(ended)) if isinstance(ended, MemdeskError) else ended
        drafts = self._desk.workspace.drafts
        if drafts is not None:
            drafts.finish(job, error)
        if error is not None:
            self._tell_failure(job.path, error)
        else:
            self._failing.discard(job.path)

    def _tell_failure(self, what: str, error: OSError) -> None:
        """Once, until all goes well again: it is tried anew every second."""
        drafts = self._desk.workspace.drafts
        self._failing &= {_LIST, _NOTE} | (drafts.unsaved if drafts is not None else frozenset())
        is_told = bool(self._failing)
        self._failing.add(what)
        if is_told:
            return
        words = tr("Unsaved text could not be kept as a draft: {why}. Save it soon.", why=reason_of(error))
        self._messages.tell(Message(words, Tone.WARNING, "drafts"))

    # At the start, and whenever documents were listed

    def bring_back(self) -> list[str]:
        """Open the documents of drafts that nobody has opened yet; returns their paths."""
        workspace, memory = self._desk.workspace, self._memory
        known = [draft.path for draft in self._left() if workspace.find_document(draft.path) is not None]
        back = [path for path in known if self._open(path)]
        for path in back:
            memory.open.note_draft(path)
            memory.keeper.update_marks(path)
        if back:
            words = trn("Unsaved text in {n} file is back.", "Unsaved text in {n} files is back.", len(back))
            self._messages.tell(Message(words))
        return back

    def _open(self, path: str) -> bool:
        """Open a document; whether its draft is in it now, which a damaged one is not."""
        workspace = self._desk.workspace
        try:
            workspace.open_document(path)
        except MemdeskError as error:
            self._messages.tell_error(error, path)
            return False
        return workspace.drafts is not None and path in workspace.drafts.came_back

    def _tell_those_without_file(self) -> None:
        roots = self._desk.workspace.roots
        for draft in self._left():
            if any(draft.path.startswith(f"{root.path}/") for root in roots):
                words = tr(
                    "Unsaved text of {path} is kept, but there is no such file any more.", path=draft.path
                )
                advice = tr("Make the file again, and the text comes back.")
                self._messages.tell(Message(words, Tone.WARNING, draft.path, advice))

    def _left(self) -> Sequence[DraftFacts]:
        drafts = self._desk.workspace.drafts
        try:
            return drafts.left_behind() if drafts is not None else ()
        except OSError as error:
            words = tr("Unsaved text of earlier starts cannot be read: {why}.", why=reason_of(error))
            self._messages.tell(Message(words, Tone.WARNING, "drafts"))
            return ()


def _attempt(write: Callable[[], object]) -> Callable[[], OSError | None]:
    """`write`, which gives the error that it raises."""

    def attempt() -> OSError | None:
        try:
            write()
        except OSError as error:
            return error
        return None

    return attempt
