"""Bars beside the lines of a card that changed since the last save."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QTextEdit, QWidget

from memdesk.ui.theme.manager import ThemeManager

_SHIFT_PX = 2
"""Text stands low in lines of a fixed height: so far below the top of its line."""


class ChangeBars(QWidget):
    """Lies in the margin of a `QTextEdit` that shows one block per line. The mouse goes through it."""

    def __init__(self, themes: ThemeManager, text: QTextEdit) -> None:
        super().__init__(text)
        self._themes = themes
        self._text = text
        self.runs: tuple[tuple[int, int], ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(themes.theme.lines.edge)
        text.document().documentLayout().update.connect(self.update)

    def set_runs(self, runs: Sequence[tuple[int, int]]) -> None:
        """Put bars beside these runs of lines, counted from the first shown line."""
        found = tuple(runs)
        if found != self.runs:
            self.runs = found
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - few rectangles
        with QPainter(self) as painter:
            document = self._text.document()
            for first, end in self.runs:
                top = self._top(document.findBlockByNumber(first))
                bottom = self._top(document.findBlockByNumber(end))
                painter.fillRect(QRect(0, top, self.width(), bottom - top), self._themes.theme.brush("add"))

    def _top(self, block: QTextBlock) -> int:
        """Where the line of `block` begins; no block is behind the last line."""
        layout = self._text.document().documentLayout()
        y = layout.blockBoundingRect(block).top() if block.isValid() else layout.documentSize().height()
        return round(y) + _SHIFT_PX
