"""Writes blocks into a text document through a cursor: words and formats, never markup that Qt would read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextFrameFormat, QTextLength, QTextTableFormat

from memdesk.text.labelled import labelled
from memdesk.text.rendering import Block, BlockKind, Look, Run
from memdesk.ui.i18n import tr
from memdesk.ui.rendered.looks import DEPTH_PX, RenderedLooks
from memdesk.ui.theme.manager import ThemeManager

LINK = "link:"
"""Begins the name of a link in the document; the rest is its number in `links`. No address stands there."""
_LONGEST_LINE = 1_000
"""A longer stretch without a break is laid out as several paragraphs, since Qt lays out a paragraph at once."""
_BREAK = "\u2028"
_CELL_PAD_PX = 4
_RULE = "\u2500" * 12


class BlockWriter:
    """Writes at a cursor. `links` collects the address and the words of each link."""

    def __init__(self, themes: ThemeManager) -> None:
        self._themes = themes
        self._looks = RenderedLooks(themes)
        self.links: list[tuple[str, str]] = []

    def restyle(self) -> None:
        """Write in the theme as it is now."""
        self._looks = RenderedLooks(self._themes)

    def start(self, cursor: QTextCursor) -> None:
        """Make the paragraph that every document has take no room."""
        cursor.setBlockFormat(self._looks.filler())

    def write(self, cursor: QTextCursor, block: Block) -> Iterator[None]:
        """Write `block` behind the cursor, a stretch at a time."""
        if block.kind is BlockKind.TABLE:
            self._write_table(cursor, block)
            yield
            return
        for number, line in enumerate(_lines(block)):
            cursor.beginEditBlock()
            self._write_line(cursor, block, line, is_first=number == 0)
            cursor.endEditBlock()
            yield

    def _write_line(self, cursor: QTextCursor, block: Block, line: Sequence[Run], *, is_first: bool) -> None:
        form = self._looks.block(block)
        if not is_first:
            form.setTopMargin(0)
        marker = block.marker if is_first else ""
        if marker:
            form.setTextIndent(-self._looks.marker_px(marker))
        cursor.insertBlock(form, QTextCharFormat())
        plain = Run("", Look.DIM)
        if marker:
            cursor.insertText(f"{marker}\u2002", self._looks.run(plain, block))
        if block.kind is BlockKind.RULE:
            cursor.insertText(_RULE, self._looks.run(plain, block))
        if is_first and (label := _label(block)):
            cursor.insertText(label, self._looks.run(Run("", Look.COMMENT, bold=True), block))
        self._write_runs(cursor, block, line)

    def _write_runs(self, cursor: QTextCursor, block: Block, runs: Sequence[Run]) -> None:
        for run in runs:
            form = self._looks.run(run, block)
            if run.url:
                form.setAnchor(True)
                form.setAnchorHref(f"{LINK}{len(self.links)}")
                self.links.append((run.url, run.text))
            cursor.insertText(_said(run, block), form)

    def _write_table(self, cursor: QTextCursor, block: Block) -> None:
        columns = max(len(row) for row in block.rows)
        form = QTextTableFormat()
        form.setCellPadding(_CELL_PAD_PX)
        form.setCellSpacing(0)
        form.setBorder(1)
        form.setBorderCollapse(True)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(self._themes.theme.brush("hairline"))
        form.setLeftMargin(DEPTH_PX * block.depth)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        cursor.beginEditBlock()
        cursor.insertBlock(self._looks.filler(), QTextCharFormat())
        table = cursor.insertTable(len(block.rows), columns, form)
        head = block._replace(kind=BlockKind.PARAGRAPH)
        for number, row in enumerate(block.rows):
            for column, cell in enumerate(row):
                runs = [run._replace(bold=True) for run in cell] if number == 0 else cell
                self._write_runs(table.cellAt(number, column).firstCursorPosition(), head, runs)
        cursor.setPosition(table.lastPosition() + 1)
        cursor.setBlockFormat(self._looks.filler())
        cursor.endEditBlock()


def _label(block: Block) -> str:
    """What is said before the words of a block, so that nobody takes it for what it is not."""
    if block.kind is BlockKind.COMMENT:
        return tr("Hidden comment") + "  "
    return tr("Code: {info}", info=labelled(block.info)) + _BREAK if block.info else ""


def _said(run: Run, block: Block) -> str:
    if run.pretends is not None:
        word, script = run.pretends.reads_as, tr(run.pretends.script)
        said = tr("not \u201c{word}\u201d: {script} letters", word=word, script=script)
        return f"\u2039{said}\u203a"
    if run.look is Look.IMAGE:
        return tr("Image: {words}", words=run.text)
    if run.look is Look.COMMENT and block.kind not in (BlockKind.COMMENT, BlockKind.MARKER):
        return tr("Hidden comment: {words}", words=run.text)
    return run.text.replace("\n", _BREAK)


def _lines(block: Block) -> Iterator[tuple[Run, ...]]:
    """What each paragraph of `block` holds: a line of code, a whole paragraph of prose, a stretch of what is longer."""
    line: list[Run] = []
    length = 0
    by_line = block.kind in (BlockKind.CODE, BlockKind.HEADER, BlockKind.COMMENT)
    for run in block.runs:
        for number, piece in enumerate(run.text.split("\n") if by_line else [run.text]):
            if number:
                yield tuple(line)
                line, length = [], 0
            for start in range(0, max(1, len(piece)), _LONGEST_LINE):
                if length + len(piece) - start > _LONGEST_LINE and length:
                    yield tuple(line)
                    line, length = [], 0
                stretch = piece[start : start + _LONGEST_LINE]
                line.append(run._replace(text=stretch))
                length += len(stretch)
    yield tuple(line)
