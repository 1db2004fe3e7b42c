"""Keeps the blocks of one text widget equal to a run of the document's lines, in both directions.

Qt says where to look (`contentsChange`) and when (`contentsChanged`); what a person did is then read by comparing
blocks with lines. The arguments of `contentsChange` are over-wide but never too small, and every way into the widget
goes past here: keys, input methods, drops, accessibility, Qt's own shortcuts. After each change the blocks are
compared once more and repaired, so a widget cannot drift from the text.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from memdesk.text.compare import changed_runs
from memdesk.text.document import BYTE_ORDER_MARK
from memdesk.text.edits import Edit, Span
from memdesk.text.undo import EditKind
from memdesk.ui.editor.blocks import read_blocks, rewrite_blocks
from memdesk.ui.editor.edit_reading import ChangedLines, read_edit
from memdesk.ui.editor.preedit import Preedit
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.units import code_points, unit_count

TextWidget = QTextEdit | QPlainTextEdit

LONGEST_TOKEN = 20_000
"""Qt takes seconds to look for a word boundary in a longer token; it is broken anywhere instead."""


class _Window(NamedTuple):
    """Blocks `first` to `last` stand where blocks `first` to `last_before` stood; the last ones included."""

    first: int
    last: int
    last_before: int


class Bridge(QObject):
    """Shows lines `first` to `first + count - 1` of `shown` in `widget`, whose own undo is switched off.

    With a `count` of 0 the widget shows one empty block that stands for no line; the first edit makes the line. A
    change that crosses the edge of the run leaves the bridge `broken`: it shows nothing new until `show_lines` says
    which lines it shows from now on.
    """

    lines_changed = Signal()
    """The text of the shown lines changed, or how many there are."""

    growing = Signal()
    """More lines than before are about to be shown, as many as `count` says by now."""

    def __init__(self, widget: TextWidget, shown: ShownText, first: int, count: int) -> None:
        super().__init__(widget)
        self._widget = widget
        self._document: QTextDocument = widget.document()
        self._shown = shown
        self.first = first
        self.count = count
        self.broken = False
        self.most_growth: int | None = None
        """By more lines than this at once the run is not shown: who cuts the text into runs will cut it anew."""
        self.composing = False
        """Whether an input method shows a text that is not committed yet."""
        self.edit_kind = EditKind.TYPING
        """What the user is doing, for the undo stack."""
        self._preedit = Preedit(widget)
        self._busy = False
        self._noted: tuple[int, int] | None = None
        widget.setUndoRedoEnabled(False)
        # Without a layout a document never tells of changes.
        self._document.documentLayout()
        self._load()
        self._document.contentsChange.connect(self._on_contents_change)
        self._document.contentsChanged.connect(self._on_contents_changed)
        shown.add_view(self)

    def close(self) -> None:
        """Let go of the text; the widget shows what it shows."""
        self._busy = True
        self._shown.remove_view(self)

    @property
    def end(self) -> int:
        """The line behind the last one shown."""
        return self.first + self.count

    def covers(self, position: int) -> bool:
        """Whether the character of the text at `position` stands on a shown line."""
        return self.first <= self._shown.text.line_of(position) < self.end

    @property
    def shown(self) -> Span:
        """Where in the text what is shown stands."""
        return Span(self._shown.text.start(self.first), self._shown.text.start(self.end))

    def _load(self) -> None:
        lines = self._shown.lines(self.first, self.count)
        self._wrap(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._break_long_tokens(lines)
        self._busy = True
        self._widget.setPlainText("\n".join(lines))
        self._busy = False

    def _wrap(self, mode: QTextOption.WrapMode) -> None:
        option = self._document.defaultTextOption()
        if option.wrapMode() != mode:
            option.setWrapMode(mode)
            self._document.setDefaultTextOption(option)

    def _break_long_tokens(self, lines: list[str]) -> None:
        if max(map(len, lines), default=0) <= LONGEST_TOKEN:
            return
        long_lines = (line for line in lines if len(line) > LONGEST_TOKEN)
        if any(len(token) > LONGEST_TOKEN for line in long_lines for token in line.split()):
            self._wrap(QTextOption.WrapMode.WrapAnywhere)

    # From the widget to the text

    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        """Only take a note: an edit made in here is silent and reaches the layout out of order."""
        if not self._busy:
            whole_document = (0, 1 << 30)
            self._noted = (position, added) if self._noted is None else whole_document

    def _on_contents_changed(self) -> None:
        if self._busy or self._noted is None:
            return
        noted, self._noted = self._noted, None
        window = self._window(*noted)
        if self._widget.isReadOnly():
            self._refresh(self.first + window.first, window.last_before - window.first + 1)
            return
        new = [
            block.text for block in read_blocks(self._document, window.first, window.last - window.first + 1)
        ]
        old = self._lines_as_shown(window.first, window.last_before + 1)
        if old != new:
            self._take_over(window.first, old, new)
        # Also without an edit: formats and preedits need nothing, but half a surrogate pair is invisible to PySide.
        self._refresh(self.first + window.first, window.last - window.first + 1)

    def _window(self, position: int, added: int) -> _Window:
        """The noted change, clamped to the document and widened to whole blocks."""
        document, shown = self._document, max(1, self.count)
        end = document.characterCount() - 1
        first = document.findBlock(min(position, end)).blockNumber()
        last = document.findBlock(min(position + added, end)).blockNumber()
        # As many blocks stand behind the window as before.
        last_before = shown - (document.blockCount() - last)
        if last_before < first - 1 or last < first:
            return _Window(0, document.blockCount() - 1, shown - 1)
        if last_before < first:
            first = last_before = max(0, last_before)
        return _Window(first, last, last_before)

    def _lines_as_shown(self, first: int, end: int) -> list[str]:
        return self._shown.lines(self.first + first, end - first) if self.count else [""] * (end - first)

    def _take_over(self, first: int, old: list[str], new: list[str]) -> None:
        """Make the edits that the blocks from number `first` on show."""
        text = self._shown.text
        with text.transaction():
            if not self.count:
                standing = self._make_line()
                old, new = [standing], [standing + new[0], *new[1:]]
            lines = ChangedLines(self.first + first, old, new)
            edits = [
                read_edit(self._shown, lines, run, self._behind_caret(first + run.new_end - 1))
                for run in changed_runs(old, new)
            ]
            text.edit(edits, origin=self, kind=self.edit_kind)
        self.lines_changed.emit()

    def _make_line(self) -> str:
        """Give an empty run its first line, in the same step as the edit that needs it.

        Returns what stands on that line already: nothing, or a byte order mark as it is shown.
        """
        text, first = self._shown.text, self.first
        at = text.start(first)
        mark = BYTE_ORDER_MARK if at == 0 and text.text.startswith(BYTE_ORDER_MARK) else ""
        at += len(mark)
        if first != text.line_count - 1 or at != len(text.text):
            line_end = self._shown.line_end_at(first - 1)
            text.edit([Edit(at, "", line_end)], origin=self, kind=self.edit_kind)
            # Behind a last line without line end, the new one is the next line.
            begins_line = at == len(mark) or text.text[at - 1] == "\n"
            first = first if begins_line else text.line_of(at) + 1
        self.first, self.count, self.broken = first, 1, False
        return self._shown.escapes.shown(mark)

    def _behind_caret(self, block_number: int) -> int | None:
        """How many characters stand behind the caret, if it is in that block."""
        cursor = self._widget.textCursor()
        block = cursor.block()
        if block.blockNumber() != block_number:
            return None
        content = block.text()
        return len(content) - code_points(content, cursor.position() - block.position())

    # From the text to the widget

    def lines_replaced(self, first: int, last_before: int, last_after: int, *, refresh: bool) -> None:
        """Follow a change of lines; show it where `refresh` asks for it and it lies inside the run."""
        growth = last_after - last_before
        if last_before < self.first or (last_before == first == self.first and not self.count):
            self.first += growth
        elif first >= self.end:
            return
        elif first >= self.first and last_before < self.end:
            self.count += growth
            if refresh and self.most_growth is not None and growth > self.most_growth:
                self.broken = True
            elif refresh:
                self._refresh(first, last_after - first + 1)
                self.lines_changed.emit()
        else:
            self.broken = True
            self.count = max(0, self.count + growth)

    def refresh_all(self) -> None:
        """Show what the lines say now."""
        self._refresh(self.first, max(1, self.count))
        self.lines_changed.emit()

    def show_lines(self, first: int, count: int) -> None:
        """Show lines `first` to `first + count - 1` from now on."""
        self.first, self.count, self.broken = first, count, False
        self.refresh_all()

    def show_more(self, count: int) -> None:
        """Show `count` lines more, behind those that are shown; nobody types meanwhile."""
        lines = self._shown.lines(self.end, count)
        self.count += count
        self._break_long_tokens(lines)
        self._busy = True
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText("\n" + "\n".join(lines))
        self._busy = False

    def _refresh(self, line: int, count: int) -> None:
        """Compare the blocks of `count` lines from `line` on with the text, and repair what differs."""
        if self._busy or self.broken:
            return
        document = self._document
        first, block_count = line - self.first, count + document.blockCount() - max(1, self.count)
        if block_count < 1:
            first, count, block_count = 0, max(1, self.count), document.blockCount()
        want = self._lines_as_shown(first, first + count)
        have = read_blocks(document, first, block_count)
        if [block.text for block in have] == want and not any(block.is_torn for block in have):
            return
        if len(want) > len(have):
            self.growing.emit()
        self._busy = True
        rewrite_blocks(document, have, want)
        self._break_long_tokens(want)
        self._noted = None
        self._busy = False

    # Places

    def to_text(self, position: int) -> int:
        """The position in the text of Qt's `position` in the widget."""
        block = self._document.findBlock(position)
        start = self._shown.text.start(self.first + block.blockNumber())
        return start + code_points(block.text(), position - block.position())

    def to_widget(self, position: int) -> int:
        """Qt's position in the widget of `position` in the text, or the nearest one shown."""
        text, last = self._shown.text, self.first + max(1, self.count) - 1
        line = min(max(text.line_of(position), self.first), last)
        content = self._shown.line(line) if self.count else ""
        column = min(max(0, position - text.start(line)), len(content))
        return self._document.findBlockByNumber(line - self.first).position() + unit_count(content[:column])

    def places(self) -> tuple[int, int]:
        """Positions of caret and selection anchor in the text."""
        cursor = self._widget.textCursor()
        return self.to_text(cursor.position()), self.to_text(cursor.anchor())

    def place(self, caret: int, anchor: int | None = None) -> None:
        """Put the caret at a position of the text, and the anchor of the selection."""
        cursor = self._widget.textCursor()
        cursor.setPosition(self.to_widget(caret if anchor is None else anchor))
        cursor.setPosition(self.to_widget(caret), QTextCursor.MoveMode.KeepAnchor)
        self._widget.setTextCursor(cursor)

    # Composition

    def lift_preedit(self) -> None:
        """Take the text that an input method shows out of the layout, for as long as lines change around it."""
        if self.composing:
            self._busy = True
            self._preedit.lift()
            self._busy = False

    def lay_preedit(self) -> None:
        """Show it again where the caret is now."""
        if self.composing:
            self._busy = True
            self._preedit.lay()
            self._busy = False
