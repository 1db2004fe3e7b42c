"""Whoever does not see the window hears its names: each thing that takes the focus has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from tests.window.inside import CONTROL, InsideProgram, Key

SCREENS = (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_6)


@pytest.fixture
def sample(
    qapp: QApplication, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[InsideProgram]:
    """The program on the sample: every agent, and on every screen something to show."""
    assert qapp is QApplication.instance()
    assert home.is_dir()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    program = InsideProgram(sample=True)
    yield program
    program.close()


def is_nameless(widget: QWidget) -> bool:
    """Whether it takes the focus itself, can be seen, and a screen reader has nothing to call it."""
    if not widget.isVisible() or widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.focusProxy():
        return False
    return not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def test_what_takes_the_focus_has_a_name_on_every_screen(sample: InsideProgram) -> None:
    for screen in SCREENS:
        sample.key(screen, CONTROL)
        sample.settle()
        found = [one for one in sample.window.findChildren(QWidget) if is_nameless(one)]
        assert found == [], f"on the screen of Ctrl+{screen.name[-1]}"


def test_a_thing_without_a_name_would_be_found(sample: InsideProgram) -> None:
    tree = sample.memory.tree.view
    assert not is_nameless(tree)
    tree.setAccessibleName("")
    assert is_nameless(tree)
