"""The frame around the text of a field, which looks as one-line fields do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from shiboken6 import Shiboken

_PAD_PX = 8
_TOP_PX, _BOTTOM_PX = 1, 3


class FieldBox(QFrame):
    """Holds one text. The style draws it by the properties `caret`, `invalid` and `locked`."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setObjectName("field")
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setFocusProxy(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(_PAD_PX, _TOP_PX, _PAD_PX, _BOTTOM_PX)
        column.addWidget(content)

    def set_state(self, name: str, *, on: bool) -> None:
        """Draw it with the property `name`, or without."""
        # The text in a box that is being destroyed loses the focus when nothing can be asked of the box any more.
        if Shiboken.isValid(self) and bool(self.property(name)) != on:
            self.setProperty(name, on)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the text goes into it."""
        event.accept()
        self._content.setFocus(Qt.FocusReason.MouseFocusReason)
