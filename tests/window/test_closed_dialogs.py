"""Dialogs that close while something is still under way to them: it is let go of, and nothing fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from shiboken6 import Shiboken

from memdesk.services.steps.move_targets import Fact
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.problems.home_dialog import HomeDialog
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_problems import come


def test_keys_that_come_as_the_settings_close_fill_no_page_of_them(start: Start, root: Path) -> None:
    program = start(root)
    program.key(Key.Key_Comma, CONTROL)
    configuring = program.program.configuring
    dialog = configuring.dialog
    assert dialog is not None
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Key.Key_Escape)
    assert configuring.dialog is None
    QTest.keyClicks(dialog.field, "history")
    assert dialog.field.text() == "history", "a closed dialog takes keys until it is taken down"
    program.unlock()
    program.settle()
    assert program.program.history_work._page is None


@pytest.fixture
def orphaned(start: Start, home: Path) -> InsideProgram:
    """The program with a project whose folder is gone."""
    (home / "work" / "api" / ".git").mkdir(parents=True)
    program = come(start, home)
    program.wait_until(program.desk.projects.folders, what="the projects")
    return program


def ask_for_home(program: InsideProgram, home: Path) -> None:
    program.program.problems.rehoming.ask(str(home / ".evva"), str(memory_of(home / ".evva")))


def homes_asked(program: InsideProgram) -> list[HomeDialog]:
    return [one for one in program.window.findChildren(HomeDialog) if one.isVisible()]


def test_a_home_that_is_asked_for_twice_at_once_is_one_question(orphaned: InsideProgram, home: Path) -> None:
    ask_for_home(orphaned, home)
    ask_for_home(orphaned, home)
    orphaned.settle()
    (dialog,) = homes_asked(orphaned)
    orphaned.wait_until(dialog.move_button.isEnabled, what="the plan")
    dialog.reject()


def test_a_question_that_goes_takes_its_choice_of_a_folder_along(orphaned: InsideProgram, home: Path) -> None:
    ask_for_home(orphaned, home)
    orphaned.wait_until(lambda: homes_asked(orphaned), what="the dialog")
    (dialog,) = homes_asked(orphaned)
    dialog.other_button.click()
    (chooser,) = dialog.findChildren(QFileDialog)
    assert chooser.isVisible()
    assert chooser.fileMode() is QFileDialog.FileMode.Directory
    dialog.reject()
    orphaned.settle()
    orphaned.unlock()
    assert not Shiboken.isValid(dialog)
    assert not Shiboken.isValid(chooser)


def test_a_folder_that_is_chosen_is_a_candidate(orphaned: InsideProgram, home: Path) -> None:
    (home / "elsewhere").mkdir()
    ask_for_home(orphaned, home)
    orphaned.wait_until(lambda: homes_asked(orphaned), what="the dialog")
    (dialog,) = homes_asked(orphaned)
    orphaned.wait_until(dialog.move_button.isEnabled, what="the plan")
    dialog.other_button.click()
    (chooser,) = dialog.findChildren(QFileDialog)
    chooser.setDirectory(str(home))
    chooser.selectFile(str(home / "elsewhere"))
    chooser.accept()
    orphaned.settle()
    assert dialog.candidate is not None
    assert dialog.candidate.folder == str(home / "elsewhere")
    dialog.reject()


def test_a_second_question_takes_no_answer_from_the_first(start: Start, root: Path) -> None:
    (root / "projects" / "-other").mkdir()
    (root / "projects" / "-other" / "MEMORY.md").write_bytes(memory_of(root).read_bytes())
    program = start(root)
    program.show(memory_of(root))
    for section in ("Decisions", "Open issues"):
        program.memory.moving.ask(Fact(program.session.document, section, 0))
    asked = [one for one in program.window.findChildren(MoveDialog) if one.isVisible()]
    assert len(asked) == 2
    for dialog in asked:
        program.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    for dialog in asked:
        dialog.reject()
