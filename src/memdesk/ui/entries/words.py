"""The words of rows, each text in its own direction, as much of it as fits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle

from memdesk.ui.editor.units import unit_count
from memdesk.ui.entries.found_marks import Mark
from memdesk.ui.entries.row_state import RowState
from memdesk.ui.plain import is_rtl, plain
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.found_mark import draw_current
from memdesk.ui.widgets.lines.layout import cursor_x

_ONE_LINE = (
    Qt.AlignmentFlag.AlignVCenter
    | Qt.AlignmentFlag.AlignAbsolute
    | Qt.TextFlag.TextSingleLine
    | Qt.TextFlag.TextDontClip
)
_MOST_ELIDED = 8_192
_LTR, _RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


class Words:
    """Draws words into cells of rows that read in `direction`; elided texts are kept by width."""

    def __init__(self, themes: ThemeManager, direction: Qt.LayoutDirection) -> None:
        self._themes = themes
        self.direction = direction
        self._elided: dict[tuple[str, int, FontRole, Weight | None], str] = {}

    def forget(self) -> None:
        """The theme is another one."""
        self._elided.clear()

    def place(self, area: QRect, cell: QRect) -> QRect:
        """Where `cell`, given as from left to right, is on a row that takes up `area`."""
        return QStyle.visualRect(self.direction, area, cell)

    def draw(
        self,
        painter: QPainter,
        area: QRect,
        room: QRect,
        text: str,
        ink: ColorRole,
        weight: Weight | None = None,
        role: FontRole = "body",
    ) -> int:
        """Draw as much of `text` as fits; returns how wide that is."""
        text = plain(text)
        words = self._fitting(text, room.width(), role, weight)
        theme = self._themes.theme
        wide = min(room.width(), theme.metrics(role, weight).horizontalAdvance(words))
        painter.setFont(theme.font(role, weight))
        painter.setPen(theme.pen(ink))
        painter.setLayoutDirection(_RTL if is_rtl(text) else _LTR)
        cell = self.place(area, QRect(room.x(), room.y(), wide, room.height()))
        painter.drawText(cell, _ONE_LINE | Qt.AlignmentFlag.AlignLeft, words)
        painter.setLayoutDirection(self.direction)
        return wide

    def ground(
        self,
        painter: QPainter,
        area: QRect,
        room: QRect,
        text: str,
        weight: Weight | None,
        marks: Sequence[Mark],
        state: RowState,
    ) -> None:
        """Lay a ground under the `marks` of a text that `draw` is to draw next, and a line under the current one.

        What does not fit is marked at its end.
        """
        if not marks or plain(text) != text:
            return
        theme, words = self._themes.theme, self._fitting(text, room.width(), "body", weight)
        metrics = theme.metrics("body", weight)
        wide = min(room.width(), metrics.horizontalAdvance(words))
        cell = self.place(area, QRect(room.x(), room.y(), wide, room.height()))
        layout = QTextLayout(words, theme.font("body", weight))
        layout.setTextOption(_option(is_rtl(text)))
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(wide + 1)
        layout.endLayout()
        top = cell.y() + (cell.height() - metrics.height()) // 2
        ground: ColorRole = "surface" if state.selected and state.focused else "accentSoft"
        for mark in marks:
            start, end = (min(at, len(words) - least) for at, least in ((mark.start, 1), (mark.end, 0)))
            left, right = sorted(cursor_x(line, unit_count(words[:at])) for at in (start, end))
            found = QRect(cell.x() + int(left), top, max(1, round(right - left)), metrics.height())
            painter.fillRect(found, theme.brush(ground))
            if mark.is_current:
                draw_current(painter, theme, found.adjusted(0, 0, 0, 1))

    def _fitting(self, text: str, width: int, role: FontRole, weight: Weight | None) -> str:
        key = (text, width, role, weight)
        found = self._elided.get(key)
        if found is None:
            if len(self._elided) >= _MOST_ELIDED:
                self._elided.clear()
            metrics = self._themes.theme.metrics(role, weight)
            # What is far too long is measured no further than it could be seen.
            head = text[: max(1, width)]
            found = head if metrics.horizontalAdvance(head) <= width and head == text else ""
            found = found or metrics.elidedText(
                head + ("…" if head != text else ""), Qt.TextElideMode.ElideRight, width
            )
            self._elided[key] = found
        return found


def _option(is_right_to_left: bool) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(_RTL if is_right_to_left else _LTR)
    return option
