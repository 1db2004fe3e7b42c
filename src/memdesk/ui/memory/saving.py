"""Saves run in a worker, one at a time per document, while typing goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.documents.saving import SaveJob
from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.workspace import MOST_ATTEMPTS, Workspace
from memdesk.store.outcomes import SaveResult
from memdesk.ui.tasks import Tasks


class Saving(QObject):
    """Saves documents of `workspace`.

    Signals:
        save_begun: what a session holds now is about to be saved; argument: the session.
        save_finished: it ended; arguments: the path, the `SaveResult`, the `Changes`.
    """

    save_begun = Signal(object)
    save_finished = Signal(str, object, object)

    def __init__(self, workspace: Workspace, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._tasks = tasks
        self._wanted_again: set[str] = set()
        self._attempts: dict[str, int] = {}
        self.before_save: Callable[[], bool] = lambda: True
        """Asked before a save of the document on screen: what it says decides whether there is one."""

    def save(self, session: DocumentSession) -> None:
        """Save what the buffer holds now; a save that is going on is followed by another."""
        if session.is_saving:
            self._wanted_again.add(session.path)
            return
        self.save_begun.emit(session)
        job = session.prepare_save()
        done = partial(self._on_saved, job)
        self._tasks.run(partial(self._workspace.run_save, job), done, lambda why: done(_declined(why)))

    def save_all(self) -> None:
        """Save every document that has unsaved text."""
        for session in list(self._workspace.sessions.values()):
            if session.is_dirty:
                self.save(session)

    def _on_saved(self, job: SaveJob, result: SaveResult) -> None:
        changes = self._workspace.finish_save(job, result)
        attempt = self._attempts.pop(job.path, 0) + 1
        if changes.save_again and attempt < MOST_ATTEMPTS:
            self._attempts[job.path] = attempt
            self._save_path(job.path)
            return
        self.save_finished.emit(job.path, result, changes)
        if job.path in self._wanted_again:
            self._wanted_again.discard(job.path)
            self._save_path(job.path)

    def _save_path(self, path: str) -> None:
        session = self._workspace.sessions.get(path)
        if session is not None:
            self.save(session)


def _declined(why: MemdeskError) -> SaveResult:
    from memdesk.store.outcomes import Declined

    return Declined(why.template, why.hint, why.facts, refused=False)
