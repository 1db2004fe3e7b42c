"""The text of a long document is read by a worker once the keys rest; keys, undo and a save do not wait for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.services.documents.reading_job import LONG_CHARS
from memdesk.ui.editor import source_in_pieces
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.section_card import SectionCard
from memdesk.ui.editor.sections_view import SectionsView
from tests.window.conftest import Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

LINES = "- a line of memory\n" * 40
TEXT = "".join(f"## Part {number}\n{LINES}\n" for number in range(100))


@pytest.fixture
def long(home: Path) -> Path:
    assert len(TEXT) > LONG_CHARS
    return memory_of(make_home(home, TEXT.encode()))


@pytest.fixture
def program(start: Start, long: Path) -> InsideProgram:
    """The program with the caret in section 2 of the long document."""
    program = start(long.parents[2])
    program.memory.show_section(str(long), "Part 2", 0, lambda: editor_of(program).focus_section("Part 2"))
    program.settle()
    return program


@pytest.fixture
def gate(program: InsideProgram) -> Iterator[threading.Event]:
    """Until it is set, no worker reads anything."""
    gate = threading.Event()
    for _ in range(2):
        program.program.tasks.run(gate.wait, lambda _: None)
    yield gate
    gate.set()


def editor_of(program: InsideProgram) -> DocumentEditor:
    return program.memory.editor


def card_titles(program: InsideProgram) -> list[str]:
    return [card.title for card in editor_of(program).findChildren(SectionCard) if card.isVisible()]


def section_rows(program: InsideProgram, path: Path) -> list[str]:
    index = program.memory.model.index_of(str(path))
    model = program.memory.model
    return [str(model.index(row, 0, index).data()) for row in range(model.rowCount(index))]


def test_the_tree_stands_at_the_section_that_was_gone_to(program: InsideProgram) -> None:
    target = program.memory.tree.target
    assert target is not None
    assert target.section is not None
    assert target.section.key == "Part 2"


def test_it_stands_at_the_section_of_the_caret_where_only_the_document_was_gone_to(
    start: Start, long: Path
) -> None:
    program = start(long.parents[2])
    program.show(long.parents[2] / "USER_PROFILE.md")
    program.memory.show_document(str(long), editor_of(program).focus_text)
    program.settle()
    program.wait_until(lambda: section_rows(program, long), what="the rows")
    target = program.memory.tree.target
    assert target is not None
    assert target.section is not None
    assert target.section.key == "Part 0"


def test_keys_undo_and_a_save_do_not_wait_for_a_worker(
    program: InsideProgram, long: Path, gate: threading.Event
) -> None:
    session = program.memory.open.session
    assert session is not None
    program.type("abc ")
    assert not session.is_read
    typed = program.text
    program.key(Key.Key_Z, CONTROL)
    undone = program.text
    program.key(Key.Key_Z, CONTROL | SHIFT)
    assert (typed.count("abc "), undone, program.text) == (1, TEXT, typed)
    assert program.memory.open.can_save
    program.key(Key.Key_S, CONTROL)
    gate.set()
    program.settle()
    assert long.read_bytes().decode() == typed


def test_that_the_text_is_saved_is_shown_together_with_when(program: InsideProgram) -> None:
    program.type("abc ")
    program.settle()
    shown: list[str] = []
    program.memory.open.state_changed.connect(lambda: shown.append(program.memory.header.state.text()))
    program.save()
    assert "" not in shown
    assert shown[-1].startswith("Saved ")
    assert program.editor.findChildren(SectionCard)[0].facts.meta == ""
    assert "you · now" in [card.facts.meta for card in editor_of(program).findChildren(SectionCard)]


def test_what_is_typed_is_said_everywhere_once_it_is_read(
    program: InsideProgram, long: Path, gate: threading.Event
) -> None:
    program.key(Key.Key_Home, CONTROL)
    program.type("## Zero")
    program.key(Key.Key_Return)
    before = section_rows(program, long)
    gate.set()
    program.settle()
    program.wait_until(lambda: "Zero" in "".join(section_rows(program, long)), what="the row")
    assert not any("Zero" in row for row in before)


def test_cards_follow_though_somebody_asks_for_the_node_tree_before_a_worker_has_it(
    program: InsideProgram, gate: threading.Event
) -> None:
    sections = next(view for view in editor_of(program).findChildren(SectionsView) if view.isVisible())
    program.key(Key.Key_Home, CONTROL)
    program.type("## Zero")
    program.key(Key.Key_Return)
    while program.text != TEXT:
        program.key(Key.Key_Z, CONTROL)
    while "## Zero\n" not in program.text:
        program.key(Key.Key_Z, CONTROL | SHIFT)
    was_stale = sections.stack.is_stale(sections.body_in_use)
    program.session.outline()
    gate.set()  # the keys may have rested in between, and a worker have been asked
    program.wait_until(lambda: not sections.stack.is_stale(sections.body_in_use), what="the cards")
    assert was_stale
    assert "Zero" in card_titles(program)


def test_the_tree_says_what_is_unsaved_in_a_long_text_though_another_one_is_on_screen(
    program: InsideProgram, long: Path
) -> None:
    model = program.memory.model

    def is_marked() -> bool:
        return model.row_at(model.node(model.index_of(str(long), "Part 2"))).marks.unsaved

    program.type("abc ")
    program.show(long.parents[2] / "USER_PROFILE.md")
    program.wait_until(is_marked, what="the mark")
    program.memory.saving.save_all()
    program.settle()
    assert not is_marked()


def test_the_source_is_given_up_by_the_keys_that_asked_for_it(
    program: InsideProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_in_pieces, "PIECE_CHARS", len(TEXT) // 50)
    modes, editor = program.memory.header.modes, editor_of(program)
    program.key(Key.Key_M, CONTROL | ALT)
    asked = modes.current, editor.mode
    program.key(Key.Key_M, CONTROL | ALT)
    assert (asked, modes.current, editor.mode) == (("source", "sections"), "sections", "sections")
    program.key(Key.Key_M, CONTROL | ALT)
    program.wait_until(lambda: editor.mode == "source", what="the source")
    assert (modes.current, program.shown) == ("source", TEXT)
