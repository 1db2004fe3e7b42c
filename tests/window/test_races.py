"""Entries typed into the real window and saved while agents in other processes write the same file."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from memdesk.services.documents.conflict import Choice
from memdesk.store.outcomes import DurabilityUnknown, Merged, Saved
from memdesk.ui.memory.reverting import LOOK_EVERY_MS
from tests.races.acts import Saved as SavedAct
from tests.races.cast import working
from tests.races.forms import FIRST, Form, entries_of
from tests.races.judge import judge
from tests.window.conftest import Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import InsideProgram, Key

ENTRIES = 5
SECTIONS = ("Project facts", "Decisions", "Open issues")


def test_what_is_typed_among_agents_stays(start: Start, home: Path) -> None:
    root = make_home(home, FIRST)
    memory = memory_of(root)
    program = start(root)
    program.show(memory)
    with working(memory, ("append", "late"), Form.LINES, 1) as acts:
        saves = [type_and_save(program, number) for number in range(ENTRIES)]
    tags = {f"user.{number}" for number in range(ENTRIES)}
    program.wait_until(lambda: all_is_there(program, memory, tags), what="all that was typed")
    verdict = judge(acts, saves, memory.read_bytes())
    assert (verdict.lost, verdict.duplicated) == ([], [])
    assert not [one.tag for one in verdict.overwritten if one.tag in tags]
    assert {act.kind for act in acts} == {"append", "late"}


def type_and_save(program: InsideProgram, number: int) -> SavedAct:
    """One entry by keys, and Ctrl+S until it is saved."""
    program.put_caret(SECTIONS[number % len(SECTIONS)])
    program.type(f"- [user.{number}] mine")
    program.key(Key.Key_Return)
    began = time.monotonic()
    while True:
        result = program.save()
        if isinstance(result, Saved | Merged | DurabilityUnknown):
            return SavedAct((f"user.{number}",), began, time.monotonic(), result.data)
        if program.session.conflict is not None:
            program.memory.open.resolve(Choice.BOTH)


def all_is_there(program: InsideProgram, memory: Path, tags: set[str]) -> bool:
    """Whether the disk holds it all; what the window asks about is put back."""
    QTest.qWait(LOOK_EVERY_MS)
    buttons = program.memory.revert_bar.findChildren(QAbstractButton)
    for button in buttons:
        if button.isVisible() and button.text() == "Put back":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            program.settle()
    present = entries_of(memory.read_bytes())
    return {f"[{tag}] mine" for tag in tags} <= set(present)
