"""Without a folder nothing is offered that another screen would show."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QListView

from memdesk.ui.screens import FIRST_RUN, MEMORY
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.homes import make_home
from tests.window.inside import CONTROL, InsideProgram, Key


def offered(program: InsideProgram) -> list[str]:
    return [
        button.accessibleName()
        for button in program.window.findChildren(RailButton)
        if button.isEnabled() and button.isCheckable()
    ]


@pytest.mark.parametrize("key", [Key.Key_1, Key.Key_2, Key.Key_T, Key.Key_E])
def test_no_key_offers_the_screens_before_there_is_a_folder(start: Start, home: Path, key: Key) -> None:
    program = start(home / "nothing here")
    before = offered(program)
    program.key(key, CONTROL)
    assert offered(program) == before
    assert program.window.screen_name in (FIRST_RUN, MEMORY)


def test_no_command_goes_where_nothing_is_shown_before_there_is_a_folder(start: Start, home: Path) -> None:
    program = start()
    program.settle()
    actions = program.window.actions_table
    for name in ("inbox", "prune", "search", "problems", "timeline", "trash"):
        assert not actions[f"view.{name}"].isEnabled()
        assert actions.why_not(f"view.{name}") == "no folder is open"
    assert not actions["file.leave_sample"].isEnabled(), "none was opened"


def test_closing_the_last_folder_leaves_its_screens(start: Start, root: Path) -> None:
    program = start(root)
    assert offered(program)
    program.key(Key.Key_2, CONTROL)
    program.program.opening.close_path(str(root))
    program.settle()
    assert program.window.screen_name == MEMORY
    assert not offered(program)
    program.program.opening.open_folder(str(root))
    program.wait_until(lambda: offered(program), what="the screens")
    assert program.window.actions_table["view.search"].isEnabled()


def test_escape_leaves_the_first_screen_where_there_are_folders(start: Start, root: Path) -> None:
    program = start(root)
    program.window.actions_table["file.first_run"].trigger()
    program.settle()
    assert program.window.screen_name == FIRST_RUN
    program.key(Key.Key_Escape)
    assert program.window.screen_name == MEMORY
    assert program.focus.isVisible()


def test_escape_leaves_the_first_screen_to_nothing(start: Start, home: Path) -> None:
    program = start()
    program.key(Key.Key_Escape)
    assert program.window.screen_name == FIRST_RUN


def test_undo_on_the_first_screen_takes_nothing_back_that_was_typed(start: Start, root: Path) -> None:
    program = start(root)
    program.editor.focus_text()
    program.type("typed ")
    before = program.text
    program.window.actions_table["file.first_run"].trigger()
    program.settle()
    program.key(Key.Key_Z, CONTROL)
    program.settle()
    assert program.text == before


def test_where_there_is_no_memory_its_key_shows_the_first_screen(start: Start, home: Path) -> None:
    program = start()
    program.settle()
    program.key(Key.Key_1, CONTROL)
    assert program.window.screen_name == FIRST_RUN


def test_nobody_is_asked_to_choose_a_document_where_there_is_none(start: Start, root: Path) -> None:
    program = start(root)
    program.program.opening.close_path(str(root))
    program.settle()
    said = [one.accessibleName() for one in program.window.findChildren(EmptyState) if one.isVisible()]
    assert said
    assert not any("Choose a document" in words for words in said)


def test_the_folders_of_agents_are_seen_where_one_is_chosen(start: Start, home: Path) -> None:
    folder = make_home(home)
    program = start()
    seen: list[str] = []

    def choose() -> None:
        chooser = QApplication.activeModalWidget()
        assert isinstance(chooser, QFileDialog)
        [rows] = [view for view in chooser.findChildren(QListView) if view.objectName() == "listView"]
        model, root = rows.model(), rows.rootIndex()
        seen.extend(str(model.index(row, 0, root).data()) for row in range(model.rowCount(root)))
        if folder.name not in seen:
            QTimer.singleShot(50, choose)
            return
        chooser.setDirectory(str(folder))
        chooser.accept()

    QTimer.singleShot(100, choose)
    program.window.actions_table["file.open_folder"].trigger()
    program.wait_until(lambda: [root.path for root in program.desk.workspace.roots] == [str(folder)])
    assert ".evva" in seen
