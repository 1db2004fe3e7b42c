"""Tabs of a panel: words over a line."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTabBar, QWidget

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.paint import CENTRE

_PAD_PX, _LEAST_PAD_PX = 12, 6
_LINE_OVERHANG_PX = 2
_RING_INSET_PX = 4


class TabBar(QTabBar):
    """A `QTabBar` whose tabs are painted here; everything else, keys and accessibility, is Qt's.

    Where there is little room, its tabs move closer together before any goes behind an arrow.
    """

    def __init__(self, themes: ThemeManager, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setMouseTracking(True)
        self.setAccessibleName(name)

    def tabSizeHint(self, index: int) -> QSize:
        theme = self._themes.theme
        wide = self._words_px(index) + 2 * self._pad_px()
        return QSize(max(theme.sizes.min_hit, wide), theme.row_height(theme.sizes.tabs, "small"))

    def sizeHint(self) -> QSize:
        shown = self._shown()
        wide = sum(self._words_px(index) + 2 * _PAD_PX for index in shown)
        return QSize(wide, super().sizeHint().height())

    def _shown(self) -> list[int]:
        return [index for index in range(self.count()) if self.isTabVisible(index)]

    def _words_px(self, index: int) -> int:
        return self._themes.theme.metrics("small", Weight.Medium).horizontalAdvance(self.tabText(index))

    def _pad_px(self) -> int:
        """What stands at each side of the words of a tab now."""
        shown = self._shown()
        left = self.width() - sum(map(self._words_px, shown))
        return min(_PAD_PX, max(_LEAST_PAD_PX, left // (2 * max(1, len(shown)))))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(self._themes.theme.font("small", Weight.Medium))
            for index in range(self.count()):
                area = self.tabRect(index)
                if self.isTabVisible(index) and area.intersects(event.rect()):
                    self._paint_tab(painter, index, area)

    def _paint_tab(self, painter: QPainter, index: int, area: QRect) -> None:
        theme = self._themes.theme
        painter.setPen(theme.pen(self._ink(index, area)))
        painter.drawText(area, CENTRE, self.tabText(index))
        if index != self.currentIndex():
            return
        pad = self._pad_px()
        words = area.adjusted(pad - _LINE_OVERHANG_PX, 0, _LINE_OVERHANG_PX - pad, 0)
        width = theme.lines.focus
        painter.fillRect(
            QRect(words.x(), area.bottom() - width + 1, words.width(), width), theme.brush("focus")
        )
        if self.hasFocus():
            inset = _RING_INSET_PX
            draw_ring(painter, theme, area.adjusted(inset, inset, -inset, -inset), theme.radii.control)

    def _ink(self, index: int, area: QRect) -> ColorRole:
        if not self.isEnabled() or not self.isTabEnabled(index):
            return "disabled"
        if index == self.currentIndex():
            return "text"
        hovered = self.underMouse() and area.contains(self.mapFromGlobal(self.cursor().pos()))
        return "text" if hovered else "text2"
