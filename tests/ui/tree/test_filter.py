"""The filter over the tree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication, QTreeView

from memdesk.ui.tree.adapter import Index
from memdesk.ui.tree.filter import TreeFilter
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.nodes import SectionRow
from memdesk.ui.widgets.marks import Marks
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow
from tests.ui.tree.homes import HOME, memory, profile, project, small_home, watch

_NOWHERE = QModelIndex()
API = memory(project("api")).path


@pytest.fixture
def rows(qapp: QApplication) -> TreeFilter:
    model = MemoryTreeModel()
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, small_home())
    model.set_sections(API, [SectionRow("Decisions", 0, "Decisions", 7)])
    return TreeFilter(model, model)


def model_of(rows: TreeFilter) -> MemoryTreeModel:
    model = rows.source
    assert isinstance(model, MemoryTreeModel)
    return model


def names(rows: TreeFilter, parent: QModelIndex | None = None) -> list[object]:
    parent = QModelIndex() if parent is None else parent
    found: list[object] = []
    for row in range(rows.rowCount(parent)):
        index = rows.index(row, 0, parent)
        found.append(index.data())
        below = names(rows, index)
        if below:
            found.append(below)
    return found


def hits(rows: TreeFilter, parent: QModelIndex | None = None) -> dict[str, tuple[tuple[int, int], ...]]:
    parent = QModelIndex() if parent is None else parent
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for row in range(rows.rowCount(parent)):
        index = rows.index(row, 0, parent)
        said = rows.data(index, TreeRole.ROW)
        assert isinstance(said, TreeRow)
        if said.hits:
            found[said.name] = said.hits
        found |= hits(rows, index)
    return found


def test_a_hit_keeps_its_parents(rows: TreeFilter) -> None:
    rows.set_text("profile")
    assert names(rows) == ["evva", ["You", ["USER_PROFILE.md"]]]
    assert hits(rows) == {"USER_PROFILE.md": ((5, 12),)}


def test_a_hit_on_a_project_keeps_its_documents_unmarked(rows: TreeFilter) -> None:
    rows.set_text("ap")
    assert names(rows) == ["evva", ["api", ["EVVA.md", "MEMORY.md", ["Decisions"]]]]
    assert hits(rows) == {"api": ((0, 2),)}


def test_a_section_is_found(rows: TreeFilter) -> None:
    rows.set_text("DECI")
    assert names(rows) == ["evva", ["api", ["MEMORY.md", ["Decisions"]]]]


def test_every_hit_in_a_name_is_marked(rows: TreeFilter) -> None:
    rows.set_text("m")
    assert hits(rows)["MEMORY.md"] == ((0, 1), (2, 3), (7, 8))


def test_a_text_is_no_pattern(rows: TreeFilter) -> None:
    rows.set_text(".*")
    assert not rows.has_hits
    assert names(rows) == []


def test_the_rows_above_hits_are_to_be_opened(rows: TreeFilter) -> None:
    rows.set_text("deci")
    assert [index.data() for index in rows.rows_to_open()] == ["MEMORY.md", "api", "evva"]


def test_of_very_many_hits_only_the_agents_are_opened(rows: TreeFilter) -> None:
    model_of(rows).extend(HOME, [memory(project(f"p{n}")) for n in range(600)])
    rows.set_text("memory")
    assert [index.data() for index in rows.rows_to_open()] == ["evva"]


def test_what_comes_while_one_filters_is_judged_too(rows: TreeFilter) -> None:
    watch(rows)
    rows.set_text("web")
    assert names(rows) == []
    model = model_of(rows)
    model.extend(HOME, [memory(project("web"))])
    assert names(rows) == ["evva", ["web", ["MEMORY.md"]]]
    model.replace_documents(HOME, [profile()])
    assert names(rows) == []


def test_what_went_while_one_filters_is_no_hit(rows: TreeFilter) -> None:
    watch(rows)
    rows.set_text("api")
    model_of(rows).replace_documents(HOME, [profile()])
    assert names(rows) == []
    assert not rows.has_hits


def test_a_row_that_goes_while_one_filters_leaves_its_place_to_the_next(rows: TreeFilter) -> None:
    view = QTreeView()
    view.setModel(rows)
    rows.set_text("memory")
    view.expandAll()
    view.setCurrentIndex(rows.mapFromSource(model_of(rows).index_of(API)).parent())
    shop = project("shop")
    model_of(rows).replace_documents(HOME, [profile(), memory(shop)])
    assert names(rows) == ["evva", ["shop", ["MEMORY.md"]]]
    assert view.currentIndex().data() == "shop"
    assert view.isExpanded(view.currentIndex())


def test_sections_that_come_below_a_row_that_is_opened_are_told_of_as_such(rows: TreeFilter) -> None:
    watch(rows)
    rows.set_text("shop")
    path = memory(project("shop")).path
    came: list[int] = []
    rows.rowsInserted.connect(lambda _parent, first, last: came.append(last - first + 1))
    rows.layoutChanged.connect(lambda: came.append(0))
    model_of(rows).set_sections(path, [SectionRow("a", 0, "a", 1), SectionRow("b", 0, "b", 1)])
    assert came == [2]
    assert names(rows) == ["evva", ["shop", ["MEMORY.md", ["a", "b"]]]]


def test_to_lay_rows_out_asks_for_no_index_of_the_tree(qapp: QApplication) -> None:
    class Counting(MemoryTreeModel):
        asked = 0

        def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
            Counting.asked += 1
            return super().index(row, column, parent)

    model = Counting()
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, [memory(project(f"p{n}")) for n in range(200)])
    rows = TreeFilter(model, model)
    view = QTreeView()
    view.setModel(rows)
    rows.set_text("p")
    Counting.asked = 0
    view.expandAll()
    view.doItemsLayout()
    assert not Counting.asked


def test_a_name_that_changes_is_judged_anew(rows: TreeFilter) -> None:
    rows.set_text("backend")
    bound = project("api")._replace(title="backend")
    documents = [d._replace(scope=bound) if d.scope.title == "api" else d for d in small_home()]
    model_of(rows).replace_documents(HOME, documents)
    assert names(rows)[:1] == ["evva"]
    rows.set_text("api")
    assert names(rows) == []


def test_a_mark_shows_through_the_filter(rows: TreeFilter) -> None:
    rows.set_text("memory")
    model_of(rows).set_marks(API, Marks(unsaved=True))
    index = rows.mapFromSource(model_of(rows).index_of(API))
    said = rows.data(index, TreeRole.ROW)
    assert isinstance(said, TreeRow)
    assert said.marks.unsaved
    assert said.hits == ((0, 6),)


def test_cleared_it_keeps_nothing_and_costs_nothing(rows: TreeFilter) -> None:
    rows.set_text("memory")
    rows.clear()
    model_of(rows).extend(HOME, [memory(project("web"))])
    assert not rows.has_hits
