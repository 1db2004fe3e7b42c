"""The screen "Inbox" by real keys: what another process wrote is kept, forgotten, pinned, put back and undone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from memdesk.cli import main
from memdesk.services.inbox.items import InboxState
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.ui.entries.view import RowsView
from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.inbox.words import empty_words
from memdesk.ui.screens import INBOX
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key

_WRITER = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"


def write_elsewhere(path: Path, data: bytes) -> None:
    """As another program does, in a process of its own."""
    subprocess.run([sys.executable, "-c", _WRITER, str(path)], input=data, check=True)


def recorded(start: Start, root: Path, **options: tuple[int, int]) -> InsideProgram:
    """A first start, in which the user wants copies, and the inbox has seen what is there."""
    program = start(root, **options)
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    program.click("Keep copies")
    path = str(memory_of(root))
    program.wait_until(lambda: program.desk.history.versions(path), what="the first copy")
    program.wait_until(lambda: program.desk.marks.of("baseline"), what="the first look")
    return program


def view(program: InsideProgram) -> ReviewList:
    return program.program.inbox.screen.list


def titles(program: InsideProgram) -> list[str]:
    return [item.unit.title for item in program.program.inbox.state.items]


def badge(program: InsideProgram) -> str:
    """What the rail's entry says to a reader."""
    buttons = program.window.findChildren(RailButton)
    return next(name for button in buttons if (name := button.accessibleName()).startswith("Inbox"))


def wait_for(program: InsideProgram, *wanted: str) -> None:
    program.wait_until(lambda: sorted(titles(program)) == sorted(wanted), what=f"{wanted} in the inbox")


def show(program: InsideProgram) -> ReviewList:
    program.key(Key.Key_2, CONTROL)
    assert program.window.screen_name == INBOX
    found = view(program)
    program.wait_until(found.hasFocus, what="the list")
    return found


def changed(root: Path) -> bytes:
    """What an agent makes of the memory: two sections have another line each."""
    text = memory_of(root).read_bytes()
    return text.replace(b"\n## ", b"\nOne more thing.\n\n## ")


def test_what_was_written_while_closed_stands_at_the_next_start(
    start: Start, root: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    first = recorded(start, root)
    assert badge(first) == "Inbox"
    first.close()
    write_elsewhere(memory_of(root), changed(root))
    second = start(root)
    second.wait_until(lambda: titles(second), what="what was written meanwhile")
    count = len(titles(second))
    assert badge(second) == f"Inbox, {count} to review"
    capfdbinary.readouterr()
    assert main(["inbox", "--json"]) == 0
    assert len(json.loads(capfdbinary.readouterr().out)["changes"]) == count


def test_what_the_shell_keeps_leaves_the_open_inbox(start: Start, root: Path) -> None:
    program = recorded(start, root)
    write_elsewhere(memory_of(root), changed(root))
    program.program.taking_up.look_again()
    program.wait_until(lambda: len(titles(program)) >= 2, what="changes")
    count = len(titles(program))
    key = program.program.inbox.state.items[0].id
    shell = [sys.executable, "-m", "memdesk", "inbox", "keep"]
    subprocess.run([*shell, key], check=True)
    program.wait_until(lambda: len(titles(program)) == count - 1, what="one less")
    program.wait_until(lambda: badge(program) == f"Inbox, {count - 1} to review", what="its number")
    subprocess.run([*shell, "all"], check=True)
    program.wait_until(lambda: badge(program) == "Inbox", what="nothing left")


def test_keep_and_take_back_by_keys(start: Start, root: Path) -> None:
    program = recorded(start, root)
    write_elsewhere(memory_of(root), changed(root))
    program.program.taking_up.look_again()
    program.wait_until(lambda: len(titles(program)) >= 2, what="changes")
    before = titles(program)
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    assert found.current is not None
    kept = found.current.id
    program.key(Key.Key_Return)
    program.wait_until(lambda: len(titles(program)) == len(before) - 1, what="one less")
    assert found.current is not None
    assert found.current.id != kept
    program.key(Key.Key_U)
    program.wait_until(lambda: titles(program) == before, what="it is back")
    program.key(Key.Key_J)
    program.key(Key.Key_K)
    program.click("Keep the rest")
    program.wait_until(lambda: not titles(program), what="nothing left")
    assert badge(program) == "Inbox"
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: titles(program) == before, what="all of it back, in one step")


def test_forget_is_a_step_that_can_be_undone(start: Start, root: Path) -> None:
    program = recorded(start, root)
    path, before, after = memory_of(root), memory_of(root).read_bytes(), changed(root)
    write_elsewhere(path, after)
    program.program.taking_up.look_again()
    program.wait_until(lambda: len(titles(program)) >= 2, what="changes")
    whole = titles(program)
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    program.key(Key.Key_Delete)
    program.wait_until(lambda: path.read_bytes() != after, what="the file without it")
    assert len(path.read_bytes()) < len(after)
    assert path.read_bytes() != before
    program.wait_until(lambda: len(titles(program)) == len(whole) - 1, what="one less")
    program.key(Key.Key_U)
    program.wait_until(lambda: path.read_bytes() == after, what="the file as it was")
    program.wait_until(lambda: titles(program) == whole, what="it stands in the inbox again")


def test_a_pinned_entry_that_goes_comes_back_by_one_key(start: Start, root: Path) -> None:
    program = recorded(start, root)
    path = memory_of(root)
    write_elsewhere(path, path.read_bytes() + b"\n## Pins\nHold on to this.\n")
    program.program.taking_up.look_again()
    wait_for(program, "Pins")
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    program.key(Key.Key_P)
    program.wait_until(program.desk.inbox.pins, what="the pin")
    program.key(Key.Key_Return)
    wait_for(program)
    whole = path.read_bytes()
    write_elsewhere(path, whole.replace(b"\n## Pins\nHold on to this.\n", b""))
    program.program.taking_up.look_again()
    wait_for(program, "Pins")
    (item,) = program.program.inbox.state.items
    assert item.is_pinned
    assert item.kind is ReviewKind.REMOVED
    program.wait_until(lambda: found.current is not None, what="it is current")
    assert "pinned by you" in str(found.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))
    found.setFocus()
    program.key(Key.Key_R)
    program.wait_until(lambda: path.read_bytes() == whole, what="it is back in its file")
    wait_for(program)


def test_new_changes_wait_above_while_one_reviews(start: Start, root: Path) -> None:
    program = recorded(start, root, window_size=(900, 600))
    path = memory_of(root)
    write_elsewhere(path, path.read_bytes() + b"\n## First\nOne.\n")
    program.program.taking_up.look_again()
    wait_for(program, "First")
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    write_elsewhere(path, path.read_bytes() + b"\n## Second\nTwo.\n")
    program.program.taking_up.look_again()
    wait_for(program, "First", "Second")
    said = [str(found.changes.index(row).data()) for row in range(found.changes.rowCount())]
    assert said[0] == "1 newer change"
    assert found.current is not None
    assert found.current.unit.title == "First"
    program.key(Key.Key_K)
    program.key(Key.Key_Return)
    program.wait_until(lambda: found.changes.rowCount() == 3, what="all of them")


def test_an_empty_inbox_says_so(start: Start, root: Path) -> None:
    program = recorded(start, root)
    program.key(Key.Key_2, CONTROL)
    empty = program.program.inbox.screen.empty
    program.wait_until(empty.isVisible, what="the empty state")
    assert empty.accessibleName().startswith("Nothing new to review")


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_S], ids=["Ctrl+Enter", "Ctrl+S"])
def test_an_entry_is_edited_where_it_stands(start: Start, root: Path, key: Key) -> None:
    program = recorded(start, root)
    path = memory_of(root)
    write_elsewhere(path, path.read_bytes().replace(b"The importer is slow.", b"The importer is slw."))
    program.program.taking_up.look_again()
    wait_for(program, "Open issues")
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    program.key(Key.Key_E)
    program.wait_until(lambda: isinstance(program.focus, CardEditor), what="the text")
    shown = [one for one in found.bar.findChildren(Button) if one.isVisible()]
    assert [one.accessibleName() for one in shown] == ["Keep what is written: Open issues"]
    program.key(Key.Key_A, CONTROL)
    program.type("The importer is quick.")
    program.key(key, CONTROL)
    program.wait_until(lambda: b"The importer is quick.\n" in path.read_bytes(), what="the text in its file")
    wait_for(program)
    program.key(Key.Key_U)
    program.wait_until(lambda: b"slw" in path.read_bytes(), what="the text as it was")
    wait_for(program, "Open issues")


def test_what_is_pinned_by_its_menu_is_marked_on_its_card(start: Start, root: Path) -> None:
    program = recorded(start, root)
    program.show(memory_of(root))
    program.memory.editor.pin_requested.emit("Decisions", 0)
    program.wait_until(lambda: program.memory.open.pins, what="the mark on the card")
    assert program.desk.inbox.pins() == {(str(memory_of(root)), "Decisions", 0)}


def test_p_pins_a_row_and_says_where_nobody_would_notice(start: Start, home: Path) -> None:
    path = home / ".local/state/ub/memory/1111111111111111/memory.md"
    path.parent.mkdir(parents=True)
    path.write_text("## project\n\n- The client is generated *(2026-11-11T16:42:09Z)*\n")
    program = start(path.parent.parent)
    program.desk.recorded.decide([str(path.parent.parent)], is_recorded=False)
    program.show(path)
    rows = program.memory.editor.findChildren(RowsView)[0]
    rows.select(next(row.name for row in rows.rows if row.is_entry))
    rows.setFocus()
    QTest.keyClick(rows, Key.Key_P)
    program.wait_until(lambda: bool(program.desk.inbox.pins()), what="the pin")
    program.settle()
    told = program.messages[-1]
    assert told.text.startswith("Pinned “The client is generated”, but what programs write in this folder")
    assert told.accept is not None
    told.accept()
    assert str(path.parent.parent) in program.desk.recorded
    QTest.keyClick(rows, Key.Key_P)
    program.wait_until(lambda: not program.desk.inbox.pins(), what="no pin")


def test_what_the_history_does_not_take_is_said_and_is_taken_later(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    inbox, recording = program.program.inbox, program.program.recording
    program.settle()
    program.desk.history.close()
    folder = Path(program.desk.folders.history)
    kept = {file: file.read_bytes() for file in folder.iterdir()}
    # The database before its log: without that it would pass for an empty one.
    for file in sorted(kept):
        file.write_bytes(b"not a database" * 1000) if file.name.endswith(".sqlite") else file.unlink()
    write_elsewhere(path, path.read_bytes() + b"\n## Pins\nHold on to this.\n")
    program.program.taking_up.look_again()
    program.wait_until(lambda: recording.unkept, what="what was not kept")
    lead, words = empty_words(InboxState(unread=recording.unkept))
    assert lead == "Not everything could be recorded."
    assert "MEMORY.md. The history in" in words
    program.wait_until(lambda: not program.program.tasks.busy, what="the look to be over")
    for file, data in kept.items():
        file.write_bytes(data)
    program.desk.history.close()
    recording.look()
    wait_for(program, "Pins")
    assert recording.unkept == ()
    assert inbox.state.unread == ()
