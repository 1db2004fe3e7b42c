"""Draws characters that cannot be seen as small outlined boxes with their code, never silently as nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from memdesk.text.hidden import name_of
from memdesk.ui.editor.escapes import code_of
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.units import unit_count
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.theme.theme import Theme
from memdesk.ui.widgets.lines.layout import cursor_x
from memdesk.ui.widgets.paint import CENTRE

_PAD_PX = 3
_RADIUS_PX = 3
_LEAST_PX = 6


def code_width(theme: Theme, code: str) -> int:
    """How wide the box of `code` is, in px."""
    return theme.metrics("meta", Weight.Medium).horizontalAdvance(code) + 2 * _PAD_PX


def with_before(found: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Each escaped character with the one right in front of it, empty where that is shown as itself."""
    last_at, last = -2, ""
    for at, character in found:
        yield at, character, last if at == last_at + 1 else ""
        last_at, last = at, character


class HiddenCharacters:
    """The boxes of one text widget."""

    def __init__(self, widget: QTextEdit | QPlainTextEdit, themes: ThemeManager, shown: ShownText) -> None:
        self._widget = widget
        self._themes = themes
        self._shown = shown

    def paint(self, area: QRect) -> None:
        """Draw the boxes in `area` of the viewport, over the text."""
        found = [
            (block, at, code_of(character, before))
            for block in self._blocks(area)
            for at, character, before in with_before(self._shown.escapes.find(block.text()))
        ]
        if found:
            with QPainter(self._widget.viewport()) as painter:
                for block, at, code in found:
                    self._paint_box(painter, self._box(block, at, code), code)

    def name_at(self, place: QPoint) -> str:
        """What the hidden character at `place` of the viewport is called; empty where there is none."""
        block = self._widget.cursorForPosition(place).block()
        for at, character, before in with_before(self._shown.escapes.find(block.text())):
            if self._box(block, at, code_of(character, before)).contains(place):
                return _name_of(character)
        return ""

    def _blocks(self, area: QRect) -> Iterator[QTextBlock]:
        block = self._widget.cursorForPosition(area.topLeft()).block()
        last = self._widget.cursorForPosition(area.bottomRight()).block().blockNumber()
        while block.isValid() and block.blockNumber() <= last:
            yield block
            block = block.next()

    def _box(self, block: QTextBlock, at: int, code: str) -> QRect:
        """Where the character is drawn, with the room for `code`; in a text of two directions no caret tells that."""
        unit = unit_count(block.text()[:at])
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + unit)
        place = self._widget.cursorRect(cursor)
        line = block.layout().lineForTextPosition(unit)
        runs = line.glyphRuns(unit, 1) if line.isValid() else []
        if not runs:
            return QRect(place.left() + 1, place.top(), _LEAST_PX, place.height())
        glyphs = runs[0]
        advances = glyphs.rawFont().advancesForGlyphIndexes(glyphs.glyphIndexes())
        wide = sum(advance.x() for advance in advances) + code_width(self._themes.theme, code)
        # The caret of this place stands in the line as the glyphs do, with margin and scrolling added.
        left = place.left() + min(glyph.x() for glyph in glyphs.positions()) - cursor_x(line, unit)
        return QRect(round(left) + 1, place.top(), max(_LEAST_PX, round(wide) - 2), place.height())

    def _paint_box(self, painter: QPainter, box: QRect, code: str) -> None:
        theme = self._themes.theme
        draw_plate(painter, theme, box, _RADIUS_PX, "panel", "border")
        if box.width() >= code_width(theme, code) - _PAD_PX:
            painter.setFont(theme.font("meta", Weight.Medium))
            painter.setPen(theme.pen("warn"))
            painter.drawText(box, CENTRE, code)


def _name_of(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return tr("Byte {code}, which is not UTF-8", code=f"{ord(character) - 0xDC00:02X}")
    code = f"U+{ord(character):04X}"
    return f"{code} {name_of(character).lower()}"
