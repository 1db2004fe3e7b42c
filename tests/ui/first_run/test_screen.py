"""The first screen: what was found, what is ticked, what happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from memdesk.ui.first_run.agents import (
    FoundAgent,
    Health,
    counts_of,
    health_of,
    open_label,
    places_of,
    search_of,
    spoken,
    subtitle_of,
    title_of,
)
from memdesk.ui.first_run.rows import AgentList
from memdesk.ui.first_run.screen import FirstRunScreen
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from tests.ui.conftest import Enlarge, Show

HOME = "/home/ada"
EVVA = FoundAgent("evva", "evva", "ev", (f"{HOME}/.evva",), files=8, size_bytes=21504, health=Health.GOOD)
UB = FoundAgent(
    "ub",
    "ub",
    "ub",
    (f"{HOME}/.config/ub", f"{HOME}/.local/state/ub"),
    files=1,
    size_bytes=17408,
    health=Health.PROBLEM,
    health_text="1 line would be dropped",
)
LOST = FoundAgent("everos", "EverOS", "EO", looked_in=(f"{HOME}/.everos", "$EVEROS_ROOT"))
Key = Qt.Key


@pytest.fixture
def screen(themes: ThemeManager, show: Show) -> FirstRunScreen:
    screen = FirstRunScreen(themes, HOME, f"{HOME}/.local/share/memdesk/history")
    screen.resize(1396, 872)
    screen.set_agents([LOST, EVVA, UB])
    show(screen)
    screen.activateWindow()
    screen.focus_start()
    return screen


def button(screen: FirstRunScreen, text: str) -> Button:
    return next(found for found in screen.findChildren(Button) if found.text() == text)


def ticks(screen: FirstRunScreen) -> list[CheckBox]:
    return [tick for tick in screen.findChildren(CheckBox) if tick.isVisible()]


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def opened(screen: FirstRunScreen) -> list[list[str]]:
    asked: list[list[str]] = []
    screen.open_requested.connect(lambda agents: asked.append([agent.name for agent in agents]))
    return asked


# The words


def test_the_headline_counts_the_agents() -> None:
    assert title_of([]) == title_of([LOST]) == "No memory found yet"
    assert title_of([EVVA, LOST]) == "1 agent keeps memory on this computer"
    assert title_of([EVVA, UB]) == "2 agents keep memory on this computer"
    assert subtitle_of([EVVA]) != subtitle_of([LOST])


def test_a_row_says_where_how_much_and_how_well() -> None:
    assert places_of(UB, HOME) == "~/.config/ub, ~/.local/state/ub"
    assert counts_of(UB) == "1 file · 17 KB"
    assert (health_of(EVVA), health_of(UB)) == ("No problems", "1 line would be dropped")
    assert spoken(EVVA, HOME) == "evva, ~/.evva, 8 files · 21 KB, No problems"


def test_what_was_not_found_says_where_memdesk_looked() -> None:
    assert (places_of(LOST, HOME), counts_of(LOST)) == ("", "")
    assert search_of(LOST, HOME) == "Looked in ~/.everos and $EVEROS_ROOT"
    assert (
        search_of(FoundAgent("x", "x", "x", looked_in=("/a", "/b", "/c")), HOME) == "Looked in /a, /b and /c"
    )
    assert search_of(FoundAgent("x", "x", "x"), HOME) == ""


def test_a_check_that_did_not_run_is_not_shown_as_passed() -> None:
    assert health_of(FoundAgent("x", "x", "x", ("/x",))) == ""


def test_the_button_names_the_number() -> None:
    assert [open_label(n) for n in (0, 1, 5)] == ["Open", "Open this one", "Open these 5"]


# The screen


def test_what_was_found_stands_first_and_is_ticked(screen: FirstRunScreen) -> None:
    assert [tick.accessibleName().partition(",")[0] for tick in ticks(screen)] == ["evva", "ub"]
    assert all(tick.isChecked() for tick in ticks(screen))
    assert button(screen, "Open these 2").isEnabled()


def test_space_ticks_and_enter_opens(screen: FirstRunScreen) -> None:
    asked = opened(screen)
    QTest.keyClick(focused(), Key.Key_Space)
    assert button(screen, "Open this one").isEnabled()
    QTest.keyClick(focused(), Key.Key_Return)
    assert asked == [["ub"]]


def test_nothing_ticked_opens_nothing(screen: FirstRunScreen) -> None:
    asked = opened(screen)
    for tick in ticks(screen):
        tick.setChecked(False)
    assert not button(screen, "Open").isEnabled()
    QTest.keyClick(screen, Key.Key_Return)
    assert asked == []


def test_tab_walks_from_the_rows_to_the_cards(screen: FirstRunScreen) -> None:
    stops = []
    for _ in range(7):
        stop = focused()
        stops.append(stop.text() if isinstance(stop, Button) else stop.accessibleName().partition(",")[0])
        QTest.keyClick(stop, Key.Key_Tab)
    assert stops == [
        "evva",
        "ub",
        "Choose folder…",
        "Look again",
        "Open these 2",
        "Open sample",
        "Add folder…",
    ]


def test_enter_on_a_button_presses_that_button(screen: FirstRunScreen) -> None:
    asked, samples = opened(screen), []
    screen.sample_requested.connect(lambda: samples.append(True))
    button(screen, "Open sample").setFocus()
    QTest.keyClick(focused(), Key.Key_Enter)
    assert (asked, samples) == ([], [True])


def test_a_click_on_a_row_ticks_it(screen: FirstRunScreen) -> None:
    row = ticks(screen)[0].parentWidget()
    assert row is not None
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() // 2, row.height() // 2))
    assert [tick.isChecked() for tick in ticks(screen)] == [False, True]


def test_a_folder_can_be_chosen_for_what_was_not_found(screen: FirstRunScreen) -> None:
    asked: list[str] = []
    screen.add_folder_requested.connect(asked.append)
    button(screen, "Choose folder…").click()
    button(screen, "Add folder…").click()
    assert asked == ["everos", ""]


def test_looking_again_keeps_the_ticks_the_user_took_away(screen: FirstRunScreen) -> None:
    looked: list[bool] = []
    screen.look_again_requested.connect(lambda: looked.append(True))
    button(screen, "Look again").click()
    ticks(screen)[0].setChecked(False)
    screen.set_looking(True)
    assert not button(screen, "Looking…").isEnabled()
    screen.set_agents([EVVA, UB, FoundAgent("ok", "OK", "OK", ("/ok",))])
    QApplication.processEvents()
    assert [tick.isChecked() for tick in ticks(screen)] == [False, True, True]
    assert button(screen, "Look again").isEnabled()
    assert looked == [True]


def test_nothing_is_said_of_what_was_found_before_that_is_known(themes: ThemeManager) -> None:
    screen = FirstRunScreen(themes, HOME, "")
    screen.set_looking(True)
    told = " ".join(label.text() for label in screen.findChildren(QLabel))
    assert "Looking for memory…" in told
    assert "No memory found" not in told
    screen.set_agents(())
    assert "No memory found yet" in " ".join(label.text() for label in screen.findChildren(QLabel))


def test_what_a_check_came_to_changes_nothing_else(screen: FirstRunScreen) -> None:
    ticks(screen)[0].setChecked(False)
    before = focused()
    screen.show_health([replace(EVVA, health=Health.PROBLEM, health_text="3 problems")])
    assert [tick.accessibleName().rpartition(", ")[2] for tick in ticks(screen)] == [
        "3 problems",
        "1 line would be dropped",
    ]
    assert [tick.isChecked() for tick in ticks(screen)] == [False, True]
    assert focused() is before


def test_a_folder_that_is_dropped_is_named_and_a_file_is_not(screen: FirstRunScreen, tmp_path: Path) -> None:
    (tmp_path / "file.md").write_bytes(b"")
    dropped: list[str] = []
    screen.folder_dropped.connect(dropped.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "file.md")), QUrl.fromLocalFile(str(tmp_path) + "/")])
    action, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(5, 5), action, data, buttons, keys)
    QApplication.sendEvent(screen, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(screen, QDropEvent(QPointF(5, 5), action, data, buttons, keys))
    assert dropped == [str(tmp_path)]


def test_text_that_is_dragged_over_is_not_taken(screen: FirstRunScreen) -> None:
    data = QMimeData()
    data.setText("no folder")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    QApplication.sendEvent(screen, enter)
    assert not enter.isAccepted()


@pytest.mark.parametrize(("width", "height"), [(856, 572), (676, 452)])
def test_a_small_window_scrolls_up_and_down_only(screen: FirstRunScreen, width: int, height: int) -> None:
    deep = FoundAgent("deep", "Deep", "DE", (f"{HOME}/" + "folder/" * 40 + "memory",))
    screen.set_agents([EVVA, deep, LOST])
    screen.resize(width, height)
    QApplication.processEvents()
    area = screen.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    page = area.widget()
    assert page is not None
    assert page.width() <= area.viewport().width()
    assert page.height() >= page.minimumSizeHint().height()
    label = next(found for found in screen.findChildren(ElidedLabel) if found.text.endswith("memory"))
    assert label.elided


def test_the_offers_are_whole_in_a_small_window_where_nothing_was_found(
    themes: ThemeManager, show: Show
) -> None:
    screen = FirstRunScreen(themes, HOME, f"{HOME}/.local/share/memdesk/history")
    screen.resize(856, 571)
    screen.set_agents([LOST] * 6)
    show(screen)
    [area] = screen.findChildren(QScrollArea)
    for text in ("Open sample", "Add folder…"):
        offer = button(screen, text).parentWidget()
        assert offer is not None
        assert offer.visibleRegion().boundingRect() == offer.rect()
    assert area.verticalScrollBar().value() == 0


def test_what_is_promised_is_whole_in_large_letters(
    themes: ThemeManager, screen: FirstRunScreen, enlarge: Enlarge
) -> None:
    enlarge(2)
    screen.resize(1396, 860)
    QApplication.processEvents()
    said = next(
        one for one in screen.findChildren(TextLabel) if one.text() == "Nothing is written until you save."
    )
    metrics = themes.theme.metrics("body", Weight.DemiBold)
    assert said.width() >= metrics.horizontalAdvance(said.text())


def test_it_says_where_history_is_kept(screen: FirstRunScreen) -> None:
    words = [label.text() for label in screen.findChildren(QLabel)]
    assert any("~/.local/share/memdesk/history" in text for text in words)


def test_every_control_has_a_name(screen: FirstRunScreen) -> None:
    controls = [*screen.findChildren(Button), *ticks(screen)]
    assert all(control.text() or control.accessibleName() for control in controls)


def test_the_folders_have_all_the_room_that_the_counts_leave(themes: ThemeManager, show: Show) -> None:
    folders = (f"{HOME}/foresthub/memory", f"{HOME}/.local/share/foresthub/memory")
    agents = AgentList(themes)
    agents.set_agents([EVVA, FoundAgent("foresthub", "ForestHub", "FH", folders, files=8)], HOME)
    agents.set_width(860)
    agents.resize(860, 104)
    show(agents)
    labels = [label for label in agents.findChildren(ElidedLabel) if "foresthub" in label.text]
    assert [label.elided for label in labels] == [False]
    counts = [label for label in agents.findChildren(ElidedLabel) if "files" in label.text]
    assert len({label.mapTo(agents, label.rect().topLeft()).x() for label in counts}) == 1
