"""The tab "Rendered" in a real window: made when it is first looked at, and true to what is typed."""

from __future__ import annotations

from pathlib import Path

from memdesk.ui.rendered.sheet import RenderedSheet
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key


def open_tab(program: InsideProgram, root: Path) -> RenderedSheet:
    program.show(memory_of(root))
    program.memory.frame.show_right(shown=True)
    assert not program.memory.preview.rendered.findChildren(RenderedSheet), "made before anybody looked at it"
    program.memory.preview.show_tab("rendered")
    program.settle()
    sheet = program.memory.preview.rendered.sheet
    assert sheet is not None
    return sheet


def shown(program: InsideProgram, sheet: RenderedSheet) -> str:
    program.wait_until(lambda: sheet.is_complete, what="the rendered text")
    return sheet.document().toPlainText()


def test_the_tab_shows_what_is_typed(start: Start, root: Path) -> None:
    program = start(root)
    sheet = open_tab(program, root)
    assert "Use npm, not yarn." in shown(program, sheet)

    program.put_caret("Decisions")
    program.type("**Now** ")
    program.wait_until(lambda: "Now Use npm" in shown(program, sheet), what="the typed words")

    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: "Now" not in shown(program, sheet), what="the words to go")


def test_the_tab_shows_what_another_program_writes(start: Start, root: Path) -> None:
    program = start(root)
    sheet = open_tab(program, root)
    path = memory_of(root)
    path.write_bytes(path.read_bytes().replace(b"npm", b"pnpm <!-- psst -->"))

    program.wait_until(lambda: "psst" in shown(program, sheet), what="the comment")
    assert "Hidden comment: <!-- psst -->" in shown(program, sheet)


def test_another_document_takes_its_place(start: Start, root: Path) -> None:
    program = start(root)
    sheet = open_tab(program, root)
    program.show(root / "USER_PROFILE.md")

    program.wait_until(lambda: "Short answers." in shown(program, sheet), what="the other document")
    assert "yarn" not in shown(program, sheet)


def test_the_tab_follows_the_caret(start: Start, root: Path) -> None:
    path = memory_of(root)
    path.write_bytes(b"".join(b"## H%d\n" % n + b"words and words. " * 60 + b"\n\n" for n in range(20)))
    program = start(root)
    sheet = open_tab(program, root)
    program.wait_until(lambda: "H19" in shown(program, sheet), what="the text")
    before = sheet.verticalScrollBar().value()
    program.editor.focus_section("H15")

    program.wait_until(lambda: sheet.verticalScrollBar().value() > before + 500, what="the scrolling")


def test_an_action_brings_the_tab_to_the_front(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.memory.frame.show_right(shown=False)
    program.window.actions_table["view.timeline"].trigger()

    program.key(Key.Key_P, CONTROL | SHIFT)
    program.type("rendered text")
    program.key(Key.Key_Return)

    program.settle()
    assert program.memory.isVisible()
    assert program.memory.frame.right_shown
    assert program.memory.preview.tab == "rendered"
    sheet = program.memory.preview.rendered.sheet
    assert sheet is not None
    assert "Use npm, not yarn." in shown(program, sheet)
