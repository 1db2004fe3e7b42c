"""A disk that does not answer, as a network mount whose server is away: the window goes on, and takes up what comes."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memdesk.services.inbox.deeds import InboxDeeds
from memdesk.services.machine.machine import MachineView
from memdesk.ui.memory.live_preview import LivePreview
from tests.patience import PATIENCE_S
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram, Key
from tests.window.test_inbox_deeds import Inbox
from tests.window.test_inbox_writing import editor_of


class Hanging:
    """Whatever is asked of the disk below a folder waits until it answers again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers = threading.Event()
        self.answers.set()
        self.folder = ""
        self.asked: list[str] = []
        self.by_the_window: list[str] = []
        for name in ("read", "info", "entries", "folder_names", "real_path"):
            monkeypatch.setattr(MachineView, name, self._waiting(getattr(MachineView, name)))

    def _waiting(self, ask: Any) -> Any:
        def asked(view: MachineView, path: str, *more: Any) -> Any:
            if self.folder and path.startswith(self.folder) and not self.answers.is_set():
                if threading.current_thread() is threading.main_thread():
                    self.by_the_window.append("".join(traceback.format_stack(limit=12)))
                else:
                    self.asked.append(path)
                    self.answers.wait(2 * PATIENCE_S)
            return ask(view, path, *more)

        return asked

    def hang(self, folder: Path) -> None:
        self.folder = str(folder)
        self.answers.clear()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    disk = Hanging(monkeypatch)
    yield disk
    disk.answers.set()
    assert not disk.by_the_window, "\n".join(disk.by_the_window)


@pytest.fixture
def program(start: Start, root: Path, disk: Hanging) -> InsideProgram:
    program = start(root)
    program.show(memory_of(root))
    return program


def test_the_window_goes_on_while_the_disk_hangs_and_takes_up_what_comes(
    program: InsideProgram, root: Path, disk: Hanging
) -> None:
    memory, profile = memory_of(root), root / "USER_PROFILE.md"
    program.put_caret("Decisions")
    disk.hang(root)
    memory.write_bytes(memory.read_bytes() + b"- by the agent\n")
    program.program.taking_up.look_again()
    program.wait_until(lambda: disk.asked, what="a look at the disk")
    program.type("mine ")
    assert "mine " in program.text
    assert not program.memory.show_document(str(profile)) or program.session.path == str(memory)
    program.type("still ")
    assert "mine still " in program.text
    assert "by the agent" not in program.text
    disk.answers.set()
    program.wait_until(lambda: not program.program.tasks.busy, what="the workers")
    assert program.session.path == str(profile)
    program.show(memory)
    program.wait_until(lambda: "by the agent" in program.text, what="what the agent wrote")
    assert "mine still " in program.text


def test_the_sections_of_a_document_and_a_search_of_its_agent_wait_in_a_worker(
    program: InsideProgram, root: Path, disk: Hanging
) -> None:
    profile = str(root / "USER_PROFILE.md")
    disk.hang(root)
    program.memory.keeper.load_sections(profile)
    live: LivePreview = program.memory.live
    live.forget_saved()
    program.memory.preview.query_changed.emit("npm")
    program.key(Key.Key_F5)
    program.wait_until(lambda: profile in disk.asked, what="a look at the disk")
    disk.answers.set()
    program.wait_until(lambda: not program.program.tasks.busy, what="the workers")


def test_who_writes_in_a_card_of_the_inbox_does_not_wait_for_its_document(
    start: Start, home: Path, disk: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = Inbox(start, home)
    inbox.learn("alpha", "beta")
    inbox.come()
    workspace = inbox.program.program.desk.workspace
    inbox.program.memory.open.close()
    assert str(inbox.path) not in workspace.sessions
    body = InboxDeeds.body

    def body_and_no_more(deeds: InboxDeeds, item: Any) -> str | None:
        found = body(deeds, item)
        disk.hang(inbox.path.parent)
        return found

    monkeypatch.setattr(InboxDeeds, "body", body_and_no_more)
    editor = editor_of(inbox)
    inbox.program.type("Typed ")
    assert "Typed " in editor.toPlainText()
    inbox.program.wait_until(lambda: str(inbox.path) in disk.asked, what="a look at the disk")
    disk.answers.set()
    inbox.program.wait_until(lambda: str(inbox.path) in workspace.sessions, what="the open document")
