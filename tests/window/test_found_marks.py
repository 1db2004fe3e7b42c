"""Find in document: what is found is marked in rows and in fields, too."""

from __future__ import annotations

from pathlib import Path

from memdesk.text.edits import Span
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.entries.found_marks import RowMarks, marks_of
from memdesk.ui.form.form_block import FormBlock
from memdesk.ui.form.text_row import TextRow
from tests.window.conftest import Start
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_forms import RECORD

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
    program.wait_until(lambda: "of" in program.memory.find_bar.count_text, what="the count")
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


def test_spans_apart_from_a_stretch_are_no_part_of_it() -> None:
    from memdesk.ui.editor.found import Found

    found = Found("abcdef", (Span(0, 1), Span(2, 3), Span(4, 6)))
    assert found.within(1, 4) == (Span(2, 3),)
    assert found.within(5, 6) == (Span(4, 6),)
