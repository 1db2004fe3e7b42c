"""A section is copied as its agent gets it, by the menu of its card and by the palette's action."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    program = start(root)
    program.show(memory_of(root))
    return program


def copied(program: InsideProgram) -> str:
    """What the clipboard holds once a message told of it."""
    program.wait_until(lambda: program.messages, what="the message")
    return QGuiApplication.clipboard().text()


def test_the_menu_of_a_card_copies_what_its_agent_gets(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.type("UNSAVED ")
    program.settle()
    program.forget_messages()
    program.editor.card_menu_requested.emit("Decisions", 0, QPoint(50, 50))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(one for one in menu.actions() if one.text().startswith("Copy as the agent sees it"))
    action.trigger()
    text = copied(program)
    menu.close()
    live = program.memory.live
    assert live._context is not None
    injected = live._previewer.preview(live._root, live._context).injected.text
    assert "UNSAVED" in text
    assert text in injected
    assert "Open issues" not in text
    assert program.said("gets of “Decisions”")


def test_of_what_the_agent_does_not_get_nothing_is_copied(start: Start, home: Path) -> None:
    """Ub leaves out what is beyond its budget."""
    root = home / ".local/state/ub/memory"
    path = root / f"{'1' * 16}/memory.md"
    path.parent.mkdir(parents=True)
    lines = (f"- {'long ' * 50}{n} *(2026-01-{n % 28 + 1:02}T09:00:00Z)*\n" for n in range(60))
    path.write_text(f"## project\n\n{''.join(lines)}- oldest {'long ' * 50}*(2020-01-01T09:00:00Z)*\n")
    program = start(root)
    program.show(path)
    node = next(one for one in program.session.outline().leaves() if "oldest" in one.span.of(program.text))
    QGuiApplication.clipboard().setText("before")
    program.forget_messages()
    program.editor.focus_text()
    program.memory.sections.set_caret((node.key, node.occurrence))
    program.window.actions_table["edit.copy_seen"].trigger()
    assert copied(program) == "before"
    assert program.said("ub gets nothing of “")
