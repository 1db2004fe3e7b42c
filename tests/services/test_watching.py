"""A desk, a real watcher and a second process that writes the same file."""

from __future__ import annotations

import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.session import DocumentSession
from memdesk.services.steps.step import StepJob
from memdesk.store.outcomes import FileChange, Merged, Saved
from memdesk.store.sweep import Ending
from memdesk.text.edits import Edit
from memdesk.watch.state import WatchMode, WatchState
from memdesk.watch.watcher import Watcher
from tests.patience import PATIENCE_S, wait_until
from tests.services.conftest import TEXT, make_desk, set_section
from tests.store.stopping import StoppedAfter

AGENT = """
import os, sys, time
from pathlib import Path

path = Path(sys.argv[1])
for number in range(int(sys.argv[2])):
    new = path.read_bytes() + b"- learned %d\\n" % number
    temporary = path.with_name("agent.tmp")
    temporary.write_bytes(new)
    os.replace(temporary, path)
    time.sleep(0.03)
"""


class Window:
    """What the window does with a watcher, in the test's own thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._reported: queue.Queue[frozenset[str] | WatchState] = queue.Queue()
        self.watcher = Watcher(self._reported.put, self._reported.put)
        desk.workspace.informed = self.watcher
        for root in desk.workspace.roots:
            desk.workspace.documents(root.path)
        self.watcher.set_roots(desk.workspace.watch_roots())
        state = self._reported.get(timeout=PATIENCE_S)
        assert isinstance(state, WatchState)
        assert state.mode is WatchMode.WATCHING
        desk.workspace.refresh()

    def take_reports(self, wait_s: float) -> Changes:
        """Take up one report; none within `wait_s` is an empty change."""
        paths = self.reported(wait_s)
        return self.desk.workspace.refresh(paths) if paths else Changes()

    def reported(self, wait_s: float) -> frozenset[str]:
        """The paths of one report; none where none comes within `wait_s`."""
        try:
            reported = self._reported.get(timeout=wait_s)
        except queue.Empty:
            return frozenset()
        assert isinstance(reported, frozenset), reported
        return reported

    def all_reported(self, marker: Path) -> frozenset[str]:
        """Everything that was written before this call and is reported; `marker` is written and not among it."""
        marker.write_bytes(str(time.time_ns()).encode())
        self.watcher.look_again()
        paths: frozenset[str] = frozenset()
        while str(marker) not in paths:
            more = self.reported(PATIENCE_S)
            assert more, "no marker was reported"
            paths |= more
        return paths - {str(marker)}

    def run_until(self, wanted: bytes, session: DocumentSession) -> None:
        wait_until(lambda: wanted in session.data, pause=lambda: self.take_reports(0.1))


@pytest.fixture
def window(desk: Desk) -> Iterator[Window]:
    window = Window(desk)
    yield window
    window.watcher.stop()


def test_what_another_process_writes_reaches_the_buffer(
    window: Window, root: Path, profile: DocumentSession
) -> None:
    profile.text.edit([Edit(len("## Alpha\n"), "first", "mine")])
    subprocess.run([sys.executable, "-c", AGENT, root / "PROFILE.md", "1"], check=True, timeout=PATIENCE_S)
    window.run_until(b"- learned 0\n", profile)
    assert profile.data == TEXT.replace(b"first", b"mine") + b"- learned 0\n"


def test_our_own_saves_are_never_reported(window: Window, root: Path, profile: DocumentSession) -> None:
    told = Changes()
    for number in range(5):
        set_section(window.desk, profile, "Beta", f"number {number}")
        assert isinstance(window.desk.workspace.save(profile.path)[0], Saved)
        told |= window.take_reports(0.2)
    (root / "marker.md").write_bytes(b"x")
    while not told.listed:
        told |= window.take_reports(PATIENCE_S)
    assert told.written == frozenset()
    assert told.arrived == ()


class _StoppedOnceSeen(StoppedAfter):
    """Stopped after the watcher has had time to look at what was done."""

    def stop(self) -> None:
        time.sleep(0.8)
        super().stop()


def test_neither_a_step_that_is_taken_back_nor_one_that_is_finished_later_is_reported(
    window: Window, root: Path
) -> None:
    desk, paths = window.desk, [str(root / f"{number}.md") for number in range(3)]
    for path in paths:
        Path(path).write_bytes(TEXT)
    marker = root / "marker.md"
    assert window.all_reported(marker) == set(paths)
    more = TEXT + b"more\n"
    job = StepJob(
        None, tuple(FileChange(path, TEXT, more, desk.workspace.merge_of(path)) for path in paths), "edit"
    )
    assert desk.steps.run(job, _StoppedOnceSeen(2)).stopped is not None
    assert window.all_reported(marker) == frozenset()
    desk.history.open_change("edit", [(path, TEXT, more) for path in paths])
    assert [swept.ending for swept in desk.recover()] == [Ending.FINISHED]
    assert window.all_reported(marker) == frozenset()
    assert [Path(path).read_bytes() for path in paths] == [more] * 3
    Path(paths[0]).write_bytes(TEXT)
    assert window.all_reported(marker) == {paths[0]}


def test_typing_saving_and_an_agent_at_once_lose_nothing(
    window: Window, root: Path, profile: DocumentSession
) -> None:
    path = root / "PROFILE.md"
    with subprocess.Popen([sys.executable, "-c", AGENT, path, "40"]) as agent:
        number = 0
        while agent.poll() is None:
            number += 1
            at = profile.text.text.index("## Gamma")
            profile.text.edit([Edit(at, "", f"typed {number}\n")])
            result, _ = window.desk.workspace.save(profile.path)
            assert isinstance(result, Saved | Merged)
            window.take_reports(0.02)
    wait_until(
        lambda: not profile.is_dirty and profile.data == path.read_bytes(),
        pause=lambda: window.take_reports(0.2),
    )
    on_disk = path.read_bytes()
    kept = set(on_disk.split(b"\n")).union(
        *(
            window.desk.history.data(version.id).split(b"\n")
            for version in window.desk.history.versions(profile.path)
        )
    )
    assert {b"- learned %d" % learned for learned in range(40)} <= kept
    assert {b"typed %d" % typed for typed in range(1, number + 1)} <= kept
    assert on_disk.startswith(TEXT.partition(b"## Gamma")[0])


def test_a_list_that_began_before_a_write_does_not_bring_the_old_size_back(
    desk: Desk, root: Path, profile: DocumentSession
) -> None:
    begun = desk.workspace.begin_listing(str(root))
    older = desk.workspace.list_documents(desk.workspace.root(str(root)))
    (root / "PROFILE.md").write_bytes(TEXT + b"more\n")
    desk.workspace.refresh([profile.path])
    desk.workspace.take_documents(str(root), older, begun)
    known = desk.workspace.last_known(profile.path)
    assert known is not None
    assert known.size_bytes == len(TEXT) + 5


def test_a_new_fact_in_a_store_beside_the_root_is_noticed(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    store = project / ".claude" / "agent-memory" / "reviewer"
    store.mkdir(parents=True)
    (store / "MEMORY.md").write_text("- [One](one.md) - said once\n")
    (store / "one.md").write_text("---\nname: one\n---\n\nOnce.\n")
    root = home / ".claude"
    root.mkdir()
    (root / "CLAUDE.md").write_text("# Me\n")
    desk = make_desk(home, tmp_path, tuple(discover(installed=False)))
    desk.add_project_folder(str(project))
    desk.workspace.open_root(desk.claim(str(root)))
    window = Window(desk)
    try:
        (store / "node.log").write_text("no memory\n")
        (project / "NOTES.md").write_text("no memory\n")
        new = store / "two.md"
        new.write_text("---\nname: two\n---\n\nTwice.\n")
        assert window.all_reported(root / "marker.md") == {str(new)}
        desk.workspace.refresh([str(new)])
        assert str(new) in [document.path for document in desk.workspace.documents(str(root))]
        new.unlink()
        assert window.all_reported(root / "marker.md") == {str(new)}
    finally:
        window.watcher.stop()
        desk.close()
