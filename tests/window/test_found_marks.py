"""Find in document: what is found is marked in rows and in fields, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from memdesk.text.edits import Span
from memdesk.text.masking import MASK
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.found import Found
from memdesk.ui.editor.section_card import SectionCard
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.entries.found_marks import Mark, RowMarks, marks_of, over_masks
from memdesk.ui.entries.row import RowKind
from memdesk.ui.form.choice_row import ChoiceRow
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.form_block import FormBlock
from memdesk.ui.form.list_row import ListRow
from memdesk.ui.form.text_row import TextRow
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.found_mark import FoundMark
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import ALT, CONTROL, InsideProgram, Key, words_in
from tests.window.test_forms import FACT as FIELDS
from tests.window.test_forms import RECORD

TOKEN = b"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

LIST = b"""## preference

- Prefer pnpm   over npm *(2026-05-30T09:21:37Z)*
- Answer in\xe2\x80\x8b short sentences *(2026-05-12T15:48:01Z)*
"""
FACT = b"""---
name: build
description: npm is not used, pnpm is
---

Never npm.
"""


def find(program: InsideProgram, path: Path, text: str) -> None:
    program.show(path)
    program.key(Key.Key_F, CONTROL)
    program.type(text)
    program.wait_until(lambda: "of" in words_in(program.memory.find_bar), what="the count")
    program.settle()


def said(program: InsideProgram) -> list[tuple[str, RowMarks]]:
    [block] = program.editor.findChildren(RowsBlock)
    found = program.editor._requests.found
    return [(row.shown_text, marks_of(row, found)) for row in block.view.rows if row.is_entry]


def test_rows_mark_what_is_found(start: Start, home: Path) -> None:
    path = home / "state" / "0123456789abcdef" / "memory.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(LIST)
    program = start(home / "state", window_size=(900, 600))
    find(program, path, "npm")
    words, marks = said(program)[0]
    assert [words[mark.start : mark.end] for mark in marks.text] == ["npm", "npm"]
    assert [mark.is_current for mark in marks.text].count(True) == 1
    program.key(Key.Key_A, CONTROL)
    program.type("short")
    program.wait_until(lambda: said(program)[1][1].text, what="the mark behind a hidden character")
    words, marks = said(program)[1]
    assert [words[mark.start : mark.end] for mark in marks.text] == ["short"]
    [block] = program.editor.findChildren(RowsBlock)
    with_marks = block.view.grab().toImage()
    program.key(Key.Key_Escape)
    program.settle()
    assert not any(marks.text for _, marks in said(program))
    block.view.clearFocus()
    program.settle()
    assert block.view.grab().toImage() != with_marks


def colours_below(view: QTextEdit | QPlainTextEdit, words: str) -> list[set[str]]:
    """The colours of the lowest row of pixels of each place of `words` in a text."""
    picture, colours = view.viewport().grab().toImage(), list[set[str]]()
    cursor = QTextCursor(view.document())
    while not (cursor := view.document().find(words, cursor)).isNull():
        end, start = view.cursorRect(cursor), QTextCursor(cursor)
        start.setPosition(cursor.selectionStart())
        across = range(view.cursorRect(start).left() + 2, end.left() - 1)
        colours.append({picture.pixelColor(x, end.bottom()).name() for x in across})
    return colours


@pytest.mark.parametrize("as_source", [False, True], ids=["card", "source"])
def test_one_sees_which_of_the_places_one_stands_at(start: Start, root: Path, *, as_source: bool) -> None:
    path = memory_of(root)
    path.write_bytes(b"## Decisions\nnpm, npm and npm\n")
    program = start(root, window_size=(900, 600))
    program.show(path)
    if as_source:
        program.key(Key.Key_M, CONTROL | ALT)
    find(program, path, "npm")
    program.key(Key.Key_F3)
    program.settle()
    views: list[CardBody | SourceView] = [*program.editor.findChildren(SourceView)]
    views += program.editor.findChildren(CardBody)
    view = next(one for one in views if one.isVisible() and one.toPlainText())
    assert isinstance(view, SourceView) is as_source
    line = program.editor._themes.theme.color("focus").name()
    counted = words_in(program.memory.find_bar)
    marked = [line in colours for colours in colours_below(view, "npm")]
    assert marked.count(True) == 1
    assert counted.startswith(f"{marked.index(True) + 1} of 3")


def selected(form: FormBlock, title: str) -> list[str]:
    [row] = [row for row in form.rows if row.field.title == title]
    assert isinstance(row, TextRow)
    return [one.cursor.selectedText() for one in row.body.extraSelections()]


def test_fields_mark_what_is_found(start: Start, home: Path) -> None:
    folder = home / ".config/ok/shared/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_bytes(b"# Memory\n- [build](build.md) - built\n--- freeze: 0\n")
    path = folder / "build.md"
    path.write_bytes(FACT)
    program = start(home / ".config/ok", window_size=(900, 600))
    find(program, path, "pnpm")
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    assert set(selected(form, "Description")) == {"pnpm"}
    program.key(Key.Key_Escape)
    program.settle()
    assert not selected(form, "Description")


def test_an_escaped_value_is_marked_where_it_says_so(start: Start, home: Path) -> None:
    path = home / "records" / "9d22c6f4.json"
    path.parent.mkdir()
    path.write_bytes(RECORD.replace(b"Sensors", b'say \\"npm\\" \\u00fc\\n npm, Sensors', 1))
    program = start(home / "records", window_size=(900, 600))
    find(program, path, "npm")
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    marked = [
        text for row in form.rows if isinstance(row, TextRow) for text in selected(form, row.field.title)
    ]
    assert marked.count("npm") >= 2
    assert set(marked) == {"npm"}


def form_of(program: InsideProgram) -> FormBlock:
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    program.wait_until(lambda: len(form.rows) == len(form._column.fields), what="all rows")
    return form


def row_of(program: InsideProgram, name: str) -> FieldRow:
    return next(row for row in form_of(program).rows if row.field.name == name)


def counts(program: InsideProgram, words: str) -> None:
    program.wait_until(lambda: words_in(program.memory.find_bar) == words, what=f"“{words}”")
    program.settle()


def ask(program: InsideProgram, text: str, count: str) -> None:
    program.memory.find_bar.field.setText("")
    counts(program, "")
    program.memory.find_bar.field.setText(text)
    counts(program, count)


SORTED = b"""## preference

- Prefer pnpm *(2026-05-30T09:21:37Z)*

## project

- The index is npm *(2026-05-12T15:48:01Z)*
- Words *(2026-05-12T15:48:01Z)*
"""


@pytest.fixture
def groups(start: Start, home: Path) -> InsideProgram:
    """Two groups of entries, on screen."""
    path = home / "state" / "0123456789abcdef" / "memory.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(SORTED)
    program = start(home / "state", window_size=(900, 600))
    program.show(path)
    return program


def heads(program: InsideProgram) -> dict[str, tuple[bool, tuple[Mark, ...]]]:
    """Whether each group that holds entries is folded, and how its head is marked."""
    [block] = program.editor.findChildren(RowsBlock)
    found = program.editor._requests.found
    rows = [row for row in block.view.rows if row.kind is RowKind.HEAD and row.count]
    return {row.shown_text: (row.folded, marks_of(row, found).text) for row in rows}


def test_the_head_of_a_folded_group_tells_of_what_was_found_in_it(groups: InsideProgram) -> None:
    [block] = groups.editor.findChildren(RowsBlock)
    board = block._board
    for group in board.part.groups:
        board.set_folded(group, True)
    groups.key(Key.Key_F, CONTROL)
    groups.type("npm")
    counts(groups, "1 of 2")
    whole = Mark(0, len("project"), False)
    assert heads(groups) == {"preference": (False, ()), "project": (True, (whole,))}
    groups.key(Key.Key_F3)
    counts(groups, "2 of 2")
    assert heads(groups)["project"] == (False, ())
    board.set_folded(board.part.groups[1], True)
    assert heads(groups)["project"] == (True, (whole._replace(is_current=True),))


def test_a_row_that_a_filter_hides_is_shown_once_one_goes_there(groups: InsideProgram) -> None:
    [block] = groups.editor.findChildren(RowsBlock)
    block.filters._choose(group=block._board.part.groups[0].key)
    groups.settle()
    assert list(heads(groups)) == ["preference"]
    groups.key(Key.Key_F, CONTROL)
    groups.type("npm")
    counts(groups, "1 of 2")
    assert list(heads(groups)) == ["preference"], "one stands at what is shown"
    groups.key(Key.Key_F3)
    counts(groups, "2 of 2")
    current = block.view.current
    assert current is not None
    assert current.text.startswith("The index is npm")
    assert list(heads(groups)) == ["preference", "project"]


@pytest.fixture
def fact(start: Start, home: Path) -> InsideProgram:
    """A fact with a field of each kind, on screen, with the find bar open."""
    folder = home / ".config/ok/shared/memory"
    folder.mkdir(parents=True)
    index = b"# Memory\n- [oven-two](oven-two.md) \xe2\x80\x94 Oven 2 runs hot\n--- freeze: 0\n"
    (folder / "MEMORY.md").write_bytes(index)
    (folder / "oven-two.md").write_bytes(FIELDS)
    program = start(home / ".config/ok", window_size=(900, 600))
    find(program, folder / "oven-two.md", "oven")
    return program


def test_names_and_chips_mark_what_is_found(fact: InsideProgram) -> None:
    counts(fact, "1 of 3")
    assert set(selected(form_of(fact), row_of(fact, "name").field.title)) == {"oven"}
    tags = row_of(fact, "tags")
    assert isinstance(tags, ListRow)
    assert [(chip.item, chip.found) for chip in tags.chips] == [
        ("bakery", FoundMark.NONE),
        ("oven 2", FoundMark.FOUND),
    ]
    fact.key(Key.Key_F3)
    fact.key(Key.Key_F3)
    counts(fact, "3 of 3")
    assert [chip.found for chip in tags.chips] == [FoundMark.NONE, FoundMark.CURRENT]
    assert not any(row.label_mark is not FoundMark.NONE for row in form_of(fact).rows)
    fact.key(Key.Key_Escape)
    assert [chip.found for chip in tags.chips] == [FoundMark.NONE, FoundMark.NONE]


def test_the_title_of_a_folded_form_tells_of_what_was_found_in_it(fact: InsideProgram) -> None:
    counts(fact, "1 of 3")
    form = form_of(fact)
    marks = [form.heading_mark]
    form._on_fold_requested()
    assert [*marks, form.heading_mark] == [FoundMark.NONE, FoundMark.CURRENT]
    ask(fact, "Oven 2 runs hot", "1 of 1")
    assert form.heading_mark is FoundMark.NONE, "the form was opened to go there"
    form._on_fold_requested()
    fact.key(Key.Key_F3)
    assert row_of(fact, "description").isVisible()
    form._on_fold_requested()
    ask(fact, "no such words", "nothing found")
    assert form.heading_mark is FoundMark.NONE


def test_choices_and_switches_mark_what_is_found(fact: InsideProgram) -> None:
    ask(fact, "project", "1 of 1")
    choice = row_of(fact, "metadata.type")
    assert isinstance(choice, ChoiceRow)
    button = choice.findChild(ChoiceButton)
    assert button is not None
    marks = [button.found]
    ask(fact, "true", "1 of 1")
    assert [*marks, button.found] == [FoundMark.CURRENT, FoundMark.NONE]
    assert row_of(fact, "pinned").label_mark is FoundMark.CURRENT, "a switch has no words"


def test_a_name_of_a_field_is_marked_and_what_nobody_sees_does_not_count(fact: InsideProgram) -> None:
    ask(fact, "tags", "1 of 1")
    assert row_of(fact, "tags").label_mark is FoundMark.CURRENT
    ask(fact, "---", "nothing found")
    fact.key(Key.Key_M, CONTROL | ALT)
    assert fact.editor.mode == "source"
    fact.wait_until(lambda: words_in(fact.memory.find_bar).endswith("2"), what="the fences in the source")
    fact.key(Key.Key_M, CONTROL | ALT)
    counts(fact, "nothing found")


def test_a_heading_is_marked_on_its_card_and_scrolled_to(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    path = memory_of(root)
    filling = b"".join(b"- line %d\n" % number for number in range(80))
    path.write_bytes(b"## First\n" + filling + b"\n## Sought\nThe sought body.\n" + filling)
    find(program, path, "## sought")
    counts(program, "1 of 1")
    cards = {card.title: card for card in program.editor.findChildren(SectionCard)}
    assert cards["Sought"].heading_mark is FoundMark.CURRENT
    assert cards["First"].heading_mark is FoundMark.NONE
    assert not cards["Sought"].head_rect.isEmpty()
    assert not cards["Sought"].visibleRegion().intersected(cards["Sought"].head_rect).isEmpty()
    ask(program, "sought", "1 of 2")
    marks = [cards["Sought"].heading_mark]
    program.key(Key.Key_F3)
    counts(program, "2 of 2")
    assert [*marks, cards["Sought"].heading_mark] == [FoundMark.CURRENT, FoundMark.FOUND]


def test_a_row_tells_of_what_is_hidden_and_of_what_it_does_not_say(start: Start, home: Path) -> None:
    path = home / "state" / "0123456789abcdef" / "memory.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(LIST.replace(b"Prefer", TOKEN + b" Prefer"))
    program = start(home / "state", window_size=(900, 600))
    find(program, path, TOKEN.decode()[12:20])
    counts(program, "1 of 1, in hidden text")
    words, marks = said(program)[0]
    shown = program.program.themes.masks.shown(words)
    assert TOKEN.decode() not in shown
    [mark] = over_masks(shown, words, marks.text)
    assert set(shown[mark.start : mark.end]) == {MASK}
    assert MASK not in shown[: mark.start] + shown[mark.end :], (
        "all that is hidden is marked, not where it is"
    )
    [block] = program.editor.findChildren(RowsBlock)
    assert marked_pixels(program, block.view.viewport())
    ask(program, "2026-05-12", "1 of 1")
    (words, marks) = said(program)[1]
    assert [(words[mark.start : mark.end], mark.is_current) for mark in marks.text] == [(words, True)]
    assert not said(program)[0][1].text


def test_a_cover_in_a_text_is_marked(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    path = memory_of(root)
    path.write_bytes(b"## First\nThe key is " + TOKEN + b" here.\n")
    find(program, path, TOKEN.decode()[12:20])
    counts(program, "1 of 1, in hidden text")
    [card] = [card for card in program.editor.findChildren(SectionCard) if card.title == "First"]
    assert card.body is not None
    before = marked_pixels(program, card.body.viewport())
    ask(program, "First", "1 of 1")
    assert before > marked_pixels(program, card.body.viewport())


def marked_pixels(program: InsideProgram, widget: QWidget) -> int:
    image = widget.grab().toImage()
    ground = program.program.themes.theme.color("accentSoft").rgb()
    return sum(image.pixel(x, y) == ground for x in range(image.width()) for y in range(image.height()))


def test_a_mask_is_marked_as_a_whole_or_not_at_all() -> None:
    marks = (Mark(0, 2, False), Mark(5, 6, True), Mark(3, 5, False))
    assert over_masks("ab ••••• c", "ab 12345 c", marks) == (
        Mark(0, 2, False),
        Mark(3, 8, True),
        Mark(3, 8, False),
    )
    assert over_masks("same", "same", marks) is marks
    assert over_masks("•••", "longer", (Mark(1, 2, True),)) == [Mark(0, 3, True)]


def test_the_current_place_is_marked_however_many_there_are() -> None:
    found = Found("x" * 1000, [Span(at, at + 1) for at in range(1000)], Span(700, 701))
    near = found.nearest(0, 1000, 10)
    assert len(near) == 10
    assert found.current in near
    assert found.nearest(0, 5, 10) == found.within(0, 5)
    assert found.mark_of(near) is FoundMark.CURRENT
    assert found.mark_of(near[:1]) is FoundMark.FOUND
    assert found.mark_of(()) is FoundMark.NONE


def test_spans_apart_from_a_stretch_are_no_part_of_it() -> None:
    found = Found("abcdef", (Span(0, 1), Span(2, 3), Span(4, 6)))
    assert found.within(1, 4) == (Span(2, 3),)
    assert found.within(5, 6) == (Span(4, 6),)
