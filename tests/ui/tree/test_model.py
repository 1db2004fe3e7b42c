"""The tree as Qt sees it: batches, rescans, sections and marks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QApplication, QTreeView

from memdesk.layouts.documents import Document
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.nodes import Node, SectionRow, SectionState, shown_marks
from memdesk.ui.widgets.marks import Marks
from tests.ui.tree.homes import HOME, YOU, memory, profile, project, rules, small_home, watch

Role = Qt.ItemDataRole
API = memory(project("api")).path
SECTIONS = (
    SectionRow("Project facts", 0, "Project facts", 5),
    SectionRow("Decisions", 0, "Decisions", 7),
    SectionRow("Open issues", 0, "Open issues", 0, SectionState.EMPTY),
)


def shape(model: MemoryTreeModel, parent: QModelIndex | None = None) -> list[object]:
    """The names of all rows, as nested lists."""
    parent = QModelIndex() if parent is None else parent
    rows: list[object] = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        rows.append(index.data())
        if model.rowCount(index):
            rows.append(shape(model, index))
    return rows


def filled(model: MemoryTreeModel) -> MemoryTreeModel:
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, small_home())
    return model


SMALL: list[Any] = [
    "evva",
    ["You", ["USER_PROFILE.md"], "api", ["EVVA.md", "MEMORY.md"], "shop", ["MEMORY.md"]],
]


def test_documents_stand_under_their_scopes(model: MemoryTreeModel) -> None:
    assert shape(filled(model)) == SMALL


def test_batches_may_cut_a_scope_anywhere(model: MemoryTreeModel) -> None:
    model.add_root(HOME, "evva", "ev")
    for document in small_home():
        model.extend(HOME, [document])
    assert shape(model) == SMALL


def grouped(name: str, *above: str) -> Document:
    return memory(project(name)._replace(above=above))


def test_scopes_stand_in_their_groups(model: MemoryTreeModel) -> None:
    documents = [
        grouped("ada", "Users"),
        grouped("bot", "Agents"),
        memory(project("shop")),
        grouped("bob", "Users"),
    ]
    everything = [
        "evva",
        [
            "Users",
            ["ada", ["MEMORY.md"], "bob", ["MEMORY.md"]],
            "Agents",
            ["bot", ["MEMORY.md"]],
            "shop",
            ["MEMORY.md"],
        ],
    ]
    model.add_root(HOME, "evva", "ev")
    for document in documents:
        model.extend(HOME, [document])
    assert shape(model) == everything
    model.replace_documents(HOME, documents)
    assert shape(model) == everything
    lab = [grouped("bot", "lab", "Agents"), grouped("ada", "lab", "Users"), grouped("ada2", "Users")]
    model.replace_documents(HOME, lab)
    assert shape(model) == [
        "evva",
        [
            "lab",
            ["Agents", ["bot", ["MEMORY.md"]], "Users", ["ada", ["MEMORY.md"]]],
            "Users",
            ["ada2", ["MEMORY.md"]],
        ],
    ]
    path = lab[0].path
    model.set_marks(path, Marks(unsaved=True))
    [first, *_] = model.rows_to_open(HOME, 8)
    assert shown_marks(model.node(first)).unsaved
    assert len(model.rows_to_open(HOME, 8)) == 7
    assert len(model.rows_to_open(HOME, 2)) == 4
    model.replace_documents(HOME, small_home())
    assert shape(model) == SMALL
    assert not model.index_of(grouped("ada").path).isValid()


def test_a_root_is_there_once(model: MemoryTreeModel) -> None:
    filled(model).add_root(HOME, "again", "ag")
    assert shape(model) == SMALL


def test_removing_a_root_forgets_its_documents(model: MemoryTreeModel) -> None:
    filled(model).remove_root(HOME)
    assert shape(model) == []
    assert not model.index_of(API).isValid()
    model.remove_root(HOME)
    model.set_marks(API, Marks(unsaved=True))
    model.set_sections(API, SECTIONS)
    assert shape(model) == []


def test_an_unknown_root_is_a_mistake_of_the_caller(model: MemoryTreeModel) -> None:
    with pytest.raises(KeyError):
        model.extend("/nowhere", small_home())


def test_a_file_under_two_roots_is_marked_in_both(model: MemoryTreeModel) -> None:
    filled(model)
    shared = rules(project("api"))
    model.add_root("/home/ada/.evva2", "evva", "ev")
    model.extend("/home/ada/.evva2", [shared])
    model.set_marks(shared.path, Marks(unsaved=True))
    marked = [node for node in model.root.walk() if getattr(node, "marks", None) == Marks(unsaved=True)]
    assert len(marked) == 2
    model.remove_root(HOME)
    assert model.root_at(model.index_of(shared.path)) == "/home/ada/.evva2"


def test_an_index_says_what_stands_there(model: MemoryTreeModel) -> None:
    filled(model).set_sections(API, SECTIONS)
    index = model.index_of(API, "Decisions")
    assert model.section_at(index) == SECTIONS[1]
    assert model.document_at(index) == memory(project("api"))
    assert model.scope_at(index) == project("api")
    assert model.root_at(index) == HOME
    above = index.parent().parent()
    assert (model.section_at(above), model.document_at(above)) == (None, None)
    assert not model.index_of(API, "Decisions", 1).isValid()
    assert model.document_at(QModelIndex()) is None
    assert model.scope_at(QModelIndex()) is None
    assert model.root_at(QModelIndex()) is None


def test_a_row_that_went_finds_nothing(model: MemoryTreeModel) -> None:
    stale = filled(model).index_of(API)
    model.replace_documents(HOME, [profile()])
    assert model.document_at(stale) is None


# A rescan


def orders() -> st.SearchStrategy[list[Document]]:
    """Any documents of a few scopes, in any order that keeps a scope together."""
    scopes = [YOU, *(project(name) for name in "abc")]
    documents = [
        memory(scope)._replace(path=f"/{scope.key}/{n}", title=f"{n}") for scope in scopes for n in range(3)
    ]
    return st.permutations(documents).flatmap(lambda all_: st.integers(0, len(all_)).map(lambda n: all_[:n]))


@given(orders(), orders())
def test_a_rescan_shows_what_a_fresh_scan_would(
    qapp: QApplication, old: list[Document], new: list[Document]
) -> None:
    model, fresh = MemoryTreeModel(), MemoryTreeModel()
    watch(model)
    for each, documents in ((model, old), (fresh, new)):
        each.add_root(HOME, "evva", "ev")
        each.extend(HOME, documents)
    kept = {path for path in (d.path for d in old) if path in {d.path for d in new}}
    persistent = {path: QPersistentModelIndex(model.index_of(path)) for path in kept}
    model.replace_documents(HOME, new)
    assert shape(model) == shape(fresh)
    assert all(index.isValid() and index == model.index_of(p) for p, index in persistent.items())


def test_a_rescan_without_change_moves_nothing(model: MemoryTreeModel) -> None:
    filled(model)
    moved: list[str] = []
    model.rowsInserted.connect(lambda *_: moved.append("in"))
    model.rowsRemoved.connect(lambda *_: moved.append("out"))
    model.rowsMoved.connect(lambda *_: moved.append("moved"))
    model.replace_documents(HOME, small_home())
    assert moved == []


def test_a_rescan_keeps_expansion_selection_and_scroll(model: MemoryTreeModel) -> None:
    filled(model)
    model.extend(HOME, [memory(project(f"p{n}")) for n in range(200)])
    view = QTreeView()
    view.setModel(model)
    view.resize(280, 400)
    view.expand(model.index_of_root(HOME))
    view.expand(model.index_of(API).parent())
    view.setCurrentIndex(model.index_of(API))
    view.scrollTo(model.index_of(memory(project("p150")).path).parent(), QTreeView.ScrollHint.PositionAtTop)
    top = view.indexAt(view.viewport().rect().topLeft()).data()
    rest = [document for document in small_home() if document.scope != YOU]
    model.replace_documents(
        HOME, [*rest, *(memory(project(f"p{n}")) for n in range(200)), memory(project("new"))]
    )
    assert view.isExpanded(model.index_of(API).parent())
    assert view.currentIndex() == model.index_of(API)
    assert top == "p150"
    assert abs(int(str(view.indexAt(view.viewport().rect().topLeft()).data())[1:]) - 150) <= 1


def test_a_changed_document_says_so_in_its_own_row(model: MemoryTreeModel) -> None:
    filled(model)
    changed: list[str] = []
    model.dataChanged.connect(lambda first, last, _roles: changed.append(first.data()))
    model.replace_documents(HOME, [d._replace(size_bytes=9999) if d.path == API else d for d in small_home()])
    assert changed == ["MEMORY.md", "evva"]
    document = model.document_at(model.index_of(API))
    assert document is not None
    assert document.size_bytes == 9999


def test_a_scope_and_its_agent_count_what_came_and_went(model: MemoryTreeModel) -> None:
    model.add_root(HOME, "evva", "ev")
    planned = memory(project("api"))._replace(exists=False)

    def said() -> tuple[str, str]:
        scope = model.index_of(API).parent()
        return model.row_at(model.node(scope)).size, model.row_at(model.node(scope.parent())).size

    model.extend(HOME, [planned])
    assert said() == ("not written yet", "1 project")
    model.update_document(planned._replace(exists=True))
    assert said() == ("1 file", "1 project")
    model.extend(HOME, [rules(project("api"))])
    assert said() == ("2 files", "1 project")
    model.replace_documents(HOME, [memory(project("api")), memory(project("shop"))])
    assert said() == ("1 file", "2 projects")
    model.replace_documents(HOME, [planned])
    assert said() == ("not written yet", "1 project")


def test_one_document_can_be_brought_up_to_date_alone(model: MemoryTreeModel) -> None:
    filled(model)
    changed: list[str] = []
    model.dataChanged.connect(lambda first, last, _roles: changed.append(first.data()))
    model.update_document(memory(project("api"))._replace(size_bytes=9999))
    model.update_document(memory(project("api"))._replace(size_bytes=9999))
    model.update_document(memory(project("nowhere"))._replace(size_bytes=9999))
    document = model.document_at(model.index_of(API))
    assert document is not None
    assert document.size_bytes == 9999
    assert changed == ["MEMORY.md"]


def test_a_project_that_is_bound_changes_its_name_in_place(model: MemoryTreeModel) -> None:
    filled(model)
    index = QPersistentModelIndex(model.index_of(API).parent())
    bound = project("api")._replace(title="backend", folder="/srv/backend")
    model.replace_documents(
        HOME, [d._replace(scope=bound) if d.scope.title == "api" else d for d in small_home()]
    )
    assert index.data() == "backend"


# Sections


def test_sections_are_asked_for_once(qapp: QApplication) -> None:
    wanted: list[str] = []
    model = filled(MemoryTreeModel())
    model.sections_wanted.connect(wanted.append)
    index = model.index_of(API)
    assert model.hasChildren(index)
    assert model.canFetchMore(index)
    model.fetchMore(index)
    model.fetchMore(index)
    assert wanted == [API]
    model.set_sections(API, ())
    assert not model.hasChildren(index)


def test_opening_a_document_in_a_view_loads_its_sections(qapp: QApplication) -> None:
    model = filled(MemoryTreeModel())
    model.sections_wanted.connect(lambda path: model.set_sections(path, SECTIONS))
    view = QTreeView()
    view.setModel(model)
    view.expandAll()
    view.doItemsLayout()
    assert [model.index(row, 0, model.index_of(API)).data() for row in range(3)] == [
        s.title for s in SECTIONS
    ]


def test_sections_change_in_place(model: MemoryTreeModel) -> None:
    filled(model).set_sections(API, SECTIONS)
    kept = QPersistentModelIndex(model.index_of(API, "Decisions"))
    changed: list[str] = []
    model.dataChanged.connect(lambda first, last, _roles: changed.append(first.data()))
    model.set_sections(
        API, [SECTIONS[1]._replace(lines=8), SECTIONS[0], SectionRow("Deploy", 0, "Deploy", 3)]
    )
    assert changed == ["Decisions", "MEMORY.md"]
    assert kept.row() == 0
    assert [model.index(row, 0, kept.parent()).data() for row in range(3)] == [
        "Decisions",
        "Project facts",
        "Deploy",
    ]


def test_a_document_that_is_not_written_yet_has_nothing_to_open(qapp: QApplication) -> None:
    model = MemoryTreeModel()
    model.add_root(HOME, "evva", "ev")
    planned = memory(project("api"))._replace(exists=False)
    model.extend(HOME, [planned])
    assert not model.hasChildren(model.index_of(API))
    model.replace_documents(HOME, [planned._replace(exists=True)])
    assert model.hasChildren(model.index_of(API))


# Marks


def test_a_closed_parent_carries_the_marks_of_what_it_hides(model: MemoryTreeModel) -> None:
    filled(model)
    model.set_marks(API, Marks(unsaved=True, changed=2, read_only=True))
    model.set_marks(profile().path, Marks(changed=1, problem=True))
    agent, scope = model.index_of_root(HOME), model.index_of(API).parent()
    assert shown_marks(model.node(scope)) == Marks(unsaved=True, changed=2)
    assert shown_marks(model.node(agent)) == Marks(unsaved=True, changed=3, problem=True)
    model.set_open(scope, True)
    model.set_open(agent, True)
    assert shown_marks(model.node(scope)) == Marks()
    assert shown_marks(model.node(agent)) == Marks()


def test_an_open_agent_still_shows_who_writes(model: MemoryTreeModel) -> None:
    filled(model).set_marks(API, Marks(writing=True))
    agent = model.index_of_root(HOME)
    model.set_open(agent, True)
    assert shown_marks(model.node(agent)) == Marks(writing=True)
    model.set_marks(API, Marks())
    assert shown_marks(model.node(agent)) == Marks()


def test_a_mark_changes_its_row_and_those_above(model: MemoryTreeModel) -> None:
    filled(model).set_sections(API, SECTIONS)
    changed: list[str] = []
    model.dataChanged.connect(lambda first, last, _roles: changed.append(first.data()))
    model.set_marks(API, Marks(unsaved=True))
    model.set_marks(API, Marks(unsaved=True))
    model.mark_sections(API, {("Decisions", 0): Marks(unsaved=True)}, whole=True)
    assert changed == ["MEMORY.md", "api", "evva", "Decisions"]


def test_a_document_nobody_may_edit_has_a_padlock(model: MemoryTreeModel) -> None:
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, [profile()._replace(why_read_only="No permission to write it.")])
    assert shown_marks(model.node(model.index_of(profile().path))) == Marks(read_only=True)


def test_marks_of_a_document_that_went_are_forgotten(model: MemoryTreeModel) -> None:
    filled(model).set_marks(API, Marks(unsaved=True))
    model.replace_documents(HOME, [profile()])
    assert shown_marks(model.node(model.index_of_root(HOME))) == Marks()


def test_ten_thousand_documents_are_announced_at_once(qapp: QApplication) -> None:
    inserted: list[tuple[int, int]] = []
    model = MemoryTreeModel()
    model.rowsInserted.connect(lambda _parent, first, last: inserted.append((first, last)))
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, [memory(project(f"p{n}")) for n in range(10_000)])
    assert inserted == [(0, 0), (0, 9_999)]


def scopes_of(model: MemoryTreeModel) -> list[Node]:
    return list(model.node(model.index_of_root(HOME)).children)


def test_rows_that_were_made_elsewhere_come_in_as_they_are(model: MemoryTreeModel) -> None:
    watch(filled(model))
    documents = [*small_home(), memory(project("web")), memory(project("zoo"))]
    made = model.maker(HOME)(documents)
    model.replace_documents(HOME, tuple(documents), made)
    assert shape(model) == ["evva", [*SMALL[1], "web", ["MEMORY.md"], "zoo", ["MEMORY.md"]]]
    assert scopes_of(model)[-2:] == list(made.scopes.values())


def test_of_rows_made_elsewhere_those_come_in_that_are_still_wanted(model: MemoryTreeModel) -> None:
    watch(filled(model))
    old, web, zoo = memory(project("old")), memory(project("web")), memory(project("zoo"))
    made = model.maker(HOME)([*small_home(), old, web, zoo])
    grown = web._replace(size_bytes=web.size_bytes + 1)
    model.replace_documents(HOME, [*small_home(), grown, zoo], made)
    assert shape(model) == ["evva", [*SMALL[1], "web", ["MEMORY.md"], "zoo", ["MEMORY.md"]]]
    assert model.document_at(model.index_of(web.path)) == grown
    assert [node in made.scopes.values() for node in scopes_of(model)[-2:]] == [False, True]
