"""A closer look at the current change, in a worker: where it stands in its file, and what the checks say."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.inbox.checks import Checking
from memdesk.services.inbox.items import InboxItem
from memdesk.text.excerpt import keys_around
from memdesk.ui.attempts import or_error
from memdesk.ui.inbox.place_panel import InPlace, lines_around
from memdesk.ui.tasks import Task, Tasks


class Looking(QObject):
    """Looks at one change at a time.

    Signals:
        looked: what was found; argument: an `InPlace`.
    """

    looked = Signal(object)

    def __init__(self, desk: Desk, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._task: Task[InPlace | MemdeskError] | None = None

    def look_at(self, item: InboxItem | None) -> None:
        """Look at this instead of what was looked at; at nothing for None."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if item is not None:
            look = or_error(partial(self._look, item, self._desk.entries.snapshot()))
            self._task = self._tasks.run(look, self._on_looked)

    def _look(self, item: InboxItem, snapshot: object) -> InPlace:
        desk = self._desk
        entries = desk.entries.read(snapshot)  # type: ignore[arg-type]  # what `snapshot` gave
        view = desk.workspace.disk
        checking = Checking(lambda text: desk.duplicates.alike(text, entries), view)
        text = desk.timeline.disk_text(item.path) or ""
        lines = lines_around(item, text)
        keys = keys_around(text, "\n".join(line.text for line in lines))
        return InPlace(item, lines, checking.run(item), "\n".join(keys))

    def _on_looked(self, found: InPlace | MemdeskError) -> None:
        self._task = None
        if isinstance(found, InPlace):
            self.looked.emit(found)
