"""What the user calls a folder is what it is called wherever it is named."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from memdesk.ui.inbox.words import place_name
from memdesk.ui.problems.words import place_of
from memdesk.ui.prune.words import where_of
from memdesk.ui.widgets.buttons import Button
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key


def call(program: InsideProgram, root: Path, name: str) -> None:
    program.program.configuring._on_root_named(str(root), name)
    program.settle()


def test_a_folder_is_named_as_the_user_calls_it(start: Start, root: Path) -> None:
    program, path = start(root, window_size=(900, 600)), memory_of(root)
    parts = program.program
    parts.recording.keep([str(root)])
    program.wait_until(lambda: program.desk.history.versions(str(path)), what="the first copy")
    path.write_bytes(MEMORY.replace(b"Use npm", b"Use pnpm"))
    program.wait_until(lambda: parts.inbox.waiting, what="the change")
    (root / "USER_PROFILE.md").unlink()
    call(program, root, "Work")
    program.show(path)
    crumbs = [button.text() for button in program.memory.header.findChildren(Button)]
    assert "Work" in crumbs
    call(program, root, "Desk at work")
    crumbs = [button.text() for button in program.memory.header.findChildren(Button)]
    assert "Desk at work" in crumbs
    program.key(Key.Key_2, CONTROL)
    program.wait_until(
        lambda: {place_name(item.past).split(" · ")[0] for item in parts.inbox.waiting} == {"Desk at work"},
        what="the head of the inbox",
    )
    program.key(Key.Key_3, CONTROL)
    program.wait_until(lambda: parts.pruning.is_true, what="the candidates")
    assert {where_of(one)[0] for one in parts.pruning.found.found} <= {"Desk at work"}
    assert {one.root.label for one in program.desk.entries.read(program.desk.entries.snapshot()).entries} == {
        "Desk at work"
    }
    program.key(Key.Key_5, CONTROL)
    program.wait_until(lambda: parts.problems.report.problems, what="the problems")
    program.wait_until(
        lambda: all(
            place_of(one, "/").startswith("Desk at work · ") for one in parts.problems.report.problems
        ),
        what="whose the problems are",
    )
    program.key(Key.Key_6, CONTROL)
    screen = parts.history.screen
    screen.show_mode("trash")
    program.wait_until(lambda: screen.trash.trash.rows, what="what was removed")
    model = screen.trash.trash
    said = model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "Desk at work" in str(said)
    call(program, root, "")
    program.wait_until(lambda: {place_name(item.past)[:4] for item in parts.inbox.waiting} == {"evva"})
