"""The filter over the tree: rows whose name holds a text, their parents, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QObject, QSortFilterProxyModel, Qt

from memdesk.ui.tree.adapter import Index, NodeModel
from memdesk.ui.tree.nodes import Node
from memdesk.ui.tree.rows import name_of
from memdesk.ui.widgets.tree_row import TreeRole

_MOST_OPENED = 500
_NOWHERE = QModelIndex()


class TreeFilter(QSortFilterProxyModel):
    """Shows the rows of `model` that a text hits, and marks the hits in their names.

    What is kept is worked out once per text over the nodes, not row by row through Qt. A hit on a project keeps its
    documents, so that they can be opened; only rows with a hit are marked.
    """

    def __init__(self, model: NodeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._pattern = re.compile("")
        self._hits: dict[int, tuple[tuple[int, int], ...]] = {}
        self._kept: set[int] = set()
        self._names: dict[int, str] = {}
        """Names of nodes by their numbers; what a row shows takes ten times as long as finding a text in it."""
        self.setSourceModel(model)
        # After the source model is set: Qt takes new rows in first, then they are judged.
        model.rowsInserted.connect(self._on_rows_changed)
        model.rowsRemoved.connect(self._on_rows_changed)
        model.dataChanged.connect(self._on_data_changed)

    @property
    def has_hits(self) -> bool:
        """Whether any name holds the text."""
        return bool(self._hits)

    def set_text(self, text: str) -> None:
        """Keep rows whose name holds `text`, in upper or lower case."""
        self._pattern = re.compile(re.escape(text), re.IGNORECASE)
        self._judge()

    def clear(self) -> None:
        """Keep nothing until the next text, so that a filter nobody sees costs nothing."""
        self._pattern = re.compile("")
        self._hits, self._kept, self._names = {}, set(), {}

    def rows_to_open(self) -> list[QModelIndex]:
        """The rows above hits, to be opened so that the hits can be seen; of very many only the agents."""
        found: dict[int, Node] = {}
        for number in self._hits:
            above = self._model.numbered(number).parent
            while above is not None and above.number not in found and above is not self._model.root:
                found[above.number] = above
                above = above.parent
        nodes: Iterable[Node] = found.values()
        if len(found) > _MOST_OPENED:
            nodes = self._model.root.children
        return [self.mapFromSource(self._model.index_of_node(node)) for node in nodes]

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        return self._model.node(source_parent).children[source_row].number in self._kept

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        """Whether a row can be opened. Qt would look into each row for it, also where nobody opens any."""
        if not parent.isValid():
            return super().hasChildren(parent)
        source = self.mapToSource(parent)
        if self._model.canFetchMore(source):
            return True
        kept = self._kept
        return any(child.number in kept for child in self._model.node(source).children)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row as the model says it, with the hits in its name."""
        node = self._model.node(self.mapToSource(index))
        if role == TreeRole.ROW and node.number in self._hits:
            return replace(self._model.row_at(node), hits=self._hits[node.number])
        return self._model.data(self._model.index_of_node(node), role)

    def _judge(self) -> None:
        self._hits, self._kept = {}, set()
        for node in self._model.root.children:
            self._judge_node(node, False)
        self.invalidate()

    def _judge_node(self, node: Node, below_hit: bool) -> bool:
        spans = self._spans(node)
        if spans:
            self._hits[node.number] = spans
        below_hit = below_hit or bool(spans)
        kept = below_hit
        for child in node.children:
            kept = self._judge_node(child, below_hit) or kept
        if kept:
            self._kept.add(node.number)
        return kept

    def _spans(self, node: Node) -> tuple[tuple[int, int], ...]:
        name = self._names.get(node.number)
        if name is None:
            name = self._names[node.number] = name_of(node)
        if self._pattern.search(name) is None:
            return ()
        return tuple(found.span() for found in self._pattern.finditer(name) if found.group())

    def _on_rows_changed(self) -> None:
        if self._pattern.pattern:
            self._judge()

    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if not self._pattern.pattern:
            return
        siblings = self._model.node(first).parent or self._model.root
        for node in siblings.children[first.row() : last.row() + 1]:
            self._names.pop(node.number, None)
            if self._spans(node) != self._hits.get(node.number, ()):
                self._judge()
                return
