"""A closer look at the current change, in a worker: where it stands in its file, and what the checks say."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.inbox.checks import Checking
from memdesk.services.inbox.items import InboxItem
from memdesk.text.excerpt import keys_around
from memdesk.ui.inbox.place_panel import InPlace, lines_around
from memdesk.ui.tasks import Newest, Tasks


class Looking(QObject):
    """Looks at one change at a time.

    Signals:
        looked: what was found; argument: an `InPlace`.
    """

    looked = Signal(object)

    def __init__(self, desk: Desk, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._newest: Newest[InPlace] = Newest(tasks)

    def look_at(self, item: InboxItem | None) -> None:
        """Look at this instead of what was looked at; at nothing for None."""
        self._newest.cancel()
        if item is not None:
            self._newest.attempt(partial(self._look, item, self._desk.entries.snapshot()), self._on_looked)

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
        if isinstance(found, InPlace):
            self.looked.emit(found)
