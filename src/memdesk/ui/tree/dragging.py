"""Dragging a row of the tree, and what is dragged over the tree: where it would be dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint
from PySide6.QtWidgets import QApplication, QTreeView

from memdesk.ui.timers import single_shot

OPEN_AFTER_MS = 600
"""So long something is held over a closed row until that opens."""

_EDGE_PX = 24
_SCROLL_PX = 12


class RowDrag:
    """One drag of a row: begins where the pointer has moved far enough with a row held."""

    def __init__(self) -> None:
        self._pressed_at: QPoint | None = None
        self.is_active = False

    @property
    def is_held(self) -> bool:
        """Whether a row is held that could be dragged."""
        return self._pressed_at is not None

    def press(self, at: QPoint) -> None:
        """The pointer is down on a row that can be dragged."""
        self._pressed_at, self.is_active = at, False

    def move(self, at: QPoint) -> bool:
        """The pointer moved with its button down; whether that is a drag."""
        if self._pressed_at is None:
            return False
        far = (at - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        self.is_active = self.is_active or far
        return self.is_active

    def stop(self) -> bool:
        """The drag is over; whether it was one."""
        was_active, self._pressed_at, self.is_active = self.is_active, None, False
        return was_active


class DropRow(QObject):
    """The row of `view` that something is held over: rows open below it, and the view scrolls at its edges."""

    def __init__(self, view: QTreeView, repaint: Callable[[], object]) -> None:
        super().__init__(view)
        self._view = view
        self._repaint = repaint
        self._over = QPersistentModelIndex()
        self.index = QPersistentModelIndex()
        """The row that is marked; invalid where none is."""
        self._open = single_shot(self, OPEN_AFTER_MS, self._on_held)

    def show(self, at: QPoint, *, is_allowed: bool) -> None:
        """Something is held at this place of the viewport."""
        index = self._view.indexAt(at) if self._view.viewport().rect().contains(at) else QModelIndex()
        over = QPersistentModelIndex(index)
        if over != self._over:
            self._over = over
            self._open.start()
        self.index = over if is_allowed else QPersistentModelIndex()
        self._repaint()

    def clear(self) -> None:
        """Nothing is held any more."""
        self._open.stop()
        self._over = self.index = QPersistentModelIndex()
        self._repaint()

    def scroll(self, at: QPoint) -> None:
        """Scroll where it is held near an edge."""
        height, bar = self._view.viewport().height(), self._view.verticalScrollBar()
        if not 0 <= at.x() < self._view.viewport().width():
            return
        if 0 <= at.y() < _EDGE_PX:
            bar.setValue(bar.value() - _SCROLL_PX)
        elif height - _EDGE_PX < at.y() <= height:
            bar.setValue(bar.value() + _SCROLL_PX)

    def _on_held(self) -> None:
        if self._over.isValid():
            self._view.expand(self._over)
