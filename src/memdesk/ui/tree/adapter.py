"""A Qt item model over nodes that Python owns, and the row changes it can announce."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count
from typing import TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memdesk.ui.tree import rows
from memdesk.ui.tree.nodes import DocumentNode, Loading, Node
from memdesk.ui.tree.steps import RowMoved, RowsCame, RowsGone, steps_between
from memdesk.ui.widgets.tips import plain_tip
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow

Index = QModelIndex | QPersistentModelIndex
Name = TypeVar("Name", bound=Hashable)
_NOWHERE = QModelIndex()
_ROOT_NUMBER = 0
_ANSWERED = frozenset({TreeRole.ROW, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole})


class NodeModel(QAbstractItemModel):
    """Answers Qt from nodes. `root` is the invisible node above all rows.

    Signals:
        sections_wanted: a document was opened whose sections are not known; argument: its path.
    """

    sections_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.root = Node(_ROOT_NUMBER, None, 0)
        self._gone = Node(_ROOT_NUMBER, None, 0)
        self._numbers = count(_ROOT_NUMBER + 1)
        self._nodes: dict[int, Node] = {_ROOT_NUMBER: self.root}
        self.note_of: Callable[[str], str] = _no_note
        """What else there is to say of a document by its path, now: a line more of its tool tip."""

    def node(self, index: Index) -> Node:
        """The node at `index`: the invisible root for an invalid one, a node of nothing for a row that is gone."""
        # An invalid index has the number of the root.
        return self._nodes.get(index.internalId(), self._gone)

    def numbered(self, number: int) -> Node:
        """The node of this number; a node of nothing where it is gone."""
        return self._nodes.get(number, self._gone)

    @property
    def nodes(self) -> Iterable[Node]:
        """All nodes, in no order."""
        return self._nodes.values()

    def index_of_node(self, node: Node | None) -> QModelIndex:
        """The index of `node`; invalid for None, for the invisible root and for a node of nothing."""
        if node is None or node.number == _ROOT_NUMBER:
            return QModelIndex()
        return self.createIndex(node.row, 0, node.number)

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """The index of a child."""
        children = self._nodes.get(parent.internalId(), self._gone).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row].number)

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]  # PySide declares QObject.parent() too
        """The index of the row above."""
        return self.index_of_node(self.node(child).parent)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many children are known."""
        return len(self.node(parent).children)

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """One: the delegate draws the whole row."""
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        """Whether a row can be opened; true for a document whose sections nobody asked for yet."""
        node = self._nodes.get(parent.internalId(), self._gone)
        return True if node.children else _may_load(node)

    def canFetchMore(self, parent: Index) -> bool:
        """Whether opening this row asks for its sections."""
        return _may_load(self.node(parent))

    def fetchMore(self, parent: Index) -> None:
        """Ask for the sections of a document, once."""
        node = self.node(parent)
        if isinstance(node, DocumentNode) and _may_load(node):
            node.loading = Loading.ASKED
            self.sections_wanted.emit(node.document.path)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The whole row as one `TreeRow`, its name, its sentence for a reader, its tool tip."""
        if role in _ANSWERED:
            return self.row_at(self.node(index)).data(role)
        return self._tool_tip(self.node(index)) if role == Qt.ItemDataRole.ToolTipRole else None

    def _tool_tip(self, node: Node) -> str:
        note = self.note_of(node.document.path) if isinstance(node, DocumentNode) else ""
        return plain_tip("\n".join(filter(None, (rows.tool_tip(node), note))))

    def row_at(self, node: Node) -> TreeRow:
        """What the row of `node` says."""
        said = node.said
        if said is None:
            said = node.said = rows.tree_row(node)
        return said

    # What the tree makes of its nodes

    def next_number(self) -> int:
        """A number no node ever had."""
        return next(self._numbers)

    def enter(self, node: Node) -> None:
        """Let Qt find `node`; every node is entered when it is made, before its row is inserted."""
        self._nodes[node.number] = node

    def touch(self, node: Node) -> None:
        """Say that the row of `node` reads differently now."""
        node.said = None
        index = self.index_of_node(node)
        self.dataChanged.emit(index, index)

    def insert_nodes(self, parent: Node, first: int, nodes: Sequence[Node]) -> None:
        """Put `nodes`, with all below them, in from row `first` on."""
        if not nodes:
            return
        self.beginInsertRows(self.index_of_node(parent), first, first + len(nodes) - 1)
        parent.place(first, nodes)
        self.endInsertRows()

    def remove_nodes(self, parent: Node, first: int, last: int) -> list[Node]:
        """Take the rows `first` to `last` out; gives all nodes that went, with those below them."""
        self.beginRemoveRows(self.index_of_node(parent), first, last)
        taken = parent.take(first, last)
        self.endRemoveRows()
        gone = [below for node in taken for below in node.walk()]
        for node in gone:
            del self._nodes[node.number]
        return gone

    def move_node(self, parent: Node, row: int, to: int) -> None:
        """Let the child at `row` stand at `to`, counted after it was taken out."""
        index = self.index_of_node(parent)
        # Qt counts the target before the row is taken out.
        self.beginMoveRows(index, row, row, index, to if to < row else to + 1)
        parent.place(to, parent.take(row, row))
        parent.renumber(min(row, to))
        self.endMoveRows()

    def follow(
        self, parent: Node, old: Sequence[Name], new: Sequence[Name], make: Callable[[int], Node]
    ) -> list[Node]:
        """Turn the children of `parent`, named `old`, into those named `new`; `make(row)` makes what is new.

        Gives all nodes that went.
        """
        gone: list[Node] = []
        for step in steps_between(old, new):
            if isinstance(step, RowsGone):
                gone += self.remove_nodes(parent, step.first, step.last)
            elif isinstance(step, RowMoved):
                self.move_node(parent, step.row, step.to)
            elif isinstance(step, RowsCame):
                self.insert_nodes(parent, step.first, [make(row) for row in range(step.first, step.last + 1)])
        return gone


def _no_note(_path: str) -> str:
    return ""


def _may_load(node: Node) -> bool:
    return isinstance(node, DocumentNode) and node.loading is Loading.UNASKED and node.document.exists
