"""Enter pressed in the palette before all that answers what was typed is there."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtTest import QTest

from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key


def _looks(program: InsideProgram, theme: str) -> bool:
    return program.desk.settings.theme == theme


def test_it_runs_what_answers_and_not_what_is_still_shown(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    for words, theme in (("appearance dark", "dark"), ("appearance light", "light")):
        program.key(Key.Key_P, CONTROL | SHIFT)
        box = program.program.choosing.box
        QTest.keyClicks(box.field, words)
        QTest.keyClick(box.field, Key.Key_Return)
        program.wait_until(partial(_looks, program, theme), what=words)
        assert not box.isVisible()


def test_who_types_on_has_not_chosen(start: Start, root: Path) -> None:
    program = start(root)
    program.key(Key.Key_P, CONTROL | SHIFT)
    box = program.program.choosing.box
    QTest.keyClicks(box.field, "appearance dark")
    QTest.keyClick(box.field, Key.Key_Return)
    QTest.keyClicks(box.field, "er")
    program.settle()
    assert box.isVisible()
    assert program.desk.settings.theme != "dark"


def test_it_goes_to_memory_before_it_takes_a_command(start: Start, root: Path) -> None:
    program = start(root)
    program.key(Key.Key_P, CONTROL)
    box = program.program.choosing.box
    QTest.keyClicks(box.field, "pro")
    QTest.keyClick(box.field, Key.Key_Return)
    program.wait_until(lambda: not box.isVisible(), what="the choice")
    program.settle()
    assert program.session.path == str(memory_of(root))
    assert program.desk.settings.recent_choices[0].endswith("#Project facts")
