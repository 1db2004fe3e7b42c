"""The palette and quick open by keyboard, in the running window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from memdesk.ui.palette.box import PaletteBox
from memdesk.ui.palette.choice import Group
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key, words_in


def opened(program: InsideProgram, *, commands: bool) -> PaletteBox:
    program.key(Key.Key_P, CONTROL | SHIFT if commands else CONTROL)
    box = program.program.choosing.box
    assert box.isVisible()
    program.settle()
    return box


def titles(box: PaletteBox) -> list[str]:
    return [line.choice.title for line in box.model.lines if line.choice is not None]


def look_for(program: InsideProgram, box: PaletteBox, text: str) -> None:
    QTest.keyClicks(box.field, text)
    program.settle()


def test_a_command_runs_and_the_focus_goes_back(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.editor.focus_text()
    before = program.focus
    box = opened(program, commands=True)
    look_for(program, box, "appear dark")
    assert titles(box)[0] == "Appearance: dark"
    program.key(Key.Key_Return)
    assert not box.isVisible()
    assert program.focus is before
    assert program.desk.settings.theme == "dark"


@pytest.mark.parametrize("action", ["file.settings", "help.keys"])
def test_its_keys_open_it_from_a_dialog_that_asks_nothing(start: Start, root: Path, action: str) -> None:
    program = start(root)
    program.settle()
    program.window.actions_table[action].trigger()
    program.settle()
    dialog = next(one for one in program.window.findChildren(QDialog) if one.isVisible())
    dialog.activateWindow()
    program.wait_until(dialog.isActiveWindow, what="the dialog")
    QTest.keyClick(dialog.windowHandle(), Key.Key_P, CONTROL | SHIFT)
    program.wait_until(program.window.isActiveWindow, what="the window")
    assert program.program.choosing.box.isVisible()
    assert program.focus is program.program.choosing.box.field
    assert not isValid(dialog)


def test_where_one_goes_to_stands_before_commands(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=False)
    look_for(program, box, "pro")
    groups = [line.choice.group for line in box.model.lines if line.choice is not None]
    assert groups[0] is Group.MEMORY
    assert titles(box)[0] == "Project facts"
    assert Group.COMMANDS in groups


def test_what_is_found_is_counted_in_the_word_of_the_search(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=True)
    look_for(program, box, "appear dark")
    count = len(titles(box))
    assert f"{count} {'hit' if count == 1 else 'hits'}" in words_in(box)
    assert box.list.accessibleName() == "Hits"


def test_escape_gives_the_focus_back_and_does_nothing(start: Start, root: Path) -> None:
    program = start(root)
    program.memory.tree.focus_tree()
    before = program.focus
    box = opened(program, commands=True)
    program.key(Key.Key_Escape)
    assert not box.isVisible()
    assert program.focus is before


def test_what_cannot_run_stands_last_and_says_why(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    box = opened(program, commands=True)
    choices = [line.choice for line in box.model.lines if line.choice is not None]
    held = [bool(choice.why_not) for choice in choices]
    assert held == sorted(held)
    undo = next(choice for choice in choices if choice.key == "action:edit.undo")
    assert undo.why_not == "nothing to undo"
    look_for(program, box, "undo")
    program.key(Key.Key_Return)
    assert box.isVisible(), "what cannot run was run"


def test_of_a_heading_that_the_agent_knows_it_is_said_why_it_stays(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("References")
    box = opened(program, commands=True)
    choices = {line.choice.key: line.choice for line in box.model.lines if line.choice is not None}
    for key in ("action:edit.remove", "action:edit.rename"):
        assert choices[key].why_not == "evva knows this heading by name: it stays"


def test_quick_open_goes_to_a_section(start: Start, root: Path) -> None:
    program = start(root)
    section = program.show(memory_of(root)).outline().nodes[-1]
    box = opened(program, commands=False)
    look_for(program, box, f"@{section.title[:6]}")
    current = box.list.current
    assert current is not None
    assert current.title == section.title
    program.key(Key.Key_Return)
    assert program.editor.isAncestorOf(program.focus)
    assert program.program.window.screen_name == "memory"


def test_memory_that_is_as_it_was_is_looked_through_once(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=False)
    program.key(Key.Key_Escape)
    answers: list[int] = []
    box.model.modelReset.connect(lambda: answers.append(1))
    opened(program, commands=False)
    assert titles(box)
    assert answers == [1]
    program.key(Key.Key_Escape)
    with memory_of(root).open("a") as file:
        file.write("\n## Quince\n\n- A fruit.\n")
    program.settle()
    look_for(program, opened(program, commands=False), "quince")
    assert titles(box)[0] == "Quince"


def test_the_latest_choice_comes_first_the_next_time(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=True)
    look_for(program, box, "light")
    program.key(Key.Key_Return)
    opened(program, commands=True)
    first = box.model.lines[1].choice
    assert box.model.lines[0].heading == "Recent"
    assert first is not None
    assert (first.key, first.group) == ("action:view.theme_light", Group.RECENT)


def test_arrows_move_and_pass_over_headings(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=False)
    seen = set()
    for _ in range(2 * len(box.model.lines)):
        current = box.list.current
        assert current is not None, "a heading is chosen"
        seen.add(current.key)
        program.key(Key.Key_Down, NONE)
    assert len(seen) == len(titles(box))


def test_nothing_found_is_said(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    box = opened(program, commands=False)
    look_for(program, box, "zzz nothing is called so")
    assert titles(box) == []
    assert box.list.current is None
    program.key(Key.Key_Return)
    assert box.isVisible()


def test_every_page_of_the_settings_is_found_also_under_a_search(start: Start, root: Path) -> None:
    program = start(root)
    program.key(Key.Key_Comma, CONTROL)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    for page in dialog.pages:
        dialog.field.setText("no such setting")
        program.window.activateWindow()
        box = opened(program, commands=False)
        look_for(program, box, page.title)
        line = next(n for n, one in enumerate(box.model.lines) if one.choice and one.choice.kind == "page")
        box.list.setCurrentIndex(box.model.index(line))
        program.key(Key.Key_Return)
        assert dialog.page is page


def test_no_key_acts_on_what_lies_below_the_box(start: Start, root: Path) -> None:
    memory_of(root).write_bytes(b"## Decisions\nUse npm.\n\n## Alpha\none\n\n## Beta\ntwo\n")
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Alpha")
    before, mode = program.text, program.editor.mode
    box = opened(program, commands=False)
    look_for(program, box, "deci")
    for key, modifiers in (
        (Key.Key_Down, ALT),
        (Key.Key_Up, ALT),
        (Key.Key_Backspace, CONTROL | SHIFT),
        (Key.Key_M, CONTROL | ALT),
        (Key.Key_2, CONTROL),
        (Key.Key_F6, NONE),
        (Key.Key_F10, NONE),
        (Key.Key_Backslash, CONTROL),
    ):
        program.key(key, modifiers)
        program.settle()
        assert box.isVisible(), key
        assert (program.text, program.editor.mode) == (before, mode), key
        assert program.window.screen_name == "memory", key
        assert not program.window.menuBar().isVisible()
    program.key(Key.Key_Escape)
    assert program.memory.frame.right_shown


def test_the_keys_of_the_box_and_of_quit_work_while_it_is_open(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=False)
    look_for(program, box, "deci")
    program.key(Key.Key_P, CONTROL | SHIFT)
    assert box.field.text() == ">"
    program.key(Key.Key_Q, CONTROL)
    program.wait_until(lambda: not program.window.isVisible(), what="the window to close")


def test_undo_stays_with_the_line_of_the_box_while_it_is_open(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    before = program.text
    program.type("x")
    typed = program.text
    box = opened(program, commands=False)
    program.type("deci")
    for key in (CONTROL, CONTROL, CONTROL | SHIFT, CONTROL | SHIFT):
        program.key(Key.Key_Z, key)
        assert program.text == typed
    assert box.field.text() == "deci"
    program.key(Key.Key_Escape)
    assert not box.isVisible()
    program.key(Key.Key_Z, CONTROL)
    assert program.text == before


def test_a_page_of_the_settings_is_found_by_what_is_on_it(start: Start, root: Path) -> None:
    program = start(root)
    box = opened(program, commands=False)
    look_for(program, box, "language")
    assert "Appearance" in [
        one.choice.title for one in box.model.lines if one.choice and one.choice.kind == "page"
    ]
