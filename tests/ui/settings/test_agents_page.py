"""What is assumed of agents, as the settings show it: numbers, sources, what was changed, and the way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from memdesk.layouts import discover
from memdesk.layouts.assumptions import Assumption
from memdesk.services.settings.assuming import assumed_of
from memdesk.ui.settings.agents_page import AgentsPage, AssumptionRow
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show

IN_FORCE: dict[str, int] = {}
"""What is not the number that is assumed, by the name of the assumption."""


@pytest.fixture
def page(themes: ThemeManager, show: Show) -> AgentsPage:
    agents = tuple(assumed_of(discover(installed=False)))
    made = AgentsPage(themes, agents, number_of)
    assert len(made.rows) == sum(len(agent.assumptions) for agent in agents)
    show(made)
    return made


def number_of(assumption: Assumption) -> int:
    return IN_FORCE.get(assumption.name, assumption.value)


def row(page: AgentsPage, agent: str, name: str) -> AssumptionRow:
    return next(one for one in page.assumptions if one.assumption[:2] == (agent, name))


def test_a_number_is_typed_marked_and_taken_back(page: AgentsPage, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, str, int]] = []
    page.number_taken.connect(lambda *said: taken.append(said))
    budget = row(page, "ub", "budget_bytes")
    assert not budget.reset.isVisible()
    budget.field.selectAll()
    QTest.keyClicks(budget.field, "12,000")
    QTest.keyClick(budget.field, Qt.Key.Key_Return)
    assert taken == [("ub", "budget_bytes", 12_000)]
    monkeypatch.setitem(IN_FORCE, "budget_bytes", 12_000)
    page.show_numbers()
    assert budget.reset.isVisible()
    reset: list[tuple[str, str]] = []
    page.reset_requested.connect(lambda *said: reset.append(said))
    budget.reset.click()
    assert reset == [("ub", "budget_bytes")]


def test_a_page_that_is_wider_than_its_rows_leaves_them_their_height(page: AgentsPage) -> None:
    heights = {page.heightForWidth(width) for width in range(680, 1000, 40)}
    assert len(heights) == 1


def test_what_cannot_be_taken_is_said_in_the_row(page: AgentsPage) -> None:
    levels = row(page, "ok", "import_levels")
    levels.field.selectAll()
    QTest.keyClicks(levels.field, "500")
    assert levels.problem == "A whole number from 0 to 100 belongs here."


def test_an_agent_is_found_by_its_name_and_a_number_by_its_source(page: AgentsPage) -> None:
    assert page.set_filter(["everos"]) == 1
    assert page.set_filter(["transcript"]) == 1
    assert page.set_filter(["no", "such", "words"]) == 0
