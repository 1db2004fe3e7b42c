"""The question before the history is cleared: what of it, and how much that is."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.store.clearing import Amount, Scope
from memdesk.ui import format as shown
from memdesk.ui.i18n import sentences, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, PrimaryButton
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.switch import ModeSwitch

_WIDTH_PX = 520
_DAYS_PX = 96
_DAY_S = 86_400
_MOST_DAYS = 36_500
_AGES = ("any", "older")


class ClearDialog(QDialog):
    """Asks which part goes. `roots` are path and title of the folders there are.

    Signals:
        amount_wanted: how much is that? argument: a `Scope`. Answer with `show_amount`.
        clear_chosen: let go of it; argument: the `Scope`.
    """

    amount_wanted = Signal(object)
    clear_chosen = Signal(object)

    def __init__(self, themes: ThemeManager, roots: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._root = ""
        self._scope: Scope | None = None
        self.setWindowTitle(tr("Clear the history"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH_PX)
        self.where = Button(themes, "", chevron=True)
        self._menu = PopupMenu(themes, self)
        self.age = ModeSwitch(
            themes, tr("How old"), ((_AGES[0], tr("Whatever its age")), (_AGES[1], tr("Older than")))
        )
        self.days = Field(themes, tr("Older than so many days"))
        self._unit = TextLabel(themes, tr("days"), tone="text2")
        self._amount = TextLabel(themes, wrap=True)
        self._fate = TextLabel(themes, role="small", tone="text2", wrap=True)
        self.clear_button = PrimaryButton(themes, tr("Clear"))
        self.cancel_button = Button(themes, tr("Cancel"))
        self._fill_menu(roots)
        self._lay_out()
        self._connect()
        self._choose_root("", tr("All folders"))

    def _fill_menu(self, roots: Sequence[tuple[str, str]]) -> None:
        for path, title in (("", tr("All folders")), *roots):
            words = f"{title} · {path}" if path else title
            action = self._menu.add_literal(words)
            action.triggered.connect(
                lambda _checked=False, path=path, title=title: self._choose_root(path, title)
            )
        self.where.setMenu(self._menu)

    def _lay_out(self) -> None:
        self.days.setText("30")
        self.days.setFixedWidth(_DAYS_PX)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 16, 20, 16)
        box.setSpacing(10)
        where = QHBoxLayout()
        where.addWidget(TextLabel(self._themes, tr("Of")))
        where.addWidget(self.where)
        where.addStretch(1)
        age = QHBoxLayout()
        age.setSpacing(8)
        for widget in (self.age, self.days, self._unit):
            age.addWidget(widget)
        age.addStretch(1)
        box.addLayout(where)
        box.addLayout(age)
        box.addSpacing(4)
        box.addWidget(self._amount)
        box.addWidget(self._fate)
        box.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.clear_button)
        box.addLayout(row)

    def _connect(self) -> None:
        self.age.current_changed.connect(lambda _age: self.ask())
        self.days.textChanged.connect(lambda _text: self.ask())
        self.cancel_button.clicked.connect(self.reject)
        self.clear_button.clicked.connect(self._on_clear)

    def _choose_root(self, path: str, title: str) -> None:
        self._root = path
        self.where.setText(title)
        self.where.setAccessibleName(tr("Of: {title}", title=title))
        self.ask()

    def ask(self) -> None:
        """Ask how much it is that is chosen."""
        is_older = self.age.current == _AGES[1]
        self.days.setEnabled(is_older)
        self._unit.setEnabled(is_older)
        text = self.days.text().strip(" ")
        is_number = text.isascii() and text.isdigit() and 0 <= int(text) <= _MOST_DAYS
        why_not = tr("A whole number of days belongs here.") if is_older and not is_number else ""
        self.days.set_invalid(why_not)
        self.clear_button.setEnabled(False)
        self._fate.setText("")
        if why_not:
            self._scope = None
            self._amount.setText(why_not)
            return
        self._scope = Scope(self._root, time.time() - int(text) * _DAY_S if is_older else None)
        self._amount.setText(tr("Looking…"))
        self.amount_wanted.emit(self._scope)

    def show_amount(self, scope: Scope, amount: Amount) -> None:
        """Say how much it is, where that is still the question."""
        if scope != self._scope:
            return
        if not amount.versions:
            self._amount.setText(tr("The history holds nothing of that."))
            return
        versions = trn("{n} version", "{n} versions", amount.versions)
        documents = trn("{n} document", "{n} documents", amount.documents)
        self._amount.setText(
            tr(
                "{versions} of {documents}, with {size} of text, will go for good.",
                versions=versions,
                documents=documents,
                size=shown.size(amount.size_bytes),
            )
        )
        newest = tr("The newest version of each document stays.") if scope.before is not None else ""
        self._fate.setText(
            sentences(
                newest,
                tr("Memory and unsaved text stay as they are. Nothing brings back what is cleared."),
            )
        )
        self.clear_button.setText(trn("Clear {n} version", "Clear {n} versions", amount.versions))
        self.clear_button.setEnabled(True)
        # The words may need more room than those before.
        self.adjustSize()

    def show_fault(self, sentence: str) -> None:
        """Say why nothing can be told."""
        self._amount.setText(sentence)

    def _on_clear(self) -> None:
        if self._scope is not None:
            self.clear_chosen.emit(self._scope)
            self.accept()
