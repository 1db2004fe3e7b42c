"""The rows of one part of a document: what is known of each, which are shown, and in which order."""

from __future__ import annotations

from PySide6.QtCore import QObject

from memdesk.text.outline import Node
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.editor.page_parts import Group, PagePart
from memdesk.ui.editor.session import NodeId
from memdesk.ui.entries.filters import Counts
from memdesk.ui.entries.model import RowsModel
from memdesk.ui.entries.reading import Choice, Known, NewEntry, RowReader, entries_of
from memdesk.ui.entries.row import Row, RowKind, RowName, Sent
from memdesk.ui.entries.view import RowsView
from memdesk.ui.i18n import tr


class Board(QObject):
    """Keeps `view` equal to `part`; `folded` says of groups by key whether only their head is shown."""

    def __init__(self, context: BlockContext, part: PagePart, parent: QObject) -> None:
        super().__init__(parent)
        self.context = context
        self.part = part
        self.known = Known()
        self.choice = Choice()
        self.new: NewEntry | None = None
        self.folded: dict[str, bool] = {}
        self.model = RowsModel(context.themes.masks, self)
        name = tr("Entries of {title}", title=context.session.document.title)
        self.view = RowsView(context.themes, self.model, name)
        self.view.set_editable(not self.why_locked)
        self.refresh()

    @property
    def why_locked(self) -> str:
        """Why nothing can be changed; empty where it can."""
        return self.context.session.why_read_only

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.context.session.text.text

    def refresh(self) -> None:
        """Show what there is now; the current row and the selection stay with their entries."""
        current, place = self.view.current, self.view.currentIndex().row()
        selected = [row.name for row in self.view.selected]
        reader = RowReader(
            self.part, self.text, self.known, self.choice, can_add=not self.why_locked, new=self.new
        )
        self.model.set_rows(reader.rows(self.folded))
        now = self.view.current
        if current is not None and (now is None or now.name != current.name):
            self._restore(current, place, selected)

    def _restore(self, current: Row, place: int, selected: list[RowName]) -> None:
        if self.model.index_of(current.name).isValid():
            self.view.select_all([name for name in selected if name != current.name], current.name)
        elif current.is_entry and (self.view.current is None or not self.view.current.is_entry):
            # It is gone: the one that follows takes its place, else the one before it.
            rows = self.view.rows
            entries = [row for row in (*rows[place:], *reversed(rows[:place])) if row.is_entry]
            if entries:
                self.view.select(entries[0].name)

    def counts(self) -> Counts:
        """How many entries there are, filtered out or not."""
        sent = [
            self.known.sent.get((node.key, node.occurrence), Sent.UNKNOWN) for node in entries_of(self.part)
        ]
        return Counts(len(sent), sent.count(Sent.SENT), sent.count(Sent.LEFT_OUT))

    def group(self, key: str) -> Group | None:
        """The group of this key, or None."""
        return next((group for group in self.part.groups if group.key == key), None)

    def set_folded(self, group: Group, folded: bool) -> None:
        """Show only the head of a group, or its rows too."""
        self.folded[group.key] = folded
        self.refresh()

    def unfold_to(self, node_id: NodeId) -> bool:
        """Unfold the group of a row. Returns whether the row is shown then: a filter may still hide it."""
        holder = next(
            (group for group in self.part.groups if any(_is(node, node_id) for node in group.entries)), None
        )
        if holder is None:
            return False
        if not self.model.index_of(("node", *node_id)).isValid():
            self.folded[holder.key] = False
            self.refresh()
        return self.model.index_of(("node", *node_id)).isValid()

    def holder_of(self, node_id: NodeId) -> Node | None:
        """The entry that this node is, or is a part of."""
        for group in self.part.groups:
            for node in group.entries:
                if _is(node, node_id) or any(_is(child, node_id) for child in node.children):
                    return node
        return None

    def head_of(self, node_id: NodeId) -> Row | None:
        """The head of the group that this section is."""
        return next(
            (
                row
                for row in self.model.rows
                if row.kind is RowKind.HEAD and row.node is not None and _is(row.node, node_id)
            ),
            None,
        )


def _is(node: Node, node_id: NodeId) -> bool:
    return (node.key, node.occurrence) == node_id
