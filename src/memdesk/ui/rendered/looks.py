"""Formats of blocks and runs, made once per theme."""

from __future__ import annotations

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat

from memdesk.text.rendering import Block, BlockKind, Look, Run
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole

DEPTH_PX = 16
_MOST_DEPTH = 8
_GAP_PX = 8
_TIGHT_PX = 3
_HEADING_GAP_PX = 16
_LINE_PERCENT = 125.0

_FONTS: dict[Look, FontRole] = {
    Look.CODE: "mono",
    Look.CHIP: "meta",
    Look.COMMENT: "small",
    Look.IMAGE: "small",
}
_INKS: dict[Look, ColorRole] = {
    Look.DIM: "text3",
    Look.COMMENT: "text3",
    Look.IMAGE: "text2",
    Look.LINK: "accentText",
    Look.CHIP: "warn",
}
_FILLS: dict[Look, ColorRole] = {Look.CHIP: "warnSoft", Look.IMAGE: "sunken", Look.COMMENT: "sunken"}
_FILLED = (BlockKind.CODE, BlockKind.HEADER, BlockKind.COMMENT)


class RenderedLooks:
    """How blocks and runs look in the theme as it is now."""

    def __init__(self, themes: ThemeManager) -> None:
        self._theme = themes.theme
        self._runs: dict[object, QTextCharFormat] = {}

    def block(self, block: Block) -> QTextBlockFormat:
        """The format of the paragraphs that `block` is written as."""
        form = QTextBlockFormat()
        form.setLeftMargin(DEPTH_PX * min(block.depth, _MOST_DEPTH))
        form.setTopMargin(_TIGHT_PX if block.depth or block.kind in _FILLED else _GAP_PX)
        if block.kind not in _FILLED:
            # Of a higher line Qt fills only part.
            form.setLineHeight(_LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if block.kind is BlockKind.HEADING:
            form.setTopMargin(_HEADING_GAP_PX)
            form.setHeadingLevel(block.level)
        if block.kind in _FILLED or block.quoted:
            form.setBackground(self._theme.brush("sunken"))
        return form

    def filler(self) -> QTextBlockFormat:
        """Of the empty paragraph that Qt wants before the first block and behind a table."""
        form = QTextBlockFormat()
        form.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return form

    def marker_px(self, marker: str) -> int:
        """How far the sign of a list item stands out of its text."""
        return self._theme.metrics("body").horizontalAdvance(f"{marker}\u2002")

    def run(self, run: Run, block: Block) -> QTextCharFormat:
        """The format of a run of `block`, for the caller to change."""
        key = (run[1:5], block.kind, block.level, block.quoted)
        found = self._runs.get(key)
        if found is None:
            found = self._runs[key] = self._new_run(run, block)
        return QTextCharFormat(found)

    def _new_run(self, run: Run, block: Block) -> QTextCharFormat:
        look = (
            Look.CODE
            if block.kind in (BlockKind.CODE, BlockKind.HEADER) and run.look is Look.PLAIN
            else run.look
        )
        form = QTextCharFormat()
        role: FontRole = _FONTS.get(look, "heading" if block.kind is BlockKind.HEADING else "body")
        if block.kind is BlockKind.HEADING and block.level == 1 and look is Look.PLAIN:
            role = "title"
        form.setFont(self._theme.font(role))
        if run.bold or block.kind is BlockKind.HEADING:
            form.setFontWeight(Weight.DemiBold)
        form.setFontItalic(run.italic)
        form.setFontStrikeOut(run.struck)
        quiet = block.quoted or block.kind is BlockKind.HEADER
        form.setForeground(self._theme.brush(_INKS.get(look, "text2" if quiet else "text")))
        fill = _FILLS.get(look)
        if fill is not None:
            form.setBackground(self._theme.brush(fill))
        form.setFontUnderline(look is Look.LINK)
        return form
