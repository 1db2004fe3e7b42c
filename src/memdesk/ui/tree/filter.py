"""The filter over the tree: rows whose name holds a text, their parents, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from memdesk.ui.tree.adapter import Index, NodeModel
from memdesk.ui.tree.nodes import Node
from memdesk.ui.tree.rows import name_of, names_of
from memdesk.ui.widgets.tree_row import TreeRole

_MOST_OPENED = 500
_NOWHERE = QModelIndex()


class _Kept(NamedTuple):
    """The rows that are kept, by the numbers of their nodes: what is kept below each, and at which row each stands.

    `above` are those with hits below them.
    """

    below: Mapping[int, Sequence[Node]]
    row_of: Mapping[int, int]
    above: Sequence[Node]


_NOTHING = _Kept({}, {}, ())


class TreeFilter(QAbstractItemModel):
    """Shows the rows of `source` that a text hits, and marks the hits in their names.

    What is kept is worked out once per text over the nodes. A hit on a project keeps its documents, so that they can be
    opened; only rows with a hit are marked. A filter of Qt would ask for an index of `source` three times for each row
    that is laid out; here as there an index has the number of its node.
    """

    def __init__(self, source: NodeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self._pattern = re.compile("")
        self._hits: set[int] = set()
        self._kept = _NOTHING
        self._names: dict[int, str] = {}
        """Names of nodes by their numbers; what a row shows takes ten times as long as finding a text in it."""
        self._is_removing = False
        self._going: set[int] = set()
        """The numbers of nodes that `source` is taking out, and still knows."""
        source.rowsInserted.connect(self._on_rows_came)
        source.rowsAboutToBeRemoved.connect(self._on_rows_going)
        source.rowsRemoved.connect(self._on_rows_went)
        source.rowsMoved.connect(self._look_anew)
        source.dataChanged.connect(self._on_data_changed)

    @property
    def has_hits(self) -> bool:
        """Whether any name holds the text."""
        return bool(self._kept.below)

    def set_text(self, text: str) -> None:
        """Keep rows whose name holds `text`, in upper or lower case."""
        self._pattern = re.compile(re.escape(text), re.IGNORECASE)
        # Also where the same rows are kept: other parts of their names are marked.
        self._keep(self._judged())

    def clear(self) -> None:
        """Keep nothing until the next text, so that a filter nobody sees costs nothing."""
        self._pattern = re.compile("")
        self._hits, self._kept, self._names = set(), _NOTHING, {}

    def rows_to_open(self) -> list[QModelIndex]:
        """The rows above hits, to be opened so that the hits can be seen; of very many only the agents."""
        nodes: Iterable[Node] = self._kept.above
        if len(self._kept.above) > _MOST_OPENED:
            nodes = self.source.root.children
        return [self._index_of(node.number) for node in nodes]

    def mapToSource(self, index: Index) -> QModelIndex:
        """The index of the same row in `source`."""
        return self.source.index_of_node(self.source.node(index))

    def mapFromSource(self, index: Index) -> QModelIndex:
        """The index of a row of `source` here; invalid where it is not kept."""
        return self._index_of(index.internalId())

    # What Qt asks

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """The index of a child."""
        below = self._kept.below.get(parent.internalId(), ())
        if column != 0 or not 0 <= row < len(below):
            return QModelIndex()
        return self.createIndex(row, 0, below[row].number)

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]  # PySide declares QObject.parent() too
        """The index of the row above."""
        node = self.source.node(child).parent
        return QModelIndex() if node is None else self._index_of(node.number)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many children are kept."""
        return len(self._kept.below.get(parent.internalId(), ()))

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """One: the delegate draws the whole row."""
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        """Whether a row can be opened."""
        return parent.internalId() in self._kept.below or self.source.canFetchMore(parent)

    def canFetchMore(self, parent: Index) -> bool:
        """Whether opening this row asks for its sections."""
        return self.source.canFetchMore(parent)

    def fetchMore(self, parent: Index) -> None:
        """Ask for the sections of a document, once."""
        self.source.fetchMore(parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row as `source` says it, with the hits in its name."""
        if role != TreeRole.ROW:
            return self.source.data(index, role)
        node = self.source.node(index)
        row = self.source.row_at(node)
        return replace(row, hits=self._spans(node)) if node.number in self._hits else row

    # What is kept

    def _index_of(self, number: int) -> QModelIndex:
        row = self._kept.row_of.get(number)
        return QModelIndex() if row is None else self.createIndex(row, 0, number)

    def _judged(self) -> _Kept:
        """What is to be kept now."""
        self._read_names()
        search, names, going = self._pattern.search, self._names, self._going
        hits = [node for node in self.source.nodes if search(names[node.number]) and node.number not in going]
        self._hits = {node.number for node in hits}
        holding: set[int] = set()
        for node in hits:
            around = node.parent
            while around is not None and around.number not in holding:
                holding.add(around.number)
                around = around.parent
        below: dict[int, Sequence[Node]] = {}
        above: list[Node] = []
        if hits:
            self._judge_below(self.source.root, holding, below, above, is_hit=False)
        row_of = {node.number: row for nodes in below.values() for row, node in enumerate(nodes)}
        return _Kept(below, row_of, above)

    def _read_names(self) -> None:
        known = self._names
        new = [node for node in self.source.nodes if node.number not in known]
        known.update(zip([node.number for node in new], names_of(new), strict=True))

    def _judge_below(
        self,
        node: Node,
        holding: Container[int],
        below: dict[int, Sequence[Node]],
        above: list[Node],
        *,
        is_hit: bool,
    ) -> None:
        """Keep hits below a row, what is `holding` hits, and all below a row that `is_hit`."""
        hits, kept = self._hits, list[Node]()
        for child in node.children:
            is_kept = is_hit or child.number in hits
            if child.number in holding:
                self._judge_below(child, holding, below, above, is_hit=is_kept)
                above.append(child)
                kept.append(child)
            elif is_kept:
                kept.append(child)
                _keep_all(child, below)
        below[node.number] = kept

    def _spans(self, node: Node) -> tuple[tuple[int, int], ...]:
        """Where the text stands in the name of a row."""
        return tuple(found.span() for found in self._pattern.finditer(self._names[node.number]))

    def _keep(self, kept: _Kept) -> None:
        """Show these rows; one that was shown before stays open, current or chosen."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        self._kept = kept
        self.changePersistentIndexList(before, [self._index_of(index.internalId()) for index in before])
        self.layoutChanged.emit()

    def _look_anew(self) -> None:
        if self._pattern.pattern:
            kept = self._judged()
            if kept.below != self._kept.below:
                self._keep(kept)

    # What changes in `source`

    def _on_rows_came(self, parent: QModelIndex, first: int, last: int) -> None:
        if not self._pattern.pattern:
            return
        above = self.source.node(parent)
        kept, before = self._judged(), self._kept
        came = [node for node in above.children[first : last + 1] if node.number in kept.row_of]
        # A row that is being opened by a key may get rows, but what else there is may not be laid out anew meanwhile.
        if not came or not self._is_all(came, above, kept):
            if kept.below != before.below:
                self._keep(kept)
            return
        at = kept.row_of[came[0].number]
        self.beginInsertRows(self._index_of(above.number), at, at + len(came) - 1)
        self._kept = kept
        self.endInsertRows()

    def _is_all(self, came: Sequence[Node], above: Node, kept: _Kept) -> bool:
        """Whether nothing but the rows that came below another one is kept now that was not."""
        if above is not self.source.root and above.number not in self._kept.row_of:
            return False
        new = {below.number for node in came for below in node.walk()}
        others = {number: nodes for number, nodes in kept.below.items() if number not in new}
        stayed = [node for node in others[above.number] if node.number not in new]
        if stayed:
            others[above.number] = stayed
        else:
            del others[above.number]
        return others == self._kept.below

    def _on_rows_going(self, parent: QModelIndex, first: int, last: int) -> None:
        if not self._pattern.pattern:
            return
        above, row_of = self.source.node(parent), self._kept.row_of
        going = above.children[first : last + 1]
        self._going = {node.number for one in going for node in one.walk()}
        rows = [row_of[node.number] for node in going if node.number in row_of]
        self._is_removing = bool(rows)
        if rows:
            self.beginRemoveRows(self._index_of(above.number), rows[0], rows[-1])

    def _on_rows_went(self, parent: QModelIndex) -> None:
        if self._is_removing:
            self._is_removing = False
            self._kept = self._kept_still(self.source.node(parent))
            self.endRemoveRows()
        self._look_anew()
        self._going = set()

    def _kept_still(self, above: Node) -> _Kept:
        """What was kept before, without the rows that went from below `above`."""
        there = {node.number for node in above.children}
        below, row_of = dict(self._kept.below), dict(self._kept.row_of)
        stayed = [node for node in below.pop(above.number) if node.number in there]
        for gone in self._kept.below[above.number]:
            if gone.number not in there:
                for node in gone.walk():
                    below.pop(node.number, None)
                    row_of.pop(node.number, None)
        if stayed:
            below[above.number] = stayed
        row_of.update((node.number, row) for row, node in enumerate(stayed))
        return _Kept(below, row_of, [node for node in self._kept.above if node.number in row_of])

    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if not self._pattern.pattern:
            return
        siblings = self.source.node(first).parent or self.source.root
        changed = siblings.children[first.row() : last.row() + 1]
        shown = [node.number for node in changed if node.number in self._kept.row_of]
        if shown:
            self.dataChanged.emit(self._index_of(shown[0]), self._index_of(shown[-1]))
        for node in changed:
            self._names[node.number] = name_of(node)
        search, names = self._pattern.search, self._names
        if any((search(names[node.number]) is not None) != (node.number in self._hits) for node in changed):
            # Also where the same rows are kept: what is marked in their names is another part.
            self._keep(self._judged())


def _keep_all(node: Node, below: dict[int, Sequence[Node]]) -> None:
    """Keep all below a row. Nobody changes its list of children: it gets another one."""
    if node.children:
        below[node.number] = node.children
        for child in node.children:
            if child.children:
                _keep_all(child, below)
