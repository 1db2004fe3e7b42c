"""What a card's body and the source view have in common: both show lines of the document and let them be typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip

from memdesk.text.undo import EditKind
from memdesk.ui.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from memdesk.ui.editor.hidden_characters import HiddenCharacters
    from memdesk.ui.editor.secret_masks import MaskedText
    from memdesk.ui.editor.text_input import TextInput

    # What both classes of Qt are.
    _Widget = QAbstractScrollArea
else:
    _Widget = object


class LinesOfText(_Widget):
    """Stands before Qt's class among the bases of a widget, and hands what the user does there to `input`."""

    if TYPE_CHECKING:
        menu_requested: SignalInstance
        focus_changed: SignalInstance
        input: TextInput
        secrets: MaskedText
        _hidden: HiddenCharacters

    def takes_key(self, event: QKeyEvent) -> bool:
        """Do what a key asks for, unless it types; whether it did."""
        return self.input.takes_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.takes_key(event):
            with self.input.step(EditKind.TYPING, event.text()):
                super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        with self.input.composition(event):
            super().inputMethodEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        # A drag runs inside, and takes its text away from here after it was dropped elsewhere: one step.
        with self.input.step(EditKind.DRAG):
            super().mouseMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        with self.input.step(EditKind.DRAG):
            super().dropEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return self.input.takes(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.input.insert(source)

    def createMimeDataFromSelection(self) -> QMimeData:
        return self.input.selection()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self._hidden.name_at(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, with Ctrl too: Qt would make the letters larger where nothing can be typed, and only there."""
        QAbstractScrollArea.wheelEvent(self, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.input.focus_left()
        super().focusOutEvent(event)
        self.viewport().update()
        self.focus_changed.emit(False)

    def turn_secrets(self) -> bool:
        """Show the secrets in the line of the caret, or mask them again; whether there are any."""
        return self.secrets.turn_secrets()
