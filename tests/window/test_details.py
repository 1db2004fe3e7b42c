"""What a save stands on, asked for in the window."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from memdesk.store import swap
from memdesk.ui.details.dialog import DetailsDialog
from memdesk.ui.widgets.status_bar import StatusPart
from tests.window.conftest import Start
from tests.window.inside import InsideProgram

PATH = "notes/a.md"


@pytest.fixture
def program(start: Start, home: Path) -> InsideProgram:
    """A Markdown folder with one document, which is on screen."""
    path = home / PATH
    path.parent.mkdir()
    path.write_bytes(b"## One\nfirst\n")
    made = start(path.parent)
    made.show(path)
    return made


def shown(program: InsideProgram) -> DetailsDialog:
    """The details that are open."""

    def found() -> list[DetailsDialog]:
        widgets = QApplication.topLevelWidgets()
        return [each for each in widgets if isinstance(each, DetailsDialog) and each.isVisible()]

    program.wait_until(found, what="the details")
    [dialog] = found()
    return dialog


def asked(program: InsideProgram) -> str:
    """What the details say."""
    program.window.actions_table["memory.details"].trigger()
    dialog = shown(program)
    said = dialog.text
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    program.window.activateWindow()
    program.settle()
    return said


@pytest.mark.skipif(sys.platform != "linux", reason="the rungs of Linux are told")
def test_the_details_tell_what_the_last_save_did(
    program: InsideProgram, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_exchange(_folder: int, _one: str, _other: str) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    assert "Changes by others: The system reports changes" in asked(program)
    monkeypatch.setattr(swap, "exchange", no_exchange)
    program.put_caret("One")
    program.type("the ")
    program.save()
    assert "Putting in place: The old file gets a second name" in asked(program)
    monkeypatch.undo()
    os.link(home / PATH, home / "second.md")
    assert "because it has 2 names" in asked(program)


def test_the_encoding_in_the_status_bar_leads_there(program: InsideProgram) -> None:
    part = next(part for part in program.window.findChildren(StatusPart) if part.text() == "UTF-8")
    assert part.accessibleName() == "Encoding: UTF-8"
    part.setFocus()
    QTest.keyClick(part, Qt.Key.Key_Space)
    assert "Encoding: UTF-8, LF line ends." in shown(program).text


def test_the_facts_of_a_document_are_told_only_while_it_is_in_front(program: InsideProgram) -> None:
    part = next(part for part in program.window.findChildren(StatusPart) if part.text() == "UTF-8")
    navigation = program.program.navigation
    for show in (navigation.show_problems, navigation.show_prune, navigation.show_inbox):
        show()
        assert not part.text()
        assert part.isHidden()
        navigation.show_memory()
        assert part.text() == "UTF-8"
        assert part.isVisible()


def test_the_menu_of_a_document_offers_it_and_that_of_a_folder_does_not(
    program: InsideProgram, home: Path
) -> None:
    model, view = program.memory.model, program.memory.tree.view
    document = model.index_of(str(home / PATH))
    for index, is_offered in ((document, True), (model.index(0, 0), False)):
        view.setCurrentIndex(index)
        view.menu_requested.emit(view.mapToGlobal(view.rect().center()), view._target_at(index))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert ("Details…" in [action.text() for action in menu.actions()]) == is_offered
        menu.close()
        program.settle()
