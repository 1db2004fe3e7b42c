"""Feet, empty states and heads in little room: each button is whole, and so are the words beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QToolTip, QVBoxLayout, QWidget

from memdesk.bundled import bundled_path
from memdesk.services.comparing.comparing import Piece, Take
from memdesk.ui.compare.difference_head import DifferenceHead
from memdesk.ui.history.comparison import Against
from memdesk.ui.history.difference_panel import DifferencePanel
from memdesk.ui.i18n import ENGLISH, install_language, tr
from memdesk.ui.inbox.place_panel import PlacePanel
from memdesk.ui.prune.model import Column, PruneModel
from memdesk.ui.prune.table import PruneTable
from memdesk.ui.settings.rows import NumberRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.folding_foot import FoldingFoot
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.paint import chip_height
from memdesk.ui.widgets.switch import ModeSwitch
from tests.ui.conftest import Enlarge, Show


@pytest.fixture(params=[ENGLISH, "de", "zh_CN"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    install_language(bundled_path("translations"), [language])
    yield language
    install_language(bundled_path("translations"), [ENGLISH])


def page_of(show: Show, widget: QWidget) -> QWidget:
    """A page with `widget`, in a window that is wider: as a window of its own it would not get too narrow."""
    window = QWidget()
    window.resize(1000, 500)
    page = QWidget(window)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(widget)
    column.addStretch(1)
    show(window)
    return page


def narrow(page: QWidget, width: int) -> None:
    page.resize(width, 500)
    # What turns asks its page for another height, turn by turn.
    for _ in range(3):
        QApplication.processEvents()


def cut(page: QWidget, parts: Sequence[QWidget]) -> list[str]:
    """The parts that are narrower than what they say, reach out of the page or into one another."""
    shown = [part for part in parts if part.isVisible()]
    assert shown
    areas = [QRect(part.mapTo(page, QPoint(0, 0)), part.size()) for part in shown]
    found = [
        str(part.property("text"))
        for part, area in zip(shown, areas, strict=True)
        if part.width() < part.minimumSizeHint().width() or not page.rect().contains(area)
    ]
    return found + [f"{one} over {other}" for one, other in combinations(areas, 2) if one.intersects(other)]


def test_a_foot_folds_where_its_words_would_be_cut(themes: ThemeManager, show: Show) -> None:
    words = QWidget()
    said = QHBoxLayout(words)
    said.setContentsMargins(0, 0, 0, 0)
    label = TextLabel(themes, tr("{n} ticked", n="12,345"))
    undo = Button(themes, tr("Undo"), kind="link")
    said.addWidget(label)
    said.addWidget(undo)
    buttons = [Button(themes, tr("Dismiss")), Button(themes, tr("Move to trash"), icon="trash-2")]
    foot = FoldingFoot(themes, words, buttons)
    page = page_of(show, foot)
    heights = []
    for width in (1000, 420, 360, 1000):
        narrow(page, width)
        assert cut(page, [label, undo, *buttons]) == []
        heights.append(foot.height())
    assert heights[0] == heights[-1] == themes.theme.sizes.footer
    narrow(page, 240)
    assert foot.height() > heights[0]


def test_what_to_do_in_an_empty_page_is_whole(themes: ThemeManager, show: Show) -> None:
    empty = EmptyState(themes, "inbox", tr("Nothing new to review."))
    buttons = [empty.add_action(tr("Show the last {n} kept", n=46), icon="history")]
    buttons.append(empty.add_action(tr("What is watched"), kind="quiet"))
    page = page_of(show, empty)
    for width in (1000, 380, 300, 1000):
        narrow(page, width)
        assert cut(page, buttons) == []
    assert buttons[0].y() == buttons[1].y()


@pytest.mark.parametrize("taken", [None, Take.BOTH])
def test_each_version_can_be_taken_in_narrow_columns(
    themes: ThemeManager, show: Show, taken: Take | None
) -> None:
    piece = Piece("mine\n", "before\n", "theirs\n", both="theirs\nmine\n")
    head = DifferenceHead(themes, 0, 2, piece, "evva")
    head.show_taken(taken)
    page = page_of(show, head)
    said = {}
    for width in (1000, 760, 600):
        narrow(page, width)
        assert cut(page, head.buttons) == []
        said[width] = [button.text() for button in head.buttons]
    assert said[1000] != said[600], "it is said in fewer words"


def test_the_keys_of_the_inbox_are_told_whole(themes: ThemeManager, show: Show) -> None:
    panel = PlacePanel(themes, "/home/ada")
    page = page_of(show, panel)
    words = (tr("next, previous"), tr("undo"), tr("all keys"))
    labels = [label for label in panel.findChildren(TextLabel) if label.text() in words]
    assert len(labels) == len(words)
    for width in (380, 340, 300):
        narrow(page, width)
        assert cut(page, labels) == []


def test_the_switch_of_a_difference_stands_above_its_button_in_a_narrow_panel(
    themes: ThemeManager, show: Show
) -> None:
    panel = DifferencePanel(themes, Against.BEFORE)
    parts = [*panel.findChildren(ModeSwitch), *panel.findChildren(Button)]
    page = page_of(show, panel)
    for width in (600, 260, 230, 600):
        narrow(page, width)
        assert cut(page, parts) == []


def test_a_button_tells_in_a_tool_tip_what_does_not_fit(themes: ThemeManager, show: Show) -> None:
    button = Button(themes, tr("Restore this version"))
    window = QWidget()
    window.resize(600, 100)
    button.setParent(window)
    show(window)
    for width, said in ((button.sizeHint().width(), ""), (24, tr("Restore this version"))):
        button.resize(width, 28)
        place = button.rect().center()
        QToolTip.hideText()
        QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, place, button.mapToGlobal(place)))
        assert (QToolTip.text() if QToolTip.isVisible() else "") == said
    QToolTip.hideText()


@pytest.mark.parametrize("unit", ["h", "Sekundenbruchteile"])
def test_the_unit_of_a_number_is_whole(themes: ThemeManager, show: Show, unit: str) -> None:
    row = NumberRow(themes, "Wait", "So long it is waited for.", unit, int)
    page = page_of(show, row)
    [label] = [label for label in row.findChildren(TextLabel) if label.text() == unit]
    for width in (700, 480):
        narrow(page, width)
        assert cut(page, [label, row.field]) == []


@pytest.mark.parametrize("width", [640, 840, 920])
def test_each_version_can_be_taken_once_letters_are_larger(
    themes: ThemeManager, show: Show, enlarge: Enlarge, width: int
) -> None:
    head = DifferenceHead(
        themes, 0, 2, Piece("mine\n", "before\n", "theirs\n", both="theirs\nmine\n"), "evva"
    )
    head.show_taken(Take.BOTH)
    page = page_of(show, head)
    narrow(page, width)
    enlarge(1.3)
    assert cut(page, head.buttons) == []


@pytest.mark.parametrize("scale", [1, 1.3, 1.6])
@pytest.mark.parametrize("is_open", [False, True])
def test_the_age_of_a_candidate_is_whole_in_larger_letters(
    themes: ThemeManager, show: Show, enlarge: Enlarge, scale: float, is_open: bool
) -> None:
    if not is_open:
        enlarge(scale)
    table = PruneTable(themes, PruneModel(time.time, themes.masks))
    table.resize(800, 300)
    show(table)
    if is_open:
        enlarge(scale)
    wanted = themes.theme.metrics("small").horizontalAdvance("999 d") + 16
    assert table.horizontalHeader().sectionSize(Column.AGE) >= wanted
    lines = themes.theme.metrics("body").height() + chip_height(themes.theme)
    assert table.verticalHeader().defaultSectionSize() >= lines


def test_a_candidate_has_room_beside_its_age_in_large_letters(
    themes: ThemeManager, show: Show, enlarge: Enlarge
) -> None:
    enlarge(2)
    table = PruneTable(themes, PruneModel(time.time, themes.masks))
    table.resize(660, 300)
    show(table)
    assert table.horizontalHeader().sectionSize(Column.ENTRY) >= 300


@pytest.mark.parametrize("scale", [1, 2])
def test_what_a_change_is_about_has_room_beside_its_name_in_large_letters(
    themes: ThemeManager, show: Show, enlarge: Enlarge, scale: float
) -> None:
    enlarge(scale)
    panel = PlacePanel(themes, "/home")
    panel.resize(380, 600)
    show(panel)
    name = next(label for label in panel.findChildren(TextLabel) if label.text() == tr("Reaches the agent"))
    assert name.width() <= 380 * 2 / 5
    assert scale > 1 or name.heightForWidth(name.width()) == name.heightForWidth(1_000)
