"""One block of a line, laid out by Qt for a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from memdesk.ui.widgets.lines.shown import ShownText

Span = tuple[int, int]


class BlockLayout:
    """Wraps a `ShownText` into rows of one height. Offsets are code points of its source.

    Each row has its base line at the same place, whatever fallback font a character needs.
    """

    def __init__(
        self,
        text: ShownText,
        font: QFont,
        width: float,
        row_height: int,
        formats: Sequence[tuple[Span, QTextCharFormat]] = (),
    ) -> None:
        self.text = text
        self._row_height = row_height
        self._units = _Units(text.shown)
        metrics = QFontMetricsF(font)
        self._base_line = (row_height - metrics.height()) / 2 + metrics.ascent()
        self._layout = QTextLayout(text.shown, font)
        self._layout.setCacheEnabled(True)
        self._layout.setTextOption(_option(4 * metrics.horizontalAdvance(" ")))
        self._layout.setFormats([self._range(span, form) for span, form in formats])
        self._break(max(1.0, width))

    @property
    def height(self) -> int:
        """Height of all rows, in px."""
        return max(1, self._layout.lineCount()) * self._row_height

    def draw(self, painter: QPainter, origin: QPointF, selected: Span | None, form: QTextCharFormat) -> None:
        """Paint the block with its top left corner at `origin`; `selected` is a span of the source."""
        selections = [] if selected is None else [self._range(selected, form)]
        self._layout.draw(painter, origin, selections)

    def boxes(self) -> list[QRectF]:
        """The outlines around characters that are shown as codes; one that wraps has several."""
        outlines: list[QRectF] = []
        for start, end in self.text.boxes:
            outlines += self._rectangles(self._units.of(start), self._units.of(end))
        return outlines

    def offset_at(self, x: float, y: float) -> int:
        """The source offset nearest to a point of the block."""
        if not self._layout.lineCount():
            return 0
        row = max(0, min(int(y // self._row_height), self._layout.lineCount() - 1))
        return self.text.to_source(self._point_at(row, x))

    def caret(self, offset: int) -> QRectF:
        """The place of the caret in front of `offset`, 1 px wide."""
        unit = self._units.of(self.text.to_shown(offset))
        line = self._layout.lineForTextPosition(unit)
        if not line.isValid():
            return QRectF(0, 0, 1, self._row_height)
        x = cursor_x(line, unit)
        return QRectF(x, line.lineNumber() * self._row_height, 1, self._row_height)

    def _point_at(self, row: int, x: float) -> int:
        # `QTextLine.xToCursor` jumps to the end of the run behind a combining mark of a fallback font.
        line = self._layout.lineAt(row)
        first = self._units.point(line.textStart())
        last = self._units.point(line.textStart() + line.textLength())
        if row < self._layout.lineCount() - 1:
            last = max(first, last - 1)
        return min(range(first, last + 1), key=lambda point: abs(cursor_x(line, self._units.of(point)) - x))

    def _break(self, width: float) -> None:
        self._layout.beginLayout()
        row = 0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, row * self._row_height + self._base_line - line.ascent()))
            row += 1
        self._layout.endLayout()

    def _range(self, span: Span, form: QTextCharFormat) -> QTextLayout.FormatRange:
        piece = QTextLayout.FormatRange()
        start = self._units.of(self.text.to_shown(span[0]))
        end = self._units.of(self.text.to_shown(span[1]))
        piece.start, piece.length, piece.format = start, end - start, form
        return piece

    def _rectangles(self, start: int, end: int) -> list[QRectF]:
        found: list[QRectF] = []
        for row in range(self._layout.lineCount()):
            line = self._layout.lineAt(row)
            first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
            if first < last:
                left, right = cursor_x(line, first), cursor_x(line, last)
                top = row * self._row_height
                found.append(QRectF(min(left, right), top, abs(right - left), self._row_height))
        return found


class _Units:
    """Positions in UTF-16 units, as Qt counts, for code points of one text; the same ones but for astral text."""

    def __init__(self, text: str) -> None:
        self._text = "" if not text or text.isascii() or max(text) <= "\uffff" else text

    def of(self, point: int) -> int:
        return len(self._text[:point].encode("utf-16-le", "surrogatepass")) // 2 if self._text else point

    def point(self, unit: int) -> int:
        if not self._text:
            return unit
        head = self._text.encode("utf-16-le", "surrogatepass")[: 2 * unit]
        return len(head.decode("utf-16-le", "ignore"))


def _option(tab_px: float) -> QTextOption:
    option = QTextOption()
    # Index text is the agent's, not the reader's: it runs from left to right in every language.
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(tab_px)
    return option


def cursor_x(line: QTextLine, unit: int) -> float:
    """Where a caret in front of UTF-16 unit `unit` stands in its layout, in px."""
    # PySide returns the position in use as well, which its stubs do not say.
    place = cast("tuple[float, int]", line.cursorToX(unit))
    return place[0]
