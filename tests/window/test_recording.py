"""While the window is open, everything that is seen in a document can be had back."""

from __future__ import annotations

import threading
import time
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.services.history.recorder import Recorded
from tests.patience import wait_until
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import InsideProgram, Key, words_in
from tests.window.test_moving_facts import Open, samples

__all__ = ("samples",)


def texts(program: InsideProgram, path: Path) -> list[bytes]:
    """What the history holds of a document, newest first."""
    history = program.desk.history
    return [history.data(found.id) for found in history.versions(str(path))]


def answer(program: InsideProgram, words: str) -> None:
    """Press a button of the question by keyboard."""
    program.button(words).setFocus()
    program.key(Key.Key_Space)
    program.settle()


def test_a_first_copy_is_kept_when_the_user_wants_it(start: Start, root: Path) -> None:
    program = start(root)
    bar = program.memory.recording_bar
    program.wait_until(bar.isVisible, what="the question")
    assert texts(program, memory_of(root)) == []
    answer(program, "Keep copies")
    assert not bar.isVisible()
    program.wait_until(lambda: texts(program, memory_of(root)) == [MEMORY], what="the first copy")
    program.close()
    again = start(root)
    again.settle()
    assert not again.memory.recording_bar.isVisible(), "it asks once"


def test_a_file_that_two_agents_read_is_counted_once(samples: Open) -> None:
    inside = samples("claude_code", "ub").inside
    workspace = inside.desk.workspace
    read = [
        document.path
        for root in workspace.roots
        for document in workspace.last_documents(root.path)
        if document.exists
    ]
    assert len(read) > len(set(read)), "there is such a file"
    assert f" {len(set(read))} files " in words_in(inside.memory.recording_bar)


def test_what_an_agent_writes_over_what_it_wrote_is_kept(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    for number in range(3):
        path.write_bytes(MEMORY + b"- %d\n" % number)
        program.wait_until(lambda: texts(program, path)[:1] == [path.read_bytes()], what="the version")
    assert texts(program, path) == [MEMORY + b"- %d\n" % number for number in (2, 1, 0)]


def test_what_was_on_screen_when_an_agent_wrote_over_it_is_kept(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    path.write_bytes(b"## Decisions\n- all anew\n")
    program.wait_until(lambda: len(texts(program, path)) == 2, what="both versions")
    assert texts(program, path) == [path.read_bytes(), MEMORY]


def test_what_an_agent_writes_while_the_window_is_busy_is_kept(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    program.settle()
    written = [MEMORY + b"- %d\n" % number for number in range(2)]

    def is_kept(data: bytes) -> bool:
        return data in texts(program, path)

    for data in written:
        path.write_bytes(data)
        wait_until(partial(is_kept, data))  # no event is handled meanwhile
    assert program.session.base == MEMORY
    assert texts(program, path) == [*reversed(written), MEMORY]
    program.wait_until(lambda: program.session.base == written[-1], what="the last of it on screen")
    program.settle()
    assert texts(program, path) == [*reversed(written), MEMORY]


def test_what_was_shown_never_stands_behind_what_came_after_it(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    program.settle()
    last = MEMORY

    def write() -> None:
        nonlocal last
        for number in range(60):
            last += b"- %d\n" % number
            beside = path.with_suffix(".tmp")
            beside.write_bytes(last)
            beside.replace(path)
            time.sleep(0.02 + 0.01 * (number % 5))

    agent = threading.Thread(target=write)
    agent.start()
    while agent.is_alive():
        # As on focus: the window looks by itself, not only where the watcher tells it.
        program.program.taking_up.look_again()
        QTest.qWait(7)
    agent.join()
    program.wait_until(lambda: program.session.base == last, what="the last of it on screen")
    program.wait_until(lambda: texts(program, path)[:1] == [last], what="the last version")
    program.settle()
    kept = texts(program, path)[::-1]
    assert kept == sorted(kept, key=len), "each version has all of the one before"
    assert kept[0] == MEMORY


def test_nothing_is_kept_of_a_folder_where_it_is_not_wanted(
    start: Start, root: Path, qapp: QApplication
) -> None:
    program = start(root)
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    answer(program, "Not here")
    before = program.states
    memory_of(root).write_bytes(MEMORY + b"- new\n")
    program.show(memory_of(root))
    program.wait_until(lambda: "- new" in program.text, what="the change")
    qapp.processEvents()
    assert texts(program, memory_of(root)) == []
    assert program.states >= before


@pytest.mark.parametrize("after_ms", [0, 400])
def test_a_file_that_was_removed_and_made_again_is_kept_again(
    start: Start, tmp_path: Path, after_ms: int
) -> None:
    root = tmp_path / "claude"
    memory = root / "projects" / "-tmp-x" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_bytes(b"- [one](one.md)\n")
    fact, text = memory / "one.md", b"---\nname: one\ndescription: 1\n---\n\nOne.\n"
    fact.write_bytes(text)
    program = start(root)
    answer(program, "Keep copies")
    program.wait_until(lambda: texts(program, fact) == [text], what="the first copy")
    program.memory.tree.select(str(fact))
    program.memory.tree.focus_tree()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: not fact.exists(), what="it to be gone")
    QTest.qWait(after_ms)
    fact.write_bytes(text)

    def is_known_again() -> bool:
        versions = program.desk.history.versions(str(fact))
        return [version.removed for version in versions[:2]] == [False, True]

    program.wait_until(is_known_again, what="the version after the removal")


def unwatched(start: Start, root: Path) -> tuple[InsideProgram, Path]:
    """A program that has the first copy of a document, and is told of no change but by the test."""
    program, path = start(root), memory_of(root)
    answer(program, "Keep copies")
    program.wait_until(lambda: texts(program, path) == [MEMORY], what="the first copy")
    program.program.outside.pause()
    return program, path


def test_what_was_kept_at_once_is_not_looked_at_once_more(start: Start, root: Path) -> None:
    program, path = unwatched(start, root)
    recording = program.program.recording
    told: list[Recorded] = []
    recording.recorded.connect(told.append)
    path.write_bytes(MEMORY + b"- one\n")
    recording.note_at_once([str(path)])
    path.write_bytes(MEMORY + b"- two\n")
    recording.note([str(path)])
    assert texts(program, path) == [MEMORY + b"- one\n", MEMORY]
    assert told == [Recorded(documents=1, versions=1)]
    program.program.outside.resume()
    program.wait_until(lambda: texts(program, path)[:1] == [MEMORY + b"- two\n"], what="what the watcher saw")


def test_what_was_settled_and_not_noted_hides_nothing_that_is_written_later(start: Start, root: Path) -> None:
    program, path = unwatched(start, root)
    recording = program.program.recording
    recording.note_at_once([str(path)])
    # As after a removal of ours: nobody notes it, and no listing has the document for a moment.
    recording._standing.follow(frozenset())
    path.write_bytes(MEMORY + b"- again\n")
    recording.note_at_once([str(path)])
    recording.note([str(path)])
    program.wait_until(lambda: texts(program, path)[:1] == [MEMORY + b"- again\n"], what="what was written")
