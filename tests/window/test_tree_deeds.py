"""While a row of the tree has the focus, what is done to a section is done to the section of that row."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from memdesk.ui.memory.deed_dialog import DeedDialog
from tests.window.conftest import Start
from tests.window.homes import MEMORY as TEXT
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, NONE, SHIFT, InsideProgram, Key, words_in

SECTIONS = TEXT + b"\n## Notes\nMine alone.\n\n## Extra\nMore of mine.\n"


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """With the caret in the last section, and the focus on the row of the one above it."""
    memory_of(root).write_bytes(SECTIONS)
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Extra")
    program.settle()
    tree = program.memory.tree
    tree.select(str(memory_of(root)), "Extra")
    tree.view.setFocus()
    program.key(Key.Key_Up)
    program.settle()
    assert tree.target is not None
    assert tree.target.section is not None
    assert tree.target.section.key == "Notes"
    return program


def test_the_section_of_the_row_is_copied_renamed_and_removed(program: InsideProgram) -> None:
    actions = program.window.actions_table
    actions["edit.copy_section"].trigger()
    assert QGuiApplication.clipboard().text().startswith("## Notes")

    program.key(Key.Key_F2)
    assert isinstance(program.focus, QLineEdit)
    assert program.focus.text() == "Notes"
    program.key(Key.Key_Escape)

    program.key(Key.Key_Backspace, CONTROL | SHIFT)
    program.settle()
    assert "## Notes" not in program.text
    assert "## Extra" in program.text


@pytest.mark.parametrize("at", ["the tree", "the text"])
@pytest.mark.parametrize(("key", "modifiers"), [(Key.Key_F2, NONE), (Key.Key_Backspace, CONTROL | SHIFT)])
def test_why_a_heading_of_the_agent_stays_is_said_to_who_presses_its_keys(
    program: InsideProgram, root: Path, at: str, key: Key, modifiers: Qt.KeyboardModifier
) -> None:
    program.put_caret("Decisions")
    if at == "the tree":
        program.memory.tree.select(str(memory_of(root)), "Decisions")
        program.memory.tree.view.setFocus()
    program.settle()
    before = program.text
    program.forget_messages()
    program.key(key, modifiers)
    assert program.said("knows this heading by name")
    assert program.text == before


def test_a_section_that_goes_while_one_names_it_anew_is_said_to_be_gone(
    program: InsideProgram, root: Path
) -> None:
    without = SECTIONS.replace(b"## Notes\nMine alone.\n\n", b"")
    program.key(Key.Key_F2)
    program.type("Remarks")
    memory_of(root).write_bytes(without)
    program.wait_until(lambda: program.text.encode() == without, what="what is on disk now")
    program.settle()
    assert program.said("There is no section “Notes” in MEMORY.md.")
    program.type("x")
    program.key(Key.Key_Return)
    program.settle()
    assert program.text.encode() == without
    assert program.memory.isAncestorOf(program.focus)


def test_del_on_the_row_of_a_section_removes_it(program: InsideProgram) -> None:
    program.key(Key.Key_Delete)
    program.settle()
    assert "## Notes" not in program.text
    assert "## Extra" in program.text


def test_del_on_a_section_that_stays_says_why(program: InsideProgram, root: Path) -> None:
    program.memory.tree.select(str(memory_of(root)), "References")
    program.key(Key.Key_Delete)
    program.settle()
    assert program.text.encode() == SECTIONS
    assert "knows this heading by name" in program.messages[-1].text


def test_the_caret_counts_again_when_the_focus_is_back_in_the_text(program: InsideProgram) -> None:
    program.put_caret("Extra")
    program.settle()
    program.key(Key.Key_Backspace, CONTROL | SHIFT)
    program.settle()
    assert "## Notes" in program.text
    assert "## Extra" not in program.text


def test_a_file_is_offered_for_removal_while_its_row_is_current(program: InsideProgram, root: Path) -> None:
    action, tree = program.window.actions_table["edit.remove_file"], program.memory.tree
    assert not action.isEnabled()
    tree.select(str(memory_of(root)))
    assert action.isEnabled()
    QTest.keyClick(tree.view, Key.Key_Home)
    assert not action.isEnabled()


def test_an_index_that_its_agent_would_make_anew_goes_after_a_word_of_caution(
    start: Start, home: Path
) -> None:
    store = home / ".claude" / "projects" / "-srv-api" / "memory"
    store.mkdir(parents=True)
    (home / ".claude" / "settings.json").write_text("{}")
    index, fact = store / "MEMORY.md", store / "a.md"
    index.write_text("# Mine\n- [A](a.md) — one\n")
    fact.write_text("---\nname: a\n---\n\nBody.\n")
    program = start(home / ".claude")
    program.show(index)
    tree = program.memory.tree

    def asked() -> list[DeedDialog]:
        return [found for found in QApplication.topLevelWidgets() if isinstance(found, DeedDialog)]

    tree.select(str(index))
    QTest.keyClick(tree.view, Key.Key_Delete)
    [dialog] = asked()
    assert "makes a new MEMORY.md" in words_in(dialog)
    dialog.reject()
    program.window.activateWindow()
    program.settle()
    assert index.exists()
    QTest.keyClick(tree.view, Key.Key_Delete)
    asked()[-1].done_button.click()
    program.window.activateWindow()
    program.wait_until(lambda: not index.exists(), what="the removal")
    tree.select(str(fact))
    QTest.keyClick(tree.view, Key.Key_Delete)
    program.wait_until(lambda: not fact.exists(), what="the removal of a fact, which needs no such word")
