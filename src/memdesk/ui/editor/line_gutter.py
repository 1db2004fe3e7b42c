"""Line numbers beside a source view, and bars beside the lines that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QStyle, QWidget

from memdesk.ui.editor.bridge import Bridge
from memdesk.ui.theme.manager import ThemeManager

_BAR_PX = 3
_LEAD_PX = 12
_NUMBER_GAP_PX = 10
_TEXT_GAP_PX = 8


class LineGutter(QWidget):
    """Numbers are those of the file, also where a view shows one section of it."""

    def __init__(self, themes: ThemeManager, view: QPlainTextEdit, bridge: Bridge) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view
        self._bridge = bridge
        self._changed: tuple[tuple[int, int], ...] = ()
        view.updateRequest.connect(self._on_update_requested)

    def width_px(self) -> int:
        """How wide the gutter wants to be."""
        digits = max(2, len(str(self._bridge.end)))
        numbers = self._themes.theme.metrics("meta").horizontalAdvance("0") * digits
        return _LEAD_PX + numbers + _NUMBER_GAP_PX + _BAR_PX + _TEXT_GAP_PX

    def set_changed_lines(self, runs: Sequence[tuple[int, int]]) -> None:
        """Put bars beside these runs of lines, counted from the first shown line."""
        found = tuple(runs)
        if found != self._changed:
            self._changed = found
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.setFont(theme.font("meta"))
            painter.setPen(theme.pen("text3"))
            height = theme.line_height("mono")
            bar_left = self.width() - _TEXT_GAP_PX - _BAR_PX
            for block, top, bottom in self._blocks(event.rect()):
                number = str(self._bridge.first + block.blockNumber() + 1)
                cell = self._cell(QRect(0, top, bar_left - _NUMBER_GAP_PX, height))
                painter.drawText(cell, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
                if any(first <= block.blockNumber() < end for first, end in self._changed):
                    painter.fillRect(
                        self._cell(QRect(bar_left, top, _BAR_PX, bottom - top)), theme.brush("add")
                    )

    def _blocks(self, area: QRect) -> Iterator[tuple[QTextBlock, int, int]]:
        """The visible blocks in `area`, each with its top and bottom."""
        block = self._view.firstVisibleBlock()
        top = self._view.blockBoundingGeometry(block).translated(self._view.contentOffset()).top()
        while block.isValid() and top <= area.bottom():
            bottom = top + self._view.blockBoundingRect(block).height()
            if bottom >= area.top():
                yield block, round(top), round(bottom)
            block, top = block.next(), bottom

    def _cell(self, area: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), area)

    def _on_update_requested(self, area: QRect, scrolled_px: int) -> None:
        if scrolled_px:
            self.scroll(0, scrolled_px)
        elif area.bottom() >= self._view.viewport().height() - 1:
            # What ends above the bottom moved no line: a typed character, a blinking caret.
            self.update(0, area.y(), self.width(), area.height())
