"""The undo that a text field keeps of its own, of whichever has the focus."""

from __future__ import annotations

from typing import Protocol, TypeGuard

from PySide6.QtCore import QEvent, QMetaObject, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenuBar, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import Shiboken

from memdesk.ui.widgets.redo_keys import redoes

Field = QLineEdit | QPlainTextEdit | QTextEdit


class CoveringLine(QLineEdit):
    """A line over the window that gives the focus back: undo stays with what had the focus before."""


class WalksTyped(Protocol):
    """A widget around a text that is no document of its own: what is typed there is taken back there first."""

    def can_walk(self, *, backwards: bool) -> bool:
        """Whether something is to be taken back here, or to be made again."""

    def walk(self, *, backwards: bool) -> None:
        """Take it back, or make it again."""


class FieldUndo(QObject):
    """Follows the focus. Keys of undo go to a line only while it has something to undo, then on to the window.

    A text of several lines keeps them: one key too many there must not undo what has nothing to do with it. Texts whose
    undo is switched off, because it is kept elsewhere, are no such fields; what is around them may walk first.

    Signals:
        changed: another field has the focus, or there is something else to undo in it.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._field: Field | None = None
        self._text: QPlainTextEdit | QTextEdit | None = None
        self._around: WalksTyped | None = None
        self._followed: QMetaObject.Connection | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._application = application
        application.focusChanged.connect(self._on_focus_changed)

    def stop(self) -> None:
        """Follow the focus no more: the window ends."""
        self._let_go()
        self._application.focusChanged.disconnect(self._on_focus_changed)

    def can(self, *, backwards: bool) -> bool:
        """Whether the field that has the focus can undo, or redo, something, or what is around it can."""
        if self._around_can(backwards=backwards):
            return True
        if self._field is None or not Shiboken.isValid(self._field):
            return False
        kept = self._field if isinstance(self._field, QLineEdit) else self._field.document()
        return kept.isUndoAvailable() if backwards else kept.isRedoAvailable()

    def _around_can(self, *, backwards: bool) -> bool:
        around = self._around
        return around is not None and Shiboken.isValid(around) and around.can_walk(backwards=backwards)

    @property
    def keeps_keys(self) -> bool:
        """Whether nothing but what was typed into the field is to be undone while it has the focus."""
        return isinstance(self._field, QPlainTextEdit | QTextEdit) and Shiboken.isValid(self._field)

    def walk(self, *, backwards: bool) -> None:
        """Let the field undo, or redo."""
        if self._around is not None and self._around_can(backwards=backwards):
            self._around.walk(backwards=backwards)
        elif self._field is not None:
            (self._field.undo if backwards else self._field.redo)()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if isinstance(new, QMenuBar | CoveringLine):
            # What is chosen there is meant for what had the focus.
            return
        self._let_go()
        if _keeps_undo(new):
            self._field = new
            new.installEventFilter(self)
            self._followed = new.textChanged.connect(self.changed)
        elif new is not None:
            self._follow_around(new)
        self.changed.emit()

    def _follow_around(self, widget: QWidget) -> None:
        self._around = _around(widget)
        if self._around is not None and isinstance(widget, QPlainTextEdit | QTextEdit):
            self._text = widget
            # Whether it could be written is known only afterwards.
            self._followed = widget.textChanged.connect(self.changed, Qt.ConnectionType.QueuedConnection)

    def _let_go(self) -> None:
        # A field that is being destroyed gives the focus away when nothing can be asked of it any more.
        if self._field is not None and Shiboken.isValid(self._field):
            self._field.removeEventFilter(self)
        if self._followed is not None:
            # By its connection: a field that Qt made itself counts as valid while it is destroyed, without its signals.
            QObject.disconnect(self._followed)
        self._field = self._text = self._around = self._followed = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            for key, backwards in (
                (QKeySequence.StandardKey.Undo, True),
                (QKeySequence.StandardKey.Redo, False),
            ):
                if event.matches(key) and not self.keeps_keys and not self.can(backwards=backwards):
                    # Without this the line would take the key and do nothing.
                    event.ignore()
                    return True
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and redoes(event):
            # The field itself knows the standard keys alone, and before a dialog no action of the window is at hand.
            self.walk(backwards=False)
            return True
        return super().eventFilter(watched, event)


def _around(widget: QWidget) -> WalksTyped | None:
    around: QWidget | None = widget
    while around is not None:
        if _walks_typed(around):
            return around
        around = around.parentWidget()
    return None


def _walks_typed(widget: QWidget) -> TypeGuard[WalksTyped]:
    # Python looks up a protocol thirty times slower, and every move of the focus asks a dozen widgets.
    return hasattr(widget, "can_walk") and hasattr(widget, "walk")


def _keeps_undo(widget: QWidget | None) -> TypeGuard[Field]:
    if isinstance(widget, QLineEdit):
        return not widget.isReadOnly()
    return (
        isinstance(widget, QPlainTextEdit | QTextEdit)
        and widget.isUndoRedoEnabled()
        and not widget.isReadOnly()
    )
