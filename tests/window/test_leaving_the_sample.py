"""The sample beside memory of one's own: told apart, and left by one action."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from memdesk.ui.i18n import told
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram


def names(program: InsideProgram) -> list[str]:
    return [told(root.label) for root in program.desk.workspace.roots]


def leave(program: InsideProgram) -> None:
    action = program.window.actions_table["file.leave_sample"]
    assert action.isEnabled()
    action.trigger()
    program.settle()


def test_roots_of_the_sample_are_told_from_one_s_own_and_left_at_once(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    own = program.session.path
    assert not program.window.actions_table["file.leave_sample"].isEnabled()
    program.program.opening.open_sample()
    program.settle()
    assert len(program.desk.workspace.roots) > 2
    assert len(set(names(program))) == len(names(program))
    assert program.session.path in program.desk.samples
    leave(program)
    assert [one.path for one in program.desk.workspace.roots] == [str(root)]
    assert program.session.path not in program.desk.samples
    assert not any(folder in program.desk.samples for folder in program.desk.projects.folders())
    assert not program.window.actions_table["file.leave_sample"].isEnabled()
    assert program.show(memory_of(root)).path == own


def test_roots_that_come_beside_the_sample_are_told_from_it(qapp: QApplication, root: Path) -> None:
    program = InsideProgram(sample=True)
    try:
        assert not any("(sample)" in name for name in names(program))
        program.program.opening.open_folder(str(root))
        program.settle()
        assert len(set(names(program))) == len(names(program)) > 2
        assert [name for name in names(program) if "(sample)" not in name] == ["evva"]
        model = program.memory.model
        rows = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
        assert rows == names(program)
    finally:
        program.close()


def test_leaving_the_sample_keeps_nothing_closed_at_the_next_start(start: Start, root: Path) -> None:
    program = start(root)
    program.program.opening.open_sample()
    program.settle()
    program.program.opening.close_path(program.desk.samples.opened[0].path)
    leave(program)
    assert not program.desk.settings.closed_roots


def test_what_was_typed_into_the_sample_is_there_when_it_is_opened_again_and_goes_with_the_program(
    start: Start, root: Path
) -> None:
    program = start(root)
    program.program.opening.open_sample()
    program.settle()
    path = program.session.path
    program.editor.focus_text()
    program.type("TYPED ")
    leave(program)
    program.program.opening.open_sample()
    program.settle()
    assert program.session.path == path
    assert "TYPED" in program.text
    leave(program)
    program.close()
    again = start(root)
    drafts = again.desk.workspace.drafts
    assert drafts is not None
    assert not drafts.left_behind()


def test_the_sample_lets_no_first_copy_be_kept_of_one_s_own_files(start: Start, home: Path) -> None:
    project = home / "harbour"
    project.mkdir()
    own = project / "CLAUDE.md"
    own.write_text("Mine.\n")
    program = start()
    program.settle()
    program.desk.settings.project_folders.append(str(project))
    program.program.opening.open_sample()
    program.settle()
    workspace, kept = program.desk.workspace, program.desk.recorded.first_copies()
    listed = [one.path for root in workspace.roots for one in workspace.last_documents(root.path)]
    assert str(own) in listed
    assert kept
    assert all(path in program.desk.samples for path in kept)
