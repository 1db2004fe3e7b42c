"""The budget in force and who set it, and a choice of other ones to try."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QIntValidator, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.layouts.contract import Meter
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.menus import PopupMenu

_OFFERED_BYTES = (1000, 2000, 4000, 8000, 16_000, 32_000)
_MOST_BYTES = 10_000_000
_FIELD_PX = 96


class BudgetRow(QWidget):
    """Says which budget the preview is made within, and lets the user try another one; nothing is written.

    Signals:
        budget_chosen: preview within this many bytes, 0 for no budget, None for the agent's own.
    """

    budget_chosen = Signal(object)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._agent = ""
        self._tried: int | None = None
        self._why = ElidedLabel(themes, role="meta", tone="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._choice = Button(themes, "", chevron=True)
        self._field = Field(themes, tr("Budget in bytes"), placeholder=tr("bytes"))
        self._field.setValidator(QIntValidator(0, _MOST_BYTES, self._field))
        self._field.setFixedWidth(_FIELD_PX)
        self._menu = PopupMenu(themes, self)
        self._choice.setMenu(self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._why, 1)
        row.addWidget(self._choice)
        row.addWidget(self._field)
        self._field.hide()
        self._menu.aboutToShow.connect(self._fill)
        self._field.returnPressed.connect(self._on_entered)

    @property
    def tried(self) -> int | None:
        """The budget that the user tries; None for the agent's own."""
        return self._tried

    def forget_tried(self) -> None:
        """Go back to the agent's own budget, without a signal: another agent is shown."""
        self._tried = None
        self._close_field()

    def show_budget(self, agent: str, in_force: Meter | None) -> None:
        """Show the budget in force and who set it."""
        self._agent = agent
        cap = self._tried if self._tried is not None else in_force.cap if in_force is not None else None
        self._choice.setText(_words(cap or 0))
        self._choice.setAccessibleName(tr("Budget: {budget}", budget=_words(cap or 0)))
        tried = tr("Tried here alone: {agent} is not told.", agent=agent)
        why = told(in_force.why) if in_force is not None else ""
        self._why.set_text(tried if self._tried is not None else why)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._field.isVisible():
            self._close_field()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        self._menu.clear()
        own = self._menu.add_literal(tr("As {agent} has it", agent=self._agent))
        self._add(own, None)
        self._menu.addSeparator()
        for size_bytes in (*_OFFERED_BYTES, 0):
            self._add(self._menu.add_literal(_words(size_bytes)), size_bytes)
        self._menu.addSeparator()
        self._menu.add_literal(tr("Another…")).triggered.connect(self._ask)

    def _add(self, action: QAction, budget_bytes: int | None) -> None:
        action.setCheckable(True)
        action.setChecked(budget_bytes == self._tried)
        action.triggered.connect(partial(self._choose, budget_bytes))

    def _choose(self, budget_bytes: int | None, _checked: bool = False) -> None:
        self._tried = budget_bytes
        self._close_field()
        self.budget_chosen.emit(budget_bytes)

    def _ask(self) -> None:
        self._choice.hide()
        self._field.show()
        self._field.setFocus()

    def _on_entered(self) -> None:
        words = self._field.text()
        if words:
            self._choose(int(words))

    def _close_field(self) -> None:
        had_focus = self._field.hasFocus()
        self._field.hide()
        self._field.clear()
        self._choice.show()
        if had_focus:
            self._choice.setFocus()


def _words(size_bytes: int) -> str:
    if size_bytes <= 0:
        return tr("No budget")
    return trn("{n} byte", "{n} bytes", size_bytes, n=shown.number(size_bytes))
