"""Paints the mark of a hit: a coloured ground, and for the current hit a line as well."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole


class FoundMark(Enum):
    """Whether something was found in a thing, and whether one stands there."""

    NONE = "none"
    FOUND = "found"
    CURRENT = "current"


def draw_found(
    painter: QPainter, theme: Theme, area: QRect, mark: FoundMark, *, ground: ColorRole = "accentSoft"
) -> None:
    """The mark below the words that take up `area`, which are painted next."""
    if mark is FoundMark.NONE or area.isEmpty():
        return
    painter.fillRect(area, theme.brush(ground))
    if mark is FoundMark.CURRENT:
        draw_current(painter, theme, area)


def draw_current(painter: QPainter, theme: Theme, area: QRect) -> None:
    """The line below the place that one stands at."""
    width = theme.lines.focus
    painter.fillRect(QRect(area.x(), area.bottom() - width + 1, area.width(), width), theme.brush("focus"))
