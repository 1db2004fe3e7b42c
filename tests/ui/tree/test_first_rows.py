"""The rows of the first paint are those that the tree shows first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QModelIndex

from memdesk.layouts import layout_named
from memdesk.layouts.documents import Document
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.start.rows import FirstRow, first_rows
from memdesk.ui.tree.defaults import MOST_SCOPES_OPENED
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.nodes import DocumentNode, Node
from memdesk.ui.tree.rows import tree_row
from tests.ui.tree.homes import HOME, memory, project, small_home


def grouped(name: str, *above: str) -> Document:
    return memory(project(name)._replace(above=above))


GROUPS = [
    grouped("ada", "Users"),
    grouped("bob", "Users"),
    memory(project("api")),
    grouped("eve", "lab", "trial", "Users"),
    grouped("bot", "lab", "trial", "Agents"),
    memory(project("shop")),
]


@pytest.mark.parametrize(
    "documents", [small_home(), GROUPS, [memory(project(str(n))) for n in range(12)], []]
)
def test_the_first_rows_are_those_of_the_tree(model: MemoryTreeModel, documents: Sequence[Document]) -> None:
    layout = layout_named("evva")
    assert layout is not None
    root = MemoryRoot(HOME, layout, "")
    model.add_root(HOME, layout.title, layout.monogram)
    model.extend(HOME, documents)
    opened = {model.index_of_root(HOME).internalId()}
    opened |= {index.internalId() for index in model.rows_to_open(HOME, MOST_SCOPES_OPENED)}
    drawn = first_rows([(root, documents)], 1000)
    assert [(row.depth, row.name, row.icon, row.monogram, row.is_file) for row in drawn] == list(
        rows_of(model, model.root, -1, opened)
    )


def rows_of(
    model: MemoryTreeModel, above: Node, depth: int, opened: set[int]
) -> list[tuple[int, str, str, str, bool]]:
    rows = []
    for node in above.children:
        said = tree_row(node)
        rows.append((depth + 1, said.name, said.icon, said.monogram, isinstance(node, DocumentNode)))
        if node.number in opened:
            rows += rows_of(model, node, depth + 1, opened)
    return rows


def test_a_row_that_is_none(model: MemoryTreeModel) -> None:
    assert model.rows_to_open("/nowhere", 8) == []
    assert model.node(QModelIndex()) is model.root
    assert FirstRow(0, "x").icon == ""
