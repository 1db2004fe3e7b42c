"""The focus comes back from what stood in front of the document, also where that which had it is gone by then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

ENTRIES = """# Memory

## preference

- Prefer pnpm over npm *(2026-05-30T09:21:37Z)*
- Answer in short sentences *(2026-05-12T15:48:01Z)*
"""


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with a project's memory on screen, and the caret in its last section."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("References")
    return program


@pytest.fixture
def entries(home: Path) -> Path:
    """A memory that is a list of entries."""
    path = home / "state" / "0123456789abcdef" / "memory.md"
    path.parent.mkdir(parents=True)
    path.write_text(ENTRIES)
    return path


def open_entry(start: Start, entries: Path) -> InsideProgram:
    """The program with the text of the first entry open."""
    program = start(entries.parent.parent)
    program.show(entries)
    program.editor.focus_section("preference")
    program.key(Key.Key_Down)
    program.key(Key.Key_Return)
    assert program.focus.accessibleName() == "Text of the entry"
    return program


def remove_references(program: InsideProgram, memory: Path) -> None:
    """Let an agent take out the section that had the focus."""
    memory.write_bytes(MEMORY[: MEMORY.index(b"\n## References")])
    program.wait_until(lambda: "References" not in program.text, what="the removal")
    program.settle()
    program.unlock()


def test_it_comes_back_from_a_comparison_whose_section_an_agent_removed(
    program: InsideProgram, root: Path
) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    program.put_caret("References")
    program.program.comparing.open()
    remove_references(program, memory_of(root))
    program.click("Decide later")
    assert not program.program.comparing.is_open
    assert program.editor.isAncestorOf(program.focus)


def test_a_result_reaches_the_entries_of_which_one_was_open(start: Start, entries: Path) -> None:
    program = open_entry(start, entries)
    program.type(" MINE")
    program.settle()
    entries.write_text(ENTRIES.replace("pnpm over npm", "pnpm over THEIRS"))
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.key(Key.Key_D, CONTROL | ALT)
    program.settle()
    program.unlock()
    view = program.program.comparing.view
    program.key(Key.Key_3)
    assert view.result.text is not None
    view.result.text.setFocus()
    program.key(Key.Key_End, CONTROL)
    program.type("- made by hand")
    program.key(Key.Key_Return, CONTROL)
    program.settle()
    assert not program.program.comparing.is_open
    assert "THEIRS" in program.text
    assert "- made by hand" in program.text
    assert program.session.conflict is None
    assert program.editor.isAncestorOf(program.focus)


def test_it_comes_back_from_the_box_whose_section_an_agent_removed(
    program: InsideProgram, root: Path
) -> None:
    program.key(Key.Key_P, CONTROL)
    box = program.program.choosing.box
    program.settle()
    remove_references(program, memory_of(root))
    assert box.isVisible()
    program.key(Key.Key_Escape)
    assert not box.isVisible()
    assert program.editor.isAncestorOf(program.focus)


def test_a_command_runs_though_the_open_entry_closed_behind_the_box(start: Start, entries: Path) -> None:
    program = open_entry(start, entries)
    program.key(Key.Key_P, CONTROL | SHIFT)
    program.type("privacy mode")
    program.settle()
    program.unlock()
    program.key(Key.Key_Return)
    assert not program.program.choosing.box.isVisible()
    assert program.desk.settings.hides_bodies
    assert program.focus.accessibleName() == "Entries of memory.md"
