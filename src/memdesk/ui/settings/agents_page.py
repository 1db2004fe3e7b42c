"""What is assumed of each agent, where that comes from, and the numbers that the user knows better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.layouts.assumptions import Assumption
from memdesk.services.settings.assuming import Assumed, checked_number
from memdesk.ui.i18n import tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import NumberRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.chips import Chip


class _ChangedMark(QWidget):
    """Says that a number was changed, with the way back."""

    def __init__(self, themes: ThemeManager, label: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Chip(themes, tr("Changed"), tone="accent"))
        self.reset = LinkButton(themes, tr("Reset"))
        self.reset.setAccessibleName(tr("Reset “{label}”", label=label))
        row.addWidget(self.reset)
        row.addStretch(1)


class AssumptionRow(NumberRow):
    """One number: where it comes from, whether it was changed, and the way back.

    Signals:
        reset_requested: the number that was assumed shall hold again.
    """

    reset_requested = Signal()

    def __init__(self, themes: ThemeManager, agent: str, assumption: Assumption) -> None:
        check: Callable[[str], int] = partial(checked_number, assumption)
        super().__init__(
            themes,
            tr(assumption.label),
            tr(assumption.source),
            tr(assumption.unit),
            check,
            words=f"{agent} {assumption.name} {tr('assumption limit cap override')}",
        )
        self.assumption = assumption
        self._mark: _ChangedMark | None = None

    @property
    def reset(self) -> LinkButton:
        """The way back, which is seen where the number was changed."""
        return self._made_mark().reset

    def _made_mark(self) -> _ChangedMark:
        # Few numbers are changed, so few rows need one.
        if self._mark is None:
            self._mark = _ChangedMark(self._themes, self.title)
            self._mark.hide()
            self._mark.reset.clicked.connect(self.reset_requested)
            self.add_below(self._mark)
        return self._mark

    def show_number(self, number: int) -> None:
        """Show the number in force."""
        assumption = self.assumption
        is_changed = number != assumption.value
        self.set_number(number)
        if is_changed or self._mark is not None:
            self._made_mark().setVisible(is_changed)
        source = tr(assumption.source)
        if is_changed:
            unit = tr(assumption.unit)
            source = tr(
                "Assumed: {value:,} {unit}. {source}", value=assumption.value, unit=unit, source=source
            )
        self.set_about(source)


class AgentsPage(SettingsPage):
    """Shows what is assumed, agent by agent: `number_of` says which numbers are in force.

    A few rows are there at once, some more in each turn, and all of them for who asks.

    Signals:
        number_taken: arguments: the agent's short name, the name of the assumption, the number.
        reset_requested: arguments: the agent's short name, the name of the assumption.
    """

    number_taken = Signal(str, str, int)
    reset_requested = Signal(str, str)

    def __init__(
        self, themes: ThemeManager, agents: Sequence[Assumed], number_of: Callable[[Assumption], int]
    ) -> None:
        super().__init__(themes, "agents")
        self._number_of = number_of
        self.assumptions: list[AssumptionRow] = []
        """The rows of all agents."""
        for agent in agents:
            about = "" if agent.assumptions else tr("Nothing is assumed: its own files say it.")
            self.add_heading(agent.title, about)
            for assumption in agent.assumptions:
                self._add(agent.title, assumption)

    def _add(self, agent: str, assumption: Assumption) -> None:
        row, name = AssumptionRow(self._themes, agent, assumption), (assumption.agent, assumption.name)
        row.number_taken.connect(partial(self.number_taken.emit, *name))
        row.reset_requested.connect(partial(self.reset_requested.emit, *name))
        row.show_number(self._number_of(assumption))
        self.assumptions.append(row)
        self.add_row(row)

    def show_numbers(self) -> None:
        """Other numbers are in force."""
        for row in self.assumptions:
            row.show_number(self._number_of(row.assumption))
