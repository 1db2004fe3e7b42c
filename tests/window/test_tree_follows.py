"""The tree shows where the document on screen lies, wherever one came from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt

from memdesk.ui.tree.nodes import DocumentNode, SectionNode
from tests.window.conftest import Start
from tests.window.homes import MEMORY, PROJECT, memory_of
from tests.window.inside import InsideProgram, Key

ALT = Qt.KeyboardModifier.AltModifier
MANY = 60


def memory_at_the_end(root: Path) -> Path:
    """A memory below more projects than fit on the screen."""
    for number in range(MANY):
        folder = root / "projects" / f"{PROJECT}-{number:02}"
        folder.mkdir()
        (folder / "MEMORY.md").write_bytes(MEMORY)
    return root / "projects" / f"{PROJECT}-{MANY - 1:02}" / "MEMORY.md"


def row_of(program: InsideProgram, path: Path) -> QModelIndex:
    return program.memory.model.index_of(str(path))


def is_in_view(program: InsideProgram, index: QModelIndex) -> bool:
    view = program.memory.tree.view
    area = view.visualRect(index)
    return not area.isEmpty() and view.viewport().rect().contains(area)


def test_a_document_that_is_gone_to_comes_into_view(start: Start, root: Path) -> None:
    last = memory_at_the_end(root)
    program = start(root)
    program.memory.tree.view.collapseAll()
    program.show(last)
    assert is_in_view(program, row_of(program, last))
    assert program.memory.tree.view.currentIndex() == row_of(program, last)
    program.show(memory_of(root))
    program.memory.tree.view.collapseAll()
    program.key(Key.Key_Left, ALT)
    assert is_in_view(program, row_of(program, last))


def test_going_to_a_section_leaves_its_document_closed(start: Start, root: Path) -> None:
    program = start(root)
    program.memory.tree.view.collapseAll()
    assert program.memory.show_section(str(memory_of(root)), "Decisions")
    assert is_in_view(program, row_of(program, memory_of(root)))
    assert not program.memory.tree.view.isExpanded(row_of(program, memory_of(root)))


def test_a_section_counts_the_lines_that_are_typed(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    assert program.memory.show_section(str(memory_of(root)), "Decisions")
    row = program.memory.model.index_of(str(memory_of(root)))
    document = program.memory.model.node(row)
    assert isinstance(document, DocumentNode)
    sections = {node.section.key: node for node in document.sections()}
    before = sections["Decisions"].section.lines
    program.editor.focus_section("Decisions")
    program.type("first ")
    program.key(Key.Key_Return)
    program.wait_until(
        lambda: sections["Decisions"].section.lines == before + 1, what="the line that is not saved"
    )


def test_what_is_typed_just_before_one_leaves_is_marked(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.editor.focus_section("Decisions")
    model, session = program.memory.model, program.session

    def unsaved() -> list[bool]:
        row = row_of(program, memory_of(root))
        section = model.index_of(str(memory_of(root)), "Decisions")
        nodes = [model.node(index) for index in (row, section)]
        return [node.marks.unsaved for node in nodes if isinstance(node, DocumentNode | SectionNode)]

    program.type("typed ")
    program.memory.show_document(str(root / "USER_PROFILE.md"))
    assert (session.is_dirty, unsaved()) == (True, [True, True])
    program.show(memory_of(root))
    program.settle()
    program.editor.undo()
    program.memory.show_document(str(root / "USER_PROFILE.md"))
    assert (session.is_dirty, unsaved()) == (False, [False, False])


def test_a_section_that_the_file_has_no_more_keeps_no_mark(start: Start, root: Path) -> None:
    path = memory_of(root)
    path.write_bytes(MEMORY.replace(b"## Decisions\n", b"## Decisions\n```text\n## cut\n```\n"))
    program = start(root)
    program.show(path)
    assert program.memory.show_section(str(path), "Decisions")

    def section() -> SectionNode:
        document = program.memory.model.node(row_of(program, path))
        assert isinstance(document, DocumentNode)
        return next(node for node in document.sections() if node.section.key == "Decisions")

    program.wait_until(lambda: section().marks.problem, what="the warning")
    path.write_bytes(b"## Project facts\nGo service with two workers.\n")
    program.wait_until(lambda: not section().marks.problem, what="the end of it")


def test_a_row_in_view_stays_where_it_is(start: Start, root: Path) -> None:
    memory_at_the_end(root)
    middle = root / "projects" / f"{PROJECT}-{MANY // 2:02}" / "MEMORY.md"
    program = start(root)
    program.show(middle)
    bar = program.memory.tree.view.verticalScrollBar()
    bar.setValue(bar.value() + 40)
    before = bar.value()
    program.memory.show_section(str(middle), "Decisions")
    assert bar.value() == before


def opened(program: InsideProgram) -> list[str]:
    """What is open in the tree, by the words of its rows."""
    view, model = program.memory.tree.view, program.memory.model
    open_rows = [model.index_of_node(model.numbered(number)) for number in model.open_numbers()]
    assert view.is_filtering or all(view.isExpanded(index) for index in open_rows)
    return [str(index.data()) for index in open_rows]


def come_and_go(program: InsideProgram, root: Path) -> None:
    aside = root.with_name("aside")
    root.rename(aside)
    # As F5 does: what is tried here is the tree, not when the watcher has noticed.
    program.memory.keeper.relist(str(root))
    program.wait_until(lambda: program.memory.keeper.document_count == 0, what="that it is gone")
    program.settle()
    aside.rename(root)
    program.memory.keeper.relist(str(root))
    program.wait_until(lambda: program.memory.keeper.document_count == 3, what="that it is back")
    program.settle()


def test_a_folder_that_was_away_comes_back_as_it_was_opened(start: Start, root: Path) -> None:
    other = root / "projects" / "-srv-web" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(MEMORY)
    program = start(root)
    program.show(memory_of(root))
    view = program.memory.tree.view
    view.expand(row_of(program, memory_of(root)))
    view.collapse(row_of(program, other).parent())
    before = opened(program)
    assert "MEMORY.md" in before
    come_and_go(program, root)
    assert opened(program) == before
    come_and_go(program, root)
    assert opened(program) == before


def test_it_does_so_behind_a_filter(start: Start, root: Path) -> None:
    other = root / "projects" / "-srv-web" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(MEMORY)
    program = start(root)
    program.show(memory_of(root))
    view = program.memory.tree.view
    view.collapse(row_of(program, other).parent())
    before = opened(program)
    view.set_filter("profile")
    come_and_go(program, root)
    view.set_filter("")
    assert opened(program) == before
