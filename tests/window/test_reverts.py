"""An agent writes its old copy back over what was saved: the window notices, puts ours back, or asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from memdesk.services.steps.revert_watch import REAPPLIED
from memdesk.ui.memory.reverting import LOOK_EVERY_MS
from tests.window.agent import rewrite, write_by_rename
from tests.window.conftest import Start
from tests.window.homes import MEMORY, PROFILE, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key

LEARNED = MEMORY.replace(b"docs/design.md", b"docs/design.md\nand the plan")
MINE = MEMORY.replace(b"Use npm", b"mine Use npm")
BOTH = LEARNED.replace(b"Use npm", b"mine Use npm")
SAID = "evva wrote its old copy back over 1 section you saved"


@pytest.fixture
def memory(root: Path) -> Path:
    """The memory that is open."""
    return memory_of(root)


@pytest.fixture
def program(start: Start, root: Path, memory: Path) -> InsideProgram:
    """The program with the project's memory on screen, in which a section was saved just now."""
    program = start(root)
    program.show(memory)
    save(program, "Decisions", "mine ")
    assert memory.read_bytes() == MINE
    program.forget_messages()
    return program


def save(program: InsideProgram, heading: str, words: str) -> None:
    program.put_caret(heading)
    program.type(words)
    program.save()


def write_back(program: InsideProgram, path: Path, data: bytes) -> None:
    """The agent writes, and the window says something about it."""
    program.forget_messages()
    write_by_rename(str(path), data)
    wait(program, lambda: program.said("old copy"), "a word on the old copy")
    program.settle()


def wait(program: InsideProgram, is_so: Callable[[], object], what: str) -> None:
    program.wait_until(is_so, what=what)


def _lines(data: bytes) -> list[bytes]:
    """The lines that have words, wherever they stand."""
    return sorted(filter(None, data.split(b"\n")))


def bar(program: InsideProgram) -> str:
    """What the bar says, empty while it is not there."""
    shown = program.memory.revert_bar
    return shown.accessibleName() if shown.isVisible() else ""


def click(program: InsideProgram, text: str) -> None:
    """Click a button of the bar."""
    buttons = program.memory.revert_bar.findChildren(QAbstractButton)
    (found,) = (button for button in buttons if button.text() == text)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    program.settle()


def test_ours_is_put_back_with_what_the_agent_added(program: InsideProgram, memory: Path) -> None:
    write_back(program, memory, LEARNED)
    assert program.said(SAID)
    assert memory.read_bytes() == BOTH == program.session.data
    assert not program.session.is_dirty
    assert bar(program).startswith(f"Put back again. {SAID}")
    newest = program.desk.history.versions(str(memory))[0]
    assert (newest.why, program.desk.history.data(newest.id)) == (REAPPLIED, BOTH)


def test_an_agent_in_another_process_that_read_before_the_save(program: InsideProgram, memory: Path) -> None:
    save(program, "Project facts", "two ")
    both = MINE.replace(b"Go service", b"two Go service")
    write_by_rename(str(memory), MEMORY)  # what it had read, and then goes on with
    rewrite(memory, "Open issues", "None.")
    wait(program, lambda: memory.read_bytes() == both.replace(b"The importer is slow.", b"None."), "both")


def test_it_is_noticed_where_no_watcher_tells(program: InsideProgram, memory: Path) -> None:
    """A save that is written over before the watcher saw it is no change to it; where it polls, it would be late."""
    program.program.outside.stop()
    write_back(program, memory, MEMORY)
    assert memory.read_bytes() == MINE


def test_what_was_typed_and_its_undo_never_meet_the_old_copy(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Open issues")
    program.type("typed ")
    write_back(program, memory, LEARNED)
    wanted = BOTH.replace(b"The importer", b"typed The importer")
    wait(program, lambda: program.session.data == wanted, "the agent's words in the buffer")
    assert memory.read_bytes() == BOTH
    assert not program.said("can no longer be undone")
    for _ in range(20):
        program.key(Key.Key_Z, CONTROL)
        if not program.session.text.can_undo:
            break
    assert program.session.data == LEARNED


def test_undo_gives_the_file_to_the_agent(program: InsideProgram, memory: Path) -> None:
    write_back(program, memory, LEARNED)
    click(program, "Undo")
    wait(program, lambda: memory.read_bytes() == LEARNED == program.session.data, "the agent's copy")
    assert bar(program) == ""
    QTest.qWait(LOOK_EVERY_MS + 100)
    assert memory.read_bytes() == LEARNED
    program.key(Key.Key_Z, CONTROL)
    wait(program, lambda: memory.read_bytes() == BOTH, "ours once more")


def test_an_agent_that_goes_on_is_asked_about(program: InsideProgram, memory: Path) -> None:
    for _ in range(2):
        write_back(program, memory, LEARNED)
        assert memory.read_bytes() == BOTH
    write_back(program, memory, LEARNED)
    assert bar(program).endswith("Yours was put back before. Put it back once more?")
    assert memory.read_bytes() == LEARNED
    assert [one.offer_icon for one in program.messages if one.offer == "Show"] == ["eye"]
    click(program, "Put back")
    wait(program, lambda: memory.read_bytes() == BOTH == program.session.data, "ours")
    assert bar(program) == ""


def test_a_copy_that_contradicts_us_is_asked_about_and_may_be_left(
    program: InsideProgram, memory: Path
) -> None:
    save(program, "Open issues", "mine ")
    theirs = MEMORY.replace(b"The importer is slow.", b"Nothing is slow.")
    write_back(program, memory, theirs)
    assert bar(program).endswith("It also changed the same as you. Put yours back beside it?")
    wait(program, lambda: program.session.data == theirs, "the agent's words in the buffer")
    click(program, "History")
    assert program.memory.preview.history.isVisible()
    click(program, "Leave it")
    assert bar(program) == ""
    QTest.qWait(LOOK_EVERY_MS + 100)
    assert memory.read_bytes() == theirs


@pytest.mark.parametrize(
    ("left", "said", "back"),
    [
        (b"## Learned\nmuch\n", "took out most of", MINE + b"## Learned\nmuch\n"),
        (b"\x00\x01\x00", "no text over", MINE),
    ],
    ids=["mostly gone", "no text"],
)
def test_what_went_with_most_of_the_text_is_asked_about(
    program: InsideProgram, memory: Path, left: bytes, said: str, back: bytes
) -> None:
    write_by_rename(str(memory), left)
    wait(program, lambda: said in bar(program), "a question")
    program.settle()
    assert memory.read_bytes() == left
    click(program, "Put back")
    wait(program, lambda: _lines(memory.read_bytes()) == _lines(back), "what was there")
    wait(program, lambda: bar(program) == "", "the end of the question")
    wait(program, lambda: program.session.data == memory.read_bytes(), "the same on screen")


def test_one_answer_puts_back_all_that_is_missing(program: InsideProgram, memory: Path) -> None:
    """Nobody answers the first question before the agent takes out what was saved after it."""
    for _ in range(2):
        write_back(program, memory, LEARNED)
    write_back(program, memory, LEARNED)
    assert "1 section" in bar(program)
    wait(program, lambda: program.session.data == LEARNED, "the agent's words in the buffer")
    save(program, "Project facts", "two ")
    write_back(program, memory, LEARNED)
    wait(program, lambda: "2 sections" in bar(program), "both in one question")
    click(program, "Put back")
    both = BOTH.replace(b"Go service", b"two Go service")
    wait(program, lambda: memory.read_bytes() == both == program.session.data, "both")
    assert bar(program) == ""
    QTest.qWait(LOOK_EVERY_MS + 100)
    assert bar(program) == ""


def test_a_question_goes_when_nothing_is_missing_any_more(program: InsideProgram, memory: Path) -> None:
    for _ in range(3):
        write_back(program, memory, LEARNED)
    assert "Put it back once more?" in bar(program)
    write_by_rename(str(memory), BOTH)
    wait(program, lambda: bar(program) == "", "no question")
    write_by_rename(str(memory), LEARNED)
    wait(program, lambda: "Put it back once more?" in bar(program), "the question again")


def test_a_question_that_was_waved_away_does_not_come_again(program: InsideProgram, memory: Path) -> None:
    for _ in range(3):
        write_back(program, memory, LEARNED)
    assert bar(program)
    program.memory.revert_bar.dismissed.emit()
    program.forget_messages()
    write_by_rename(str(memory), MEMORY)
    wait(program, lambda: program.session.data == MEMORY, "what the agent wrote")
    QTest.qWait(LOOK_EVERY_MS + 100)
    assert bar(program) == ""
    assert not program.said("old copy")


def test_a_document_that_is_not_on_screen_is_watched(
    program: InsideProgram, root: Path, memory: Path
) -> None:
    profile = root / "USER_PROFILE.md"
    program.show(profile)
    save(program, "Preferences", "mine ")
    program.show(memory)
    write_back(program, profile, PROFILE)
    assert bar(program) == ""
    assert profile.read_bytes() == PROFILE.replace(b"Short", b"mine Short")
    program.show(profile)
    assert SAID in bar(program)
