"""The label of a field, which is marked for what was found in the field and is not shown as text there."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.found_mark import FoundMark, draw_found
from memdesk.ui.widgets.labels import TextLabel


class FieldLabel(TextLabel):
    """One line."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, tone="text2", parent=parent)
        self.found = FoundMark.NONE
        """How it is marked."""

    def set_found(self, mark: FoundMark) -> None:
        """Mark it so."""
        if mark is not self.found:
            self.found = mark
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.found is not FoundMark.NONE:
            metrics, area = self.fontMetrics(), self.contentsRect()
            size = metrics.size(int(Qt.TextFlag.TextSingleLine), self.text()).boundedTo(area.size())
            side = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
            words = QRect(QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, side, size, area))
            with QPainter(self) as painter:
                draw_found(painter, self._themes.theme, words, self.found)
        super().paintEvent(event)
