"""The plates that widgets stand on: a rounded rectangle with a line, and the ring of what has the focus."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole


def draw_plate(
    painter: QPainter,
    theme: Theme,
    area: QRect,
    radius: float,
    fill: ColorRole | None,
    line: ColorRole | None = None,
) -> None:
    """A rounded rectangle with an optional 1 px line that lies inside `area`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.brush(fill) if fill is not None else Qt.BrushStyle.NoBrush)
    if line is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(area), radius, radius)
        return
    painter.setPen(theme.pen(line))
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5)


def draw_ring(painter: QPainter, theme: Theme, area: QRect, radius: float) -> None:
    """The focus ring, just inside `area`."""
    width = theme.lines.focus
    half = width / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.pen("focus", width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(area).adjusted(half, half, -half, -half), radius - half, radius - half)
