"""Covers the secrets in a text widget. The text below stays as it is: what is copied and written is the secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from memdesk.text.edits import Span
from memdesk.text.masking import MASK, Hidden
from memdesk.text.private import is_title
from memdesk.ui.editor.text_boxes import boxes_of
from memdesk.ui.editor.units import unit_count
from memdesk.ui.editor.warnings import found_marks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.found_mark import FoundMark, draw_current

_RADIUS_PX = 3
_KEY_BEGINS = re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY")
_KEY_ENDS = "-----END"
_KEY_LINE = re.compile(
    r"[ \t>]*(?:[A-Za-z0-9+/=]{0,80}|-----END [A-Z0-9 ]+-----|[A-Za-z-]{1,30}: [^ ]{0,80}) *"
)
_MOST_KEY_LINES = 200
"""A private key is no longer; what is longer forgot its end."""


class MaskedText:
    """The covers over one text widget. A secret that the caret is in is readable while the widget has the focus.

    In the privacy mode every line is such a secret; with `keeps_titles`, headings are not.
    """

    def __init__(
        self, widget: QTextEdit | QPlainTextEdit, themes: ThemeManager, *, keeps_titles: bool = False
    ) -> None:
        self._widget = widget
        self._keeps_titles = keeps_titles
        self._themes = themes
        self.lead = ""
        """What stands before the text in the file, and may tell what it is: the name of a field."""
        themes.masks.changed.connect(widget.viewport().update)
        widget.cursorPositionChanged.connect(widget.viewport().update)

    def paint(self, area: QRect) -> None:
        """Draw the covers in `area` of the viewport, over the text."""
        if not self._themes.masks.is_on:
            return
        covered = list(self._covered(area))
        if covered:
            marks = found_marks(self._widget)
            with QPainter(self._widget.viewport()) as painter:
                for block, span in covered:
                    mark = _mark_in(block, span, marks)
                    for box in self._boxes(block, span):
                        self._paint_cover(painter, box, mark)

    def turn_secrets(self) -> bool:
        """Show the secrets in the line of the caret, or mask them again; whether there are any."""
        text, offset = self._around(self._widget.textCursor().block())
        length = len(self._widget.textCursor().block().text())
        masks = self._themes.masks
        return masks.turn_values(masks.values(text, Span(offset, offset + length)))

    def _covered(self, area: QRect) -> Iterator[tuple[QTextBlock, Span]]:
        block = self._widget.cursorForPosition(area.topLeft()).block()
        last = self._widget.cursorForPosition(area.bottomRight()).block().blockNumber()
        while block.isValid() and block.blockNumber() <= last:
            text, offset = self._around(block)
            end = offset + len(block.text())
            for value, span in self._hidden(text):
                inside = Span(max(span.start, offset) - offset, min(span.end, end) - offset)
                if inside.start < inside.end and not self._is_read(block, text, value, offset):
                    yield block, inside
            block = block.next()

    def _hidden(self, text: str) -> Sequence[Hidden]:
        masks = self._themes.masks
        is_shown = self._keeps_titles and masks.is_private and is_title(text)
        return () if is_shown else masks.hidden(text)

    def _around(self, block: QTextBlock) -> tuple[str, int]:
        """The text to look for secrets in, and where the block begins in it: its line, or all of a private key.

        What is called a secret has its name before it.
        """
        if self._themes.masks.is_private:
            return block.text(), 0
        begin = self._begin_of_key(block)
        if begin is None:
            lead = "" if block.blockNumber() else self.lead
            return f"{lead}{block.text()}", len(lead)
        lines: list[str] = []
        offset, at = 0, begin
        for _ in range(_MOST_KEY_LINES):
            if at.blockNumber() == block.blockNumber():
                offset = sum(len(line) + 1 for line in lines)
            lines.append(at.text())
            if _KEY_ENDS in lines[-1] or not at.next().isValid():
                break
            at = at.next()
        return "\n".join(lines), offset

    @staticmethod
    def _begin_of_key(block: QTextBlock) -> QTextBlock | None:
        """The line that begins the private key that this one belongs to."""
        at = block
        for _ in range(_MOST_KEY_LINES):
            text = at.text()
            if _KEY_BEGINS.search(text):
                return at
            is_above = at.blockNumber() != block.blockNumber()
            if (
                not _KEY_LINE.fullmatch(text)
                or (is_above and _KEY_ENDS in text)
                or not at.previous().isValid()
            ):
                return None
            at = at.previous()
        return None

    def _is_read(self, block: QTextBlock, text: str, value: Span, offset: int) -> bool:
        """Whether the caret, and all of the selection, is in this secret: nobody selects everything to read one."""
        if not self._widget.hasFocus():
            return False
        cursor = self._widget.textCursor()
        before = block.position() - unit_count(text[:offset])
        places = range(before + unit_count(text[: value.start]), before + unit_count(text[: value.end]) + 1)
        return cursor.position() in places and cursor.anchor() in places

    def _boxes(self, block: QTextBlock, span: Span) -> Iterator[QRect]:
        text = block.text()
        return boxes_of(self._widget, block, unit_count(text[: span.start]), unit_count(text[: span.end]))

    def _paint_cover(self, painter: QPainter, box: QRect, mark: FoundMark) -> None:
        """A cover; one is marked as a whole for what was found below it, and does not say where."""
        theme = self._themes.theme
        ground: ColorRole = "sunken" if mark is FoundMark.NONE else "accentSoft"
        # First without round corners, which would let a point of the first letter through.
        painter.fillRect(box, theme.brush(ground))
        draw_plate(painter, theme, box, _RADIUS_PX, ground, "border")
        if mark is FoundMark.CURRENT:
            draw_current(painter, theme, box)
        painter.setFont(self._widget.font())
        painter.setPen(theme.pen("text3"))
        wide = max(1, painter.fontMetrics().horizontalAdvance(MASK))
        painter.drawText(
            box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, MASK * (box.width() // wide)
        )


def _mark_in(block: QTextBlock, span: Span, marks: Sequence[tuple[int, int, FoundMark]]) -> FoundMark:
    """How the part `span` of a block is to be marked."""
    if not marks:
        return FoundMark.NONE
    text = block.text()
    start, end = (block.position() + unit_count(text[:at]) for at in span)
    here = {mark for first, last, mark in marks if first < end and start < last}
    return max(here, key=list(FoundMark).index, default=FoundMark.NONE)
