"""The three switches for how words match: by case, as whole words, as a regular expression."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.services.search.queries import Query, parse
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton

CASE_KEYS, WHOLE_KEYS, REGEX_KEYS = "Alt+C", "Alt+W", "Alt+R"
"""They work wherever such switches are in view, so no action can have them."""


class Ways(QWidget):
    """Switches; `changed` when one is turned. Their keys work while the focus is beside them."""

    changed = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.case = _switch(
            themes, "case-sensitive", tr("Upper and lower case and accents matter"), CASE_KEYS
        )
        self.whole = _switch(themes, "whole-word", tr("Whole words"), WHOLE_KEYS)
        self.regex = _switch(themes, "regex", tr("Regular expression"), REGEX_KEYS)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for button in (self.case, self.whole, self.regex):
            row.addWidget(button)
            button.toggled.connect(lambda _on: self.changed.emit())

    def query(self, text: str) -> Query:
        """What `text` asks for. Raises `UsageError`."""
        return parse(
            text,
            is_regex=self.regex.isChecked(),
            is_exact=self.case.isChecked(),
            is_whole=self.whole.isChecked(),
        )

    @property
    def sentence(self) -> str:
        """How what is typed is taken, for who has typed nothing yet."""
        if self.regex.isChecked():
            return tr("What is typed is one regular expression; filters stand beside it.")
        if self.case.isChecked():
            return tr("Every word has to be in one entry, in any order; case and accents matter.")
        return tr("Every word has to be in one entry; in any order, in any case.")


def _switch(themes: ThemeManager, icon: str, name: str, keys: str) -> IconButton:
    button = IconButton(themes, icon, name, keys=QKeySequence(keys), kind="default")
    button.setCheckable(True)
    button.setShortcut(QKeySequence(keys))
    # A click or the keys leave the focus in the field, where one goes on typing.
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
