"""Watching as one sees it: its state, pausing, roots that go and come, and very many changes at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from memdesk.services.documents.changes import Changes
from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.store.outcomes import Saved
from memdesk.ui.messages import Tone
from memdesk.ui.widgets.status_bar import StatusPart
from memdesk.watch.state import WatchMode
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key


@pytest.fixture
def memory(root: Path) -> Path:
    return memory_of(root)


@pytest.fixture
def program(start: Start, root: Path, memory: Path) -> InsideProgram:
    program = start(root)
    program.show(memory)
    return program


def part(program: InsideProgram) -> StatusPart:
    """The part of the status bar that tells of the watching."""
    return program.window.status.findChildren(StatusPart)[0]


def mode(program: InsideProgram) -> WatchMode:
    state = program.program.watching.state
    assert state is not None
    return state.mode


def let_pass(seconds: float) -> None:
    """Let time pass for the window and the watcher: one long wait of Qt would not let other threads run."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QTest.qWait(5)
        time.sleep(0.005)


def warnings(program: InsideProgram) -> list[str]:
    return [message.text for message in program.messages]


# The state


def test_pausing_by_the_status_bar_is_said_and_undone(program: InsideProgram, memory: Path) -> None:
    assert part(program).text() == "Watching 2 files"
    assert (part(program)._icon_role, part(program)._ink) == ("live", "text2"), (
        "the mark alone tells that all is well"
    )
    assert "Click to pause." in part(program).toolTip()
    QTest.mouseClick(part(program), Qt.MouseButton.LeftButton)
    program.wait_until(lambda: mode(program) is WatchMode.PAUSED, what="the pause")
    assert part(program).text() == "Watching is paused"
    assert part(program).accessibleName() == "Watching is paused"
    assert (part(program)._icon_role, part(program)._ink) == ("warn", "warn")
    assert program.window.actions_table["file.pause_watching"].isChecked()
    assert program.said("What others write is seen when you resume, or when you save.")
    assert not any("paused" in words for words in warnings(program)), "the state beside it says so"
    memory.write_bytes(MEMORY.replace(b"Use npm", b"Use pnpm"))
    let_pass(0.7)
    assert "pnpm" not in program.text
    program.key(Key.Key_F5, CONTROL)
    program.wait_until(lambda: "pnpm" in program.text, what="what was written meanwhile")
    program.wait_until(lambda: part(program).text() == "Watching 2 files", what="the state")
    assert not program.window.actions_table["file.pause_watching"].isChecked()
    assert program.said("Watching again.")


def test_a_save_while_paused_takes_in_what_was_written(program: InsideProgram, memory: Path) -> None:
    program.program.watching.toggle()
    program.wait_until(lambda: mode(program) is WatchMode.PAUSED, what="the pause")
    memory.write_bytes(MEMORY.replace(b"The importer is slow.", b"All solved."))
    program.put_caret("Decisions")
    program.type("mine ")
    program.save()
    assert b"All solved." in memory.read_bytes()
    assert b"mine Use npm" in memory.read_bytes()


# Roots


@pytest.mark.parametrize("edits", [True, False])
def test_a_root_that_goes_is_told_once_and_comes_back_quietly(
    program: InsideProgram, root: Path, memory: Path, edits: bool
) -> None:
    if edits:
        program.put_caret("Decisions")
        program.type("MINE ")
    profile = root / "USER_PROFILE.md"
    program.show(profile)
    program.show(memory)
    program.forget_messages()
    aside = root.with_name("aside")
    root.rename(aside)
    program.wait_until(lambda: program.session.is_removed, what="that it is gone")
    program.wait_until(lambda: "is gone" in part(program).text(), what="the state")
    let_pass(0.3)
    assert warnings(program) == ["What is unsaved is kept."]
    assert str(root) in program.messages[0].said
    assert program.messages[0].tone is Tone.WARNING
    assert any("The folder .evva is gone, and MEMORY.md with it." in bar for bar in program.bars)
    assert program.session.is_dirty is edits
    assert ("MINE Use npm" in program.text) is edits
    program.forget_messages()
    aside.rename(root)
    program.wait_until(lambda: not program.session.is_removed, what="that it is back")
    program.wait_until(lambda: part(program).text() == "Watching 2 files", what="the state")
    program.settle()
    assert warnings(program) == [".evva is there again."]
    keeper = program.memory.keeper
    assert not any(keeper.changed_nodes(str(one)) for one in (profile, memory))
    assert keeper.writing == frozenset()
    assert not program.bars
    assert program.text == MEMORY.decode().replace("Use npm", "MINE Use npm" if edits else "Use npm")
    if edits:
        assert isinstance(program.save(), Saved)
        assert memory.read_bytes() == MEMORY.replace(b"Use npm", b"MINE Use npm")


def test_of_a_root_that_is_gone_the_history_says_nothing(
    program: InsideProgram, root: Path, memory: Path
) -> None:
    program.desk.recorded.decide([str(root)], is_recorded=True)
    program.program.recording.look()
    program.settle()
    root.rename(root.with_name("aside"))
    program.wait_until(lambda: program.session.is_removed, what="that it is gone")
    program.settle()
    assert not any(version.removed for version in program.desk.history.versions(str(memory)))


def test_memory_that_appears_is_offered(program: InsideProgram, home: Path) -> None:
    appearing = program.program.appearing
    program.settle()
    made = home / ".ub"
    shutil.copytree(program.desk.workspace.roots[0].path, home / "elsewhere")
    candidates = [
        one for one in program.desk.find_roots() if not one.found and one.path.startswith(str(home))
    ]
    assert candidates, made
    new = candidates[0]
    os.makedirs(new.path)
    Path(new.path, "MEMORY.md").write_bytes(b"# Memory\n")
    assert next(one for one in program.desk.find_roots() if one.path == new.path).found
    program.forget_messages()
    appearing.look()
    program.settle()
    assert [message.offer for message in program.messages] == ["Open"]
    accept = program.messages[0].accept
    assert accept is not None
    accept()
    assert new.path in {one.path for one in program.desk.workspace.roots}
    appearing.look()
    program.settle()
    assert len(program.messages) == 1, "it is told once"


def test_memory_that_appears_is_opened_where_all_that_was_found_is_shown(
    program: InsideProgram, home: Path
) -> None:
    appearing = program.program.appearing
    appearing.opens = True
    closed, new = [
        one for one in program.desk.find_roots() if not one.found and one.path.startswith(str(home))
    ][:2]
    program.desk.settings.closed_roots.append(closed.path)
    program.settle()
    for root in (closed, new):
        os.makedirs(root.path)
        Path(root.path, "MEMORY.md").write_bytes(b"# Memory\n")
    program.forget_messages()
    appearing.look()
    program.settle()
    opened = {one.path for one in program.desk.workspace.roots}
    assert new.path in opened
    assert closed.path not in opened
    assert [message.offer for message in program.messages] == ["Close it"]


def test_a_link_out_of_every_root_is_shown_followed_and_never_written(
    start: Start, home: Path, tmp_path: Path
) -> None:
    outside, notes = tmp_path / "outside", home / "notes"
    outside.mkdir()
    notes.mkdir()
    (outside / "a.md").write_bytes(b"# theirs\n")
    (notes / "b.md").write_bytes(b"# ours\n")
    (notes / "inside.md").symlink_to(notes / "b.md")
    (notes / "a.md").symlink_to(outside / "a.md")
    program = start(notes)
    session = program.show(notes / "a.md")
    assert session.why_read_only == (
        f"It leads to {outside}/a.md, outside every open memory folder, so it is not written."
    )
    program.editor.go_to(0, focus=True)
    program.type("mine")
    program.key(Key.Key_S, CONTROL)
    program.settle()
    assert (outside / "a.md").read_bytes() == b"# theirs\n"
    assert program.saves == []
    (outside / "a.md").write_bytes(b"# theirs, later\n")
    program.program.outside.look_again()
    program.wait_until(lambda: "later" in program.text, what="the change behind the link")
    assert program.show(notes / "inside.md").why_read_only == ""


# Very many changes

WRITER = """
import os, sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
folder, writes = Path(sys.argv[1]), int(sys.argv[2])
for number in range(writes):
    path = folder / f"{number % 40}.md"
    temporary = path.with_name(".write.tmp")
    if number % 3:
        path.write_bytes(b"# %d\\n" % number)
    else:
        temporary.write_bytes(b"# %d\\n" % number)
        os.replace(temporary, path)
    if number % 97 == 96:
        path.unlink()
"""


def test_after_thousands_of_writes_the_window_holds_what_the_disk_does(start: Start, home: Path) -> None:
    notes = home / "notes"
    notes.mkdir()
    for number in range(40):
        (notes / f"{number}.md").write_bytes(b"# first\n")
    program = start(notes)
    for number in (0, 1):
        program.show(notes / f"{number}.md")
        program.editor.go_to(len(program.text), focus=True)
        program.type(" mine")
    program.show(notes / "2.md")
    program.forget_messages()
    turns, longest_s, last = 0, 0.0, time.thread_time()
    with subprocess.Popen([sys.executable, "-c", WRITER, notes, "2000"]) as writer:
        while writer.poll() is None:
            QTest.qWait(5)
            turns, longest_s, last = turns + 1, max(longest_s, time.thread_time() - last), time.thread_time()

    def differences() -> list[str]:
        listed = {document.path: document for document in program.desk.workspace.last_documents(str(notes))}
        listed = {path: document for path, document in listed.items() if document.exists}
        on_disk = {str(path): path.stat().st_size for path in notes.iterdir()}
        sizes = {path: document.size_bytes for path, document in listed.items()}
        rows = {path for path in sizes if program.memory.model.index_of(path).isValid()}
        found = [
            f"{path}: {sizes.get(path)}, not {size}"
            for path, size in on_disk.items()
            if sizes.get(path) != size
        ]
        found += [f"{path} is not on disk" for path in listed.keys() - on_disk.keys()]
        found += [f"{path} has no row" for path in sizes.keys() - rows]
        for path, session in program.desk.workspace.sessions.items():
            text = Path(path).read_text() if path in on_disk else session.base_text
            found += [] if session.disk_text == text else [f"{path}: {session.disk_text!r}, not {text!r}"]
        return found

    program.wait_until(lambda: not (program.program.outside.is_behind or differences()), what="all of it")
    for path, session in program.desk.workspace.sessions.items():
        if path.endswith(("/0.md", "/1.md")):
            assert "mine" in session.text.text
    sys.stdout.write(f"{turns} turns, the longest {longest_s * 1000:.0f} ms of processor time\n")
    assert part(program).text().startswith("Watching ")


def test_many_new_files_do_not_hold_up_the_window(start: Start, home: Path) -> None:
    """Counted, not timed: the lists that are made, and the files that are taken up between two turns."""
    notes = home / "notes"
    notes.mkdir()
    (notes / "first.md").write_bytes(b"# first\n")
    program = start(notes)
    lists: list[str] = []
    relist = program.desk.workspace.list_documents

    def list_counted(root: MemoryRoot, most: int | None = None) -> Documents:
        lists.append(root.path)
        return relist(root, most)

    program.desk.workspace.list_documents = list_counted  # type: ignore[method-assign]
    most = 0
    refresh = program.desk.workspace.refresh

    def refresh_counted(paths: Iterable[str] | None = None, *options: Any, **others: Any) -> Changes:
        nonlocal most
        most = max(most, len(list(paths or ())))
        return refresh(paths, *options, **others)

    program.desk.workspace.refresh = refresh_counted  # type: ignore[method-assign]
    code = (
        "import sys; from pathlib import Path\n"
        "for n in range(1500): Path(sys.argv[1], f'{n}.md').write_bytes(b'# x')"
    )
    subprocess.run([sys.executable, "-c", code, notes], check=True)
    program.wait_until(lambda: program.memory.keeper.document_count == 1501, 60, "all of them in the tree")
    program.wait_until(lambda: not program.program.outside.is_behind, 60, "all of them to be taken up")
    program.settle()
    assert most <= 24
    assert len(lists) < 80
    assert program.messages == []
