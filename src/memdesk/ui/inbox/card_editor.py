"""The text of a change, edited where it stands in the inbox."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QWidget

from memdesk.text.hidden import find_hidden
from memdesk.ui.editor.secret_masks import MaskedText
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.even_text import EvenText
from memdesk.ui.widgets.tips import native_keys

_FEWEST_LINES, _MOST_LINES = 3, 10
_MARGIN_PX = 6
_FRAME_PX = 2
_KEEPING = QKeySequence("Ctrl+Return")
_UNSAFE = frozenset("\u2028\u2029\u00a0\r\ufdd0\ufdd1")
"""A text widget gives these back as others."""


class CardEditor(EvenText):
    """Holds the text alone.

    Signals:
        accepted: it shall be saved; argument: the text.
        given_up: it shall stay as it was.
    """

    accepted = Signal(str)
    given_up = Signal()

    def __init__(self, themes: ThemeManager, text: str, parent: QWidget) -> None:
        super().__init__(themes, _MARGIN_PX, parent=parent)
        self.setObjectName("entry")
        self.setAccessibleName(tr("Text of the entry; {keys} saves and keeps it", keys=native_keys(_KEEPING)))
        self.setTabChangesFocus(True)
        self.setPlainText(text)
        self._masked = MaskedText(self, themes)
        lines = min(_MOST_LINES, max(_FEWEST_LINES, text.count("\n") + 1 + len(text) // 90))
        self.wanted_height = self.height_of(lines) + 2 * _FRAME_PX

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._masked.paint(event.rect())

    def turn_secrets(self) -> bool:
        """Show the secrets in the line of the caret, or mask them again; whether there are any."""
        return self._masked.turn_secrets()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        with_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if (is_enter and with_control) or event.matches(QKeySequence.StandardKey.Save):
            self.accepted.emit(self.toPlainText())
        elif event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


def can_edit_in_place(text: str) -> bool:
    """Whether a text comes out of a text widget as it went in, but for what was typed, and all of it can be seen."""
    if next(find_hidden(text), None) is not None:
        return False
    return text.isprintable() or not (_UNSAFE & set(text) or any("\ud800" <= c <= "\udfff" for c in text))
