"""What works on the document on screen does nothing while another screen is in front of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.palette.choice import Choice
from memdesk.ui.screens import HISTORY, INBOX, MEMORY, PROBLEMS, PRUNE, SEARCH
from tests.window.conftest import Start
from tests.window.homes import MEMORY as TEXT
from tests.window.homes import memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

_SCREENS = {
    INBOX: Key.Key_2,
    PRUNE: Key.Key_3,
    SEARCH: Key.Key_4,
    PROBLEMS: Key.Key_5,
    HISTORY: Key.Key_6,
}
_EDITING = (
    (Key.Key_Backspace, CONTROL | SHIFT),
    (Key.Key_Up, ALT),
    (Key.Key_Down, ALT),
    (Key.Key_M, CONTROL),
    (Key.Key_Period, CONTROL),
)


def standing_in(start: Start, root: Path) -> InsideProgram:
    """The program with the caret in a section that can be removed and moved."""
    memory_of(root).write_bytes(TEXT + b"\n## Notes\nMine alone.\n")
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Notes")
    program.settle()
    assert program.window.actions_table["edit.remove"].isEnabled()
    return program


def test_keys_edit_no_document_that_another_screen_hides(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    before = program.text
    for screen, key in _SCREENS.items():
        program.key(key, CONTROL)
        assert program.window.screen_name == screen
        for pressed, modifiers in _EDITING:
            program.key(pressed, modifiers)
        program.settle()
        assert program.text == before, screen
        assert not program.session.is_dirty
        assert not program.window.actions_table["edit.rename"].isEnabled()
    program.key(Key.Key_1, CONTROL)
    program.put_caret("Notes")
    program.key(Key.Key_Backspace, CONTROL | SHIFT)
    assert len(program.text) < len(before)


def test_what_is_unsaved_behind_another_screen_is_saved_by_all_alone(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    program.type("typed ")
    before = memory_of(root).read_bytes()
    for key in _SCREENS.values():
        program.key(key, CONTROL)
        program.key(Key.Key_S, CONTROL)
        program.settle()
        assert memory_of(root).read_bytes() == before
    program.key(Key.Key_S, CONTROL | ALT)
    program.wait_until(lambda: b"typed " in memory_of(root).read_bytes())


def test_the_panel_of_a_hidden_screen_stays_as_it_is(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    frame = program.memory.frame
    before = frame.right_shown
    for screen in (SEARCH, PROBLEMS):
        program.key(_SCREENS[screen], CONTROL)
        program.key(Key.Key_Backslash, CONTROL)
        program.key(Key.Key_1, CONTROL)
        assert frame.right_shown == before
    program.key(Key.Key_Backslash, CONTROL)
    assert frame.right_shown != before


def test_what_leads_to_a_document_brings_its_screen_to_the_front(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    for pressed, modifiers in (
        (Key.Key_E, CONTROL),
        (Key.Key_E, CONTROL | SHIFT),
        (Key.Key_H, CONTROL | ALT),
        (Key.Key_T, CONTROL),
    ):
        program.key(Key.Key_3, CONTROL)
        assert program.window.screen_name == PRUNE
        program.key(pressed, modifiers)
        assert program.window.screen_name == MEMORY
        assert program.focus.isVisible()


def test_back_shows_the_memory_it_goes_back_in(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    first = program.session.path
    second = program.show(root / "USER_PROFILE.md").path
    program.key(Key.Key_5, CONTROL)
    program.key(Key.Key_Left, ALT)
    assert (program.window.screen_name, program.session.path) == (MEMORY, second)
    program.key(Key.Key_Left, ALT)
    assert (program.window.screen_name, program.session.path) == (MEMORY, first)


def test_back_leads_from_another_screen_also_to_the_only_document(start: Start, root: Path) -> None:
    program = start(root)
    shown = program.session.path
    assert not program.window.actions_table["go.back"].isEnabled()
    program.key(Key.Key_2, CONTROL)
    program.key(Key.Key_Left, ALT)
    assert (program.window.screen_name, program.session.path) == (MEMORY, shown)
    assert not program.window.actions_table["go.back"].isEnabled()


def test_the_box_of_commands_says_where_a_command_can_be_meant(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    program.key(Key.Key_5, CONTROL)
    program.key(Key.Key_P, CONTROL | SHIFT)
    program.wait_until(lambda: not program.program.choosing.is_busy, what="the answers")
    lines = program.program.choosing.box.model.lines
    choices: list[Choice] = [line.choice for line in lines if line.choice is not None]
    removal = next(choice for choice in choices if choice.key == "action:edit.remove")
    assert removal.why_not == "only on the memory screen"


def test_control_enter_in_a_card_uses_no_result_of_a_hidden_comparison(start: Start, root: Path) -> None:
    program = standing_in(start, root)
    used: list[bool] = []
    action = program.window.actions_table["memory.use_result"]
    action.triggered.connect(lambda: used.append(True))
    program.window.actions_table.allow(memory__use_result=True)
    assert action.isEnabled()
    program.key(Key.Key_2, CONTROL)
    editor = CardEditor(program.program.themes, "text", program.program.inbox.screen)
    kept: list[str] = []
    editor.accepted.connect(kept.append)
    editor.show()
    editor.setFocus()
    QTest.qWait(20)
    program.key(Key.Key_Return, CONTROL)
    assert kept == ["text"]
    assert not used


def test_of_those_that_were_left_and_saved_only_the_last_ones_stay_open_for_their_undo(
    start: Start, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.ui.memory.document.MOST_LEFT", 2)
    paths = [memory_of(root)]
    for number in range(4):
        paths.append(root / "projects" / f"-srv-{number}" / "MEMORY.md")
        paths[-1].parent.mkdir()
        paths[-1].write_bytes(TEXT)
    program = start(root)
    for path in paths:
        program.show(path)
        program.put_caret("Decisions")
        program.type("MINE ")
        if path is not paths[0]:
            program.save()
    program.show(root / "USER_PROFILE.md")
    is_open = [str(path) in program.desk.workspace.sessions for path in paths]
    assert is_open == [True, False, False, True, True], "what is unsaved stays in any case"
    assert all((b"MINE" in path.read_bytes()) == (path is not paths[0]) for path in paths)
    program.show(paths[1])
    assert "MINE " in program.text
