"""Looks now and then whether another program of ours, as the command line, made marks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from memdesk.services.desk import Desk
from memdesk.ui.live_query import LiveQuery, Pace
from memdesk.ui.tasks import Tasks

LOOK_MS = 2000
"""So often is looked. No event of a file of memory tells of a mark."""


class MarksLook(LiveQuery[int]):
    """Polls in a worker. Where the marks cannot be read, the look through the inbox says so.

    Signals:
        changed: somebody else made marks or took some away.
    """

    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks, parent: QObject) -> None:
        super().__init__(
            tasks,
            self._prepare_look,
            self._on_looked,
            parent,
            failed=lambda _error: None,
            pace=Pace(LOOK_MS, polls=True),
        )
        self._desk = desk
        self._known: int | None = None

    def _prepare_look(self, _token: object) -> Callable[[], int]:
        return lambda: self._desk.marks.writes_of_others

    def _on_looked(self, found: int) -> None:
        before, self._known = self._known, found
        if before not in (None, found):
            self.changed.emit()
