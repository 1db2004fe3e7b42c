"""The rendered document: written only where it changed, and what is long in several turns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from memdesk.text.rendering import Block, PartKey, RenderedPart
from memdesk.ui.rendered.address_box import AddressBox
from memdesk.ui.rendered.browser import RenderedBrowser
from memdesk.ui.rendered.writer import BlockWriter
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import repeating

IN_A_TURN = 400
"""So many steps are written at once, more than most texts take; of a longer one so many in each turn."""


class RenderedSheet(RenderedBrowser):
    """Shows parts of a text. What stands in front of and behind the parts that changed is left as it is."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        self._writer = BlockWriter(themes)
        super().__init__(themes, self._writer.links, parent=parent)
        self._written: list[RenderedPart] = []
        self._lengths: list[int] = []
        self._parts: Sequence[RenderedPart] = ()
        self._work: Iterator[None] | None = None
        self._follows: int | None = None
        self._more = repeating(self, 0, self._write_slice)
        self.link_activated.connect(self._on_link_activated)
        themes.theme_changed.connect(self._on_theme_changed)

    @property
    def known(self) -> dict[PartKey, tuple[Block, ...]]:
        """The blocks of the parts that are shown."""
        return {part.key: part.blocks for part in self._parts}

    @property
    def is_complete(self) -> bool:
        """Whether all of the text is written."""
        return self._work is None

    def show_parts(self, parts: Sequence[RenderedPart]) -> None:
        """Show these; what is on screen stays until it is written over."""
        self._parts = parts
        self._work = self._rewrite()
        self._write_slice()
        if self._work is not None:
            self._more.start()

    def follow(self, position: int) -> None:
        """Bring the part that holds a position of the text into view, as soon as it is written."""
        starts = [part.span.start for part in self._parts]
        self._follows = max(0, bisect_right(starts, position) - 1) if starts else None
        self._scroll()

    # Writing

    def _write_slice(self) -> None:
        if self._work is not None and sum(1 for _ in islice(self._work, IN_A_TURN)) < IN_A_TURN:
            self._work = None
        if self._work is None:
            self._more.stop()
        self._scroll()

    def _rewrite(self) -> Iterator[None]:
        """Take out what is no more, put in what is new. May be abandoned after every step."""
        ahead, behind = _common(self._written, self._parts)
        cursor = QTextCursor(self.document())
        while len(self._written) > ahead + behind:
            self._take_out(cursor, len(self._written) - behind - 1)
            yield
        if not self._written:
            self.clear()
            self._writer.links.clear()
            self._writer.start(cursor)
        for at in range(ahead, len(self._parts) - behind):
            yield from self._put_in(cursor, at, self._parts[at])
        self._written = list(self._parts)

    def _take_out(self, cursor: QTextCursor, at: int) -> None:
        start = sum(self._lengths[:at])
        cursor.setPosition(start)
        cursor.setPosition(start + self._lengths[at], QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        del self._written[at], self._lengths[at]
        if at == 0:
            self._writer.start(cursor)

    def _put_in(self, cursor: QTextCursor, at: int, part: RenderedPart) -> Iterator[None]:
        start = sum(self._lengths[:at])
        cursor.setPosition(start)
        # An abandoned part is taken out as a whole: no other one has its key.
        self._written.insert(at, part._replace(key=("", (("", ""),))))
        self._lengths.insert(at, 0)
        for block in part.blocks:
            for _ in self._writer.write(cursor, block):
                self._lengths[at] = cursor.position() - start
                yield
        self._written[at] = part

    # Places

    def _scroll(self) -> None:
        at = self._follows
        if at is None or (self._work is not None and at >= len(self._lengths)):
            return
        if at < len(self._lengths):
            document = self.document()
            block = document.findBlock(min(sum(self._lengths[:at]) + 1, document.characterCount() - 1))
            top, bar = int(document.documentLayout().blockBoundingRect(block).top()), self.verticalScrollBar()
            bar.setValue(top)
            # Without a view of text below it the part cannot stand at the top yet.
            if bar.value() == top or self._work is None:
                self._follows = None

    def _on_link_activated(self, number: int) -> None:
        url, words = self._writer.links[number]
        AddressBox(self._themes, url, words, self.window()).show()

    def _on_theme_changed(self) -> None:
        """Write all of it anew; the part at the top of the view stays there."""
        if self._follows is None and self.verticalScrollBar().value() > 0:
            top = self.cursorForPosition(QPoint(0, self.fontMetrics().lineSpacing())).position()
            self._follows = bisect_right(list(accumulate(self._lengths)), top)
        self._writer.restyle()
        self._written, self._lengths = [], []
        self.show_parts(self._parts)


def _common(old: Sequence[RenderedPart], new: Sequence[RenderedPart]) -> tuple[int, int]:
    """How many parts are the same at the begin and at the end."""
    least = min(len(old), len(new))
    ahead = next((at for at in range(least) if old[at].key != new[at].key), least)
    left = least - ahead
    behind = next((at for at in range(left) if old[-1 - at].key != new[-1 - at].key), left)
    return ahead, behind
