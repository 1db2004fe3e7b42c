"""Adding a section at the end of a document whose headings are free."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import QuietButton
from memdesk.ui.widgets.fields import InPlaceField

_FIELD_PX = 280


class AddSection(QWidget):
    """A button that gives way to a field for the heading."""

    requested = Signal(str)
    """A section with this heading is wanted."""
    given_up = Signal()
    """No section is wanted after all."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._button = QuietButton(themes, tr("Add section"), icon="plus")
        self._field = InPlaceField(themes, tr("Heading of the new section"), tr("Heading"))
        self._field.setMaximumWidth(_FIELD_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, TEXT_LEFT_PX, 0)
        row.addWidget(self._button)
        row.addWidget(self._field, 1)
        row.addStretch(1)
        self._button.clicked.connect(self.ask)
        self._field.ended.connect(self._button.show)
        self._field.answered.connect(self.requested)
        self._field.given_up.connect(self.given_up)

    def ask(self) -> None:
        """Ask for the heading."""
        self._field.ask()
        self._button.hide()
