"""What one looks at in the tree stays where it is while agents make files above it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from memdesk.layouts.documents import Document
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.tree.view import MemoryTreeView
from tests.ui.conftest import Show
from tests.ui.tree.homes import HOME, memory, profile, project

API, SHOP = project("api"), project("shop")


def facts(of: str, count: int) -> list[Document]:
    scope = project(of)
    return [
        memory(scope)._replace(path=f"/srv/{of}/fact-{number:03}.md", title=f"fact-{number:03}.md")
        for number in range(count)
    ]


@pytest.fixture
def view(themes: ThemeManager, show: Show) -> MemoryTreeView:
    model = MemoryTreeModel()
    panel = TreePanel(themes, model, QAction())
    panel.resize(280, 400)
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, [profile(), *facts("api", 30), *facts("shop", 30)])
    panel.open_root(HOME)
    show(panel)
    found = panel.findChild(MemoryTreeView)
    assert isinstance(found, MemoryTreeView)
    return found


def row(view: MemoryTreeView, path: str) -> QModelIndex:
    model = view.model()
    assert isinstance(model, MemoryTreeModel)
    return model.index_of(path)


def y_of(view: MemoryTreeView, path: str) -> int:
    return view.visualRect(row(view, path)).y()


def now_there(view: MemoryTreeView, *documents: Document) -> None:
    model = view.model()
    assert isinstance(model, MemoryTreeModel)
    model.replace_documents(HOME, [profile(), *documents])
    QApplication.processEvents()


@pytest.mark.parametrize("above", [300, 5, 0])
def test_the_current_row_stays_where_it_is(view: MemoryTreeView, above: int) -> None:
    path = "/srv/shop/fact-007.md"
    view.select(row(view, path), reveal=True)
    before = y_of(view, path)
    assert view.verticalScrollBar().value() > 0
    now_there(view, *facts("api", above), *facts("shop", 30))
    assert y_of(view, path) == before


def test_what_is_read_far_from_the_current_row_stays_too(view: MemoryTreeView) -> None:
    view.select(row(view, profile().path), reveal=True)
    path = "/srv/shop/fact-020.md"
    view.scrollTo(row(view, path))
    QApplication.processEvents()
    before = y_of(view, path)
    now_there(view, *facts("api", 300), *facts("shop", 30))
    assert y_of(view, path) == before


def test_at_the_top_a_row_that_comes_is_seen(view: MemoryTreeView) -> None:
    path = "/srv/api/fact-001.md"
    view.select(row(view, path), reveal=True)
    new = facts("api", 1)[0]._replace(path="/srv/api/EVVA.md", title="EVVA.md")
    now_there(view, new, *facts("api", 30), *facts("shop", 30))
    assert view.verticalScrollBar().value() == 0
    assert 0 < y_of(view, new.path) < y_of(view, path)


def test_a_file_that_goes_takes_nothing_else_along(view: MemoryTreeView) -> None:
    path = "/srv/shop/fact-007.md"
    view.select(row(view, path), reveal=True)
    now_there(view, *facts("api", 30), *(one for one in facts("shop", 30) if one.path != path))
    assert view.currentIndex().isValid()
