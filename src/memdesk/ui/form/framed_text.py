"""A text of several lines in the frame of a field."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent

from memdesk.ui.form.field_box import FieldBox
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.even_text import EvenText

_MARGIN_PX = 4


class FramedText(EvenText):
    """Its `frame` shows whether the caret is in it; Tab leaves it. It is `lines` high."""

    def __init__(self, themes: ThemeManager, name: str, lines: int) -> None:
        super().__init__(themes, _MARGIN_PX, lines=lines)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.frame = FieldBox(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.frame.set_state("caret", on=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.frame.set_state("caret", on=False)
