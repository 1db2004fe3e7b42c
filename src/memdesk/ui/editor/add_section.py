"""Adding a section at the end of a document whose headings are free."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import QuietButton
from memdesk.ui.widgets.fields import Field

_FIELD_PX = 280


class AddSection(QWidget):
    """A button that gives way to a field for the heading. Enter adds, Esc gives up."""

    requested = Signal(str)
    """A section with this heading is wanted."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._button = QuietButton(themes, tr("Add section"), icon="plus")
        self._field = Field(themes, tr("Heading of the new section"), placeholder=tr("Heading"))
        self._field.setMaximumWidth(_FIELD_PX)
        self._field.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, TEXT_LEFT_PX, 0)
        row.addWidget(self._button)
        row.addWidget(self._field, 1)
        row.addStretch(1)
        self._button.clicked.connect(self.ask)
        self._field.returnPressed.connect(self._on_return_pressed)
        self._field.editingFinished.connect(self._on_editing_finished)

    def ask(self) -> None:
        """Ask for the heading."""
        self._field.clear()
        self._button.hide()
        self._field.show()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._field.isHidden():
            self._give_up()
            self._button.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)

    def _on_return_pressed(self) -> None:
        heading = self._field.text().strip()
        if heading:
            self._give_up()
            self.requested.emit(heading)

    def _on_editing_finished(self) -> None:
        if not self._field.hasFocus():
            self._give_up()

    def _give_up(self) -> None:
        self._field.hide()
        self._button.show()
