"""The lines of one card, laid out for a width: removed lines, added lines, and a few around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout, QTextOption

from memdesk.services.inbox.items import InboxItem
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.ui.i18n import trn
from memdesk.ui.inbox.words import form_words, shown_sides
from memdesk.ui.plain import plain
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs

_MOST_LINES = 14
_PAD_PX = 3
_FILL: dict[LineKind, ColorRole] = {LineKind.ADDED: "addSoft", LineKind.REMOVED: "remSoft"}
_EDGE: dict[LineKind, ColorRole] = {LineKind.ADDED: "add", LineKind.REMOVED: "rem"}
_WORD: dict[LineKind, ColorRole] = {LineKind.ADDED: "addWord", LineKind.REMOVED: "remWord"}
_SIGNS = {LineKind.ADDED: "+", LineKind.REMOVED: "−"}
SIGN_PX = 32
"""So far the text stands in, behind its sign."""


def lines_of(item: InboxItem, masks: SecretMasks) -> tuple[Line, ...]:
    """What a card shows of a change; what cannot be seen is named, secrets are masked, all in the privacy mode."""
    if form_words(item):
        return ()  # that nothing but the form changed stands in the head
    then, now = map(plain, shown_sides(item, masks))
    if item.kind is ReviewKind.MOVED:
        return _shortened([Line(text) for text in now.split("\n")])
    lines = compare_contents(then, now).lines
    for run in reversed(unchanged_runs(lines)):
        lines[run.start : run.stop] = [_more(len(run))]
    return _shortened(lines)


def guessed_height(themes: ThemeManager, item: InboxItem) -> int:
    """About how high `CardLines` of a change will be, in px, without laying anything out."""
    if form_words(item):
        return 0
    sides = (side.text for side in (item.then, item.now) if side is not None)
    count = sum(text.count("\n") + 1 for text in sides)
    return min(count, _MOST_LINES) * (_row_height(themes) + 2 * _PAD_PX)


def _row_height(themes: ThemeManager) -> int:
    return themes.theme.metrics("body").height() + 2


def _shortened(lines: Sequence[Line]) -> tuple[Line, ...]:
    if len(lines) <= _MOST_LINES:
        return tuple(lines)
    return (*lines[: _MOST_LINES - 1], _more(len(lines) - _MOST_LINES + 1))


def _more(count: int) -> Line:
    return Line(trn("{n} more line", "{n} more lines", count), LineKind.NOTE)


class _Block(NamedTuple):
    line: Line
    layout: QTextLayout
    top: float
    height: float


class CardLines:
    """Lines laid out below one another, `width` px wide."""

    def __init__(self, themes: ThemeManager, lines: Sequence[Line], width: int) -> None:
        self._themes = themes
        self._blocks: list[_Block] = []
        top = 0.0
        for line in lines:
            layout, height = self._lay_out(line, max(40, width - SIGN_PX - 12))
            self._blocks.append(_Block(line, layout, top, height + 2 * _PAD_PX))
            top += height + 2 * _PAD_PX
        self.height = round(top)

    def _lay_out(self, line: Line, width: int) -> tuple[QTextLayout, float]:
        theme = self._themes.theme
        layout = QTextLayout(line.text or " ", theme.font("small" if line.kind is LineKind.NOTE else "body"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([self._range(line, first, end) for first, end in line.words])
        layout.beginLayout()
        height = 0.0
        while (row := layout.createLine()).isValid():
            row.setLineWidth(width)
            row.setPosition(QPointF(0, height))
            height += max(row.height(), _row_height(self._themes))
        layout.endLayout()
        return layout, height

    def _range(self, line: Line, first: int, end: int) -> QTextLayout.FormatRange:
        look = QTextCharFormat()
        look.setBackground(self._themes.theme.brush(_WORD[line.kind]))
        look.setFontStrikeOut(line.kind is LineKind.REMOVED)
        found = QTextLayout.FormatRange()
        found.start, found.length, found.format = first, end - first, look
        return found

    def paint(self, painter: QPainter, area: QRectF, *, right_to_left: bool) -> None:
        """Draw them into `area`, which is as wide as they were laid out for."""
        theme = self._themes.theme
        for block in self._blocks:
            kind = block.line.kind
            row = QRectF(area.x(), area.y() + block.top, area.width(), block.height)
            edge = theme.lines.edge
            if kind in _FILL:
                painter.fillRect(row, theme.brush(_FILL[kind]))
                left = row.right() - edge if right_to_left else row.left()
                painter.fillRect(QRectF(left, row.top(), edge, row.height()), theme.brush(_EDGE[kind]))
                if theme.high_contrast:
                    painter.setPen(theme.pen(_EDGE[kind]))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(row.adjusted(0, 0, -1, -1))
                first_px = _row_height(self._themes) + 2 * _PAD_PX
                sign = QRectF(row.left() + edge, row.top(), SIGN_PX - edge, first_px)
                if right_to_left:
                    sign.moveRight(row.right() - edge)
                painter.setPen(theme.pen(_EDGE[kind]))
                painter.setFont(theme.font("mono", Weight.Bold))
                painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, _SIGNS[kind])
            painter.setPen(theme.pen("text3" if kind is LineKind.NOTE else _ink(kind)))
            left = row.left() + (12 if right_to_left else SIGN_PX)
            block.layout.draw(painter, QPointF(left, row.top() + _PAD_PX))


def _ink(kind: LineKind) -> ColorRole:
    return "text" if kind in _FILL else "text2"
