"""What one reads on the page of cards, and how it keeps its place on screen while the cards change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QScrollArea

from memdesk.text.edits import Edit
from memdesk.ui.editor.card_page import CardPage
from memdesk.ui.editor.card_stack import CardStack
from memdesk.ui.editor.page_block import PageBlock
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.shown_text import Restore


class ReadingPlace:
    """Looks at `page`, which scrolls in `area` and shows the cards of `stack`.

    `body_in_use` gives the text that has the focus, if one has it.
    """

    def __init__(
        self,
        area: QScrollArea,
        page: CardPage,
        stack: CardStack,
        body_in_use: Callable[[], Body | None],
    ) -> None:
        self._area = area
        self._page = page
        self._stack = stack
        self._body_in_use = body_in_use

    def seen(self) -> tuple[int, int]:
        """Top and bottom of what can be seen of the page."""
        top = self._area.verticalScrollBar().value()
        return top, top + self._area.viewport().height()

    def settle(self) -> None:
        """Let the cards have the heights that they will have."""
        self._page.settle(self._stack.settle_layout, self._area.viewport().height())

    def block(self) -> PageBlock | None:
        """The block that has the focus, or else begins the view; None where a text does."""
        focused = self._area.window().focusWidget()
        blocks = self._stack.blocks
        if focused is not None:
            if any(focused is body for body in self._stack.bodies):
                return None
            held = next((one for one in blocks if one.widget.isAncestorOf(focused)), None)
            if held is not None:
                return held
        top, _ = self.seen()
        return next(
            (one for one in blocks if 0 <= top - self._page.top_of(one.widget) < one.widget.height()), None
        )

    def line(self) -> tuple[Body, QTextCursor] | None:
        """The line of the caret where it can be seen, else the first line that can; Qt's cursors go with their text."""
        top, bottom = self.seen()
        used = self._body_in_use()
        if used is not None and top <= self._page.y_of(used, used.textCursor()) < bottom:
            return used, QTextCursor(used.textCursor())
        for body in self._stack.bodies:
            y = self._page.top_of(body)
            if not body.isHidden() and y + body.height() > top:
                return body, body.cursorForPosition(QPoint(0, max(0, top - y)))
        return None

    def hold(self) -> Restore:
        """Keep what is read where it is on screen, over a change of the cards."""
        bar = self._area.verticalScrollBar()
        block = self.block()
        if block is not None and self._area.isVisible():
            return self._hold_node(block)
        found = self.line()
        if found is None or not self._area.isVisible():
            return lambda _edits: None
        body, cursor = found
        offset = self._page.y_of(body, cursor) - bar.value()

        def restore(_edits: Sequence[Edit]) -> None:
            if body in self._stack.bodies and not body.isHidden():
                self.settle()
                bar.setValue(self._page.y_of(body, cursor) - offset)

        return restore

    def _hold_node(self, block: PageBlock) -> Restore:
        """Keep a node of a block where it is on screen."""
        bar = self._area.verticalScrollBar()
        top = self._page.top_of(block.widget)
        seen_top, seen_bottom = self.seen()
        node_id = block.node_to_keep(seen_top - top, seen_bottom - top)
        rect = block.rect_of(node_id) if node_id is not None else None
        if node_id is None or rect is None:
            return lambda _edits: None
        offset = top + rect.top() - bar.value()

        def restore(_edits: Sequence[Edit]) -> None:
            now = block.rect_of(node_id) if block in self._stack.blocks else None
            if now is not None:
                self.settle()
                bar.setValue(self._page.top_of(block.widget) + now.top() - offset)

        return restore
