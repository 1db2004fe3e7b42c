"""Which problems the list shows: by severity, agent and rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.layouts.contract import Severity
from memdesk.services.problems.listed import SEVERITIES, Listed
from memdesk.ui.i18n import tr
from memdesk.ui.problems.words import severities_of
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.menus import PopupMenu


class ProblemFilters(QWidget):
    """Three menus. What no problem has is not offered, but for what is chosen.

    Signals:
        changed: something else is wanted.
    """

    changed = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.severity: Severity | None = None
        self.agent = self.rule = ""
        self._titles: dict[str, str] = {}
        self._rules: Sequence[str] = ()
        self._buttons = {name: Button(themes, "", chevron=True) for name in ("severity", "agent", "rule")}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for name, button in self._buttons.items():
            menu = PopupMenu(themes, button)
            menu.aboutToShow.connect(partial(self._fill, name, menu))
            button.setMenu(menu)
            row.addWidget(button)
        self._name()

    @property
    def is_narrowed(self) -> bool:
        """Whether something is left out."""
        return self.severity is not None or bool(self.agent or self.rule)

    def clear(self) -> None:
        """Leave nothing out, without a signal."""
        self.severity, self.agent, self.rule = None, "", ""
        self._name()

    def offer(self, listed: Iterable[Listed]) -> None:
        """Offer the agents and rules of these."""
        found = list(listed)
        # Thousands of problems are of a few roots.
        roots = {id(one.root): one.root for one in found}.values()
        self._titles = {root.agent: root.layout.title for root in roots}
        self._rules = sorted({one.found.problem.rule for one in found} | ({self.rule} - {""}))
        self._name()

    def _choices(self, name: str) -> list[tuple[Severity | str | None, str]]:
        if name == "severity":
            return [(severity, severities_of(severity)) for severity in (None, *SEVERITIES)]
        if name == "agent":
            return [
                ("", tr("Every agent")),
                *sorted(self._titles.items(), key=lambda item: item[1].casefold()),
            ]
        return [("", tr("Every rule")), *((rule, rule) for rule in self._rules)]

    def _fill(self, name: str, menu: PopupMenu) -> None:
        menu.clear()
        for value, words in self._choices(name):
            action = menu.add_literal(words)
            action.setCheckable(True)
            action.setChecked(getattr(self, name) == value)
            action.triggered.connect(partial(self._on_chosen, name, value))

    def _on_chosen(self, name: str, value: Severity | str | None, _checked: bool = False) -> None:
        setattr(self, name, value)
        self._name()
        self.changed.emit()

    def _name(self) -> None:
        agent = self._titles.get(self.agent, self.agent) or tr("Every agent")
        words = {
            "severity": severities_of(self.severity),
            "agent": agent,
            "rule": self.rule or tr("Every rule"),
        }
        for name, button in self._buttons.items():
            button.setText(words[name])
            button.setAccessibleName(tr("{filter}, choose another", filter=words[name]))
            button.updateGeometry()
