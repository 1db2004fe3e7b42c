"""A list whose rows stand below one another, as high as they are said to be, all of them in one go."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyleOptionViewItem, QWidget

from memdesk.ui.widgets.list_view import NOWHERE, Index

_LEAST_ROW_PX = 200
_Action = QAbstractItemView.CursorAction


class StackedRows(QListView):
    """Shows rows as high as `row_heights` tells, each as wide as the view. Its delegate paints by their place alone.

    Qt asks for each row by itself whenever it lays a list out: of thousands, that takes most of a frame.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends: list[int] = []
        """Where each row ends, in px below the upper edge of the first."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def row_heights(self) -> Sequence[int]:
        """How high all rows are now, in px; they stand by these until they are laid out again."""
        raise NotImplementedError

    @property
    def row_px(self) -> int:
        """How wide a row is."""
        return max(_LEAST_ROW_PX, self.viewport().width())

    def rows_in_view(self) -> range:
        """The rows of which something is in the view."""
        return self._rows_between(0, self.viewport().height())

    def rect_of(self, row: int) -> QRect:
        """Where a row stands in the view; an empty rectangle where there is none."""
        return self.visualRect(self.model().index(row, 0))

    def _rows_between(self, top: int, end: int) -> range:
        """The rows with something between these edges, in px below the upper edge of the view."""
        self.executeDelayedItemsLayout()
        above = self.verticalScrollBar().value()
        if end + above <= 0:
            return range(0)
        first = bisect_right(self._ends, top + above)
        return range(first, min(bisect_left(self._ends, end + above) + 1, len(self._ends)))

    def place_rows(self, steady: int) -> None:
        """Let the rows stand by their heights of now; row `steady` stays where it is, as far as the list reaches.

        What is in view is painted only where that moves it.
        """
        before, bar = self._seen(), self.verticalScrollBar()
        value, top = bar.value(), self.rect_of(steady).top()
        self._take_heights()
        self.updateGeometries()
        if steady >= 0:
            bar.setValue(bar.value() + self.rect_of(steady).top() - top)
        if bar.value() != value or self._seen() != before:
            self.viewport().update()

    def _seen(self) -> list[tuple[int, QRect]]:
        """The rows in view, and where they stand."""
        return [(row, self.rect_of(row)) for row in self.rows_in_view()]

    def _take_heights(self) -> None:
        # Without a model the list is being made, and may not know of heights yet.
        self._ends = list(accumulate(self.row_heights())) if self.model() is not None else []

    # What Qt asks

    def doItemsLayout(self) -> None:
        self._take_heights()
        # What `QListView` does beside that is to ask for each row.
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(room)
        if self._ends:
            bar.setSingleStep(self._ends[0])
        bar.setRange(0, max(0, self._ends[-1] - room) if self._ends else 0)
        if bar.isVisibleTo(self) is (bar.maximum() == 0):
            # Left alone, the bar comes and goes a turn later, and the view gets its width twice.
            self.setViewportMargins(self.viewportMargins())
        QAbstractItemView.updateGeometries(self)

    def visualRect(self, index: Index) -> QRect:
        self.executeDelayedItemsLayout()
        row, ends = index.row(), self._ends
        if not 0 <= row < len(ends):
            return QRect()
        top = ends[row - 1] if row else 0
        return QRect(0, top - self.verticalScrollBar().value(), self.row_px, ends[row] - top)

    def indexAt(self, p: QPoint) -> QModelIndex:
        rows = self._rows_between(p.y(), p.y() + 1) if 0 <= p.x() < self.row_px else range(0)
        return self.model().index(rows[0], 0) if rows else NOWHERE

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        current, count = self.currentIndex(), len(self._ends)
        if current.isValid() and count:
            if action in (_Action.MoveLeft, _Action.MoveRight):
                return self.model().index(current.row(), 0)
            if action == _Action.MoveEnd:
                return self.model().index(count - 1, 0)
            if action in (_Action.MovePageDown, _Action.MovePageUp):
                by = -1 if action == _Action.MovePageUp else 1
                return self.model().index(self._a_page_on(current.row(), by), 0)
        return super().moveCursor(action, modifiers)

    def _a_page_on(self, row: int, by: int) -> int:
        """The row that is seen whole at the other end of a page that begins with `row`; at least the next one."""
        ends, room = [0, *self._ends], self.viewport().height()
        if by > 0:
            return min(max(row + 1, bisect_right(ends, ends[row] + room) - 2), len(ends) - 2)
        return max(min(row - 1, bisect_left(ends, ends[row + 1] - room)), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        area, option = event.rect(), QStyleOptionViewItem()
        delegate, model = self.itemDelegate(), self.model()
        with QPainter(self.viewport()) as painter:
            for row in self._rows_between(area.top(), area.bottom() + 1):
                index = model.index(row, 0)
                option.rect = self.visualRect(index)
                delegate.paint(painter, option, index)
