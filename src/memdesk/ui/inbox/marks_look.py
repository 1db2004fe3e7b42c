"""Looks now and then whether another program of ours, as the command line, made marks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.ui.attempts import or_error
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.timers import repeating

LOOK_MS = 2000
"""So often is looked. No event of a file of memory tells of a mark."""


class MarksLook(QObject):
    """Looks in a worker, never two looks at a time.

    Signals:
        changed: somebody else made marks or took some away.
    """

    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._task: Task[int | MemdeskError] | None = None
        self._known: int | None = None
        self._timer = repeating(self, LOOK_MS, self._look)

    def start(self) -> None:
        """Look now, and from now on."""
        self._timer.start()
        self._look()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _look(self) -> None:
        if self._task is None:
            self._task = self._tasks.run(or_error(lambda: self._desk.marks.writes_of_others), self._on_looked)

    def _on_looked(self, found: int | MemdeskError) -> None:
        self._task = None
        if isinstance(found, MemdeskError):
            # Who looks through the inbox says it.
            return
        before, self._known = self._known, found
        if before not in (None, found) and self._timer.isActive():
            self.changed.emit()
