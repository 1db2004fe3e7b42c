"""Reads the indexes that agents keep of memory every few seconds, and tells what they say of each document."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from memdesk.layouts.documents import Document
from memdesk.services.preview.index_states import IndexKeeper, Looked
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.timers import repeating

LOOK_MS = 5000
"""So often an index is looked at. It changes without any file of memory, so no event of a file tells of it."""

_REST_PER_WORK = 20
"""Where a look takes long, so many times as long passes until the next."""


class IndexLook(QObject):
    """Looks at the index of every open root in a worker, one root after the other, never two looks at a time.

    Signals:
        looked: a look is over; argument: the documents of which an index says something else than before.
    """

    looked = Signal(object)

    def __init__(self, workspace: Workspace, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.known = IndexKeeper(workspace)
        self._tasks = tasks
        self._task: Task[Looked] | None = None
        self._waiting: list[MemoryRoot] = []
        self._document: Document | None = None
        self._begun_s = 0.0
        self._timer = repeating(self, LOOK_MS, self.look)

    def start(self) -> None:
        """Look now, and from now on now and then."""
        self._timer.start()
        self.look()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._waiting.clear()

    def show(self, document: Document | None) -> None:
        """Of this document the entries are of interest too."""
        is_other = (document and document.path) != (self._document and self._document.path)
        self._document = document
        if is_other and document is not None and self._timer.isActive():
            self.look()

    def look(self) -> None:
        """Look at every index as soon as a look that runs is over."""
        self._waiting = list(self.known.roots())
        self._begun_s = time.monotonic()
        self._look_at_next()

    def _look_at_next(self) -> None:
        if self._task is not None or not self._waiting:
            return
        root, document = self._waiting.pop(0), self._document
        if document is not None and not document.path.startswith(root.path):
            document = None
        self._task = self._tasks.run(lambda: self.known.look(root, document), self._on_looked)

    def _on_looked(self, looked: Looked) -> None:
        self._task = None
        self.looked.emit(self.known.take(looked))
        if not self._waiting:
            took_ms = (time.monotonic() - self._begun_s) * 1000
            self._timer.setInterval(max(LOOK_MS, int(_REST_PER_WORK * took_ms)))
        self._look_at_next()
