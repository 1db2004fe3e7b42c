"""Questions in bars over the page, reached and answered by keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QAbstractButton

from tests.window.conftest import Start
from tests.window.inside import Key

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
