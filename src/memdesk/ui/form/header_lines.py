"""The lines of a header that cannot be shown as fields, on its form: made when they are wanted, and dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout

from memdesk.text.front_matter import find_front_matter, read_mapping
from memdesk.text.outline import Node
from memdesk.text.yaml_values import BadFrontMatter
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.form.header_text import HeaderText


class HeaderLines:
    """Puts a `HeaderText` into `column` while there is one; `on_left` is called once the focus has left it."""

    def __init__(self, context: BlockContext, column: QVBoxLayout, on_left: Callable[[], None]) -> None:
        self._context = context
        self._column = column
        self._on_left = on_left
        self._text: HeaderText | None = None

    @property
    def body(self) -> CardBody | None:
        """The lines, where they are shown."""
        return self._text.body if self._text is not None else None

    @property
    def is_in_use(self) -> bool:
        """Whether somebody types in the lines: fields wait until he leaves."""
        return self._text is not None and self._text.is_in_use

    def show(self, node: Node, why: str) -> None:
        """Show the lines of `node` and say `why` there are no fields; an empty `why` says that there are, again."""
        first, count = self._lines(node)
        text = self._text or self._made(first, count)
        bridge = text.body.bridge
        if (bridge.first, bridge.count) != (first, count):
            bridge.show_lines(first, count)
        if why:
            is_read_only = bool(self._context.session.why_read_only)
            text.show_state(why, is_sound=self._is_sound(), is_read_only=is_read_only)
        else:
            text.show_mended()

    def drop(self) -> None:
        """Show the lines no more."""
        text, self._text = self._text, None
        if text is None:
            return
        text.body.bridge.close()
        self._column.removeWidget(text)
        text.hide()
        text.deleteLater()

    def _made(self, first: int, count: int) -> HeaderText:
        requests = self._context.requests
        body = CardBody(self._context.themes, self._context.shown, first, count)
        body.input.undo_requested.connect(requests.undo_requested)
        body.input.redo_requested.connect(requests.redo_requested)
        body.menu_requested.connect(lambda place: requests.text_menu_requested.emit(body, place))
        text = HeaderText(self._context.themes, body)
        # Not at once: the focus is on its way to another text.
        text.left.connect(lambda: QTimer.singleShot(0, text, lambda: self._leave(text)))
        self._column.addWidget(text)
        self._context.body_made(body)
        self._text = text
        return text

    def _leave(self, text: HeaderText) -> None:
        # What is hidden loses the focus too, maybe when its page has let go of the document.
        if self._text is text:
            self._on_left()

    def _lines(self, node: Node) -> tuple[int, int]:
        """First line and count of a header."""
        span, whole = node.span, self._context.shown.text
        first = whole.line_of(span.start)
        return first, whole.line_of(max(span.start, span.end - 1)) - first + 1

    def _is_sound(self) -> bool:
        """Whether a header without fields is none because the agent keeps it, not because it is broken."""
        text = self._context.shown.text.text
        try:
            return bool(read_mapping(text, find_front_matter(text, behind_mark=True)))
        except BadFrontMatter:
            return False
