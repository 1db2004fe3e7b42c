"""What the right panel does besides showing text: caps, another budget, lost lines, what goes next, recall."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from memdesk.layouts.contract import (
    Change,
    ChangeKind,
    Cut,
    Forecast,
    Injected,
    Meter,
    NextOut,
    Part,
    Piece,
    Source,
)
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.optional import Recalled
from memdesk.services.preview.raising import Raise
from memdesk.text.edits import Span
from memdesk.text.masking import MASK
from memdesk.text.sentence import say
from memdesk.ui.i18n import install_language
from memdesk.ui.preview.budget_row import BudgetRow
from memdesk.ui.preview.cap_list import CapList
from memdesk.ui.preview.forecast_list import ForecastList
from memdesk.ui.preview.injection import DocumentPlace
from memdesk.ui.preview.panel import PreviewPanel
from memdesk.ui.preview.raise_bar import RaiseBar
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.tabs import TabBar
from tests.ui.conftest import Enlarge, Show

Shown = TypeVar("Shown", bound=QWidget)
TRANSLATIONS = Path(__file__).parents[3] / "resources" / "translations"
MEMORY, RULES = "/state/memory.md", "/srv/api/AGENTS.md"
API = Scope(ScopeKind.PROJECT, "k", "api", "/srv/api")
DOCUMENT = Document(MEMORY, "/state", "memory.md", API, DocumentKind.LIST)


@pytest.fixture
def panel(themes: ThemeManager, show: Show) -> PreviewPanel:
    panel = PreviewPanel(themes)
    panel.resize(380, 900)
    panel.set_agent("ub", budgeted=True, recalling=True)
    panel.set_contexts((API,), API)
    show(panel)
    panel.activateWindow()
    return panel


def injected(cap: int | None = 4000, cuts: int = 2) -> Injected:
    lost = tuple(
        Cut(MEMORY, Span(100 * n, 100 * n + 6), f"k{n}", f"lost {n}", "past the 4,000 bytes that ub gives")
        for n in range(1, cuts + 1)
    )
    return Injected(
        (Part("memory", "memory.md", MEMORY),),
        (Piece("[project] Kept\n", Source(MEMORY, Span(0, 15)), "memory"),),
        (
            Meter("total", 4219, cap, "bytes", why="ub’s default"),
            Meter("AGENTS.md", 11_000, 12_000, "chars", RULES),
        ),
        lost,
        forecasts=(
            Forecast(
                "Past 4,000 bytes ub drops the oldest.", (NextOut(MEMORY, "Kept"), NextOut(MEMORY, "Also"))
            ),
        ),
    )


def visible(panel: PreviewPanel, kind: type[Shown]) -> list[Shown]:
    QApplication.processEvents()
    found: list[Shown] = panel.findChildren(kind)
    return [widget for widget in found if widget.isVisible()]


def said(panel: PreviewPanel) -> list[str]:
    return [
        *(label.text for label in visible(panel, ElidedLabel)),
        *(label.text() for label in visible(panel, TextLabel)),
    ]


def button(panel: PreviewPanel, text: str) -> QPushButton:
    return next(button for button in visible(panel, QPushButton) if button.text() == text)


def lines(panel: PreviewPanel) -> LinesView:
    return visible(panel, LinesView)[0]


def lose(panel: PreviewPanel, text: str) -> None:
    """Click on the lost line `text`."""
    view = lines(panel)
    at = next(n for n, line in enumerate(view.lines) if line.kind is LineKind.LOST and line.text == text)
    view.line_activated.emit(at)
    QApplication.processEvents()


# Numbers


def test_what_is_over_the_budget_and_who_set_it_are_said(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    words = said(panel)
    assert "4,219 of 4,000 bytes" in words
    assert "219 bytes over" in words
    assert "ub’s default" in words
    caps = panel.findChild(CapList)
    assert isinstance(caps, CapList)
    assert "11,000 of 12,000 chars" in words


def test_who_set_the_budget_is_said_in_the_language_of_the_user(panel: PreviewPanel) -> None:
    meter = Meter("total", 4219, 4000, "bytes", why=say("ub’s default"))
    install_language(TRANSLATIONS, ["de"])
    panel.show_injected(replace(injected(), meters=(meter,)), None, DOCUMENT)
    install_language(TRANSLATIONS, [])
    assert "Vorgabe von ub" in said(panel)


def test_the_words_of_a_cap_stay_whole_as_letters_grow(panel: PreviewPanel, enlarge: Enlarge) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    panel.resize(320, panel.height())
    caps = panel.findChild(CapList)
    assert isinstance(caps, CapList)
    enlarge(1.3)
    words = next(label for label in caps.findChildren(ElidedLabel) if label.text == "11,000 of 12,000 chars")
    assert not words.elided
    assert words.visibleRegion().boundingRect() == words.rect()


def test_another_budget_is_tried_by_menu_and_by_number(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    asked: list[object] = []
    panel.budget_chosen.connect(asked.append)
    row = panel.findChild(BudgetRow)
    assert isinstance(row, BudgetRow)
    menu = row.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert list(actions) == [
        "As ub has it",
        "1,000 bytes",
        "2,000 bytes",
        "4,000 bytes",
        "8,000 bytes",
        "16,000 bytes",
        "32,000 bytes",
        "No budget",
        "Another…",
    ]
    actions["2,000 bytes"].trigger()
    panel.show_injected(injected(2000), None, DOCUMENT)
    assert "Tried here alone: ub is not told." in said(panel)
    actions["Another…"].trigger()
    field = row.findChild(Field)
    assert isinstance(field, Field)
    QTest.keyClicks(field, "512")
    QTest.keyClick(field, Qt.Key.Key_Return)
    actions["No budget"].trigger()
    actions["As ub has it"].trigger()
    assert asked == [2000, 512, 0, None]
    assert row.tried is None


def test_another_agent_forgets_the_budget_that_was_tried(panel: PreviewPanel) -> None:
    row = panel.findChild(BudgetRow)
    assert isinstance(row, BudgetRow)
    menu = row.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    menu.actions()[2].trigger()
    assert [row.tried] == [1000]
    panel.set_agent("evva")
    panel.show_injected(injected(None), None, DOCUMENT)
    assert row.tried is None
    assert not row.isVisible()


# A lost line


def test_nothing_moves_before_what_falls_out_was_named(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    asked: list[object] = []
    moved: list[object] = []
    panel.proposal_requested.connect(asked.append)
    panel.raise_requested.connect(moved.append)
    lose(panel, "lost 2")
    button(panel, "Move above the cut").click()
    place = DocumentPlace(MEMORY, 200)
    assert asked == [place]
    assert moved == []
    change = Change(ChangeKind.MOVE, DOCUMENT, "k2")
    proposal = Raise(
        "lost 2", change, "It goes to the top.", ("One.", "Two.", "Three.", "Four."), "Until then."
    )
    panel.show_proposal(place, proposal)
    (words,) = [text for text in said(panel) if "Falls out" in text]
    assert words.splitlines() == [
        "It goes to the top.",
        "Falls out instead: “One.”; “Two.”; “Three.” and 1 more.",
        "Until then.",
    ]
    assert moved == []
    button(panel, "Move it").click()
    assert moved == [proposal]
    assert visible(panel, RaiseBar) == []


def test_where_moving_does_not_help_only_that_is_said(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    lose(panel, "lost 1")
    panel.show_proposal(DocumentPlace(MEMORY, 100), Raise("lost 1", why_not="Moving it does not help: no."))
    assert "Moving it does not help: no." in said(panel)
    assert "Move it" not in [button.text() for button in visible(panel, QPushButton)]
    QTest.keyClick(button(panel, "Close"), Qt.Key.Key_Escape)
    assert visible(panel, RaiseBar) == []


def test_an_answer_about_another_line_is_not_shown(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    lose(panel, "lost 1")
    panel.show_proposal(DocumentPlace(MEMORY, 200), Raise("lost 2", why_not="of another line"))
    assert "of another line" not in said(panel)


def test_a_text_that_changes_takes_the_offer_back(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    lose(panel, "lost 1")
    panel.show_injected(injected(), None, DOCUMENT)
    assert len(visible(panel, RaiseBar)) == 1
    panel.show_injected(injected(cuts=1), None, DOCUMENT)
    assert visible(panel, RaiseBar) == []


def test_a_click_on_a_lost_line_leads_to_its_document(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    shown: list[tuple[str, int]] = []
    panel.source_activated.connect(lambda path, position: shown.append((path, position)))
    lose(panel, "lost 2")
    assert shown == [(MEMORY, 200)]


# What goes next


def test_what_goes_next_is_listed_and_leads_to_its_document(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    (shown_list,) = visible(panel, ForecastList)
    words = said(panel)
    assert words.index("1. Kept") < words.index("2. Also")
    assert "Past 4,000 bytes ub drops the oldest." in words
    asked: list[str] = []
    panel.source_activated.connect(lambda path, _position: asked.append(path))
    shown_list.findChildren(QPushButton)[1].click()
    assert asked == [MEMORY]


@pytest.mark.parametrize(
    ("line", "words"),
    [("- pump 4 hums\n", "1. pump 4 hums"), ("-5 °C", "1. -5 °C"), ("- a\n- b", "1. - a - b")],
)
def test_an_item_of_a_list_goes_by_what_it_says(panel: PreviewPanel, line: str, words: str) -> None:
    forecast = Forecast("OK drops the first notes.", (NextOut(MEMORY, line),))
    panel.show_injected(replace(injected(), forecasts=(forecast,)), None, DOCUMENT)
    assert words in said(panel)


def test_what_goes_next_is_masked_by_what_stands_around_it(panel: PreviewPanel) -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\n- MIIEpAIB0bXyZ09ab\n-----END RSA PRIVATE KEY-----"
    goes = (NextOut(MEMORY, "MIIEpAIB0bXyZ09ab", around=key), NextOut(MEMORY, "By hand"))
    panel.show_injected(
        replace(injected(), forecasts=(Forecast("ub drops old ones.", goes),)), None, DOCUMENT
    )
    told = said(panel)
    assert f"1. {MASK * 17}" in told
    assert "2. By hand" in told


@pytest.mark.parametrize(("count", "words"), [(5, None), (6, "1 more goes, too"), (48, "43 more go, too")])
def test_how_many_more_go_next_than_are_listed_is_said(
    panel: PreviewPanel, count: int, words: str | None
) -> None:
    goes = tuple(NextOut(MEMORY, f"Entry {number}") for number in range(count))
    panel.show_injected(
        replace(injected(), forecasts=(Forecast("ub drops old ones.", goes),)), None, DOCUMENT
    )
    told = said(panel)
    assert "5. Entry 4" in told
    assert "6. Entry 5" not in told
    assert [one for one in told if " more go" in one] == ([words] if words else [])


# Recall


def test_recall_is_there_only_for_agents_that_recall(panel: PreviewPanel) -> None:
    tabs = panel.findChild(TabBar)
    assert isinstance(tabs, TabBar)
    assert [tabs.isTabVisible(at) for at in range(4)] == [True, True, True, True]
    panel.show_tab("recall")
    panel.set_agent("evva")
    assert not tabs.isTabVisible(3)
    assert panel.tab == "index"


def test_a_query_shows_what_is_found_and_leads_there(panel: PreviewPanel) -> None:
    panel.show_injected(injected(), None, DOCUMENT)
    panel.show_tab("recall")
    asked: list[str] = []
    panel.query_changed.connect(asked.append)
    assert "What would ub find?" in said(panel)
    field = visible(panel, Field)[0]
    QTest.keyClicks(field, "worker")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked == ["worker"]
    panel.show_recalled(
        (
            Recalled(
                MEMORY, "k", "Start the worker", Span(40, 56), {"category": "project", "time": "2026-05-01"}
            ),
        )
    )
    view = lines(panel)
    assert [(line.kind, line.text) for line in view.lines] == [
        (LineKind.PLAIN, "Start the worker"),
        (LineKind.NOTE, "project · 2026-05-01"),
    ]
    assert "ub finds 1 entry" in said(panel)
    went: list[tuple[str, int]] = []
    panel.source_activated.connect(lambda path, position: went.append((path, position)))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 14))
    assert went == [(MEMORY, 40)]
    panel.show_recalled(())
    assert "ub finds nothing." in said(panel)


# Room


def test_in_a_low_window_the_page_scrolls_and_the_text_keeps_its_room(panel: PreviewPanel) -> None:
    panel.resize(380, 420)
    text = "[project] Kept\n" * 60
    long = replace(injected(), pieces=(Piece(text, Source(MEMORY, Span(0, len(text))), "memory"),))
    panel.show_injected(long, None, DOCUMENT)
    QApplication.processEvents()
    view = lines(panel)
    assert view.height() == 200
    panel.resize(380, 1200)
    QApplication.processEvents()
    assert view.height() > 400


def test_in_a_low_window_what_is_said_of_a_lost_line_comes_into_view(panel: PreviewPanel) -> None:
    panel.resize(380, 360)
    panel.show_injected(injected(), None, DOCUMENT)
    lose(panel, "lost 1")
    assert visible(panel, ForecastList) == []
    bar = visible(panel, RaiseBar)[0]
    panel.show_proposal(DocumentPlace(MEMORY, 100), Raise("lost 1", why_not="Moving it does not help. " * 9))
    QApplication.processEvents()
    assert bar.visibleRegion().boundingRect().height() > bar.height() / 2
    button(panel, "Close").click()
    assert len(visible(panel, ForecastList)) == 1


def test_the_cut_is_one_click_away(panel: PreviewPanel) -> None:
    panel.resize(380, 700)
    text = "[project] Kept\n" * 60
    long = replace(injected(), pieces=(Piece(text, Source(MEMORY, Span(0, len(text))), "memory"),))
    panel.show_injected(long, None, DOCUMENT)
    QApplication.processEvents()
    bar = lines(panel).verticalScrollBar()
    assert bar.value() == 0
    next(b for b in visible(panel, QPushButton) if b.accessibleName() == "Go to the cut").click()
    assert bar.value() == bar.maximum() > 0
    panel.show_injected(injected(cuts=0), None, DOCUMENT)
    assert "Go to the cut" not in [b.accessibleName() for b in visible(panel, QPushButton)]


# A file of several agents


def test_who_reads_the_file_can_be_chosen_where_several_do(panel: PreviewPanel) -> None:
    panel.set_readers({"/a": "OK", "/b": "Claude Code"}, "/b")
    panel.set_contexts((API,), API)
    panel.show_injected(injected(), None, DOCUMENT)
    assert "What Claude Code will see" in said(panel)
    button = next(b for b in visible(panel, QPushButton) if b.accessibleName() == "Context: api")
    menu = button.menu()
    assert menu is not None
    menu.aboutToShow.emit()
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert [(action.text(), action.isChecked()) for action in actions] == [
        ("OK", False),
        ("Claude Code", True),
        ("api", True),
    ]
    chosen: list[str] = []
    panel.reader_chosen.connect(chosen.append)
    actions[0].trigger()
    assert chosen == ["/a"]
    panel.set_readers({"/a": "OK"}, "/a")
    assert "What the agent will see" in said(panel)
