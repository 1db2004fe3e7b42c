"""What keys, cells and menus of the rows do: each is one change of the document's grammar, or several together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.outline import Node, NodeKind
from memdesk.ui.editor.page_parts import Group
from memdesk.ui.editor.requests import ChangeRequest
from memdesk.ui.entries.board import Board
from memdesk.ui.entries.dragging import DropPlace
from memdesk.ui.entries.keys import RowKey
from memdesk.ui.entries.row import Row, RowKind
from memdesk.ui.entries.writing import RowWriting
from memdesk.ui.i18n import tr, trn


class RowActions(QObject):
    """Listens to the view of `board`. `writing` opens entries."""

    def __init__(self, board: Board, writing: RowWriting, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self._writing = writing
        view = board.view
        view.key_pressed.connect(self._on_key_pressed)
        view.cell_pressed.connect(self._on_cell_pressed)
        view.row_dropped.connect(self._on_row_dropped)
        view.row_dragged.connect(self._on_row_dragged)
        view.row_let_go.connect(self._on_row_let_go)
        writing.move_requested.connect(self.move)

    # What can be done

    def open(self, row: Row) -> None:
        """Do what a row is for: edit, fold, begin a new entry."""
        if row.kind is RowKind.HEAD:
            self._board.set_folded(row.group, not row.folded)
        elif row.kind is RowKind.ADD:
            self.add_to(row.group)
        elif row.kind is not RowKind.NEW:
            self._writing.open(row)

    def add(self) -> None:
        """Begin a new entry below the current one, else in the first group that is shown."""
        row = self._board.view.current
        if row is not None and row.kind is not RowKind.NEW:
            below = row.node_id if row.is_entry else _last(row.group)
            self._writing.add(row.group, below)
        elif self._board.part.groups:
            group = self._board.group(self._board.choice.group or "") or self._board.part.groups[0]
            self._writing.add(group, _last(group))

    def add_to(self, group: Group) -> None:
        """Begin a new entry behind the last one of a group."""
        self._writing.add(group, _last(group))

    def add_below(self, row: Row) -> None:
        """Begin a new entry below another one."""
        self._writing.add(row.group, row.node_id)

    def remove(self, rows: Sequence[Row]) -> None:
        """Take entries out, as one step of undo; the focus goes to the next one."""
        if not rows or not self._writing.finish():
            return
        board = self._board
        nodes = sorted((row.node for row in rows if row.node is not None), key=lambda node: node.span)
        follower = self._follower(rows)
        # The last one first: what stands above keeps its count of equal keys.
        document = board.context.session.document
        changes = [Change(ChangeKind.REMOVE, document, node.key, node.occurrence) for node in reversed(nodes)]
        if not self._ask(changes):
            return
        if follower is not None:
            board.view.select(follower.name)
        board.view.take_focus()
        self._say(trn("{n} entry removed.", "{n} entries removed.", len(nodes)))

    def _follower(self, rows: Sequence[Row]) -> Row | None:
        """The entry behind the last of `rows`, else the one before the first."""
        going = {row.name for row in rows}
        entries = [row for row in self._board.view.rows if row.is_entry]
        places = [place for place, row in enumerate(entries) if row.name in going]
        if not places:
            return None
        behind = [row for row in entries[places[-1] + 1 :] if row.name not in going]
        before = [row for row in entries[: places[0]] if row.name not in going]
        return next(iter(behind or before[::-1]), None)

    def move(self, by: int) -> None:
        """Move the current entry up (-1) or down (1) among its siblings."""
        row = self._board.view.current
        if row is None or row.node is None or not row.is_entry:
            return
        siblings = _siblings(row.group, row.node)
        index = _place(siblings, row.node) + by
        if 0 <= index < len(siblings):
            self._move_to(row, index)

    def _move_to(self, row: Row, index: int) -> None:
        if not self._board.choice.is_plain:
            self._say(tr("Entries move in file order only. Show all of them in file order first."))
            return
        document = self._board.context.session.document
        if self._ask([Change(ChangeKind.MOVE, document, *row.node_id, index=index)]):
            self._show(row)

    def retype(self, rows: Sequence[Row], group: Group) -> None:
        """Let entries belong to another group."""
        document = self._board.context.session.document
        moving = [row for row in rows if row.group.key != group.key and row.kind is RowKind.ENTRY]
        changes = [Change(ChangeKind.RETYPE, document, *row.node_id, title=group.key) for row in moving]
        if changes and self._ask(changes):
            self._board.folded[group.key] = False
            self._board.refresh()
            self._select_said(moving[0], group)

    def _select_said(self, row: Row, group: Group) -> None:
        """Select what says the same as `row` in a group: its key may name the group."""
        for now in self._board.view.rows:
            if now.group.key == group.key and (now.lead, now.text) == (row.lead, row.text):
                self._board.view.select(now.name)
        self._board.view.take_focus()

    def _show(self, row: Row) -> None:
        self._board.view.select(row.name)
        self._board.view.take_focus()

    def _ask(self, changes: Sequence[Change]) -> bool:
        """Ask for `changes`; whether they were made. A refusal is said."""
        request = ChangeRequest(tuple(changes))
        self._board.context.requests.changes_requested.emit(request)
        if request.refusal:
            self._say(request.refusal)
        return request.is_done

    def _say(self, sentence: str) -> None:
        self._board.context.requests.notice_requested.emit(sentence)

    def move_away(self, row: Row) -> None:
        """Ask for another document to move an entry, or a group, to."""
        if len(self._board.view.selected) > 1:
            self._say(tr("Choose one entry to move to another document."))
        elif row.node is not None and self._writing.finish():
            self._board.context.requests.move_requested.emit(*row.node_id)

    # Slots

    def _on_row_dragged(self, place: int, at: QPoint) -> None:
        row = self._board.view.rows[place]
        if row.node is not None:
            self._board.context.requests.drag_moved.emit(*row.node_id, at)

    def _on_row_let_go(self, place: int, at: QPoint | None) -> None:
        rows = self._board.view.rows
        row = rows[place] if 0 <= place < len(rows) else None
        requests = self._board.context.requests
        if row is not None and row.node is not None:
            requests.drag_ended.emit(*row.node_id, at)
        else:
            requests.drag_ended.emit("", 0, None)

    def _on_key_pressed(self, key: RowKey) -> None:
        row = self._board.view.current
        requests = self._board.context.requests
        if key is RowKey.ADD:
            self.add()
        elif key in (RowKey.UNDO, RowKey.REDO):
            # At once, as in a text: the action of the window is allowed only a moment after a change.
            (requests.undo_requested if key is RowKey.UNDO else requests.redo_requested).emit()
        elif row is None:
            return
        elif key is RowKey.OPEN:
            self.open(row)
        elif key in (RowKey.FOLD, RowKey.UNFOLD):
            self._fold(row, folded=key is RowKey.FOLD)
        elif key is RowKey.LEAVE:
            self._board.view.select(row.name)
        elif key is RowKey.PIN:
            if row.is_entry:
                requests.pin_requested.emit(*row.node_id)
        elif not self._board.why_locked:
            self._change(key)

    def _change(self, key: RowKey) -> None:
        if key is RowKey.REMOVE:
            self.remove(self._board.view.selected)
        elif key in (RowKey.MOVE_UP, RowKey.MOVE_DOWN):
            self.move(-1 if key is RowKey.MOVE_UP else 1)

    def _fold(self, row: Row, *, folded: bool) -> None:
        """Fold or open the group of a row; on an entry, Left leads to the head and Right opens its panel."""
        if row.kind is RowKind.HEAD:
            if row.folded != folded:
                self._board.set_folded(row.group, folded)
        elif not folded and row.has_sections:
            self._writing.open(row)
        elif folded:
            self._board.view.select(("head", row.group.key, 0))

    def _on_cell_pressed(self, cell: str, place: int) -> None:
        row = self._board.view.rows[place]
        requests = self._board.context.requests
        if cell == "remove":
            self.remove([row])
        elif cell in ("why", "fix") and row.losses:
            (requests.why_requested if cell == "why" else requests.repair_requested).emit(row.losses[0])
        elif cell != "menu":
            self.open(row)

    def _on_row_dropped(self, source: int, target: DropPlace) -> None:
        view = self._board.view
        if not self._writing.finish() or source >= len(view.rows):
            return
        row = view.rows[source]
        group = self._board.group(target.group)
        if group is None or row.node is None:
            return
        if group.key != row.group.key:
            chosen = view.selected
            self.retype(chosen if row in chosen else [row], group)
            return
        others = [node for node in group.entries if node is not row.node]
        above = others[: target.above]
        siblings = _siblings(group, row.node)
        index = sum(node in siblings for node in above)
        if index != _place(siblings, row.node):
            self._move_to(row, index)


def _siblings(group: Group, node: Node) -> list[Node]:
    """The nodes among which one has its place: lines of an index among lines, all else among all that is no line."""
    kinds = {NodeKind.INDEX_LINE} if node.kind is NodeKind.INDEX_LINE else {NodeKind.ENTRY, NodeKind.LOOSE}
    return [other for other in group.entries if other.kind in kinds]


def _place(nodes: Sequence[Node], node: Node) -> int:
    names = [(other.key, other.occurrence) for other in nodes]
    return names.index((node.key, node.occurrence))


def _last(group: Group) -> tuple[str, int] | None:
    return (group.entries[-1].key, group.entries[-1].occurrence) if group.entries else None
