"""Paints single blocks of a view of lines."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle

from memdesk.ui.i18n import trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.lines.layout import BlockLayout, Span
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.look import EDGES, FILLS, LABEL_FLAGS, SIGNS, LinesLook, ink

_ABSOLUTE = Qt.AlignmentFlag.AlignAbsolute
_SIGN = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
_LABEL_GAP_PX = 8
_NUMBER_GAP_PX = 8
_CODE_RADIUS_PX = 3


class BlockPainter:
    """Paints blocks into areas as wide as the view, for one direction of the window."""

    def __init__(
        self, themes: ThemeManager, look: LinesLook, direction: Qt.LayoutDirection, text_left: int
    ) -> None:
        self._themes = themes
        self._look = look
        self._direction = direction
        self._text_left = text_left
        theme = themes.theme
        self._dashes = QPen(theme.color("warn"), 1, Qt.PenStyle.CustomDashLine)
        self._dashes.setDashPattern([4, 3])

    def paint_ground(self, painter: QPainter, area: QRect, line: Line) -> None:
        """The fill of a line and the edge of a changed one."""
        theme = self._themes.theme
        fill = FILLS.get(line.kind)
        if fill is not None:
            painter.fillRect(area, theme.brush(fill))
        edge = EDGES.get(line.kind)
        if edge is None:
            return
        painter.fillRect(self._mirrored(area, 0, theme.lines.edge), theme.brush(edge))
        if theme.high_contrast:
            painter.setPen(theme.pen(edge))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0, 0, -1, -1))

    def paint_gutter(self, painter: QPainter, area: QRect, line: Line) -> None:
        """The sign or the number of a line, beside its first row."""
        theme, look = self._themes.theme, self._look
        row = QRect(area.x(), area.y(), area.width(), look.row_height)
        sign = SIGNS.get(line.kind)
        if sign is not None:
            painter.setFont(theme.font("mono", Weight.Bold))
            painter.setPen(theme.pen(EDGES[line.kind]))
            painter.drawText(
                self._mirrored(row, theme.lines.edge, look.gutter - theme.lines.edge), _SIGN, sign
            )
        elif line.number is not None:
            painter.setFont(theme.font("meta"))
            painter.setPen(theme.pen("text3"))
            cell = self._mirrored(row, 0, look.gutter - _NUMBER_GAP_PX)
            side = Qt.AlignmentFlag.AlignRight if self._left_to_right() else Qt.AlignmentFlag.AlignLeft
            painter.drawText(cell, side | Qt.AlignmentFlag.AlignVCenter | _ABSOLUTE, str(line.number))

    def paint_text(
        self, painter: QPainter, area: QRect, line: Line, layout: BlockLayout, selected: Span | None
    ) -> None:
        """The text of a block; characters shown as codes get their outline."""
        theme = self._themes.theme
        origin = QPointF(area.x() + self._text_left, area.y())
        painter.setPen(theme.pen(ink(line)))
        layout.draw(painter, origin, selected, self._look.selected)
        boxes = layout.boxes()
        if not boxes:
            return
        painter.setPen(theme.pen("control"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in boxes:
            outline = box.translated(origin).adjusted(2.5, 1.5, -2.5, -1.5)
            painter.drawRoundedRect(outline, _CODE_RADIUS_PX, _CODE_RADIUS_PX)

    def paint_cut(self, painter: QPainter, area: QRect, line: Line) -> None:
        """The rule at which the agent's text ends: dashes with a label, and behind it where there is room."""
        theme, look = self._themes.theme, self._look
        wide = theme.metrics("meta", Weight.DemiBold).horizontalAdvance(line.text)
        painter.setPen(self._dashes)
        middle = area.center().y()
        end = look.gutter + wide + _LABEL_GAP_PX
        for left, right in (
            (_LABEL_GAP_PX, look.gutter - _LABEL_GAP_PX),
            (end, area.width() - _LABEL_GAP_PX),
        ):
            if right > left:
                dash = self._mirrored(area, left, right - left)
                painter.drawLine(dash.left(), middle, dash.right(), middle)
        painter.setFont(theme.font("meta", Weight.DemiBold))
        painter.setPen(theme.pen("warn"))
        painter.drawText(self._mirrored(area, look.gutter, int(look.text_width)), LABEL_FLAGS, line.text)

    def paint_fold(self, painter: QPainter, area: QRect, hidden: int) -> None:
        """What stands for a folded run of `hidden` lines."""
        theme, look = self._themes.theme, self._look
        painter.fillRect(area, theme.brush("sunken"))
        icon = self._mirrored(area, 0, look.gutter)
        self._themes.icons.draw(painter, icon, "unfold-vertical", "text3", theme.icon_sizes.chip)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.pen("text3"))
        words = trn("{n} more line", "{n} more lines", hidden)
        wide = theme.metrics("small").horizontalAdvance(words)
        painter.drawText(self._mirrored(area, look.gutter, wide + 2), _SIGN, words)

    def _mirrored(self, area: QRect, left: int, width: int) -> QRect:
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self._direction, area, part)

    def _left_to_right(self) -> bool:
        return self._direction == Qt.LayoutDirection.LeftToRight


def is_text(line: Line) -> bool:
    """Whether `line` is laid out as text, not drawn as a rule."""
    return line.kind is not LineKind.CUT
