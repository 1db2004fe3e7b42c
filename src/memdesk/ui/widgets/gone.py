"""Deletes hidden widgets a few at a time: to delete many at once takes as long as it took to make them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from memdesk.ui.timers import repeating_in_turn

_IN_A_TURN = 4


class Gone(QObject):
    """Deletes widgets that were hidden, a few in each turn of the event loop that has room for them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[QWidget] = deque()
        self._timer = repeating_in_turn(self, 0, self._delete_some)

    def take(self, widgets: Iterable[QWidget]) -> None:
        """Delete these in this order; what is made of many comes behind its parts."""
        self._waiting.extend(widgets)
        self._timer.start()

    def _delete_some(self) -> None:
        for _ in range(min(_IN_A_TURN, len(self._waiting))):
            widget = self._waiting.popleft()
            # What it was part of may have gone meanwhile, and it with that.
            if Shiboken.isValid(widget):
                widget.deleteLater()
        if not self._waiting:
            self._timer.stop()
