"""The keys that mend and explain what an agent would do begin where the caret is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from memdesk.ui.tree.nodes import DocumentNode
from memdesk.ui.widgets.notices import Strip
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import InsideProgram


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """A memory of which evva would split two sections."""
    path = memory_of(root)
    text = MEMORY.replace(b"Go service", b"```\n## One\n```\nGo service")
    path.write_bytes(text.replace(b"Use npm", b"```\n## Two\n```\nUse npm"))
    program = start(root)
    program.show(path)
    return program


def lines_of_losses(program: InsideProgram) -> list[int]:
    return sorted(loss.line for loss in program.memory.open.losses_now() if loss.repair)


@pytest.mark.parametrize(("section", "left"), [("Project facts", 10), ("Decisions", 3)])
def test_what_is_mended_is_in_the_section_with_the_caret(
    program: InsideProgram, section: str, left: int
) -> None:
    assert lines_of_losses(program) == [3, 10]
    program.put_caret(section)
    program.window.actions_table["memory.repair"].trigger()
    assert lines_of_losses(program) == [left]


def test_another_section_is_mended_where_nothing_is_to_be_mended_here(program: InsideProgram) -> None:
    program.put_caret("References")
    program.window.actions_table["memory.repair"].trigger()
    assert len(lines_of_losses(program)) == 1


def test_what_is_explained_is_in_the_section_with_the_caret(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    program.window.actions_table["memory.why"].trigger()
    [box] = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox)]
    assert box.text().startswith("Line 10:")
    box.close()


@pytest.mark.parametrize("is_problem", [False, True])
def test_how_an_agent_would_spell_a_text_is_a_note_and_marks_nothing(
    start: Start, root: Path, is_problem: bool
) -> None:
    path = memory_of(root)
    if is_problem:
        path.write_bytes(MEMORY.replace(b"Go service", b"```\n## One\n```\nGo service"))
    else:
        path.write_bytes(MEMORY.replace(b"\n", b"\r\n"))
    program = start(root)
    program.show(path)
    program.wait_until(lambda: program.memory.open.losses, what="what evva would do")
    program.settle()
    strips = [one.accessibleName() for one in program.editor.findChildren(Strip) if one.isVisible()]
    assert strips
    assert any(name.startswith("Warning: evva would split") for name in strips) == is_problem
    assert all(name.startswith(("Note: evva would", "Warning: evva would split")) for name in strips)
    model = program.memory.model
    document = model.node(model.index_of(str(path)))
    assert isinstance(document, DocumentNode)
    assert document.marks.problem == is_problem
    lines = {loss.line for loss in program.memory.open.losses if loss.is_problem}
    assert lines == ({3} if is_problem else set())

    def listed() -> set[int]:
        return {one.found.line for one in program.program.problems.report.of_file(str(path))}

    program.wait_until(lambda: lines <= listed(), what="the list of problems")
