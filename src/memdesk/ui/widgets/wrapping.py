"""A row of widgets that goes on in the next line where it is full."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget, QWidgetItem


class WrappingLayout(QLayout):
    """Lays widgets out as words of a text, each as wide as it wants, `gap_px` apart in both directions."""

    def __init__(self, gap_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap_px = gap_px
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def insert_widget(self, place: int, widget: QWidget) -> None:
        """Put `widget` before the one at `place`."""
        self.addChildWidget(widget)
        self._items.insert(place, QWidgetItem(widget))
        self.invalidate()

    @property
    def row_px(self) -> int:
        """How wide all of them are in one row, in px."""
        widths = [item.sizeHint().width() for item in self._items if not item.isEmpty()]
        return sum(widths) + self._gap_px * max(0, len(widths) - 1)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        self.invalidate()
        return item

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), apply=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, apply=True)

    def _arrange(self, area: QRect, *, apply: bool) -> int:
        """Lay the widgets out in `area`; gives the height they take."""
        x = y = row = 0
        holder = self.parentWidget()
        direction = holder.layoutDirection() if holder is not None else Qt.LayoutDirection.LeftToRight
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if size.width() > area.width():
                size.setWidth(min(size.width(), max(area.width(), item.minimumSize().width())))
            if x and x + size.width() > area.width():
                x, y, row = 0, y + row + self._gap_px, 0
            if apply:
                cell = QRect(area.topLeft() + QPoint(x, y), size)
                item.setGeometry(QStyle.visualRect(direction, area, cell))
            x += size.width() + self._gap_px
            row = max(row, size.height())
        return y + row
