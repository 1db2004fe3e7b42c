"""The keys that mend and explain what an agent would do begin where the caret is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

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
