"""Lays out the lines of a plain text at an even distance, which Qt's layout for such text has no setting for."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout

from memdesk.ui.theme.fonts import FontRole
from memdesk.ui.theme.theme import Theme


class EvenLines(QPlainTextDocumentLayout):
    """Qt's own layout, with every base line `line_height(role)` px below the one before.

    Also where a line falls back on a higher font. Qt asks for the rectangle of a block before it paints or measures
    anything of it, so that is where its lines are moved.
    """

    def __init__(self, document: QTextDocument, role: FontRole) -> None:
        super().__init__(document)
        self._role: FontRole = role
        self._line_px, self._base_px = 0.0, 0.0

    def follow(self, theme: Theme) -> None:
        """Take the distance from `theme`, before the document takes its font."""
        metrics = QFontMetricsF(theme.font(self._role))
        self._line_px = float(theme.line_height(self._role))
        self._base_px = round((self._line_px - metrics.height()) / 2) + metrics.ascent()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        area = super().blockBoundingRect(block)
        lines = block.layout()
        count = lines.lineCount() if block.isVisible() else 0
        if not count or not self._line_px:
            return area
        last = lines.lineAt(count - 1)
        # Written out: Qt asks for each line in view a dozen times as the caret goes to another place.
        if not -0.1 < last.y() + last.ascent() - (count - 1) * self._line_px - self._base_px < 0.1:
            self._move(lines)
            area = super().blockBoundingRect(block)
        # The rectangle of the lines is rounded up, which must not add up from block to block.
        margin = 0.0 if block.next().isValid() else self.document().documentMargin()
        area.setHeight(count * self._line_px + margin)
        return area

    def _move(self, lines: QTextLayout) -> None:
        for number in range(lines.lineCount()):
            line = lines.lineAt(number)
            line.setPosition(QPointF(line.x(), number * self._line_px + self._base_px - line.ascent()))
