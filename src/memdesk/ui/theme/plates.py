"""The plates that widgets stand on: a rounded rectangle with a line, that of a button, and the ring of the focus."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

# As plain numbers: to ask an enumeration of Python's for one of its flags takes a microsecond.
_ENABLED = QStyle.StateFlag.State_Enabled.value
_FOCUSED = QStyle.StateFlag.State_HasFocus.value
_ON = QStyle.StateFlag.State_On.value
_DOWN = QStyle.StateFlag.State_Sunken.value
_UNDER_POINTER = QStyle.StateFlag.State_MouseOver.value


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


def draw_button(painter: QPainter, theme: Theme, area: QRect, kind: str, state: QStyle.StateFlag) -> None:
    """The plate of a button of `kind`; what a button says is painted over it."""
    flags, radius = state.value, theme.radii.control
    fill, line = _button_colors(kind, flags)
    if flags & _FOCUSED and flags & _ENABLED:
        if fill is not None:
            draw_plate(painter, theme, area, radius, fill)
        draw_ring(painter, theme, area, radius)
    elif fill is not None or line is not None:
        draw_plate(painter, theme, area, radius, fill, line)


def _button_colors(kind: str, flags: int) -> tuple[ColorRole | None, ColorRole | None]:
    """Fill and line of a button of `kind`."""
    is_quiet = kind in ("quiet", "link")
    if not flags & _ENABLED:
        return None, None if is_quiet else "hairline"
    is_on, is_down, is_under = flags & _ON, flags & _DOWN, flags & _UNDER_POINTER
    if kind == "primary":
        fill: ColorRole = "accentPress" if is_down else "accentHover" if is_under else "accent"
        return fill, fill
    if is_on and kind != "link":
        return "accentSoft", None if is_quiet else "focus"
    if is_down or is_under:
        return "press" if is_down else "hover", None if is_quiet else "border"
    return (None, None) if is_quiet else ("surface", "border")
