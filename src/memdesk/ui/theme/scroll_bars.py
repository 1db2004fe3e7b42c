"""Thin scroll bars without buttons: a handle that is stronger under the pointer, in a track that is not drawn."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

from memdesk.ui.theme.theme import Theme

_AIR_PX = 2
_LEAST_HANDLE_PX = 28 + 2 * _AIR_PX
_RADIUS_PX = 3
_RESTING_ALPHA = 0.4

_SubControl = QStyle.SubControl


def part_of(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Where `part` of the scroll bar is; the buttons at its ends are nowhere."""
    area = option.rect
    is_across = option.orientation == Qt.Orientation.Horizontal
    length = area.width() if is_across else area.height()
    start, size = _handle(option, length)
    spans = {
        _SubControl.SC_ScrollBarGroove: (0, length),
        _SubControl.SC_ScrollBarSlider: (start, size),
        _SubControl.SC_ScrollBarSubPage: (0, start),
        _SubControl.SC_ScrollBarAddPage: (start + size, length - start - size),
    }
    if part not in spans:
        return QRect()
    at, wide = spans[part]
    if is_across:
        return QStyle.visualRect(option.direction, area, QRect(area.x() + at, area.y(), wide, area.height()))
    return QRect(area.x(), area.y() + at, area.width(), wide)


def draw_scroll_bar(painter: QPainter, theme: Theme, option: QStyleOptionSlider) -> None:
    """Draw the handle; where there is nothing to scroll, nothing."""
    if option.maximum <= option.minimum:
        return
    handle = part_of(option, _SubControl.SC_ScrollBarSlider)
    color = theme.color("control")
    if not _is_strong(option):
        color = QColor(color)
        color.setAlphaF(_RESTING_ALPHA)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    inner = QRectF(handle).adjusted(_AIR_PX, _AIR_PX, -_AIR_PX, -_AIR_PX)
    painter.drawRoundedRect(inner, _RADIUS_PX, _RADIUS_PX)


def size_of(option: QStyleOptionSlider, theme: Theme) -> QSize:
    """The least room of a scroll bar, in px."""
    thick = theme.sizes.scrollbar
    return (
        QSize(_LEAST_HANDLE_PX, thick)
        if option.orientation == Qt.Orientation.Horizontal
        else QSize(thick, _LEAST_HANDLE_PX)
    )


def _handle(option: QStyleOptionSlider, length: int) -> tuple[int, int]:
    """Start and length of the handle along the bar, in px: as long for the whole as a page is for what there is."""
    span = option.maximum - option.minimum
    if span <= 0:
        return 0, length
    size = min(length, max(_LEAST_HANDLE_PX, option.pageStep * length // (span + option.pageStep)))
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - size, option.upsideDown
    )
    return start, size


def _is_strong(option: QStyleOptionSlider) -> bool:
    is_at_it = bool(option.activeSubControls & _SubControl.SC_ScrollBarSlider)
    return is_at_it and bool(
        option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Sunken)
    )
