"""The compare view stands in the place of the document: no key edits what it covers, and who goes there sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from memdesk.ui.actions import ACTIONS, ON_TEXT
from memdesk.ui.palette.choice import Choice
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key

TEXT = b"""## Project facts
Go service.

## Decisions
Use npm.

## Alpha
alpha text

## Beta
beta text
"""


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with a conflict in the section "Alpha", compared."""
    memory = memory_of(root)
    memory.write_bytes(TEXT)
    program = start(root)
    program.show(memory)
    program.put_caret("Alpha")
    program.type("MINE ")
    memory.write_bytes(TEXT.replace(b"alpha text", b"THEIRS text"))
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.settle()
    program.key(Key.Key_D, CONTROL | ALT)
    program.settle()
    assert program.program.comparing.is_open
    return program


def test_every_action_on_the_text_is_one_of_the_table() -> None:
    assert {spec.id for spec in ACTIONS} >= ON_TEXT


def test_keys_edit_nothing_that_the_comparison_covers(program: InsideProgram) -> None:
    before, mode = program.text, program.editor.mode
    for key, modifiers in (
        (Key.Key_Down, ALT),
        (Key.Key_Up, ALT),
        (Key.Key_Backspace, CONTROL | SHIFT),
        (Key.Key_M, CONTROL | ALT),
        (Key.Key_Period, CONTROL),
        (Key.Key_F, CONTROL),
        (Key.Key_H, CONTROL),
        (Key.Key_F3, NONE),
    ):
        program.key(key, modifiers)
        program.settle()
        assert program.program.comparing.is_open, key
        assert (program.text, program.editor.mode) == (before, mode), key
        assert not program.memory.find_bar.isVisible(), key
    program.key(Key.Key_6, CONTROL)
    assert program.window.actions_table["edit.find"].isEnabled(), "it finds on other screens"
    program.key(Key.Key_1, CONTROL)
    program.click("Decide later")
    program.put_caret("Alpha")
    program.key(Key.Key_Down, ALT)
    assert program.text != before


def test_the_bar_that_replaces_closes_before_the_comparison(program: InsideProgram) -> None:
    program.click("Decide later")
    program.key(Key.Key_H, CONTROL)
    program.memory.find_bar.field.setText("beta")
    program.key(Key.Key_D, CONTROL | ALT)
    program.settle()
    assert program.program.comparing.is_open
    assert not program.memory.find_bar.isVisible()


def go_by_tree(program: InsideProgram) -> None:
    program.memory.tree.select(program.session.path, "Beta", 0, reveal=True)
    program.memory.tree.focus_tree()
    program.key(Key.Key_Return)


def go_by_box(program: InsideProgram) -> None:
    program.key(Key.Key_P, CONTROL)
    QTest.keyClicks(program.focus, "@Beta")
    program.settle()
    program.key(Key.Key_Return)


def go_by_editor_key(program: InsideProgram) -> None:
    program.key(Key.Key_E, CONTROL)


def go_by_search(program: InsideProgram) -> None:
    program.key(Key.Key_4, CONTROL)
    program.type("beta text")
    program.wait_until(lambda: not program.program.searching.is_busy, what="the search")
    program.settle()
    program.key(Key.Key_Return)


def go_by_mode(program: InsideProgram) -> None:
    program.memory.header.modes.set_current("source")
    program.editor.focus_text()


@pytest.mark.parametrize("go", [go_by_tree, go_by_box, go_by_editor_key, go_by_search, go_by_mode])
def test_who_goes_to_a_place_in_the_document_sees_it(
    program: InsideProgram, go: Callable[[InsideProgram], None]
) -> None:
    program.key(Key.Key_3)
    go(program)
    program.settle()
    comparing = program.program.comparing
    assert not comparing.is_open
    assert program.focus.isVisible()
    assert program.editor.isAncestorOf(program.focus)
    assert program.session.conflict is not None
    comparing.open()
    assert comparing.view.settling is not None
    assert comparing.view.settling.is_settled(0), "what was decided is kept"


def test_the_row_of_a_section_is_not_removed_while_it_is_covered(program: InsideProgram) -> None:
    before = program.text
    program.memory.tree.select(program.session.path, "Beta", 0, reveal=True)
    program.memory.tree.focus_tree()
    program.key(Key.Key_Delete)
    assert program.text == before
    assert program.said("Nothing is changed in the text while its versions are compared.")


def test_the_box_says_why_nothing_is_changed(program: InsideProgram) -> None:
    program.key(Key.Key_P, CONTROL | SHIFT)
    program.settle()
    lines = program.program.choosing.box.model.lines
    choices: list[Choice] = [line.choice for line in lines if line.choice is not None]
    removal = next(choice for choice in choices if choice.key == "action:edit.remove")
    assert removal.why_not == "not while versions are compared"
