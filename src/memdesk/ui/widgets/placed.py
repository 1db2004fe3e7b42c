"""Which widgets a layout of Qt has, without asking it for its items.

An item is no object of Qt's own: nothing tells Python when a layout does away with it, as it does with that of a widget
that goes. What `itemAt` gave stands for that place in memory from then on, and the next widget that Qt makes there is
taken for it: a method of ours gets a `QWidgetItem` where Qt means a widget (PySide6 6.8.3 to 6.11.3).
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def widgets_in(layout: QLayout) -> list[QWidget]:
    """The widgets that `layout` itself places, in its order."""
    holder = layout.parentWidget()
    if holder is None:
        return []
    children = holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    placed = [(at, child) for child in children if (at := layout.indexOf(child)) >= 0]
    return [child for _, child in sorted(placed, key=lambda pair: pair[0])]
