"""What an agent gets, looked at and changed through the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from memdesk.bundled import bundled_path
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.preview.budget_row import BudgetRow
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key

LOST = "A 502 right after a deploy"


@pytest.fixture
def memory(home: Path) -> Path:
    """The memory of ub in the user's home, over its budget of 4,000 bytes; gives the file."""
    sample = Path(str(bundled_path("samples", "ub"))) / "home" / ".local/state/ub/memory/api/memory.md"
    memory = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(sample.read_bytes())
    return memory


@pytest.fixture
def program(start: Start, memory: Path) -> InsideProgram:
    program = start(memory.parents[1])
    program.show(memory)
    program.wait_until(lambda: lines(program), what="the preview")
    return program


def view(program: InsideProgram) -> LinesView:
    found = [view for view in program.memory.preview.findChildren(LinesView) if view.isVisible()]
    assert len(found) == 1
    return found[0]


def lines(program: InsideProgram) -> tuple[Line, ...]:
    found = [view for view in program.memory.preview.findChildren(LinesView) if view.isVisible()]
    return found[0].lines if found else ()


def lost(program: InsideProgram) -> list[str]:
    return [line.text for line in lines(program) if line.kind is LineKind.LOST]


def sent(program: InsideProgram) -> str:
    kept = (LineKind.PLAIN, LineKind.ADDED)
    return "\n".join(line.text for line in lines(program) if line.kind in kept)


def activate(program: InsideProgram, words: str) -> None:
    """Go to a line of the preview by the keyboard."""
    at = next(number for number, line in enumerate(lines(program)) if words in line.text)
    view(program).line_activated.emit(at)
    program.settle()


def test_a_lost_entry_is_moved_above_the_cut_and_back(program: InsideProgram, memory: Path) -> None:
    before = memory.read_bytes()
    assert any(line.startswith(LOST) for line in lost(program))
    activate(program, LOST)
    program.click("Move above the cut")
    program.wait_until(lambda: program.button("Move it"), what="the proposal")
    assert program.text == before.decode()
    program.click("Move it")
    program.wait_until(lambda: LOST in sent(program), what="the moved entry")
    assert not any(line.startswith(LOST) for line in lost(program))
    assert memory.read_bytes() == before
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: any(line.startswith(LOST) for line in lost(program)), what="the way back")
    assert program.text == before.decode()


def test_what_is_moved_is_saved_as_one_change_of_the_file(program: InsideProgram, memory: Path) -> None:
    before = memory.read_bytes().decode().splitlines(keepends=True)
    activate(program, LOST)
    program.click("Move above the cut")
    program.wait_until(lambda: program.button("Move it"), what="the proposal")
    program.click("Move it")
    program.save()
    after = memory.read_bytes().decode().splitlines(keepends=True)
    assert [line for line in after if LOST not in line] == [line for line in before if LOST not in line]
    assert sum(LOST in line for line in after) == 1


def test_another_budget_shows_more_and_writes_nothing(program: InsideProgram, memory: Path) -> None:
    before = memory.read_bytes()
    row = program.memory.preview.findChild(BudgetRow)
    assert isinstance(row, BudgetRow)
    menu = row.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "No budget").trigger()
    program.wait_until(lambda: LOST in sent(program), what="the preview without a budget")
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "As ub has it").trigger()
    program.wait_until(lambda: LOST not in sent(program), what="the preview within ub's budget")
    assert memory.read_bytes() == before


def test_recall_finds_entries_and_leads_to_them(program: InsideProgram) -> None:
    panel = program.memory.preview
    panel.show_tab("recall")
    field = next(field for field in panel.findChildren(Field) if field.isVisible())
    QTest.keyClicks(field, "worker")
    QTest.keyClick(field, Qt.Key.Key_Return)
    program.settle()
    found = [line.text for line in lines(program) if line.kind is LineKind.PLAIN]
    assert len(found) > 1
    assert all("worker" in line.lower() for line in found)
    view(program).line_activated.emit(0)
    program.settle()
    assert program.session.path.endswith("memory.md")


def test_every_tab_of_the_right_panel_has_its_action(program: InsideProgram) -> None:
    for action_id in ("view.index", "view.rendered", "view.diff", "view.recall", "view.history"):
        action = program.window.actions_table[action_id]
        assert action.isEnabled(), action_id
        action.trigger()
        assert program.memory.preview.tab == action_id.removeprefix("view.")
    program.window.actions_table["view.recall"].trigger()
    program.type("worker")
    assert isinstance(program.focus, Field)
    assert program.focus.text() == "worker"


def test_of_an_agent_that_recalls_nothing_it_is_said_that_there_is_no_such_tab(
    start: Start, memory: Path, root: Path
) -> None:
    program = start(memory.parents[1], root)
    recall = program.window.actions_table["view.recall"]
    program.show(memory_of(root))
    assert not recall.isEnabled()
    assert program.window.actions_table.why_not("view.recall") == "evva has no search of its own"
    program.show(memory)
    program.wait_until(recall.isEnabled, what="the tab of ub")
    recall.trigger()
    program.show(memory_of(root))
    assert (program.memory.preview.tab, recall.isEnabled()) == ("index", False)


def test_what_is_switched_off_is_said_on_the_agent_and_in_its_preview(
    start: Start, memory: Path, home: Path
) -> None:
    config = home / ".config/ub/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_bytes(b"tools_disabled: [remember]\nmemory: {auto: {enabled: false}}\n")
    program = start(memory.parents[1])
    program.show(memory)
    model = program.memory.model
    index = model.index_of_root(str(memory.parents[1]))

    def row() -> TreeRow:
        said = model.data(index, TreeRole.ROW)
        assert isinstance(said, TreeRow)
        return said

    program.wait_until(lambda: row().age == "off", what="the mark on the agent")
    assert f"tools_disabled in {config}" in row().accessible
    assert f"tools_disabled in {config}" in str(model.data(index, Qt.ItemDataRole.ToolTipRole))
    injected = program.memory.preview._index._injected
    assert any(f"tools_disabled in {config}" in warning for warning in injected.warnings)


def test_a_file_of_two_agents_is_previewed_for_either(start: Start, home: Path) -> None:
    project, ub, ok = home / "srv" / "api", home / ".local/state/ub/memory", home / ".config/ok"
    for folder in (project / ".git", ub, ok):
        folder.mkdir(parents=True)
    rules = project / "AGENTS.md"
    rules.write_bytes(b"# Rules\n\nBe brief.\n")
    program = start(ub)
    desk = program.desk
    desk.mention_project(str(project))
    key = desk.workspace.root(str(ub)).layout.project_key(desk.workspace.disk, str(project))
    (ub / key).mkdir()
    (ub / key / "memory.md").write_bytes(b"## project\n\n- Build with make *(2026-05-01T09:00:00Z)*\n")
    program.memory.keeper.relist(str(ub))
    program.settle()
    agent = next(layout for layout in desk.layouts if layout.name == "ok")
    root = MemoryRoot(str(ok), agent, "by a test")
    desk.workspace.open_root(root)
    program.memory.add_root(root, whole=True)
    assert [reader.layout.name for reader, _ in desk.workspace.readers_of(str(rules))] == ["ub", "ok"]
    program.show(rules)
    program.wait_until(lambda: "Be brief." in sent(program), what="what ub gets")
    assert program.memory.preview._title.text == "What ub will see"
    program.memory.preview.reader_chosen.emit(str(ok))
    program.wait_until(lambda: "AGENTS.md (project)" in sent(program), what="what OK gets")
    assert program.memory.preview._title.text == "What OK will see"
