"""A text of several lines in the frame of a field."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit

from memdesk.ui.form.field_box import FieldBox


class FramedText(QPlainTextEdit):
    """Its `frame` shows whether the caret is in it; Tab leaves it. `height_px` is without the frame."""

    def __init__(self, name: str, height_px: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(2)
        # The margin is a step of undo to Qt.
        self.document().clearUndoRedoStacks()
        self.setFixedHeight(height_px)
        self.frame = FieldBox(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.frame.set_state("caret", on=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.frame.set_state("caret", on=False)
