"""A label that is marked where hits lie in something that is not shown as text."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QWidget

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.found_mark import FoundMark, draw_found
from memdesk.ui.widgets.labels import TextLabel


class FoundLabel(TextLabel):
    """One line."""

    def __init__(
        self,
        themes: ThemeManager,
        *,
        tone: ColorRole = "text",
        weight: Weight | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(themes, tone=tone, weight=weight, parent=parent)
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
