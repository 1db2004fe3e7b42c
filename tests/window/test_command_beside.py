"""What the user does in a shell while the window is open: it is the user's own there as well, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.store.versions import Author
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.screens import HISTORY
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_inbox import badge, recorded, titles, wait_for, write_elsewhere


def command(*words: str | Path) -> None:
    """Run `memdesk` in a process of its own."""
    subprocess.run([sys.executable, "-m", "memdesk", *map(str, words)], check=True, capture_output=True)


def set_section(path: Path, section: str, body: str) -> None:
    command("set", path, "--section", section, "--body", body)


def looking_at(start: Start, path: Path) -> InsideProgram:
    program = recorded(start, path.parents[2])
    program.show(path)
    program.forget_messages()
    return program


@pytest.fixture
def path(root: Path) -> Path:
    return memory_of(root)


def test_what_a_command_wrote_is_yours(start: Start, path: Path) -> None:
    program = looking_at(start, path)
    set_section(path, "Decisions", "Use pnpm.")
    program.wait_until(lambda: "pnpm" in program.text, what="the text of the command")
    program.settle()
    assert program.said("A command of yours changed Decisions in MEMORY.md.")
    assert not program.said("evva")
    heads = [head.accessibleName() for head in program.editor.findChildren(CardHead)]
    assert [", you" in head for head in heads if head.startswith("Decisions")] == [True]
    assert not program.memory.keeper.changed_nodes(str(path))
    assert not program.memory.keeper.writing
    assert titles(program) == []
    authors = [version.author for version in program.desk.history.versions(str(path))]
    assert authors == [Author.YOU, Author.PROGRAM]


def test_what_a_command_wrote_into_a_closed_document_is_no_news(start: Start, path: Path) -> None:
    program = recorded(start, path.parents[2])
    assert str(path) not in program.desk.workspace.sessions
    told: list[frozenset[str]] = []
    program.program.outside.changed.connect(lambda changes: told.append(changes.written))
    set_section(path, "Decisions", "Use pnpm.")
    program.wait_until(lambda: any(str(path) in written for written in told), what="the watcher")
    assert not program.memory.keeper.changed_nodes(str(path))
    assert not program.memory.keeper.writing
    write_elsewhere(path, path.read_bytes().replace(b"docs/design.md", b"docs/plan.md"))
    program.wait_until(lambda: program.memory.keeper.changed_nodes(str(path)), what="the agent's news")
    wait_for(program, "References")


def test_a_clash_with_a_command_names_the_command(start: Start, path: Path) -> None:
    program = looking_at(start, path)
    program.put_caret("Decisions", at_end=True)
    program.type(" For now.")
    set_section(path, "Decisions", "Use pnpm.")
    program.wait_until(lambda: program.session.conflict is not None, what="the clash")
    program.settle()
    assert any("A command of yours wrote it." in words for words in program.bars)
    assert not program.said("evva")


def test_what_a_command_takes_back_is_no_old_copy(start: Start, path: Path) -> None:
    program = looking_at(start, path)
    before = path.read_bytes()
    program.put_caret("Decisions", at_end=True)
    program.type(" For now.")
    program.save()
    oldest = program.desk.history.versions(str(path))[-1]
    command("restore", path, "--version", str(oldest.id))
    assert path.read_bytes() == before
    program.wait_until(lambda: "For now." not in program.text, what="the restored text")
    program.wait_until(lambda: not program.desk.workspace.saves.paths, what="the end of the watch")
    assert path.read_bytes() == before
    assert not program.said("old copy")


def test_undo_after_a_command_merges(start: Start, path: Path) -> None:
    program = looking_at(start, path)
    program.put_caret("Decisions", at_end=True)
    program.type(" For now.")
    program.save()
    set_section(path, "Open issues", "None.")
    program.wait_until(lambda: "None." in program.text, what="the text of the command")
    while "For now." in program.text:
        program.key(Key.Key_Z, CONTROL)
        program.settle()
    program.save()
    assert b"For now." not in path.read_bytes()
    assert b"None." in path.read_bytes()


def test_what_a_command_forgets_leaves_the_open_inbox(start: Start, path: Path) -> None:
    program = looking_at(start, path)
    before = path.read_bytes()
    write_elsewhere(path, before.replace(b"docs/design.md", b"docs/design.md\nAgent line."))
    wait_for(program, "References")
    command("inbox", "forget", program.program.inbox.state.items[0].id)
    assert path.read_bytes() == before
    program.wait_until(lambda: badge(program) == "Inbox", what="nothing left")
    program.wait_until(lambda: "Agent line." not in program.text, what="the document without it")


def test_the_timeline_in_view_follows_a_command(start: Start, path: Path) -> None:
    program = recorded(start, path.parents[2])
    program.window.show_screen(HISTORY)
    timeline = program.program.history.screen.versions.timeline
    program.wait_until(lambda: timeline.changes, what="the timeline")
    set_section(path, "Decisions", "Use pnpm.")
    program.wait_until(lambda: timeline.changes[0].version.author is Author.YOU, what="the change in it")
