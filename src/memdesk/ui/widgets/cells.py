"""The places of what is painted into a widget, mirrored where one reads from right to left."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget


def cell_of(widget: QWidget, left: int, width: int) -> QRect:
    """What stands `left` px from the leading edge of `widget`, `width` px wide and as high as it is."""
    x = widget.width() - left - width if widget.isRightToLeft() else left
    return QRect(x, 0, width, widget.height())


def middle(cell: QRect, height: int) -> QRect:
    """`cell`, `height` px high, around its middle."""
    return QRect(cell.x(), cell.y() + (cell.height() - height) // 2, cell.width(), height)
