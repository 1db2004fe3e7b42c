"""One undo for everything: files, marks and what is typed, in the order in which it was done, on every screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from memdesk.services.steps.marked import Marked
from memdesk.store.marks import Mark, MarkKind
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.screens import INBOX, PROBLEMS
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_problems import choose, come, looked, rules, screen
from tests.window.test_pruning import Pruning, files, pruning

__all__ = ("files", "pruning")
ALT = Qt.KeyboardModifier.AltModifier


def undo_of(program: InsideProgram) -> QAction:
    return program.window.actions_table["edit.undo"]


def filtered(program: InsideProgram) -> str:
    focus = program.focus
    assert isinstance(focus, QLineEdit)
    return focus.text()


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    program = start(root)
    program.show(memory_of(root))
    return program


def test_what_was_typed_into_a_hidden_document_is_not_to_be_undone(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.type("x")
    program.wait_until(undo_of(program).isEnabled, what="a step of undo")
    assert undo_of(program).text() == "Undo: edit of MEMORY.md"
    for key in (Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_6):
        program.key(key, CONTROL)
        assert not undo_of(program).isEnabled(), program.window.screen_name
        assert undo_of(program).text() == "Undo"
    program.key(Key.Key_1, CONTROL)
    assert undo_of(program).isEnabled()


def test_a_pin_is_taken_back_before_what_was_typed_earlier(program: InsideProgram) -> None:
    before = program.text
    program.put_caret("Decisions")
    program.type("x")
    program.key(Key.Key_P, CONTROL | ALT)
    program.wait_until(program.desk.inbox.pins, what="the pin")
    program.settle()
    assert undo_of(program).text() == "Undo: Pinned “Decisions”"
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.said("Undone: Pinned “Decisions”."), what="the undo of the pin")
    assert not program.desk.inbox.pins()
    assert program.text != before
    program.key(Key.Key_Z, CONTROL)
    assert program.text == before
    program.key(Key.Key_Z, CONTROL | SHIFT)
    assert program.text != before
    program.key(Key.Key_Z, CONTROL | SHIFT)
    program.wait_until(program.desk.inbox.pins, what="the pin once more")


def test_the_text_field_with_the_focus_comes_first(program: InsideProgram) -> None:
    before = program.text
    program.put_caret("Decisions")
    program.type("x")
    program.key(Key.Key_T, CONTROL)
    program.type("deci")
    assert undo_of(program).text() == "Undo: typing"
    program.key(Key.Key_Z, CONTROL)
    assert filtered(program) == ""
    assert program.text != before
    assert undo_of(program).text() == "Undo: edit of MEMORY.md"
    program.key(Key.Key_Z, CONTROL)
    assert program.text == before


def test_the_menu_undoes_in_the_field_as_the_key_does(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.type("x")
    typed = program.text
    program.key(Key.Key_T, CONTROL)
    program.type("deci")
    undo_of(program).trigger()
    assert filtered(program) == ""
    assert program.text == typed


def test_an_ampersand_in_a_name_is_no_mnemonic(program: InsideProgram) -> None:
    table = program.window.actions_table
    table.name_object("edit.undo", "Bread & Salt")
    assert table["edit.undo"].text() == "Undo: Bread && Salt"
    assert table.said("edit.undo") == "Undo: Bread & Salt"
    assert table.hint("edit.undo").startswith("Undo (")


def test_what_is_ignored_comes_back_by_undo(start: Start, home: Path) -> None:
    program = come(start, home)
    choose(program, "secret")
    program.key(Key.Key_Delete)
    program.wait_until(lambda: "secret" not in rules(program), what="the row is gone")
    assert undo_of(program).text().startswith("Undo: Ignored: ")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: "secret" in rules(program), what="the row is back")
    program.key(Key.Key_Z, CONTROL | SHIFT)
    program.wait_until(lambda: "secret" not in rules(program), what="the row is gone once more")
    looked(program)
    assert program.window.screen_name == PROBLEMS
    assert len(screen(program).rows) == len(program.program.problems.report.problems)


def test_what_prune_shall_keep_comes_back_by_undo(pruning: Pruning) -> None:
    pruning.go_to("TBD")
    pruning.key(Key.Key_D)
    pruning.program.wait_until(lambda: "TBD" not in pruning.texts, what="the row is gone")
    assert undo_of(pruning.program).text() == "Undo: Dismissed 1 entry"
    pruning.program.key(Key.Key_2, CONTROL)
    assert pruning.program.window.screen_name == INBOX
    pruning.program.key(Key.Key_Z, CONTROL)
    pruning.program.wait_until(lambda: pruning.program.said("Undone: Dismissed 1 entry."), what="the undo")
    pruning.come()
    assert "TBD" in pruning.texts


def test_a_mark_that_became_another_one_is_left_and_that_is_told(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.key(Key.Key_P, CONTROL | ALT)
    program.wait_until(program.desk.inbox.pins, what="the pin")
    program.settle()
    (pin,) = program.desk.marks.of("pinned")
    program.desk.marks.put("pinned", pin.path, pin.key, "other", pin.when)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.said("it has changed meanwhile: Pinned “Decisions”."), what="why not")
    assert [mark.sha256 for mark in program.desk.marks.of("pinned")] == ["other"]
    assert not undo_of(program).isEnabled()


def test_of_many_marks_one_that_became_another_holds_up_no_others(program: InsideProgram, root: Path) -> None:
    marks = program.desk.marks
    paths = [str(memory_of(root)), str(root / "projects" / "-other" / "OTHER.md")]
    kept = [Mark(MarkKind.REVIEWED, path, "Decisions", 0, "1", 1.0) for path in paths]
    words = "Kept 2 changes."
    program.memory.stepping.make(Wanted(lambda: Marked(marks, marks.put_all(kept)), words))
    program.wait_until(lambda: program.said(words), what="the marks")
    marks.put("reviewed", paths[1], "Decisions", "2", 2.0)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.said("Undone: "), what="the undo")
    assert program.said("Undone: Kept 2 changes. Changed since, and left as it is: OTHER.md.")
    assert [mark.sha256 for mark in marks.of("reviewed")] == ["2"]
    program.key(Key.Key_Z, CONTROL | SHIFT)
    program.wait_until(lambda: len(marks.of("reviewed")) == 2, what="the other one again")


def test_a_mark_that_cannot_be_made_again_is_told_as_such(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.key(Key.Key_P, CONTROL | ALT)
    program.wait_until(program.desk.inbox.pins, what="the pin")
    program.settle()
    (pin,) = program.desk.marks.of("pinned")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: not program.desk.inbox.pins(), what="the undo of the pin")
    program.settle()
    program.desk.marks.put("pinned", pin.path, pin.key, "other", pin.when)
    program.forget_messages()
    program.key(Key.Key_Z, CONTROL | SHIFT)
    program.wait_until(
        lambda: program.said("Not redone, since it has changed meanwhile: "), what="the message"
    )
    assert not program.said("Not undone")
