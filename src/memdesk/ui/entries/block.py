"""The block of a page that shows entries as rows, with the line of filters over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.layouts.contract import Injected
from memdesk.layouts.documents import DocumentKind
from memdesk.text.compare import Run
from memdesk.text.outline import NodeKind
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.editor.page_parts import PagePart
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.session import Loss, NodeId, SectionMark
from memdesk.ui.entries.actions import RowActions
from memdesk.ui.entries.board import Board
from memdesk.ui.entries.filters import EntryFilters
from memdesk.ui.entries.reading import Choice, entries_of, sent_of
from memdesk.ui.entries.row import RowKind
from memdesk.ui.entries.row_menus import RowMenus
from memdesk.ui.entries.writing import RowWriting
from memdesk.ui.i18n import tr
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.labels import TextLabel

_GAP_PX = 8


class RowsBlock(QWidget):
    """A `PageBlock` of rows."""

    def __init__(self, context: BlockContext, part: PagePart) -> None:
        super().__init__()
        self._context = context
        self._revision = -1
        document = context.session.document
        self._board = Board(context, part, self)
        self.view = self._board.view
        self.writing = RowWriting(self._board, self)
        self.actions_of_rows = RowActions(self._board, self.writing, self)
        self._menus = RowMenus(self._board, self.actions_of_rows, self)
        self.filters = EntryFilters(context.themes, can_add=not self._board.why_locked)
        if document.kind is not DocumentKind.LIST:
            self.filters.hide()
        self._nothing = TextLabel(context.themes, tone="text2", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP_PX)
        for widget in (self.filters, self._nothing, self.view):
            column.addWidget(widget)
        self._later = single_shot(self, 0, self._refresh)
        self._connect()
        self._refresh()
        QTimer.singleShot(0, self, self.writing.resume)

    def _connect(self) -> None:
        self.filters.choice_changed.connect(self._on_choice_changed)
        self.filters.add_requested.connect(self.actions_of_rows.add)
        self.view.row_entered.connect(self._on_row_entered)
        self.view.rect_wanted.connect(lambda rect: self._context.rect_wanted(self.view, rect))
        requests = self._context.requests
        requests.injected_found.connect(self._on_injected_found)
        requests.dead_found.connect(self._on_dead_found)
        requests.found_shown.connect(self._on_found_shown)
        self._on_found_shown()
        requests.flush_requested.connect(self.writing.flush)
        requests.finish_requested.connect(self.writing.finish_row)

    # What a page asks of a block

    @property
    def part(self) -> PagePart:
        return self._board.part

    @property
    def widget(self) -> QWidget:
        return self

    @property
    def bodies(self) -> Sequence[Body]:
        return self.writing.panel.bodies if self.writing.panel is not None else ()

    def set_part(self, part: PagePart) -> None:
        self._board.part = part
        self._refresh()
        self.writing.follow()

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        self._board.known = self._board.known.with_marks(marks)
        if self.writing.panel is not None:
            self.writing.panel.set_marks(marks)
        self._later.start()

    def set_losses(self, losses: Sequence[Loss]) -> None:
        self._board.known = self._board.known.with_losses(losses)
        self._later.start()

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Rows say which entries are unsaved."""

    def rect_of(self, node_id: NodeId) -> QRect | None:
        holder = self._board.holder_of(node_id)
        if holder is None:
            head = self._board.head_of(node_id)
            if head is None:
                return None
            return self._on_block(self.view.visualRect(self._board.model.index_of(head.name)))
        index = self._board.model.index_of(("node", holder.key, holder.occurrence))
        # A row that a fold or a filter hides is on the block all the same: it is shown when it is asked for.
        return self._on_block(self.view.visualRect(index) if index.isValid() else QRect())

    def rect_at(self, position: int) -> QRect | None:
        node_id = self._node_at(position)
        return self.rect_of(node_id) if node_id is not None else None

    def _node_at(self, position: int) -> NodeId | None:
        end = self._board.context.session.outline().end
        for group in self.part.groups:
            for node in group.entries:
                if node.span.contains(position) or node.span.end == position == end:
                    return node.key, node.occurrence
        for group in self.part.groups:
            holder = group.node
            if holder is not None and holder.kind is not NodeKind.FIELD and holder.span.contains(position):
                return holder.key, holder.occurrence
        return None

    def node_to_keep(self, top: int, bottom: int) -> NodeId | None:
        shift = self.view.y()
        current = self.view.current
        if current is not None and current.node is not None:
            rect = self.view.visualRect(self.view.currentIndex()).translated(0, shift)
            if top <= rect.top() < bottom:
                return current.node_id
        for row in self.view.rows_from(top - shift):
            if row.node is not None:
                return row.node_id
        return None

    def focus_node(self, node_id: NodeId) -> None:
        holder = self._board.holder_of(node_id)
        if holder is not None and self._shows((holder.key, holder.occurrence)):
            self.view.select(("node", holder.key, holder.occurrence))
        elif (head := self._board.head_of(node_id)) is not None:
            self.view.select(head.name)
        self.view.take_focus()

    def _shows(self, node_id: NodeId) -> bool:
        """Make the row of an entry be shown: what was chosen gives way where it hides it."""
        if not self._board.unfold_to(node_id):
            self.filters.clear()
        return self._board.unfold_to(node_id)

    def focus_at(self, position: int) -> None:
        panel = self.writing.panel
        if panel is not None and panel.holds(position):
            panel.focus_at(position)
            return
        node_id = self._node_at(position)
        if node_id is not None:
            self.focus_node(node_id)
        else:
            self.view.take_focus()

    def settle_layout(self) -> None:
        if self.writing.panel is not None:
            self.writing.panel.settle_layout()
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def close_text(self) -> None:
        self._later.stop()
        self.writing.drop()

    def _on_block(self, rect: QRect) -> QRect:
        return rect.translated(0, self.view.y())

    # Showing

    def _refresh(self) -> None:
        self._later.stop()
        self._board.refresh()
        self.filters.set_counts(self._board.counts())
        self.filters.set_groups([(group.key, group.title) for group in self.part.groups if group.title])
        self._nothing.setText(self._why_nothing())
        self._nothing.setVisible(bool(self._nothing.text()))

    def _why_nothing(self) -> str:
        """A sentence where no entry is shown."""
        rows = self.view.rows
        if any(row.is_entry or row.kind in (RowKind.NEW, RowKind.HEAD) for row in rows):
            return ""
        if not self._board.choice.is_plain:
            return tr("No entry is like this. Choose others above.")
        return tr("No entries yet.")

    def _on_choice_changed(self, choice: Choice) -> None:
        if self.writing.finish():
            self._board.choice = choice
            self._refresh()

    def _on_injected_found(self, injected: Injected) -> None:
        path = self._context.session.document.path
        sent = sent_of(injected, path, entries_of(self.part))
        self._board.known = self._board.known.with_sent(sent)
        self._refresh()

    def _on_dead_found(self, dead: frozenset[NodeId]) -> None:
        if dead != self._board.known.dead:
            self._board.known = self._board.known.with_dead(dead)
            self._refresh()

    def _on_found_shown(self) -> None:
        self.view.show_found(self._context.requests.found)

    def _on_row_entered(self, place: int) -> None:
        node = self.view.rows[place].group.node
        if node is not None and node.kind is NodeKind.SECTION:
            self._context.node_entered(node.key, node.occurrence)
