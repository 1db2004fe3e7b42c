"""Ticks in the rows of a list, turned by the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from memdesk.ui.widgets.list_view import Index

if TYPE_CHECKING:
    # What all views of Qt are.
    _View = QAbstractItemView
else:
    _View = object


class WithTicks(_View):
    """Stands before Qt's class among the bases of a view whose rows have ticks: a click on one turns that alone."""

    def is_on_tick(self, event: QMouseEvent, index: Index) -> bool:
        """Whether the pointer is on the tick of a row, where that has one."""
        raise NotImplementedError

    def turn_tick(self, row: int) -> None:
        """Tick a row, or do not any more."""
        raise NotImplementedError

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._takes_tick(event):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Of two fast clicks on a tick each is one."""
        if not self._takes_tick(event):
            super().mouseDoubleClickEvent(event)

    def _takes_tick(self, event: QMouseEvent) -> bool:
        """Turn the tick under the pointer; whether there is one, and the button is the one for it."""
        index = self.indexAt(event.position().toPoint())
        is_meant = event.button() == Qt.MouseButton.LeftButton and index.isValid()
        if not (is_meant and self.is_on_tick(event, index)):
            return False
        self.setCurrentIndex(index)
        self.turn_tick(index.row())
        return True
