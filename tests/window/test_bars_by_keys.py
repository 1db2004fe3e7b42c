"""Questions in bars over the page, reached and answered by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton

from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import InsideProgram, Key

_MOST_REGIONS = 9


def test_f6_comes_to_the_question_whether_copies_are_kept(start: Start, root: Path) -> None:
    program = start(root)
    bar = program.memory.recording_bar
    program.wait_until(bar.isVisible, what="the question")
    for _ in range(_MOST_REGIONS):
        program.key(Key.Key_F6)
        if isinstance(program.focus, QAbstractButton) and bar.isAncestorOf(program.focus):
            break
    assert isinstance(program.focus, QAbstractButton)
    assert program.focus.text() == "Keep copies"
    program.key(Key.Key_Return)
    program.wait_until(lambda: str(root) in program.desk.recorded, what="the answer")
    assert not bar.isVisible()


def clashing(start: Start, root: Path) -> InsideProgram:
    """The program with unsaved text that somebody wrote otherwise."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("Always ")
    memory_of(root).write_bytes(MEMORY.replace(b"Use npm", b"Use bun"))
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.settle()
    return program


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize("answer", ["Keep mine", "Take theirs", "Keep both"])
def test_who_answers_goes_on_in_the_text(start: Start, root: Path, answer: str, by: str) -> None:
    program = clashing(start, root)
    button = program.button(answer)
    button.setFocus()
    if by == "keys":
        program.key(Key.Key_Space)
    else:
        program.click(answer)
    program.wait_until(lambda: program.editor.isAncestorOf(program.focus), what="the text")
    assert program.session.conflict is None
    program.type("typed ")
    assert "typed " in program.text


def test_a_closed_question_on_copies_leaves_the_focus_in_the_text(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    bar = program.memory.recording_bar
    program.wait_until(bar.isVisible, what="the question")
    program.button("Keep copies").setFocus()
    program.key(Key.Key_Space)
    program.wait_until(lambda: program.editor.isAncestorOf(program.focus), what="the text")


def test_unsaved_text_that_is_decided_upon_is_not_asked_about_again(start: Start, root: Path) -> None:
    memory = memory_of(root)
    Drafts(StateFolders.of_this_user().drafts).put(
        str(memory), MEMORY, MEMORY.replace(b"Use npm", b"Take npm")
    )
    memory.write_bytes(MEMORY.replace(b"Use npm", b"Use bun"))
    program = start(root)
    program.show(memory)
    assert any("unsaved text" in bar for bar in program.bars)
    program.click("Keep both")
    assert program.session.conflict is None
    assert program.session.is_dirty
    assert not program.bars
