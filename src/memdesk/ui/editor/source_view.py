"""Lines of the document as plain source: all of them, or those of one long section."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from memdesk.text.edits import Edit
from memdesk.ui.editor.bridge import Bridge
from memdesk.ui.editor.hidden_characters import HiddenCharacters
from memdesk.ui.editor.line_gutter import LineGutter
from memdesk.ui.editor.lines_of_text import LinesOfText
from memdesk.ui.editor.secret_masks import MaskedText
from memdesk.ui.editor.shown_text import Restore, ShownText
from memdesk.ui.editor.text_input import TextInput
from memdesk.ui.editor.text_marks import TextMarks
from memdesk.ui.editor.warnings import paint_current, recolor_marks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.even_lines import EvenLines

_TAB_COLUMNS = 4


class SourceView(LinesOfText, QPlainTextEdit):
    """Lines `first` to `first + count - 1` of `shown`, in the mono font; it scrolls by itself."""

    menu_requested = Signal(object)
    """The context menu is wanted at this place of the screen (`QPoint`)."""
    focus_changed = Signal(bool)
    """The view got or lost the focus."""

    def __init__(
        self, themes: ThemeManager, shown: ShownText, first: int, count: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown = shown
        self._margins = (0, 0, 0)
        document = QTextDocument(self)
        self._layout = EvenLines(document, "mono")
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._take_fonts()
        self.bridge = Bridge(self, shown, first, count)
        self.input = TextInput(self, self.bridge, shown)
        self._hidden = HiddenCharacters(self, themes, shown)
        self.secrets = MaskedText(self, themes, keeps_titles=True)
        # Styling a large file takes as long as opening it: only one that has something to show so is styled.
        self._marks: TextMarks | None = None
        if shown.has_hidden:
            self._show_hidden()
        shown.hidden_arrived.connect(self._show_hidden)
        self._gutter = LineGutter(themes, self, self.bridge)
        self.blockCountChanged.connect(self._leave_room)
        # Ahead: in another width thousands of lines that have just come would all be laid out anew.
        self.bridge.growing.connect(self._leave_room)
        self._leave_room()
        themes.fonts_changed.connect(self._on_fonts_changed)
        themes.theme_changed.connect(self._on_theme_changed)

    def set_margins(self, leading: int, trailing: int, top: int = 0) -> None:
        """Keep so many px free around the text; line numbers come beside it too."""
        self._margins = leading, trailing, top
        self._leave_room()

    def set_changed_lines(self, runs: Sequence[tuple[int, int]]) -> None:
        """Mark these runs of lines, counted from the first shown line, as changed since the last save."""
        self._gutter.set_changed_lines(runs)

    def _leave_room(self) -> None:
        margin, trailing, top = self._margins
        leading = margin + self._gutter.width_px()
        left, right = (trailing, leading) if self.isRightToLeft() else (leading, trailing)
        self.setViewportMargins(left, top, right, 0)
        area = self.contentsRect()
        side = area.right() - leading + 1 if self.isRightToLeft() else area.left()
        self._gutter.setGeometry(side, area.top() + top, leading, area.height() - top)

    def put_caret_at(self, place: QPoint) -> None:
        """Put the caret where `place` of the viewport is."""
        self.setTextCursor(self.cursorForPosition(place))

    def enter(self, x: int, *, from_below: bool) -> None:
        """Put the caret into the first line, or the last one, `x` px from the left."""
        self.moveCursor(QTextCursor.MoveOperation.End if from_below else QTextCursor.MoveOperation.Start)
        self.put_caret_at(QPoint(x, self.cursorRect().center().y()))

    def reveal_line(self, line: int) -> None:
        """Scroll `line` of the text to the top of the view; the caret stays."""
        block = self.document().findBlockByNumber(line - self.bridge.first)
        self.verticalScrollBar().setValue(block.firstLineNumber())

    def hold(self) -> Restore:
        """Keep caret and selection with their text, and what is read where it is on screen.

        Left alone, the widget keeps the number of its top line instead.
        """
        caret, anchor = self.bridge.places()
        bar = self.verticalScrollBar()
        kept = self._line_to_keep()
        offset = bar.value() - kept.block().firstLineNumber()

        def restore(edits: Sequence[Edit]) -> None:
            line = kept.block().firstLineNumber() + offset
            # Twice: Qt measures all lines from the top of the view to the caret, a dozen times, and may scroll to it.
            bar.setValue(line)
            self.bridge.place(carried(caret, edits), carried(anchor, edits))
            bar.setValue(line)

        return restore

    def _line_to_keep(self) -> QTextCursor:
        """The line of the caret where it can be seen, else the first that can; Qt's cursors go with their text."""
        if self.viewport().rect().contains(self.cursorRect().center()):
            return QTextCursor(self.textCursor())
        return QTextCursor(self.firstVisibleBlock())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._marks is not None:
            self._hidden.paint(event.rect())
        paint_current(self, self._themes.theme)
        self.secrets.paint(event.rect())

    def _on_theme_changed(self) -> None:
        recolor_marks(self, self._themes.theme)

    def _on_fonts_changed(self) -> None:
        self._take_fonts()
        self._leave_room()

    def _show_hidden(self) -> None:
        self._marks = TextMarks(self.document(), self._themes, self._shown, code=False)

    def _take_fonts(self) -> None:
        font = self._themes.theme.font("mono")
        self._layout.follow(self._themes.theme)
        self.setFont(font)
        self.setTabStopDistance(_TAB_COLUMNS * self._themes.theme.metrics("mono").horizontalAdvance(" "))


def carried(position: int, edits: Sequence[Edit]) -> int:
    """Where a caret at `position` stands after `edits`, made in this order."""
    for edit in edits:
        position = edit.carry(position)
    return position
