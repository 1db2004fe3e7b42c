"""The shapes of rows that lie on a card together."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath


def card_piece(area: QRectF, radius: float, is_first: bool, is_last: bool) -> QPainterPath:
    """The part of a rounded card that a row is: only the first and the last one have round corners."""
    path = QPainterPath()
    if not is_first and not is_last:
        path.addRect(area)
        return path
    top = area.y() if is_first else area.y() - 2 * radius
    bottom = area.bottom() if is_last else area.bottom() + 2 * radius
    path.addRoundedRect(QRectF(area.x(), top, area.width(), bottom - top), radius, radius)
    clip = QPainterPath()
    clip.addRect(area)
    return path.intersected(clip)


def card_edge(area: QRectF, radius: float, is_first: bool, is_last: bool) -> QPainterPath:
    """The edge of `card_piece`, and the line below the row."""
    path = QPainterPath()
    left, right, top, bottom = area.left(), area.right(), area.top(), area.bottom()
    if is_first:
        path.moveTo(left, bottom)
        path.lineTo(left, top + radius)
        path.arcTo(left, top, 2 * radius, 2 * radius, 180, -90)
        path.lineTo(right - radius, top)
        path.arcTo(right - 2 * radius, top, 2 * radius, 2 * radius, 90, -90)
        path.lineTo(right, bottom if not is_last else bottom - radius)
    else:
        path.moveTo(right, top)
        path.lineTo(right, bottom if not is_last else bottom - radius)
    if is_last:
        path.arcTo(right - 2 * radius, bottom - 2 * radius, 2 * radius, 2 * radius, 0, -90)
        path.lineTo(left + radius, bottom)
        path.arcTo(left, bottom - 2 * radius, 2 * radius, 2 * radius, 270, -90)
    else:
        path.lineTo(left, bottom)
    path.lineTo(left, top + (radius if is_first else 0))
    return path
