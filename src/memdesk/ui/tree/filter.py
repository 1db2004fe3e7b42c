"""The filter over the tree: rows whose name holds a text, their parents, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QObject, QSortFilterProxyModel, Qt

from memdesk.ui.tree.adapter import Index, NodeModel
from memdesk.ui.tree.nodes import Node
from memdesk.ui.tree.rows import name_of, names_of
from memdesk.ui.widgets.tree_row import TreeRole

_MOST_OPENED = 500
_NOWHERE = QModelIndex()
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class TreeFilter(QSortFilterProxyModel):
    """Shows the rows of `model` that a text hits, and marks the hits in their names.

    What is kept is worked out once per text over the nodes, not row by row through Qt. A hit on a project keeps its
    documents, so that they can be opened; only rows with a hit are marked.
    """

    def __init__(self, model: NodeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._pattern = re.compile("")
        self._hits: set[int] = set()
        self._kept: set[int] = set()
        self._above: list[Node] = []
        """The rows with hits below them."""
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
        self._hits, self._kept, self._above, self._names = set(), set(), [], {}

    def rows_to_open(self) -> list[QModelIndex]:
        """The rows above hits, to be opened so that the hits can be seen; of very many only the agents."""
        nodes: Iterable[Node] = self._above
        if len(self._above) > _MOST_OPENED:
            nodes = self._model.root.children
        return [self.mapFromSource(self._model.index_of_node(node)) for node in nodes]

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        return self._model.node(source_parent).children[source_row].number in self._kept

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        """Whether a row can be opened. Qt would look into each row for it, also where nobody opens any."""
        if not parent.isValid():
            return super().hasChildren(parent)
        source, kept = self.mapToSource(parent), self._kept
        # No generator: this is asked of each row whenever the rows are laid out.
        for child in self._model.node(source).children:
            if child.number in kept:
                return True
        return self._model.canFetchMore(source)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All rows are alike. Qt would look up each in the model for it."""
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row as the model says it, with the hits in its name."""
        node = self._model.node(self.mapToSource(index))
        if role == TreeRole.ROW and node.number in self._hits:
            return replace(self._model.row_at(node), hits=self._spans(node))
        return self._model.data(self._model.index_of_node(node), role)

    def _judge(self) -> None:
        self._read_names()
        search, names = self._pattern.search, self._names
        self._hits = {node.number for node in self._model.nodes if search(names[node.number])}
        self._kept, self._above = set(), []
        if self._pattern.pattern:
            self._judge_below(self._model.root, is_hit=False)
        self.invalidate()

    def _read_names(self) -> None:
        known = self._names
        new = [node for node in self._model.nodes if node.number not in known]
        known.update(zip([node.number for node in new], names_of(new), strict=True))

    def _judge_below(self, node: Node, *, is_hit: bool) -> bool:
        """Keep hits below a row, what is above them, and all below a row that `is_hit`; whether there are hits."""
        hits, kept, has_hits = self._hits, self._kept, False
        for child in node.children:
            is_kept = is_hit or child.number in hits
            # Most rows are leaves.
            if child.children and self._judge_below(child, is_hit=is_kept):
                self._above.append(child)
                kept.add(child.number)
                has_hits = True
            elif is_kept:
                kept.add(child.number)
            has_hits = has_hits or child.number in hits
        return has_hits

    def _spans(self, node: Node) -> tuple[tuple[int, int], ...]:
        """Where the text stands in the name of a row."""
        return tuple(found.span() for found in self._pattern.finditer(self._names[node.number]))

    def _on_rows_changed(self) -> None:
        if self._pattern.pattern:
            self._judge()

    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if not self._pattern.pattern:
            return
        siblings = self._model.node(first).parent or self._model.root
        for node in siblings.children[first.row() : last.row() + 1]:
            self._names[node.number] = name_of(node)
            is_hit = self._pattern.search(self._names[node.number]) is not None
            if is_hit != (node.number in self._hits):
                self._judge()
                return
