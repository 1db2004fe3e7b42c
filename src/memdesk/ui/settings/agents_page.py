"""What is assumed of each agent, where that comes from, and the numbers that the user knows better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.layouts.assumptions import Assumption
from memdesk.services.assuming import Assumed, checked_number
from memdesk.ui.i18n import tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import NumberRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.chips import Chip


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
        self.reset = LinkButton(themes, tr("Reset"))
        self.reset.setAccessibleName(tr("Reset “{label}”", label=tr(assumption.label)))
        self._changed = self._make_mark()
        self.add_below(self._changed)
        self.reset.clicked.connect(self.reset_requested)
        self.show_number(assumption.value)

    def _make_mark(self) -> QWidget:
        mark = QWidget()
        row = QHBoxLayout(mark)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Chip(self._themes, tr("Changed"), tone="accent"))
        row.addWidget(self.reset)
        row.addStretch(1)
        return mark

    def show_number(self, number: int) -> None:
        """Show the number in force."""
        assumption = self.assumption
        is_changed = number != assumption.value
        self.set_number(number)
        self._changed.setVisible(is_changed)
        source = tr(assumption.source)
        if is_changed:
            unit = tr(assumption.unit)
            source = tr(
                "Assumed: {value:,} {unit}. {source}", value=assumption.value, unit=unit, source=source
            )
        self.set_about(source)


class AgentsPage(SettingsPage):
    """Shows what is assumed, agent by agent.

    Signals:
        number_taken: arguments: the agent's short name, the name of the assumption, the number.
        reset_requested: arguments: the agent's short name, the name of the assumption.
    """

    number_taken = Signal(str, str, int)
    reset_requested = Signal(str, str)

    def __init__(self, themes: ThemeManager, agents: Sequence[Assumed]) -> None:
        super().__init__(themes, "agents")
        self.assumptions: list[AssumptionRow] = []
        for agent in agents:
            self.add_heading(
                agent.title, "" if agent.assumptions else tr("Nothing is assumed: its own files say it.")
            )
            for assumption in agent.assumptions:
                self._add(agent.title, assumption)

    def _add(self, agent: str, assumption: Assumption) -> None:
        row, name = AssumptionRow(self._themes, agent, assumption), (assumption.agent, assumption.name)
        row.number_taken.connect(partial(self.number_taken.emit, *name))
        row.reset_requested.connect(partial(self.reset_requested.emit, *name))
        self.assumptions.append(row)
        self.add_row(row)

    def show_numbers(self, number_of: Callable[[Assumption], int]) -> None:
        """Show the numbers in force."""
        for row in self.assumptions:
            row.show_number(number_of(row.assumption))
