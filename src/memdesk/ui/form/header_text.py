"""A header that cannot be shown as fields: its lines, and why."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.form.field_box import FieldBox
from memdesk.ui.form.field_row import FieldNote
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton

_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
_GAP_PX = 4


class HeaderText(QWidget):
    """Holds `body`, which shows lines of the document itself. A sound header is locked until it is unlocked."""

    left = Signal()
    """The focus left the text."""

    def __init__(self, themes: ThemeManager, body: CardBody, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = body
        self._why = ""
        self._is_sound = False
        self._is_unlocked = False
        self._is_read_only = False
        self._box = FieldBox(body)
        self._lock = IconButton(themes, "lock", "")
        self._note = FieldNote(themes)
        row = QHBoxLayout()
        row.setSpacing(_GAP_PX)
        row.addWidget(self._box, 1)
        row.addWidget(self._lock, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP_PX)
        column.addLayout(row)
        column.addWidget(self._note)
        self._lock.clicked.connect(self._on_lock_clicked)
        body.focus_changed.connect(self._on_focus_changed)

    @property
    def is_in_use(self) -> bool:
        """Whether somebody types in it: the fields wait until he leaves."""
        return self.body.hasFocus() and not self.body.isReadOnly()

    def show_state(self, why: str, *, is_sound: bool, is_read_only: bool) -> None:
        """Say `why` there are no fields; a header that is not `is_sound` can be mended at once."""
        self._why, self._is_sound, self._is_read_only = why, is_sound, is_read_only
        locked = is_read_only or (is_sound and not self._is_unlocked)
        if self.body.isReadOnly() != locked:
            self.body.setReadOnly(locked)
            editable = Qt.TextInteractionFlag.TextEditorInteraction
            self.body.setTextInteractionFlags(_READABLE if locked else editable)
        self._box.set_state("locked", on=locked)
        self._box.set_state("invalid", on=not is_sound)
        self._lock.setVisible(is_sound and not is_read_only)
        self._lock.set_icon("lock" if locked else "lock-open")
        self._lock.set_name(tr("Unlock the header") if locked else tr("Lock the header again"))
        self._say(tr("{why}.", why=tr(why).rstrip(".。")), is_fault=not is_sound)
        self.body.setAccessibleName(tr("Header, locked") if locked else tr("Header"))

    def show_mended(self) -> None:
        """Say that there are fields again, while somebody types here still."""
        self._box.set_state("invalid", on=False)
        self._say(tr("It can be read again: its fields are back once you leave it."), is_fault=False)

    def _say(self, words: str, *, is_fault: bool) -> None:
        self._note.say(words, is_fault=is_fault)
        self.body.setAccessibleDescription(words)

    def _on_focus_changed(self, has_focus: bool) -> None:
        self._box.set_state("caret", on=has_focus)
        if not has_focus:
            self.left.emit()

    def _on_lock_clicked(self) -> None:
        self._is_unlocked = not self._is_unlocked
        self.show_state(self._why, is_sound=self._is_sound, is_read_only=self._is_read_only)
        if self._is_unlocked:
            self.body.setFocus(Qt.FocusReason.OtherFocusReason)
