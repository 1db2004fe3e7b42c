"""A large document is read by a worker: it comes a moment later, and what one asked for since wins."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from memdesk.services.documents.opening_job import OpeningJob
from memdesk.services.documents.session import DocumentSession
from memdesk.services.remembered.places import Place, PlaceKind
from memdesk.services.workspace.workspace import LARGE
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.screens import HISTORY, MEMORY
from tests.patience import PATIENCE_S
from tests.window.conftest import Start
from tests.window.homes import PROFILE, make_home, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key, words_in
from tests.window.test_stopping import part

LINES = b"- a line of memory\n" * 20
LARGE_TEXT = b"".join(b"## Part %d\n%s\n" % (number, LINES) for number in range(60))


@pytest.fixture
def large(home: Path) -> Path:
    """A home with a small profile and a large memory; gives the latter."""
    assert len(LARGE_TEXT) > LARGE
    return memory_of(make_home(home, LARGE_TEXT))


@pytest.fixture
def program(start: Start, large: Path) -> InsideProgram:
    """The program with the small document on screen."""
    program = start(root_of(large))
    program.show(small_of(large))
    program.desk.workspace.close_document(str(large))
    return program


@pytest.fixture
def gate(program: InsideProgram, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until it is set, nobody reads a large document."""
    gate, run = threading.Event(), OpeningJob.run

    def run_late(job: OpeningJob) -> DocumentSession:
        if job.is_large:
            gate.wait(PATIENCE_S)
        return run(job)

    monkeypatch.setattr(OpeningJob, "run", run_late)
    yield gate
    gate.set()


def root_of(large: Path) -> Path:
    return large.parents[2]


def small_of(large: Path) -> Path:
    return root_of(large) / "USER_PROFILE.md"


def shown_path(memory: MemoryScreen) -> str:
    assert memory.open.session is not None
    return memory.open.session.path


def test_the_last_document_stays_until_a_large_one_is_there(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    memory, followed = program.memory, list[str]()
    assert memory.show_document(str(large), lambda: followed.append(shown_path(memory)))
    assert shown_path(memory) == str(small_of(large))
    assert not followed
    gate.set()
    program.settle()
    assert followed == [str(large)]
    assert program.text.encode() == LARGE_TEXT
    assert "a line of memory" in program.shown


def test_it_does_not_wait_for_what_nobody_waits_for(program: InsideProgram, large: Path) -> None:
    busy = threading.Event()
    for _ in range(4):
        program.program.tasks.run(busy.wait, lambda _: None)
    program.memory.show_document(str(large))
    program.wait_until(lambda: shown_path(program.memory) == str(large), what="the document")
    busy.set()


def test_who_moves_on_before_it_is_there_stays_there(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    followed = list[bool]()
    memory = program.memory
    memory.show_document(str(large), lambda: followed.append(True))
    memory.show_document(str(small_of(large)))
    gate.set()
    program.settle()
    assert shown_path(memory) == str(small_of(large))
    assert not followed
    target = memory.tree.target
    assert target is not None
    assert target.document is not None
    assert target.document.path == str(small_of(large))
    assert str(large) not in program.desk.workspace.sessions


def test_a_row_of_no_document_that_was_moved_to_stays_current(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    memory = program.memory
    memory.tree.focus_tree()
    memory.show_document(str(large))
    program.key(Key.Key_Home)
    gate.set()
    program.settle()
    assert shown_path(memory) == str(large)
    target = memory.tree.target
    assert target is not None
    assert target.document is None


def test_keys_pressed_for_a_text_that_is_not_there_yet_reach_no_file(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    memory = program.memory
    memory.tree.select(str(large))
    memory.tree.focus_tree()
    program.key(Key.Key_Return)
    for key in (Key.Key_Delete, Key.Key_Down, Key.Key_X):
        program.key(key)
    gate.set()
    program.wait_until(lambda: shown_path(memory) == str(large), what="the document")
    program.settle()
    assert large.read_bytes() == LARGE_TEXT
    assert small_of(large).read_bytes() == PROFILE
    assert program.text.encode() == LARGE_TEXT
    assert memory.editor.isAncestorOf(program.focus)
    program.type("new ")
    assert program.text.encode() == LARGE_TEXT.replace(b"- a", b"new - a", 1)


@pytest.mark.parametrize(
    ("modifiers", "key"), [(CONTROL, Key.Key_T), (CONTROL, Key.Key_P), (CONTROL | SHIFT, Key.Key_F)]
)
def test_who_types_elsewhere_when_it_comes_goes_on_there(
    program: InsideProgram, large: Path, gate: threading.Event, modifiers: Qt.KeyboardModifier, key: Key
) -> None:
    memory = program.memory
    memory.tree.select(str(large))
    memory.tree.focus_tree()
    program.key(Key.Key_Return)
    program.key(key, modifiers)
    field = program.focus
    assert isinstance(field, QLineEdit)
    program.type("te")
    gate.set()
    program.wait_until(lambda: shown_path(memory) == str(large), what="the document")
    program.type("a")
    assert field.text() == "tea"
    assert program.text.encode() == LARGE_TEXT


def test_who_went_to_another_screen_when_it_comes_stays_there(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    place = Place(PlaceKind.SECTION, "Part 40", "", str(large), ("Part 40", 0))
    program.program.navigation.show_place(place)
    program.program.navigation.show_history()
    gate.set()
    program.wait_until(lambda: shown_path(program.memory) == str(large), what="the document")
    assert program.window.screen_name == HISTORY


def test_the_screen_of_the_document_comes_before_the_document(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    place = Place(PlaceKind.SECTION, "Part 40", "", str(large), ("Part 40", 0))
    program.program.navigation.show_history()
    program.program.navigation.show_place(place)
    assert program.window.screen_name == MEMORY
    program.type("x")
    gate.set()
    program.wait_until(lambda: shown_path(program.memory) == str(large), what="the document")
    program.type("here ")
    assert program.text.encode() == LARGE_TEXT.replace(b"## Part 40\n", b"## Part 40\nhere ")


def test_a_way_into_a_large_document_ends_at_its_section(program: InsideProgram, large: Path) -> None:
    place = Place(PlaceKind.SECTION, "Part 40", "", str(large), ("Part 40", 0))
    program.program.navigation.show_place(place)
    program.settle()
    program.type("here ")
    assert "## Part 40\nhere - a line" in program.text


def test_back_and_forward_go_by_what_was_shown(program: InsideProgram, large: Path) -> None:
    program.show(large)
    program.key(Key.Key_Left, ALT)
    assert shown_path(program.memory) == str(small_of(large))
    program.key(Key.Key_Right, ALT)
    program.settle()
    assert shown_path(program.memory) == str(large)


@pytest.fixture
def way(program: InsideProgram, large: Path) -> list[Path]:
    """Three documents that were visited in turn, the large one between the others; the last is on screen."""
    notes = root_of(large) / "projects" / "-srv-web" / "MEMORY.md"
    notes.parent.mkdir()
    notes.write_bytes(b"## Project facts\nTypeScript.\n")
    workspace = program.desk.workspace
    program.wait_until(lambda: workspace.find_document(str(notes)), what="the new document in a listing")
    for path in (large, notes):
        program.show(path)
    assert str(large) not in workspace.sessions
    return [small_of(large), large, notes]


def test_a_way_back_that_is_stopped_leaves_the_trail_where_it_is(
    program: InsideProgram, way: list[Path], gate: threading.Event
) -> None:
    memory, reading = program.memory, program.memory.open.reading
    program.key(Key.Key_Left, ALT)
    assert reading.is_under_way
    reading.drop()
    assert not program.window.actions_table["go.forward"].isEnabled()
    gate.set()
    program.key(Key.Key_Left, ALT)
    program.settle()
    assert shown_path(memory) == str(way[1])
    program.key(Key.Key_Right, ALT)
    program.settle()
    assert shown_path(memory) == str(way[2])


def test_who_goes_elsewhere_on_the_way_back_comes_from_what_was_shown(
    program: InsideProgram, way: list[Path], gate: threading.Event
) -> None:
    program.key(Key.Key_Left, ALT)
    program.memory.show_document(str(way[0]))
    program.key(Key.Key_Left, ALT)
    assert shown_path(program.memory) == str(way[2])


@pytest.mark.parametrize(("keys", "shown"), [((Key.Key_Left,) * 2, 0), ((Key.Key_Left, Key.Key_Right), 2)])
def test_steps_count_from_what_is_being_gone_to(
    program: InsideProgram, way: list[Path], gate: threading.Event, keys: tuple[Key, ...], shown: int
) -> None:
    for key in keys:
        program.key(key, ALT)
    assert shown_path(program.memory) == str(way[shown])
    gate.set()
    program.settle()
    assert shown_path(program.memory) == str(way[shown])


@pytest.mark.parametrize("middle", ["unreadable", "gone"])
def test_a_step_goes_past_what_cannot_be_shown(
    program: InsideProgram, way: list[Path], large: Path, middle: str
) -> None:
    large.unlink()
    if middle == "unreadable":
        large.mkdir()
    else:
        program.wait_until(lambda: not program.desk.workspace.find_document(str(large)), what="the listing")
    for key, shown in ((Key.Key_Left, 0), (Key.Key_Right, 2)):
        program.key(key, ALT)
        program.settle()
        assert shown_path(program.memory) == str(way[shown])


@pytest.fixture
def other_root(program: InsideProgram, home: Path) -> Path:
    """A second folder of memory; gives its document, which is on screen."""
    root = make_home(home / "other")
    program.program.opening.open_handed([str(root)])
    program.settle()
    program.show(root / "USER_PROFILE.md")
    return root / "USER_PROFILE.md"


@pytest.mark.parametrize("is_in_tree", [True, False])
def test_closing_the_folder_on_screen_does_not_stop_what_is_read_of_another(
    program: InsideProgram, large: Path, other_root: Path, gate: threading.Event, *, is_in_tree: bool
) -> None:
    memory, followed = program.memory, list[bool]()
    if is_in_tree:
        memory.tree.select(str(large))
    memory.show_document(str(large), lambda: followed.append(True))
    program.program.opening.close_path(str(other_root.parent))
    assert memory.open.session is None
    gate.set()
    program.wait_until(lambda: memory.open.session, what="the document")
    assert shown_path(memory) == str(large)
    assert followed


def test_closing_the_folder_of_what_is_read_stops_that(
    program: InsideProgram, large: Path, other_root: Path, gate: threading.Event
) -> None:
    program.memory.show_document(str(large))
    program.program.opening.close_path(str(root_of(large)))
    assert not program.memory.open.reading.is_under_way
    gate.set()
    program.settle()
    assert shown_path(program.memory) == str(other_root)


def test_what_is_written_while_it_is_read_comes_in(program: InsideProgram, large: Path) -> None:
    memory, told = program.memory, list[object]()
    job = program.desk.workspace.prepare_opening(str(large))
    assert job is not None
    program.program.outside.changed.connect(told.append)
    with large.open("ab") as file:
        file.write(b"- by an agent\n")
    program.wait_until(lambda: told, what="the watcher")
    memory.open.reading.begin(replace(job, read=lambda: LARGE_TEXT), lambda: memory.open.show(str(large)))
    program.wait_until(lambda: shown_path(memory) == str(large), what="the document")
    program.wait_until(lambda: "- by an agent" in program.text, what="the agent's line")


@pytest.mark.parametrize("is_large", [True, False])
def test_unsaved_text_of_a_folder_that_was_closed_is_back_and_told_of(
    program: InsideProgram, large: Path, *, is_large: bool
) -> None:
    memory, small = program.memory, small_of(large)
    path, other = (large, small) if is_large else (small, large)
    program.show(path)
    memory.editor.focus_text()
    program.type("MINE ")
    program.show(other)
    program.program.opening.close_path(str(root_of(large)))
    program.settle()
    program.program.opening.open_handed([str(root_of(large))])
    memory.show_document(str(path))
    program.wait_until(lambda: memory.open.session and shown_path(memory) == str(path), what="the document")
    assert "MINE" in program.text
    assert "You have unsaved text" in words_in(memory.bars)


def test_one_that_cannot_be_read_is_named_and_the_last_one_stays(program: InsideProgram, large: Path) -> None:
    program.program.watching.toggle()
    large.unlink()
    large.mkdir()
    program.memory.tree.focus_tree()
    program.memory.tree.document_opened.emit(str(large))
    program.settle()
    assert program.said("is a folder, not a file")
    assert shown_path(program.memory) == str(small_of(large))
    assert program.memory.tree.isAncestorOf(program.focus)


def test_one_that_takes_long_is_said_and_can_be_stopped(
    program: InsideProgram, large: Path, gate: threading.Event
) -> None:
    program.memory.show_document(str(large))
    program.wait_until(lambda: part(program, "Stop"), what="the way to stop it")
    assert part(program, "Reading…")
    stop = part(program, "Stop")
    assert stop is not None
    stop.click()
    assert not program.memory.open.reading.is_under_way
    gate.set()
    program.settle()
    assert shown_path(program.memory) == str(small_of(large))
