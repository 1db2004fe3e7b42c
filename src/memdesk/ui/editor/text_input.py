"""What keys, input methods, the clipboard and drops do in the text widgets of the editor, before Qt gets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMimeData, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from memdesk.text.document import decode, encode, readable
from memdesk.text.undo import EditKind
from memdesk.ui.editor.bridge import Bridge
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.widgets.clip_data import clip_data
from memdesk.ui.widgets.redo_keys import redoes

RAW_TYPE = "application/x-memdesk-bytes"
"""The clipboard format that carries text byte for byte."""

_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_VERTICAL: dict[int, QTextCursor.MoveOperation] = {
    Qt.Key.Key_Up: QTextCursor.MoveOperation.Up,
    Qt.Key.Key_Down: QTextCursor.MoveOperation.Down,
}
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)


class TextInput(QObject):
    """Stands before one text widget; the widget's event handlers ask it first.

    Each event is one step of undo (`step`). Only few keys are handled here; all other ways of editing reach the text
    through the `Bridge`, whatever they are.
    """

    undo_requested = Signal()
    redo_requested = Signal()
    edge_reached = Signal(int)
    """An arrow key leads out of the text: -1 upwards, 1 downwards. Only where it `leads_on`."""

    def __init__(self, widget: QTextEdit | QPlainTextEdit, bridge: Bridge, shown: ShownText) -> None:
        super().__init__(widget)
        self._widget = widget
        self._bridge = bridge
        self._shown = shown
        self._tab_leaves = False
        self.leads_on = False
        """Whether there is another text to go to from the first and the last line."""

    @contextmanager
    def step(self, kind: EditKind, arriving: str = "") -> Iterator[None]:
        """Everything inside is one step of undo of this kind; `arriving` is text that may come in literally."""
        self._shown.text_arriving(arriving)
        before = self._bridge.edit_kind
        # A drop pastes and Ctrl+V is typed: the outer drop and the inner paste say what it is.
        self._bridge.edit_kind = EditKind.DRAG if before is EditKind.DRAG else kind
        try:
            with self._shown.text.transaction():
                yield
        finally:
            self._bridge.edit_kind = before

    # Keys

    def takes_key(self, event: QKeyEvent) -> bool:
        """Handle the keys that mean something else here than to Qt; whether `event` was one."""
        if _is_typed(event):
            self._tab_leaves = False
            return False
        if event.matches(QKeySequence.StandardKey.Undo):
            self._ask(self.undo_requested)
        elif redoes(event):
            self._ask(self.redo_requested)
        elif _breaks_line(event):
            # Qt would put in U+2028.
            with self.step(EditKind.TYPING):
                self._widget.textCursor().insertBlock()
                self._widget.ensureCursorVisible()
        elif self.leads_on and (direction := self._out_of_text(event)):
            self.edge_reached.emit(direction)
        else:
            return self._leaves(event)
        event.accept()
        return True

    def _out_of_text(self, event: QKeyEvent) -> int:
        """-1 or 1 where `event` moves the caret up or down and there is no line to move to, else 0."""
        move = _VERTICAL.get(event.key())
        if move is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return 0
        if QTextCursor(self._widget.textCursor()).movePosition(move):
            return 0
        return -1 if move is QTextCursor.MoveOperation.Up else 1

    def _ask(self, request: SignalInstance) -> None:
        """Undo and redo belong to the document; a composition is committed first."""
        if self._bridge.composing:
            QGuiApplication.inputMethod().commit()
        if not self._bridge.composing:
            request.emit()

    def _leaves(self, event: QKeyEvent) -> bool:
        """Tab writes a tab; Ctrl+Tab, or Tab after Esc, goes to the next control."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() in _TABS and (control or self._tab_leaves):
            backwards = event.key() == Qt.Key.Key_Backtab
            backwards |= bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._tab_leaves = False
            self._move_focus(backwards=backwards)
            event.accept()
            return True
        if event.key() not in _MODIFIERS:
            self._tab_leaves = event.key() == Qt.Key.Key_Escape
        if event.key() == Qt.Key.Key_Escape:
            # Whoever is open around the editor closes at Esc too.
            event.ignore()
            return True
        return False

    def _move_focus(self, *, backwards: bool) -> None:
        # A text widget gives the focus away only while Tab is said to mean that.
        self._widget.setTabChangesFocus(True)
        _ = self._widget.focusPreviousChild() if backwards else self._widget.focusNextChild()
        self._widget.setTabChangesFocus(False)

    # Input methods

    @contextmanager
    def composition(self, event: QInputMethodEvent) -> Iterator[None]:
        """Around Qt's own handling of `event`."""
        with self.step(EditKind.TYPING, event.commitString()):
            self._bridge.composing = bool(event.preeditString())
            yield

    # Clipboard

    def selection(self) -> QMimeData:
        """The selected text: as its bytes, and readable for other programs."""
        cursor = self._widget.textCursor()
        start, end = (
            self._bridge.to_text(cursor.selectionStart()),
            self._bridge.to_text(cursor.selectionEnd()),
        )
        taken = self._shown.text.text[start:end]
        data = clip_data(readable(taken))
        data.setData(RAW_TYPE, encode(taken))
        return data

    def insert(self, source: QMimeData) -> None:
        """Put in the text of `source` over the selection.

        Never asks where in the text that is: inside a drop Qt has not yet told what it removed.
        """
        if source.hasFormat(RAW_TYPE):
            text = decode(bytes(source.data(RAW_TYPE).data())).replace("\r\n", "\n")
        else:
            text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        with self.step(EditKind.PASTE, text):
            cursor = self._widget.textCursor()
            cursor.beginEditBlock()
            cursor.insertText(self._shown.escapes.shown(text))
            cursor.endEditBlock()
        self._widget.ensureCursorVisible()

    @staticmethod
    def takes(source: QMimeData) -> bool:
        """Whether `source` holds text."""
        return source.hasFormat(RAW_TYPE) or source.hasText()

    def focus_left(self) -> None:
        """What is typed after a return is another step of undo."""
        self._tab_leaves = False
        self._shown.text.seal()


def _is_typed(event: QKeyEvent) -> bool:
    """Whether `event` only puts a character in: most do, and need no closer look."""
    text = event.text()
    return bool(text) and text.isprintable() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier


def _breaks_line(event: QKeyEvent) -> bool:
    is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return is_enter and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
