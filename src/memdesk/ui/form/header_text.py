"""A header that cannot be shown as fields: its lines, and why."""

from __future__ import annotations

from PySide6.QtCore import Qt
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
        body.focus_changed.connect(lambda has_focus: self._box.set_state("caret", on=has_focus))

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
        words = tr("{why}.", why=tr(why).rstrip("."))
        self._note.say(words, is_fault=not is_sound)
        self.body.setAccessibleName(tr("Header, locked") if locked else tr("Header"))
        self.body.setAccessibleDescription(words)

    def _on_lock_clicked(self) -> None:
        self._is_unlocked = not self._is_unlocked
        self.show_state(self._why, is_sound=self._is_sound, is_read_only=self._is_read_only)
        if self._is_unlocked:
            self.body.setFocus(Qt.FocusReason.OtherFocusReason)
