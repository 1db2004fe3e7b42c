"""Reads a large document in a worker before it is shown; what is asked for last wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.progress import Progress
from memdesk.ui.i18n import tr
from memdesk.ui.messages import Messages
from memdesk.ui.tasks import Newest, Task, Tasks
from memdesk.ui.working import Working

if TYPE_CHECKING:
    from memdesk.services.documents.opening_job import OpeningJob
    from memdesk.services.documents.reading_job import Reading
    from memdesk.services.documents.session import DocumentSession

    _Read = DocumentSession | MemdeskError


class DocumentReading(QObject):
    """Has one document read at a time.

    Signals:
        given_up: what was being read is not shown; argument: whether it cannot be. Else it is not wanted any more.
        look_wanted: something was written while it was read; argument: `Changes` that say where to look again.
    """

    given_up = Signal(bool)
    look_wanted = Signal(object)

    def __init__(self, workspace: Workspace, tasks: Tasks, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._tasks = tasks
        self._messages = messages
        self._path, self._has_failed = "", False
        self._task: Task[_Read] | None = None
        self._again: Newest[Reading] = Newest(tasks)
        self.working = Working(self)
        """What is shown of a document that takes long."""

    @property
    def is_under_way(self) -> bool:
        """Whether a document is being read."""
        return self._task is not None

    def begin(self, job: OpeningJob, show: Callable[[], bool]) -> bool:
        """Read a document and call `show` once it is open, which says whether it is; instead of the last one.

        A small one nearly always is there at once: what one types next is meant for it. Whether it is, or may still be.
        """
        self.drop()
        self._path, self._has_failed = job.path, False
        self.working.begin(Progress(), lambda _: tr("Reading…"))
        self._task = self._tasks.attempt(job.run, partial(self._on_read, job, show), first=True)
        if not job.is_large:
            self._tasks.wait_a_moment(self._task)
        return not self._has_failed

    def read_again(self, session: DocumentSession, done: Callable[[], object]) -> None:
        """Have the text of an open document read as it is now; then call `done`, unless it changed meanwhile."""
        job = session.prepare_reading(self._workspace.read_ahead)
        self._again.run(job.run, partial(self._on_read_again, session, done))

    @staticmethod
    def _on_read_again(session: DocumentSession, done: Callable[[], object], reading: Reading) -> None:
        if session.take_reading(reading):
            done()

    def drop(self) -> None:
        """Show nothing of what is being read: something else is asked for, or the user does not want to wait."""
        if self._task is not None:
            self._task.cancel()
            self._end()
            self.given_up.emit(False)

    def drop_homeless(self) -> None:
        """Do so where it is in no open root any more."""
        if self._workspace.find_document(self._path) is None:
            self.drop()

    def _give_up(self) -> None:
        self._has_failed = True
        self.given_up.emit(True)

    def _end(self) -> None:
        self._task = None
        self.working.end()

    def _on_read(self, job: OpeningJob, show: Callable[[], bool], read: _Read) -> None:
        self._end()
        if isinstance(read, MemdeskError):
            self._messages.tell_error(read, job.path)
            self._give_up()
            return
        changes = self._workspace.finish_opening(job, read)
        if not show():
            self._give_up()
        if changes.look_again:
            self.look_wanted.emit(changes)
