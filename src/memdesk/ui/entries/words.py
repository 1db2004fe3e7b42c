"""The words of rows, each text in its own direction, as much of it as fits."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from memdesk.ui.plain import is_rtl, plain
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole

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
