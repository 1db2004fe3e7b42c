"""Fonts, colours and measures of a view of lines, made once per theme and width."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QTextCharFormat

from memdesk.text.mixed_scripts import find_mixed_words
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.lines.flow import wrapped_rows
from memdesk.ui.widgets.lines.layout import BlockLayout, Span
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.shown import ShownText, show

TRAILING_PX = 8
_GUTTER_PX = 30
_GUTTER_AIR_PX = 12
_CUT_PX = 28
_CUT_AIR_PX = 8
_ENDLESS_PX = 10_000
LABEL_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
"""How the label of a rule is set: one that is longer than a row goes on in the next."""

FILLS: dict[LineKind, ColorRole] = {
    LineKind.ADDED: "addSoft",
    LineKind.REMOVED: "remSoft",
    LineKind.LOST: "sunken",
    LineKind.NOTE: "sunken",
}
EDGES: dict[LineKind, ColorRole] = {LineKind.ADDED: "add", LineKind.REMOVED: "rem"}
SIGNS: dict[LineKind, str] = {LineKind.ADDED: "+", LineKind.REMOVED: "\N{MINUS SIGN}"}
INKS: dict[LineKind, ColorRole] = {LineKind.LOST: "text3", LineKind.NOTE: "text3", LineKind.CUT: "warn"}


class LinesLook:
    """How lines look in a view `width` px wide whose highest line number is `highest`."""

    def __init__(self, themes: ThemeManager, width: int, highest: int) -> None:
        theme = themes.theme
        self._themes = themes
        self.gutter = max(_GUTTER_PX, theme.metrics("meta").horizontalAdvance(str(highest)) + _GUTTER_AIR_PX)
        self.text_width = max(1, width - self.gutter - TRAILING_PX)
        self.row_height = theme.line_height("mono")
        self._cut_height = theme.row_height(_CUT_PX, "meta")
        self.fold_height = theme.row_height(theme.sizes.min_hit, "small")
        cell = QFontMetricsF(theme.font("mono")).horizontalAdvance("0")
        self._columns = max(1, int(self.text_width / max(1.0, cell)))
        self.selected = QTextCharFormat()
        self.selected.setBackground(theme.brush("accentSoft"))
        self._words = {
            LineKind.PLAIN: self._word_format("warnSoft"),
            LineKind.ADDED: self._word_format("addWord"),
            LineKind.REMOVED: self._word_format("remWord", struck=True),
        }
        self._code = QTextCharFormat()
        self._code.setForeground(theme.brush("text2"))
        self._pretends = QTextCharFormat()
        self._pretends.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._pretends.setUnderlineColor(theme.color("warn"))

    def height_of(self, line: Line, length: int) -> int:
        """About the height of `length` code points of `line`, in px."""
        if line.kind is LineKind.CUT:
            return max(self._cut_height, self._height_of_label(line.text) + _CUT_AIR_PX)
        if line.kind is LineKind.LOST or length <= self._columns:
            return self.row_height
        rows = (
            wrapped_rows(line.text, self._columns)
            if length == len(line.text)
            else -(-length // self._columns)
        )
        return rows * self.row_height

    def lay_out(self, line: Line, start: int, end: int) -> BlockLayout:
        """The layout of a block of `line`."""
        text = self._elided(line.text) if line.kind is LineKind.LOST else show(line.text[start:end])
        font = self._themes.theme.font(_font_role(line))
        word = self._words.get(line.kind)
        formats: list[tuple[Span, QTextCharFormat]] = []
        if word is not None:
            formats += [((low, high), word) for low, high in _clipped(line.words, start, end)]
        formats += [(word.span, self._pretends) for word in find_mixed_words(text.source)]
        formats += [((origin, origin + 1), self._code) for origin in text.origins]
        return BlockLayout(text, font, self.text_width, self.row_height, formats)

    def _height_of_label(self, label: str) -> int:
        room = QRect(0, 0, int(self.text_width), _ENDLESS_PX)
        metrics = self._themes.theme.metrics("meta", Weight.DemiBold)
        return metrics.boundingRect(room, LABEL_FLAGS, label).height()

    def _elided(self, source: str) -> ShownText:
        # Twice the columns hold more than the width can show, whatever the text; a line may be a megabyte long.
        head = show(source[: 2 * self._columns + 1])
        metrics = self._themes.theme.metrics("mono")
        room = int(self.text_width) - metrics.averageCharWidth()
        kept = metrics.elidedText(head.shown, Qt.TextElideMode.ElideRight, room)
        if kept == head.shown:
            return head
        return show(head.source[: head.to_source(len(kept) - 1)] + "\N{HORIZONTAL ELLIPSIS}")

    def _word_format(self, role: ColorRole, *, struck: bool = False) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setBackground(self._themes.theme.brush(role))
        form.setFontStrikeOut(struck)
        return form


def ink(line: Line) -> ColorRole:
    """The colour of the text of `line`."""
    return INKS.get(line.kind, "text")


def _font_role(line: Line) -> FontRole:
    return "small" if line.kind is LineKind.NOTE else "mono"


def _clipped(spans: tuple[Span, ...], start: int, end: int) -> list[Span]:
    return [
        (max(low, start) - start, min(high, end) - start) for low, high in spans if low < end and high > start
    ]
