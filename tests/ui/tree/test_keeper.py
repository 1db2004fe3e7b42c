"""The lists of documents that workers bring to the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from memdesk.errors import MemdeskError
from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.memory.tree_keeper import TreeKeeper
from memdesk.ui.tasks import Result, Task, Tasks
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.widgets.marks import Marks
from tests.patience import wait_until
from tests.ui.tree.homes import HOME, memory, project
from tests.window.homes import make_home, memory_of


class TasksInHand(Tasks):
    """Works when it is told to, and brings what was found when it is told to."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.waiting: list[Callable[[], Callable[[], object]]] = []

    def run(
        self,
        work: Callable[[], Result],
        done: Callable[[Result], object],
        failed: Callable[[MemdeskError], object] = lambda _: None,
        *,
        first: bool = False,
    ) -> Task[Result]:
        def work_now() -> Callable[[], object]:
            found = work()
            return lambda: done(found)

        self.waiting.append(work_now)
        return Task(Future())


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    desk = Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), discover())
    yield desk
    desk.close()


def test_what_comes_while_a_list_is_made_is_listed_once_more(
    qapp: QApplication, home: Path, desk: Desk
) -> None:
    root = make_home(home)
    owner = QObject()
    tasks = TasksInHand(owner)
    model = MemoryTreeModel(owner)
    keeper = TreeKeeper(desk.workspace, model, tasks, owner)
    desk.open_found()
    keeper.add_root(desk.workspace.root(str(root)))
    new = root / "projects" / "-srv-new" / "MEMORY.md"
    keeper.relist(str(root))
    older = [work() for work in tasks.waiting]
    tasks.waiting.clear()
    new.parent.mkdir()
    new.write_bytes(b"## Decisions\nUse npm.\n")
    desk.workspace.refresh([str(new)])
    for _ in range(20):
        keeper.relist(str(root))
    assert not tasks.waiting, "lists are made one after the other"
    for arrive in older:
        arrive()
    for arrive in [work() for work in tasks.waiting]:
        arrive()
    tasks.finish()
    assert model.index_of(str(new)).isValid()
    assert str(new) in {document.path for document in desk.workspace.documents(str(root))}


def test_the_sections_of_an_open_document_are_listed_again_where_its_row_is_a_new_one(
    qapp: QApplication, home: Path, desk: Desk
) -> None:
    root = make_home(home)
    path = str(memory_of(root))
    owner = QObject()
    tasks = TasksInHand(owner)
    model = MemoryTreeModel(owner)
    keeper = TreeKeeper(desk.workspace, model, tasks, owner)
    desk.open_found()
    keeper.add_root(desk.workspace.root(str(root)))
    session = desk.workspace.open_document(path)
    keeper.load_sections(path)
    listed = titles(model, path)
    touched: list[object] = []
    model.dataChanged.connect(lambda *rows: touched.append(rows))
    keeper.load_sections(path)
    assert not touched, "nothing is another one"

    keeper.remove_root(str(root))
    keeper.add_root(desk.workspace.root(str(root)))
    keeper.load_sections(path)
    assert titles(model, path) == listed != []

    session.text.apply_outside(session.text.text + "\n## Added\nUse pnpm.\n")
    keeper.load_sections(path)
    assert "Added" in titles(model, path)
    tasks.finish()


def titles(model: MemoryTreeModel, path: str) -> list[str]:
    """What the rows below a document say."""
    row = model.index_of(path)
    return [str(model.index(number, 0, row).data()) for number in range(model.rowCount(row))]


def test_the_marks_of_many_documents_are_written_in_several_turns(
    qapp: QApplication, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = QObject()
    tasks, model = TasksInHand(owner), MemoryTreeModel(owner)
    keeper = TreeKeeper(desk.workspace, model, tasks, owner)
    documents = [memory(project(f"p{number}")) for number in range(200)]
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, documents)
    written: list[str] = []
    set_marks = model.set_marks

    def note(path: str, marks: Marks) -> None:
        written.append(path)
        set_marks(path, marks)

    monkeypatch.setattr(model, "set_marks", note)
    few = [document.path for document in documents[:3]]
    keeper.set_waiting(dict.fromkeys(few, 1))
    assert sorted(written) == sorted(few), "a few are marked at once"
    keeper.set_waiting({document.path: 2 for document in documents})
    assert len(written) < len(documents), "no turn writes them all"
    wait_until(lambda: len(written) == 3 + len(documents), pause=qapp.processEvents)
    assert {model.row_at(model.node(model.index_of(one.path))).marks.changed for one in documents} == {2}
    tasks.finish()
