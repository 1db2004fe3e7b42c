"""The problem that is chosen, in full: what is wrong, why that matters, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.problems.listed import Listed
from memdesk.text.labelled import labelled
from memdesk.ui.i18n import told, tr
from memdesk.ui.problems.words import place_of, quote_of, title_of
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel

_MARGIN_PX = 16


class ProblemDetail(PlaneFrame):
    """Below the list. Its buttons are connected by who owns it."""

    def __init__(self, themes: ThemeManager, home: str, *, parent: QWidget | None = None) -> None:
        super().__init__("footer", parent=parent)
        self._home = home
        self._title = TextLabel(themes, weight=Weight.DemiBold, wrap=True)
        self._place = ElidedLabel(themes, role="small", tone="text2", mode=Qt.TextElideMode.ElideMiddle)
        self._quote = TextLabel(themes, wrap=True)
        self._why = TextLabel(themes, tone="text2", wrap=True)
        self._masks = themes.masks
        self._shown: Listed | None = None
        themes.masks.changed.connect(self._show_quote)
        self.open_button = Button(themes, tr("Go there"))
        self.fix_button = Button(themes, tr("Fix"), kind="primary", icon="wrench")
        self.fix_all_button = Button(themes, "")
        self.home_button = Button(themes, tr("Find its new home…"), icon="folder-input")
        self.ignore_button = Button(themes, tr("Ignore"), icon="eye-off")
        self._lay_out()

    def show_problem(self, one: Listed, *, is_ignored: bool, alike: int, can_move: bool) -> None:
        """Show this one; `alike` is how many of its kind can be fixed at once."""
        problem = one.found.problem
        self._title.setText(title_of(one))
        self._place.set_text(place_of(one, self._home))
        self._shown = one
        self._show_quote()
        self._why.setText(told(problem.why))
        self._why.setVisible(bool(problem.why))
        self.fix_button.setVisible(bool(problem.repair))
        self.fix_all_button.setVisible(alike > 1)
        self.fix_all_button.setText(tr("Fix all {n} of this kind", n=alike))
        self.home_button.setVisible(can_move)
        self.ignore_button.setText(tr("Stop ignoring") if is_ignored else tr("Ignore"))
        self.ignore_button.set_icon("eye" if is_ignored else "eye-off")
        for button in (self.open_button, self.fix_button, self.ignore_button):
            button.setAccessibleName(f"{button.text()}: {labelled(title_of(one))}")

    def _show_quote(self) -> None:
        said = quote_of(self._shown, self._masks) if self._shown is not None else ""
        self._quote.setText(said)
        self._quote.setVisible(bool(said))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (
            self.fix_button,
            self.fix_all_button,
            self.home_button,
            self.open_button,
            self.ignore_button,
        ):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._place)
        column.addWidget(self._quote)
        column.addWidget(self._why)
        column.addSpacing(4)
        column.addLayout(buttons)
