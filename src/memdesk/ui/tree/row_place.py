"""Keeps a row of the tree at its height on screen while rows come and go above it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint
from PySide6.QtWidgets import QTreeView


class RowPlace:
    """Remembers where in `view` the current row stands, or the first row in view where the current one is out of sight.

    Call `note` when the rows are laid out, `give_back` when they were laid out anew, and `forget` when the user has
    scrolled, after which nothing has to stay until the next `note`.
    """

    def __init__(self, view: QTreeView) -> None:
        self._view = view
        self._row = QPersistentModelIndex()
        self._y = 0

    def note(self) -> None:
        """What stands where it stands now is to stay there."""
        view = self._view
        row = view.currentIndex()
        if not self._is_in_view(row):
            row = view.indexAt(QPoint(0, 0))
        self._row, self._y = QPersistentModelIndex(row), view.visualRect(row).y()

    def forget(self) -> None:
        """Nothing has to stay."""
        self._row = QPersistentModelIndex()

    def give_back(self) -> None:
        """Scroll by as much as the row has moved; at the top what came above it is shown, as long as both are seen."""
        row = self._row
        if not row.isValid():
            return
        bar = self._view.verticalScrollBar()
        if bar.value() > 0 or not self._is_in_view(row):
            bar.setValue(bar.value() + self._view.visualRect(row).y() - self._y)

    def _is_in_view(self, row: QModelIndex | QPersistentModelIndex) -> bool:
        place = self._view.visualRect(row)
        return not place.isEmpty() and self._view.viewport().rect().contains(place)
