"""The focus follows what one acts on: what is typed next goes there, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from memdesk.text.outline import NodeKind
from tests.window.conftest import Start
from tests.window.homes import MEMORY, PROFILE, memory_of
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key

RULES = "# Mine\n\n## One\nfirst\n\n## Two\nsecond\n\n## Three\nthird\n\n## Four\nfourth\n"


@pytest.fixture
def rules(home: Path) -> Path:
    """Instructions with free headings."""
    path = home / ".claude/CLAUDE.md"
    path.parent.mkdir(parents=True)
    path.write_text(RULES)
    return path


@pytest.fixture
def program(start: Start, rules: Path) -> InsideProgram:
    """The instructions on screen, with the caret behind the second section's text."""
    program = start(rules.parent)
    program.show(rules)
    program.put_caret("Two", at_end=True)
    return program


def titles(program: InsideProgram) -> list[str]:
    nodes = program.session.outline().nodes
    return [node.title for node in nodes if node.kind is NodeKind.SECTION and node.title != "Mine"]


def row(program: InsideProgram) -> str:
    """The section of the tree's row."""
    target = program.memory.tree.target
    return target.section.key if target is not None and target.section is not None else ""


def command(program: InsideProgram, words: str) -> None:
    """Run a command by the palette."""
    program.key(Key.Key_P, CONTROL | SHIFT)
    program.settle()
    program.type(words)
    program.settle()
    program.key(Key.Key_Return)
    program.settle()


def go_to_row(program: InsideProgram, rules: Path, section: str) -> None:
    program.memory.tree.select(str(rules), section)
    program.memory.tree.view.setFocus()
    program.settle()


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_a_section_is_moved_on_by_the_same_key(program: InsideProgram, mode: str) -> None:
    if mode == "source":
        program.editor.set_mode("source")
    for _ in range(2):
        program.key(Key.Key_Down, ALT)
        program.settle()
    assert titles(program) == ["One", "Three", "Four", "Two"]
    assert row(program) == "Two"
    program.type("!")
    assert "second!" in program.text
    program.key(Key.Key_Up, ALT)
    program.settle()
    program.type("?")
    assert "second!?" in program.text
    assert titles(program)[-2:] == ["Two", "Four"]


def test_the_row_of_the_tree_follows_the_section_that_its_keys_move(
    program: InsideProgram, rules: Path
) -> None:
    go_to_row(program, rules, "Four")
    for _ in range(2):
        program.key(Key.Key_Up, ALT)
        program.settle()
        assert program.memory.tree.view.hasFocus()
        assert row(program) == "Four"
    assert titles(program)[:2] == ["One", "Four"]


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_a_section_added_by_the_command_gets_what_is_typed_next(program: InsideProgram, mode: str) -> None:
    if mode == "source":
        program.editor.set_mode("source")
    command(program, "add section")
    assert isinstance(program.focus, QLineEdit)
    assert program.window.isActiveWindow()
    program.type("Testing")
    program.key(Key.Key_Return)
    program.settle()
    program.type("Run them all.")
    program.settle()
    assert program.text == RULES + "\n## Testing\nRun them all."
    assert row(program) == "Testing"


def test_a_text_without_sections_gets_one_in_place(start: Start, rules: Path) -> None:
    rules.write_text("Just words.\n")
    program = start(rules.parent)
    program.show(rules)
    program.editor.focus_text()
    assert program.editor.mode == "source"
    command(program, "add section")
    program.key(Key.Key_Escape)
    program.settle()
    assert program.editor.mode == "source"
    assert program.editor.isAncestorOf(program.focus)
    command(program, "add section")
    program.type("Testing")
    program.key(Key.Key_Return)
    program.settle()
    program.type("All.")
    assert program.text == "Just words.\n\n## Testing\nAll."


def test_a_section_is_named_anew_where_its_heading_stands(program: InsideProgram) -> None:
    program.key(Key.Key_F2)
    program.settle()
    assert isinstance(program.focus, QLineEdit)
    assert isinstance(program.focus.window(), type(program.window))
    program.type("Second")
    program.key(Key.Key_Return)
    program.settle()
    program.type("!")
    assert program.text == RULES.replace("## Two", "## Second").replace("second", "second!")


def test_who_names_no_other_heading_is_back_in_the_text(program: InsideProgram) -> None:
    program.key(Key.Key_F2)
    program.settle()
    program.type("x")
    program.key(Key.Key_Escape)
    program.settle()
    program.type("!")
    assert program.text == RULES.replace("second", "second!")


def test_a_heading_is_selected_in_the_source_to_be_typed_over(program: InsideProgram) -> None:
    program.editor.set_mode("source")
    program.key(Key.Key_F2)
    program.settle()
    program.type("Second")
    assert program.text == RULES.replace("## Two", "## Second")


def test_a_section_named_anew_from_the_tree_leaves_the_focus_there(
    program: InsideProgram, rules: Path
) -> None:
    go_to_row(program, rules, "Three")
    program.key(Key.Key_F2)
    program.settle()
    program.type("Third")
    program.key(Key.Key_Return)
    program.settle()
    assert program.text == RULES.replace("## Three", "## Third")
    assert program.memory.tree.view.hasFocus()
    assert row(program) == "Third"


@pytest.mark.parametrize(("section", "neighbour"), [("Two", "Three"), ("Four", "Three")])
@pytest.mark.parametrize("is_in_tree", [False, True], ids=["text", "tree"])
def test_who_removes_a_section_is_in_its_neighbour(
    program: InsideProgram, rules: Path, section: str, neighbour: str, is_in_tree: bool
) -> None:
    if is_in_tree:
        go_to_row(program, rules, section)
        program.key(Key.Key_Delete)
    else:
        program.put_caret(section)
        program.key(Key.Key_Backspace, CONTROL | SHIFT)
    program.settle()
    program.wait_until(lambda: row(program) == neighbour, what="the row of the neighbour")
    assert f"## {section}" not in program.text
    if is_in_tree:
        assert program.memory.tree.view.hasFocus()
    else:
        program.type("!")
        node = program.session.outline().find(neighbour)
        assert node is not None
        assert "!" in node.body.of(program.text)


def test_a_click_in_the_tree_leaves_the_focus_there_after_a_comparison(start: Start, root: Path) -> None:
    program = start(root)
    profile, memory = root / "USER_PROFILE.md", memory_of(root)
    program.show(memory)
    program.put_caret("Decisions")
    program.type("mine ")
    memory.write_bytes(MEMORY.replace(b"Use npm", b"Use theirs"))
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.program.comparing.open()
    program.settle()
    click_in_tree(program, profile)
    program.type("dec")
    program.settle()
    assert program.text.encode() == profile.read_bytes() == PROFILE


def click_in_tree(program: InsideProgram, path: Path) -> None:
    """Click the row of a document once, which shows it and leaves the focus in the tree."""
    view, model = program.memory.tree.view, program.memory.model
    index = model.index_of(str(path))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NONE, view.visualRect(index).center())
    program.settle()
    assert program.session.path == str(path)
    assert view.hasFocus()
