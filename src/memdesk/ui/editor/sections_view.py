"""The sections of a document as cards under one another, on a page that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.edits import Edit
from memdesk.text.outline import NodeKind
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.card_column import CARD_GAP_PX
from memdesk.ui.editor.card_dragging import CardDragging
from memdesk.ui.editor.card_making import CardMaking
from memdesk.ui.editor.card_page import CardPage
from memdesk.ui.editor.card_stack import CardStack
from memdesk.ui.editor.page_block import BlockMakers, PageBlock
from memdesk.ui.editor.page_blocks import BLOCK_MAKERS
from memdesk.ui.editor.reading_place import ReadingPlace
from memdesk.ui.editor.requests import ChangeRequest, EditorRequests
from memdesk.ui.editor.said_late import SaidLate
from memdesk.ui.editor.section_card import Body, SectionCard
from memdesk.ui.editor.session import EditorSession, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import Restore, ShownText
from memdesk.ui.editor.source_view import carried
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot

_CARET_AIR_PX = 24


class SectionsView(QScrollArea):
    """Shows the sections of `session`, in document order.

    Cards follow the outline when that is safe: at a change by somebody else, at undo, when the focus leaves a card,
    when the view is shown. A heading that is being typed does not throw the caret out of its card. Where the outline of
    a long text takes time, and what changed is seen without it, they follow once it is known. `folded` says which
    sections are folded, and is kept up with that.
    """

    caret_entered = Signal(str, int)
    """The caret is in the section of this key and occurrence now."""

    def __init__(
        self,
        themes: ThemeManager,
        shown: ShownText,
        session: EditorSession,
        requests: EditorRequests,
        folded: dict[NodeId, bool] | None = None,
        parent: QWidget | None = None,
        *,
        makers: BlockMakers = BLOCK_MAKERS,
    ) -> None:
        super().__init__(parent)
        self._shown = shown
        self._session = session
        self._requests = requests
        self._placing = False
        self._used_last: Body | None = None
        self._behind = -1
        """The revision of the text that the cards are to follow once it is read."""
        self._is_making_held = False
        """Whether cards are to be made once the text is read."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._page = CardPage(themes)
        self.setWidget(self._page)
        self._dragging = CardDragging(themes, self._page)
        self._dragging.dropped.connect(self._on_card_dropped)
        self.stack = CardStack(
            themes, shown, session, requests, self._page.column, folded if folded is not None else {}, makers
        )
        self.stack.card_made.connect(self._on_card_made)
        self.stack.body_made.connect(self._on_body_made)
        self.stack.node_entered.connect(self.caret_entered)
        self.stack.rect_wanted.connect(self._on_rect_wanted)
        requests.naming.connect(self.resync)
        self._reading = ReadingPlace(self, self._page, self.stack, lambda: self.body_in_use)
        self._late = SaidLate(self.stack, shown)
        self._left_timer = single_shot(self, 0, self._follow)
        self._making = CardMaking(
            self.stack, self._page, self._reading.seen, self._follow_to_make, self._hold_seen
        )
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.sync()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self._left_timer.stop()
        self._making.stop()
        self.stack.close_text()

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say what is known of the sections beside their text; where the source is shown instead, once they are."""
        (self._late.keep_marks if self.isHidden() else self.stack.set_marks)(marks)

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say what an agent would do to the text as it is now; the same way."""
        (self._late.keep_losses if self.isHidden() else self.stack.set_losses)(losses)

    # The cards and the caret

    @property
    def body_in_use(self) -> Body | None:
        """The text that has the focus, or gets it back when the window does."""
        focused = self.window().focusWidget()
        return next((body for body in self.stack.bodies if body is focused), None)

    def sync(self) -> None:
        """Let the cards show the sections there are now. The caret is not looked after: see `resync`."""
        used = self.body_in_use
        self.stack.sync(used)
        card = (
            next((card for card in self.stack.cards if card.body is used), None) if used is not None else None
        )
        if card is not None:
            # Of several sections of one name it may be another one by number now.
            self.caret_entered.emit(*card.node_id)
        self._making.wake()

    def resync(self) -> None:
        """`sync`, with caret and scroll position kept."""
        if self.stack.is_stale(self.body_in_use):
            self.hold()(())

    def _follow(self) -> None:
        """`resync`, at once or as soon as the text is read."""
        if self._is_to_be_read:
            self._behind = self._shown.text.revision
        else:
            self.resync()

    def _follow_to_make(self) -> bool:
        """The same before cards are made; whether they follow the text now."""
        self._is_making_held = self._is_to_be_read
        if not self._is_making_held:
            self.resync()
        return not self._is_making_held

    @property
    def _is_to_be_read(self) -> bool:
        return not self._session.is_read and self.stack.is_stale(self.body_in_use)

    def follow_text(self) -> bool:
        """The text is read: do what was put off until now, but for what typing has overtaken; whether cards followed.

        What an input method is about to type belongs where the caret is now.
        """
        used = self.body_in_use
        is_typing = used is not None and used.bridge.composing
        follows = self._behind == self._shown.text.revision and not is_typing and self.stack.is_stale(used)
        if follows:
            self.resync()
        if self._is_making_held:
            self._making.wake()
        return follows

    def _shows(self, edits: Sequence[Edit]) -> bool:
        """Whether all that `edits` did, in this order, can be seen in texts that still show lines of their own."""
        if any(body.bridge.broken for body in self.stack.bodies):
            return False
        for at, edit in enumerate(edits):
            later = edits[at + 1 :]
            start, end = carried(edit.start, later), carried(edit.start + len(edit.new), later)
            if not any(body.bridge.covers(start) and body.bridge.covers(end) for body in self._open_bodies()):
                return False
        return True

    def hold(self) -> Restore:
        """Keep the caret with its text, in another card if need be, and what is read where it is on screen.

        While the source is shown instead, nothing follows: that is done when the view is shown again.
        """
        if self.isHidden():
            return lambda _edits: None
        restore_caret, restore_scroll = self._hold_caret(), self._reading.hold()

        def restore(edits: Sequence[Edit]) -> None:
            self._placing = True
            if edits and not self._session.is_read and self._shows(edits):
                self._behind = self._shown.text.revision
            else:
                self.sync()
            restore_caret(edits)
            restore_scroll(edits)
            self._placing = False

        return restore

    def _hold_seen(self) -> Callable[[], None]:
        """Keep what is read where it is on screen, while the text stays what it is."""
        restore = self._reading.hold()

        def release() -> None:
            self._placing = True
            restore(())
            self._placing = False

        return release

    def _hold_caret(self) -> Restore:
        body = self.body_in_use
        if body is None:
            return lambda _edits: None
        caret, anchor = body.bridge.places()

        def restore(edits: Sequence[Edit]) -> None:
            here, there = carried(caret, edits), carried(anchor, edits)
            if body in self.stack.bodies and body.bridge.covers(here):
                body.bridge.place(here, there)
            else:
                self.focus_at(here)

        return restore

    # Going somewhere

    @property
    def caret(self) -> int:
        """Position of the caret in the text; of the first text that can be seen, where none has the focus."""
        body = self.body_in_use
        if body is not None:
            return body.bridge.places()[0]
        block = self._reading.block()
        position = self._position_of(block) if block is not None else None
        if position is not None:
            return position
        seen = self._reading.line()
        return seen[0].bridge.to_text(seen[1].position()) if seen is not None else 0

    def _position_of(self, block: PageBlock) -> int | None:
        """Where in the text a block is read: its current node, else the first one that can be seen."""
        top = self._page.top_of(block.widget)
        seen_top, seen_bottom = self._reading.seen()
        node_id = block.node_to_keep(seen_top - top, seen_bottom - top)
        node = self._session.outline().find(*node_id) if node_id is not None else None
        return node.body.start if node is not None else None

    def focus_text(self) -> None:
        """Put the focus into the text that had it last, else into the first one that can be seen."""
        body = self._used_last
        if body is not None and body in self.stack.bodies and not body.isHidden():
            body.setFocus(Qt.FocusReason.OtherFocusReason)
            self._follow_caret(body)
        else:
            self.focus_at(self.caret)

    def focus_at(self, position: int) -> None:
        """Put focus and caret at `position` of the text, or as near to it as a card is."""
        self.go_to(position, focus=True)

    def go_to(self, position: int, *, focus: bool) -> None:
        """Put the caret at `position` of the text, or as near to it as a card is, and show it."""
        if not self._session.is_read and self._go_within(position, focus=focus):
            return
        self.resync()
        block = self.stack.block_at(position)
        if block is not None:
            self._go_to_block(block, position, focus=focus)
            return
        card = self.stack.card_at(position)
        if card is None:
            if self.stack.blocks and focus:
                self.stack.blocks[0].focus_at(position)
            return
        if focus:
            card.focus_text()
        if card.body is not None:
            card.body.bridge.place(position)
            self._follow_caret(card.body)
        if position < self._shown.text.start(card.section.top):
            self._on_rect_wanted(card, card.head_rect)

    def _go_within(self, position: int, *, focus: bool) -> bool:
        """Put the caret there in a text that shows it already, without asking what section that is; if there is one."""
        body = next((body for body in self._open_bodies() if body.bridge.covers(position)), None)
        if body is None or body.bridge.broken:
            return False
        if focus:
            body.setFocus(Qt.FocusReason.OtherFocusReason)
        body.bridge.place(position)
        self._follow_caret(body)
        return True

    def _go_to_block(self, block: PageBlock, position: int, *, focus: bool) -> None:
        if focus:
            block.focus_at(position)
        rect = block.rect_at(position)
        if rect is not None:
            self._on_rect_wanted(block.widget, rect)

    def _on_rect_wanted(self, widget: QWidget, rect: QRect) -> None:
        """Scroll so far that `rect` of `widget` can be seen, its top where it is higher than the view."""
        if self._placing or not self.isVisible():
            return
        self._reading.settle()
        top = self._page.top_of(widget) + rect.top()
        seen_top, seen_bottom = self._reading.seen()
        bar = self.verticalScrollBar()
        if top < seen_top or rect.height() >= seen_bottom - seen_top:
            bar.setValue(top - CARD_GAP_PX)
        elif top + rect.height() > seen_bottom:
            bar.setValue(top + rect.height() + CARD_GAP_PX - self.viewport().height())

    def reveal(self, node_id: NodeId) -> None:
        """Scroll the card of a section to the top of the view; the focus stays where it is."""
        self.resync()
        block = self.stack.block_of(node_id)
        rect = block.rect_of(node_id) if block is not None else None
        if block is not None and rect is not None:
            self._reading.settle()
            self.verticalScrollBar().setValue(self._page.top_of(block.widget) + rect.top() - CARD_GAP_PX)
            return
        card = self.stack.card_of(node_id)
        if card is not None:
            self._reading.settle()
            self.verticalScrollBar().setValue(self._page.top_of(card) - CARD_GAP_PX)

    def focus_section(self, node_id: NodeId) -> None:
        """Open the card of a section and put the caret into its text; of an entry, put the focus on its row."""
        self.reveal(node_id)
        block = self.stack.block_of(node_id)
        if block is not None:
            block.focus_node(node_id)
            return
        card = self.stack.find(node_id)
        if card is not None:
            card.focus_text()

    def ask_for_section(self) -> None:
        """Ask for the heading of a new section where it will stand."""
        self._making.fill()
        asking = self.stack.ask_for_section()
        if asking is not None:
            self._page.column.activate()
            self._on_rect_wanted(asking, asking.rect())

    def ask_for_heading(self, node_id: NodeId) -> None:
        """Ask for another heading of a section, on its card."""
        self.resync()
        card = self.stack.card_of(node_id)
        if card is not None:
            card.ask_for_heading()
            self._on_rect_wanted(card, card.head_rect)

    def _follow_caret(self, body: Body) -> None:
        """Scroll so far that the caret can be seen."""
        if self._placing or not self.isVisible():
            return
        caret = body.cursorRect().translated(0, self._page.top_of(body))
        top, bottom = self._reading.seen()
        if caret.top() < top or caret.bottom() > bottom:
            self._reading.settle()
            y = self._page.y_of(body, body.textCursor())
            self.ensureVisible(0, y + caret.height() // 2, 0, caret.height() // 2 + _CARET_AIR_PX)

    def _open_bodies(self) -> list[Body]:
        """The texts that can be seen, in order; one whose section is gone by now is none of them."""
        return [found for found in self.stack.bodies if not found.isHidden()]

    def _on_edge_reached(self, body: Body, direction: int) -> None:
        """Go on in the text of the neighbour card, below or above where the caret is."""
        self.resync()
        self.stack.make_open_beside(body, direction)
        open_bodies = self._open_bodies()
        if body not in open_bodies:
            return
        at = open_bodies.index(body) + direction
        if not 0 <= at < len(open_bodies):
            return
        neighbour = open_bodies[at]
        x = body.cursorRect().left()
        neighbour.setFocus(Qt.FocusReason.OtherFocusReason)
        neighbour.enter(x, from_below=direction < 0)
        self._follow_caret(neighbour)

    def _on_page_requested(self, body: CardBody, direction: int) -> None:
        """Page through the document: the caret goes as far as the page does, into another card if need be."""
        self.resync()
        if body not in self._open_bodies():
            return
        page = direction * (self.viewport().height() - 2 * _CARET_AIR_PX)
        caret = body.cursorRect()
        wanted = self._page.top_of(body) + caret.center().y() + page
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + page)
        self._making.fill()
        target = min(
            self._open_bodies(), key=lambda found: _distance(wanted, self._page.top_of(found), found.height())
        )
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        target.put_caret_at(QPoint(caret.left(), wanted - self._page.top_of(target)))
        self._follow_caret(target)

    # Events

    def showEvent(self, event: QShowEvent) -> None:
        self.sync()
        self._late.say()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():
            self._making.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._page.fit(self)
        super().resizeEvent(event)

    def _on_scrolled(self, _value: int) -> None:
        self._making.wake()

    def _on_card_made(self, card: SectionCard) -> None:
        card.caret_entered.connect(lambda: self.caret_entered.emit(*card.node_id))
        card.caret_left.connect(self._left_timer.start)
        card.add_text_requested.connect(card.focus_text)
        if card.section.has_heading and not self._session.why_read_only:
            card.drag_moved.connect(lambda at: self._dragging.move(card, self.stack.cards, at))
            card.drag_ended.connect(lambda: self._dragging.end(card))
            card.drag_given_up.connect(self._dragging.give_up)

    def _on_card_dropped(self, node_id: NodeId, before: NodeId | None) -> None:
        """Ask for another order of the sections."""
        nodes = self._session.outline().nodes
        order = [(node.key, node.occurrence) for node in nodes if node.kind is NodeKind.SECTION]
        if node_id not in order:
            return
        place = order.index(node_id)
        order.remove(node_id)
        index = order.index(before) if before in order else self._behind_all_made(order)
        if index == place:
            return
        request = ChangeRequest((Change(ChangeKind.MOVE, self._session.document, *node_id, index=index),))
        self._requests.changes_requested.emit(request)
        if request.refusal:
            self._requests.notice_requested.emit(request.refusal)
        now = next((card for card in self.stack.cards if card.node_id == node_id), None)
        if now is not None and not now.folded:
            now.focus_text()

    def _behind_all_made(self, order: Sequence[NodeId]) -> int:
        """The place in `order` behind the last card there is: what comes later on the page is not seen."""
        made = (card.node_id for card in reversed(self.stack.cards))
        return next((order.index(node_id) + 1 for node_id in made if node_id in order), len(order))

    def _on_body_made(self, body: Body) -> None:
        body.focus_changed.connect(lambda has_focus: self._on_focus_changed(body, has_focus))
        body.input.leads_on = True
        body.input.edge_reached.connect(lambda direction: self._on_edge_reached(body, direction))
        body.cursorPositionChanged.connect(lambda: self._on_caret_moved(body))
        if isinstance(body, CardBody):
            body.height_changed.connect(lambda: self._on_caret_moved(body))
            body.page_requested.connect(lambda direction: self._on_page_requested(body, direction))

    def _on_focus_changed(self, body: Body, has_focus: bool) -> None:
        if has_focus:
            self._used_last = body

    def _on_caret_moved(self, body: Body) -> None:
        if body.hasFocus():
            self._follow_caret(body)


def _distance(y: int, top: int, height: int) -> int:
    """How far `y` is from the nearest point of `height` px from `top` on."""
    return max(top - y, y - top - height, 0)
