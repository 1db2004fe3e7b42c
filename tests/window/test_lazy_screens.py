"""Screens that are made when they are first wanted: what goes on before that is not missed."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from memdesk.layouts import discover
from memdesk.layouts.contract import Severity
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.lazy_page import FillingAhead, LazyPage
from memdesk.ui.parts import BOXES
from memdesk.ui.program import Program
from memdesk.ui.screens import HISTORY, INBOX, PROBLEMS, PRUNE, SEARCH
from memdesk.ui.theme.manager import Preferences, install_theme
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_inbox import changed, recorded, titles, write_elsewhere
from tests.window.test_problems import FENCED


def pages_of(program: Program) -> dict[str, LazyPage[Any]]:
    return {
        INBOX: program.inbox.page,
        PRUNE: program.pruning.page,
        SEARCH: program.searching.page,
        PROBLEMS: program.problems.page,
        HISTORY: program.history.page,
    }


@pytest.fixture
def not_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a user who is faster than what is made ahead."""
    monkeypatch.setattr(FillingAhead, "start", lambda _self: None)


def has_focus(program: InsideProgram, page: LazyPage[Any]) -> bool:
    focused: QWidget | None = program.window.focusWidget()
    return focused is not None and page.isAncestorOf(focused)


def badge(program: InsideProgram, name: str) -> str:
    buttons = program.window.findChildren(RailButton)
    return next(one.accessibleName() for one in buttons if one.accessibleName().startswith(name))


def test_a_new_window_has_no_screen_but_the_first(qapp: QApplication, home: Path) -> None:
    themes = install_theme(qapp, Preferences("light", animations="off"))
    desk = Desk(StateFolders.below(str(home)), Surroundings(str(home), {}), discover(installed=False))
    program = Program(themes, desk)
    try:
        assert not any(page.is_filled for page in pages_of(program).values())
        assert not program.opening.page.is_filled
    finally:
        program.window.close()


def test_all_are_made_before_they_are_wanted(start: Start, root: Path) -> None:
    program = start(root)
    pages = pages_of(program.program)
    program.wait_until(lambda: all(page.is_filled for page in pages.values()), what="the screens")
    assert not any(page.isVisible() for page in pages.values())


def test_boxes_are_made_out_of_sight_before_they_are_wanted(start: Start, root: Path) -> None:
    program = start(root)
    configuring = program.program.configuring
    program.wait_until(lambda: configuring.dialog is not None, what="the settings")
    dialog = configuring.dialog
    assert dialog is not None
    assert not dialog.isVisible()
    assert "choosing" in vars(program.program)
    assert not program.program.choosing.box.isVisible()
    program.window.actions_table["file.settings"].trigger()
    assert configuring.dialog is dialog
    assert dialog.isVisible()
    dialog.close()
    assert configuring.dialog is None


@pytest.mark.usefixtures("not_ahead")
def test_the_inbox_counts_and_pins_before_its_screen_is_there(start: Start, root: Path) -> None:
    program = recorded(start, root)
    inbox = program.program.inbox
    program.memory.show_document(str(memory_of(root)))
    program.editor.focus_section("Decisions")
    program.editor.pin_requested.emit("Decisions", 0)
    program.wait_until(lambda: bool(program.memory.open.pins), what="the pin")
    write_elsewhere(memory_of(root), changed(root))
    program.program.taking_up.look_again()
    program.wait_until(lambda: len(titles(program)) >= 2, what="changes")
    count = len(titles(program))
    program.wait_until(lambda: badge(program, "Inbox") == f"Inbox, {count} to review", what="the badge")
    assert not inbox.page.is_filled
    program.key(Key.Key_2, CONTROL)
    view = inbox.screen.list
    program.wait_until(view.hasFocus, what="the list")
    shown = [row for row in view.changes.rows if hasattr(row, "unit")]
    assert len(shown) == count
    assert view.pinned == program.memory.open.pins - {(str(memory_of(root)), "body", 0)}


@pytest.mark.usefixtures("not_ahead")
def test_the_problems_are_those_of_the_badge(start: Start, home: Path) -> None:
    program = start(make_home(home, FENCED))
    problems = program.program.problems
    program.wait_until(lambda: bool(problems.report.problems), what="problems")
    assert not problems.page.is_filled
    said = badge(program, "Problems")
    program.key(Key.Key_5, CONTROL)
    asking = [one for one in problems.screen.rows if one.found.problem.severity is not Severity.NOTE]
    assert said == f"Problems, {len(asking)} problems"
    assert problems.screen.list.hasFocus()


@pytest.mark.usefixtures("not_ahead")
def test_each_screen_is_made_by_the_key_that_shows_it(start: Start, root: Path) -> None:
    program = start(root)
    for name, page in pages_of(program.program).items():
        assert not page.is_filled
        action = {HISTORY: "timeline"}.get(name, name)
        program.window.actions_table[f"view.{action}"].trigger()
        assert program.window.screen_name == name
        assert page.fill().isVisible()
        program.wait_until(partial(has_focus, program, page), what="the focus")
        program.key(Key.Key_F6)
        assert program.window.focusWidget() is not None


@pytest.mark.usefixtures("not_ahead")
def test_panels_are_as_wide_as_they_were_also_where_their_screen_came_late(start: Start, root: Path) -> None:
    first = start(root)
    first.window.actions_table["view.prune"].trigger()
    first.program.pruning.screen.frame.resize_panel(20)
    widths = first.program.pruning.screen.frame.widths
    first.close()
    unseen = start(root)
    assert not unseen.program.pruning.page.is_filled
    unseen.close()
    last = start(root)
    last.window.actions_table["view.prune"].trigger()
    assert last.program.pruning.screen.frame.widths == widths


def test_what_could_not_be_made_is_made_anew_and_told_of_once(qapp: QApplication) -> None:
    begun: list[int] = []

    def make(page: QWidget) -> QLabel:
        begun.append(len(begun))
        if len(begun) == 1:
            raise OSError("not now")
        return QLabel("screen", page)

    page, told = LazyPage("", make), list[bool]()
    page.filled.connect(lambda: told.append(page.is_filled))
    with pytest.raises(OSError, match="not now"):
        page.fill()
    assert page.fill().text() == "screen"
    assert page.fill() is page.fill()
    assert (begun, told) == ([0, 1], [True])
    page.deleteLater()


def test_the_modules_of_boxes_are_there_before_they_are_opened() -> None:
    for name in BOXES:
        assert find_spec(name) is not None, name
