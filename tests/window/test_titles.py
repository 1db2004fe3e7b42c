"""What the title of the window says on which screen."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_inbox import changed, recorded, titles, write_elsewhere


def wait_for_title(program: InsideProgram, title: str) -> None:
    program.wait_until(lambda: program.window.windowTitle() == title, what=f"the title {title}")


def test_the_title_names_the_screen_and_what_waits_there(start: Start, root: Path) -> None:
    program = recorded(start, root)
    program.show(memory_of(root))
    wait_for_title(program, "[*]MEMORY.md – Memdesk")
    program.key(Key.Key_2, CONTROL)
    wait_for_title(program, "[*]Inbox – Memdesk")
    write_elsewhere(memory_of(root), changed(root))
    program.key(Key.Key_F5)
    program.wait_until(lambda: titles(program), what="changes")
    wait_for_title(program, f"[*]Inbox, {len(titles(program))} to review – Memdesk")
    program.key(Key.Key_3, CONTROL)
    program.wait_until(lambda: "candidate" in program.window.windowTitle(), what="how many candidates")
    program.key(Key.Key_6, CONTROL)
    wait_for_title(program, "[*]History – Memdesk")
    program.key(Key.Key_1, CONTROL)
    wait_for_title(program, "[*]MEMORY.md – Memdesk")


def test_home_end_and_paging_come_to_changes_not_to_heads(start: Start, root: Path) -> None:
    program = recorded(start, root)
    write_elsewhere(memory_of(root), changed(root))
    program.key(Key.Key_F5)
    program.wait_until(lambda: len(titles(program)) > 1, what="changes")
    program.key(Key.Key_2, CONTROL)
    found = program.program.inbox.screen.list
    program.wait_until(found.hasFocus, what="the list")
    for key, at in ((Key.Key_End, -1), (Key.Key_Home, 0), (Key.Key_PageDown, -1), (Key.Key_PageUp, 0)):
        program.key(key)
        assert found.current is not None
        assert found.current.unit.title == titles(program)[at]
