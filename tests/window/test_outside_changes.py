"""What other programs write, seen in the window while the user looks, types and saves."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from memdesk.services.documents.changes import Changes
from memdesk.services.documents.meeting_job import MeetingJob
from memdesk.store.outcomes import Merged, Saved, Unchanged
from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.view import LinesView
from tests.window.agent import rewrite, with_body
from tests.window.conftest import Start
from tests.window.homes import MEMORY, make_home, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key, words_in


@pytest.fixture
def memory(root: Path) -> Path:
    """The memory that is open."""
    return memory_of(root)


@pytest.fixture
def program(start: Start, root: Path, memory: Path) -> InsideProgram:
    """The program with the project's memory on screen."""
    program = start(root)
    program.show(memory)
    program.forget_messages()
    return program


def wait_for_text(program: InsideProgram, words: str) -> None:
    program.wait_until(lambda: words in program.text, what=f"{words!r} in the buffer")
    program.settle()


# It arrives


@pytest.mark.parametrize("way", ["rename", "in place"])
def test_a_change_reaches_the_window(program: InsideProgram, memory: Path, way: str) -> None:
    rewrite(memory, "Decisions", "Use pnpm.", way)
    written = os.stat(memory).st_mtime
    program.wait_until(lambda: "Use pnpm." in program.shown, what="the change on the cards")
    sys.stdout.write(f"on the cards {(time.time() - written) * 1000:.0f} ms after it was written ({way})\n")
    assert "Use npm" not in program.shown
    assert program.session.data == memory.read_bytes()
    assert not program.session.is_dirty
    assert program.said("evva changed Decisions in MEMORY.md.")


def test_what_comes_in_is_never_called_unsaved(program: InsideProgram, memory: Path) -> None:
    state, said = program.memory.header.state, list[str]()
    program.memory.open.state_changed.connect(lambda: said.append(state.text()))
    rewrite(memory, "Decisions", "Use pnpm.")
    wait_for_text(program, "Use pnpm.")

    assert set(said) == {""}


def test_a_change_reaches_the_source_too(program: InsideProgram, memory: Path) -> None:
    program.key(Key.Key_M, CONTROL | ALT)
    rewrite(memory, "Decisions", "Use pnpm.")
    program.wait_until(lambda: "Use pnpm." in program.shown, what="the change in the source")


def test_what_the_user_saves_is_no_outside_change(program: InsideProgram, root: Path, memory: Path) -> None:
    arrived: list[Changes] = []
    program.program.outside.changed.connect(arrived.append)
    for number in range(8):
        program.put_caret("Decisions")
        program.type(f"{number} ")
        assert isinstance(program.save(), Saved)
    # Once a later change of another file is seen, the watcher has been past all that was written before.
    rewrite(root / "USER_PROFILE.md", "Preferences", "Long answers.")
    profile = str(root / "USER_PROFILE.md")
    program.wait_until(lambda: any(profile in change.written for change in arrived), what="the other file")
    assert not any(str(memory) in change.written | change.edited for change in arrived)
    assert not any(told.path == str(memory) for change in arrived for told in change.arrived)
    assert not program.said("changed")
    assert not program.memory.keeper.changed_nodes(str(memory))


# Clean


def long_memory() -> bytes:
    facts = b"\n".join(b"- fact %d, which is worth a line" % n for n in range(80))
    decisions = b"\n".join(b"- decision %d, for a reason" % n for n in range(80))
    return with_body(with_body(MEMORY, b"Project facts", facts), b"Decisions", decisions)


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_a_clean_document_keeps_caret_scroll_and_undo(start: Start, home: Path, mode: str) -> None:
    memory = memory_of(make_home(home, long_memory()))
    program = start(memory.parents[2])
    program.show(memory)
    if mode == "source":
        program.key(Key.Key_M, CONTROL | ALT)
    position = program.text.index("decision 40") + 4
    program.editor.go_to(position, focus=True)
    program.type("XY")
    program.save()
    caret, y = program.editor.caret, caret_y(program)
    assert not program.session.is_dirty

    more = b"\n".join(b"- new fact %d" % n for n in range(100))
    rewrite(memory, "Project facts", more.decode())
    wait_for_text(program, "new fact 99")

    moved = len(program.text) - len(long_memory().decode()) - 2
    assert program.editor.caret == caret + moved
    assert program.text[: program.editor.caret].endswith("- deciXY")
    assert abs(caret_y(program) - y) <= 1, "the line with the caret moved on screen"
    assert program.session.text.can_undo
    program.key(Key.Key_Z, CONTROL)
    assert "deciXY" not in program.text
    assert "new fact 99" in program.text
    assert program.session.is_dirty


def caret_y(program: InsideProgram) -> int:
    """How far below the top of the window the caret is."""
    widget = program.focus
    assert isinstance(widget, QTextEdit | QPlainTextEdit)
    viewport = widget.viewport()
    return viewport.mapTo(program.window, QPoint(0, widget.cursorRect().top())).y()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether a file is open for writing")
def test_a_file_that_is_being_written_is_waited_for(program: InsideProgram, memory: Path) -> None:
    program.put_caret("References")
    program.type("mine ")
    program.save()
    before, focus = program.text, program.focus
    seen = {before}
    writer = threading.Thread(target=rewrite, args=(memory, "Decisions", "Use pnpm.", "slowly"))
    writer.start()
    while "pnpm" not in program.text:
        seen.add(program.text)
        QTest.qWait(5)
    writer.join()
    assert seen == {before}, "the buffer held a half-written file"
    assert program.focus is focus
    program.key(Key.Key_Z, CONTROL)
    assert "mine docs" not in program.text


# Dirty


def test_what_does_not_clash_is_merged_into_the_unsaved_text(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("MINE ")
    rewrite(memory, "Open issues", "All solved.")
    wait_for_text(program, "All solved.")
    assert "MINE Use npm" in program.text
    assert program.session.is_dirty
    assert program.said("It is merged with your text.")
    assert not program.bars
    program.type("MORE ")
    assert isinstance(program.save(), Saved)
    wanted = with_body(MEMORY, b"Open issues", b"All solved.")
    assert memory.read_bytes() == wanted.replace(b"Use npm", b"MINE MORE Use npm")
    assert not program.session.is_dirty


CHOICES = [
    ("Keep mine", b"MINE Use npm, not yarn."),
    ("Take theirs", b"Use pnpm."),
]


def clash(program: InsideProgram, memory: Path) -> None:
    """Both change the same section, and another program one more."""
    program.put_caret("Decisions")
    program.type("MINE ")
    rewrite(memory, "Decisions", "Use pnpm.")
    rewrite(memory, "Open issues", "All solved.")
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.wait_until(lambda: program.bars, what="the bar")
    program.settle()


@pytest.mark.parametrize(("choice", "decisions"), CHOICES)
def test_a_clash_is_settled_by_a_button(
    program: InsideProgram, memory: Path, choice: str, decisions: bytes
) -> None:
    clash(program, memory)
    assert any("Decisions changed here and on disk." in words for words in program.bars)
    assert "MINE Use npm" in program.text
    program.click(choice)
    assert not program.bars
    wanted = with_body(with_body(MEMORY, b"Open issues", b"All solved."), b"Decisions", decisions)
    assert program.session.data == wanted
    program.put_caret("Decisions")
    program.type("+")
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == wanted.replace(decisions, b"+" + decisions)
    assert not program.session.is_dirty


def test_keep_both_keeps_both(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.click("Keep both")
    assert not program.bars
    assert isinstance(program.save(), Saved)
    saved = memory.read_bytes()
    assert saved.index(b"## Decisions") < saved.index(b"MINE Use npm, not yarn.") < saved.index(b"## Open")
    assert saved.index(b"## Decisions") < saved.index(b"Use pnpm.") < saved.index(b"## Open")
    assert b"All solved." in saved


def test_a_clash_stops_neither_typing_nor_its_undo(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.type("MORE ")
    assert "MINE MORE Use npm" in program.text
    on_disk = memory.read_bytes()
    program.save()
    assert memory.read_bytes() == on_disk, "a save in conflict wrote"
    assert program.said("Your text is kept.")
    assert program.bars
    assert "MINE MORE Use npm" in program.text
    program.click("Take theirs")
    assert "MINE" not in program.text
    program.key(Key.Key_Z, CONTROL)
    assert "MINE MORE Use npm" in program.text, "taking theirs is a step of undo"


def test_the_diff_shows_mine_against_the_disk_and_goes_on_doing_so(
    program: InsideProgram, memory: Path
) -> None:
    clash(program, memory)
    program.window.actions_table["view.diff"].trigger()
    assert program.memory.frame.right_shown
    both = {
        "-": ["Use pnpm.", "All solved."],
        "+": ["MINE Use npm, not yarn.", "The importer is slow."],
    }
    program.wait_until(lambda: compared(program) == both, what="what both wrote")
    program.put_caret("Decisions")
    program.type("z")
    program.wait_until(lambda: "zMINE Use npm, not yarn." in compared(program)["+"], what="the new text")
    assert "Use pnpm." in compared(program)["-"]
    program.click("Take theirs")
    program.wait_until(lambda: compared(program) == {"-": [], "+": []}, what="no difference")


def compared(program: InsideProgram) -> dict[str, list[str]]:
    """What the tab "Diff" says is on disk alone, and here alone."""
    found: dict[str, list[str]] = {"-": [], "+": []}
    for view in program.memory.preview.findChildren(LinesView):
        if view.isVisible() and view.accessibleName() == "Unsaved changes":
            found["-"] += [line.text for line in view.lines if line.kind is LineKind.REMOVED]
            found["+"] += [line.text for line in view.lines if line.kind is LineKind.ADDED]
    return found


# One undo for all


def test_undo_takes_back_own_edits_alone_across_views_saves_and_other_writers(
    program: InsideProgram, memory: Path
) -> None:
    program.put_caret("Project facts")
    program.type("one ")
    program.key(Key.Key_M, CONTROL | ALT)
    program.editor.go_to(program.text.index("Use npm"), focus=True)
    program.type("two ")
    rewrite(memory, "References", "docs/plan.md")
    wait_for_text(program, "docs/plan.md")
    assert isinstance(program.save(), Saved | Merged)
    theirs = with_body(MEMORY, b"References", b"docs/plan.md")
    ours = theirs.replace(b"Go service", b"one Go service").replace(b"Use npm", b"two Use npm")
    assert memory.read_bytes() == ours

    seen = [program.session.data]
    while program.session.text.can_undo:
        program.key(Key.Key_Z, CONTROL)
        seen.append(program.session.data)
        assert b"docs/plan.md" in seen[-1]
        assert len(seen) < 20
    assert seen[-1] == theirs
    assert theirs.replace(b"Go service", b"one Go service") in seen
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == theirs
    while program.session.text.can_redo:
        program.key(Key.Key_Z, CONTROL | SHIFT)
    assert program.session.data == ours
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == ours


def test_a_save_without_a_change_writes_nothing(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("x")
    program.key(Key.Key_Backspace)
    before = os.stat(memory)
    if program.session.is_dirty or program.window.actions_table["file.save"].isEnabled():
        assert isinstance(program.save(), Unchanged)
    after = os.stat(memory)
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_what_is_undone_during_a_save_can_be_saved_at_once(program: InsideProgram, memory: Path) -> None:
    before = memory.read_bytes()
    table = program.window.actions_table
    program.put_caret("Decisions")
    program.type("x")
    program.wait_until(table["edit.undo"].isEnabled, what="a step of undo")
    with memory.open("ab"):  # A save waits whether this is going to write.
        program.key(Key.Key_S, CONTROL)
        assert program.session.is_saving
        program.key(Key.Key_Z, CONTROL)
        program.key(Key.Key_S, CONTROL)
    program.wait_until(lambda: len(program.saves) == 2, what="both saves")
    assert memory.read_bytes() == before
    assert not program.session.is_dirty


# Large documents

LARGE_TEXT = b"\n".join(
    b"## Section %d\n- A line of memory, as long as most of them are.\n" % n for n in range(400)
)


@pytest.fixture
def large(start: Start, home: Path) -> tuple[InsideProgram, Path]:
    """The program with a document on screen that a worker brings together with the disk."""
    root = make_home(home, LARGE_TEXT)
    program = start(root)
    program.show(memory_of(root))
    program.editor.focus_section("Section 3")
    program.forget_messages()
    return program, memory_of(root)


def test_what_is_typed_while_a_worker_merges_is_merged_too(large: tuple[InsideProgram, Path]) -> None:
    program, path = large
    program.type("one ")
    end = threading.Event()
    try:
        for _ in range(2):  # as many as there are workers
            program.program.tasks.run(end.wait, lambda _: None)
        path.write_bytes(LARGE_TEXT + b"- by the agent\n")
        program.wait_until(lambda: program.program.outside.is_behind, what="the change is noticed")
        QTest.keyClicks(program.window.focusWidget(), "two ")
        assert "one two " in program.text
        assert "by the agent" not in program.text
    finally:
        end.set()
    wait_for_text(program, "by the agent")
    assert "one two " in program.text
    program.wait_until(lambda: program.said("It is merged with your text."), what="the sentence")
    program.key(Key.Key_Z, CONTROL)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.session.data == path.read_bytes(), what="the agent's line alone")


def test_a_save_while_a_worker_merges_keeps_both(large: tuple[InsideProgram, Path]) -> None:
    program, path = large
    program.type("mine ")
    path.write_bytes(LARGE_TEXT + b"- by the agent\n")
    assert isinstance(program.save(), Merged | Saved | Unchanged)
    program.wait_until(lambda: not program.program.outside.is_behind, what="all is taken up")
    program.settle()
    assert b"mine " in path.read_bytes()
    assert path.read_bytes().endswith(b"- by the agent\n")
    assert program.session.data == path.read_bytes()
    assert not program.session.is_dirty


def test_a_large_document_that_is_clean_is_read_anew(large: tuple[InsideProgram, Path]) -> None:
    program, path = large
    path.write_bytes(LARGE_TEXT + b"- by the agent\n")
    wait_for_text(program, "by the agent")
    program.wait_until(lambda: program.said("evva changed Section 399 in MEMORY.md."), what="the sentence")
    assert program.session.data == path.read_bytes()
    assert not program.session.is_dirty
    path.unlink()
    program.wait_until(lambda: program.session.is_removed, what="it is gone")


def test_what_breaks_in_the_worker_is_done_in_the_window(
    large: tuple[InsideProgram, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, path = large
    told = list[object]()
    program.program.tasks.failed.disconnect(program.program.crash.take)
    program.program.tasks.failed.connect(told.append)
    monkeypatch.setattr(MeetingJob, "run", lambda job, _data: job.no_such_name)
    program.type("mine ")
    path.write_bytes(LARGE_TEXT + b"- by the agent\n")
    wait_for_text(program, "by the agent")
    assert "mine " in program.text
    assert isinstance(told[0], AttributeError)
    program.wait_until(lambda: not program.program.outside.is_behind, what="the end of it")


def test_what_is_no_name_has_a_capital_where_it_begins_a_sentence(start: Start, home: Path) -> None:
    own = home / ".claude" / "CLAUDE.md"
    own.parent.mkdir()
    own.write_text("About me.\n\n## Tone\n\nShort.\n")
    program = start(own.parent)
    program.show(own)
    program.editor.focus_text()
    program.key(Key.Key_Home, CONTROL)
    program.type("MINE ")
    own.write_text("THEIRS about me.\n\n## Tone\n\nShort.\n")
    program.wait_until(lambda: program.bars, what="the bar")
    assert any("The text before the first heading changed here and on disk." in bar for bar in program.bars)
    assert program.said("A program changed the text before the first heading in CLAUDE.md")


def test_problems_are_looked_for_while_agents_write_all_the_time(
    program: InsideProgram, memory: Path
) -> None:
    problems, looked = program.program.problems, list[object]()
    program.wait_until(lambda: problems.report.files, what="the first look")
    problems.looked.connect(looked.append)

    def has_looked_while_they_write() -> bool:
        problems.take_up(Changes(written=frozenset({str(memory)})))  # as each of their writes does
        return bool(looked)

    program.wait_until(has_looked_while_they_write, what="a look at what they wrote")


@pytest.mark.parametrize("expected_warnings", [["unexpected ZeroDivisionError at .*test_outside_changes.py"]])
def test_an_error_at_one_batch_keeps_none_of_the_others_waiting(
    start: Start, root: Path, expected_warnings: list[str]
) -> None:
    program = start(root)
    memory, profile = memory_of(root), root / "USER_PROFILE.md"
    program.show(memory)
    taken: list[frozenset[str]] = []

    def take(paths: frozenset[str]) -> frozenset[str]:
        taken.append(paths)
        if len(taken) == 1:
            raise ZeroDivisionError
        return frozenset()

    outside = program.program.outside
    outside.hold_back = take
    outside._told.extend([frozenset({str(profile)}), frozenset({str(memory)})])
    outside._bell.ring()
    program.wait_until(lambda: len(taken) > 1, what="the second batch")
    assert taken[:2] == [{str(profile)}, {str(memory)}]


def test_a_document_on_screen_that_may_not_be_written_any_more_takes_no_keys(
    program: InsideProgram, memory: Path, tmp_path: Path
) -> None:
    def is_locked() -> bool:
        return all(body.isReadOnly() for body in program.editor.findChildren(QTextEdit) if body.isVisible())

    outside = tmp_path / "elsewhere.md"
    memory.rename(outside)
    memory.symlink_to(outside)
    program.program.taking_up.look_again()
    program.wait_until(is_locked, what="the cards to take no keys")
    assert program.memory.header.state.text() == "Read-only"

    memory.unlink()
    outside.rename(memory)
    program.program.taking_up.look_again()
    program.wait_until(lambda: not is_locked(), what="the cards to take keys again")
    assert program.memory.header.state.text() == ""


def test_a_document_on_screen_that_is_removed_stays_there_and_says_so(start: Start, home: Path) -> None:
    folder = home / ".config/ok/shared/memory"
    folder.mkdir(parents=True)
    for name in ("oven-one", "oven-two"):
        fact = (
            f"---\nname: {name}\ndescription: About {name}\nmetadata:\n  type: project\n---\n\nIt is hot.\n"
        )
        (folder / f"{name}.md").write_text(fact)
    (folder / "MEMORY.md").write_text("# Memory\n")
    program = start(home / ".config/ok")
    path = folder / "oven-two.md"
    program.show(path)
    program.wait_until(lambda: program.memory.model.index_of(str(path)).isValid(), what="its row")
    path.unlink()
    program.wait_until(lambda: not program.memory.model.index_of(str(path)).isValid(), what="its end")
    program.settle()
    assert program.session.path == str(path)
    assert "oven-two.md was removed" in words_in(program.memory.bars)
