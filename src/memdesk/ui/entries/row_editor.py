"""The text of one entry while it is edited in its row, with what there is to know below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSpacerItem, QVBoxLayout, QWidget

from memdesk.text.compare import edits_between
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.shown_text import Restore, ShownText
from memdesk.ui.editor.source_view import carried
from memdesk.ui.entries.geometry import row_px
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.chips import KeyCap
from memdesk.ui.widgets.labels import ElidedLabel

_Key = Qt.Key
_ENTER = (_Key.Key_Return, _Key.Key_Enter)
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
_BELOW_PX = 8
_RIGHT_PX = 8
_GAP_PX = 6
_KEYS_FROM_PX = 560
_MOVES = ("Alt+Up", "Alt+Down")


class RowEditor(QWidget):
    """A text of its own. What is typed is told by `typed`, and comes into the document by a change of its grammar."""

    typed = Signal()
    """The text is another one, by the user."""
    accepted = Signal()
    added_below = Signal()
    """Accepted, and another entry is wanted below."""
    taken_back = Signal()
    moved = Signal(int)
    """The entry shall move up (-1) or down (1)."""
    left = Signal()
    """The focus is elsewhere in the window now."""
    undo_requested = Signal()
    """Undo is wanted, and nothing typed here is left to undo."""
    redo_requested = Signal()
    height_changed = Signal()

    def __init__(self, themes: ThemeManager, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._from_outside = False
        self.text = EditableText(text)
        self._shown = ShownText(self.text)
        self.body = CardBody(themes, self._shown, 0, self.text.line_count, self)
        self._shown.add_keeper(_Caret(self.body))
        self.body.setAccessibleName(name)
        self.body.installEventFilter(self)
        self._hint = ElidedLabel(themes, role="small", tone="text3")
        self._keys = _Keys(themes)
        self._beside = QSpacerItem(0, 0)
        self._lay_out()
        self._shown.text_changed.connect(self._on_text_changed)
        self.body.height_changed.connect(self._on_height_changed)
        self.body.focus_changed.connect(self._on_focus_changed)
        self.body.input.undo_requested.connect(lambda: self.walk(backwards=True))
        self.body.input.redo_requested.connect(lambda: self.walk(backwards=False))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        margin = max(0, (row_px(self._themes.theme) - self.body.minimumHeight()) // 2)
        line = min(margin, _GAP_PX)
        sides = (TEXT_LEFT_PX, _RIGHT_PX)
        left, right = reversed(sides) if self.isRightToLeft() else sides
        column.setContentsMargins(left, line, right, _BELOW_PX)
        column.setSpacing(_GAP_PX)
        first = QHBoxLayout()
        first.setContentsMargins(0, 0, 0, 0)
        first.addWidget(self.body, 1)
        first.addItem(self._beside)
        column.addLayout(first)
        below = QHBoxLayout()
        below.setSpacing(_GAP_PX)
        below.addWidget(self._hint, 1)
        below.addWidget(self._keys)
        column.addLayout(below)

    def leave_room(self, marks_px: int) -> None:
        """Keep so much free at the trailing end, for the marks of the row."""
        wanted = max(0, marks_px - _RIGHT_PX)
        layout = self.layout()
        if wanted != self._beside.sizeHint().width() and layout is not None:
            self._beside.changeSize(wanted, 0)
            layout.invalidate()
            layout.activate()

    @property
    def value(self) -> str:
        """What is written."""
        return self.text.text

    def say(self, hint: str, *, is_warning: bool = False) -> None:
        """Say something below the text: what happens to the stamp, or why it cannot be taken as it is."""
        self._hint.set_text(hint)
        self._hint.set_tone("warn" if is_warning else "text3")
        self.body.setAccessibleDescription(hint)

    def take(self, text: str) -> None:
        """Show what somebody else made of the entry; caret and undo stay with their text."""
        self._from_outside = True
        self.text.apply_outside(text)
        self._from_outside = False

    def type(self, text: str) -> None:
        """Let it say `text`, as if that had been typed."""
        self.text.replace_all(edits_between(self.value, text))

    def focus_text(self, *, at_end: bool = True) -> None:
        """Put the caret into the text."""
        if at_end:
            self.body.bridge.place(len(self.value))
        self.body.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self.body.removeEventFilter(self)
        self.body.bridge.close()
        self._shown.close()

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that end the editing, before the text sees them."""
        if watched is self.body and isinstance(event, QKeyEvent):
            signal = self._meaning(event)
            if signal is not None:
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    signal()
                return True
        return super().eventFilter(watched, event)

    def _meaning(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.type() not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return None
        key = event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.NoModifier:
            if key in _ENTER or key == _Key.Key_Tab:
                return self.accepted.emit
            return self.taken_back.emit if key == _Key.Key_Escape else None
        if modifiers == _CONTROL and key in _ENTER:
            return self.added_below.emit
        if modifiers == _ALT and key in (_Key.Key_Up, _Key.Key_Down):
            return lambda: self.moved.emit(-1 if key == _Key.Key_Up else 1)
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_room = event.size().width() >= _KEYS_FROM_PX
        if has_room != self._keys.isVisibleTo(self):
            self._keys.setVisible(has_room)
            self._on_height_changed()

    def can_walk(self, *, backwards: bool) -> bool:
        """Whether something typed here is to be undone, or redone; that comes before the steps of the document."""
        return self.text.can_undo if backwards else self.text.can_redo

    def walk(self, *, backwards: bool) -> None:
        """Undo, or redo, what was typed here; where nothing of it is left, the document goes on."""
        place = self.text.undo() if backwards else self.text.redo()
        if place is not None:
            self.body.bridge.place(place)
        else:
            (self.undo_requested if backwards else self.redo_requested).emit()

    def _on_height_changed(self) -> None:
        layout = self.layout()
        if layout is not None:
            # Until it is laid out anew, what is around the text is as high as before.
            layout.activate()
        self.height_changed.emit()

    def _on_text_changed(self) -> None:
        if not self._from_outside:
            self.typed.emit()

    def _on_focus_changed(self, has_focus: bool) -> None:
        if not has_focus:
            # Only afterwards it is known where the focus went.
            QTimer.singleShot(0, self, self._look_where_focus_is)

    def _look_where_focus_is(self) -> None:
        window = self.window()
        is_elsewhere = window.focusWidget() is not self.body
        if is_elsewhere and window.isActiveWindow() and QApplication.activePopupWidget() is None:
            self.left.emit()


class _Caret:
    """Keeps the caret of the text while it is changed by others than its view."""

    def __init__(self, body: CardBody) -> None:
        self._body = body

    def hold(self) -> Restore:
        caret, anchor = self._body.bridge.places()

        def restore(edits: Sequence[Edit]) -> None:
            self._body.bridge.place(carried(caret, edits), carried(anchor, edits))

        return restore


class _Keys(QWidget):
    """The keys that end the editing."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        for keys, words in ((("Return",), tr("Done")), (("Esc",), tr("Cancel")), (_MOVES, tr("Move"))):
            for one in keys:
                row.addWidget(KeyCap(themes, QKeySequence(one)))
            row.addWidget(ElidedLabel(themes, words, role="small", tone="text2"))
