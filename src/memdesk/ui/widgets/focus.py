"""Where the focus can go."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def focusable_in(widget: QWidget) -> Iterator[QWidget]:
    """`widget` and what is in it, as far as Tab comes there now."""
    for child in (widget, *widget.findChildren(QWidget)):
        takes_focus = bool(child.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes_focus and child.isVisible() and child.isEnabled():
            yield child
