"""The text of one section on its card: as high as its content, since the page scrolls and the card never does."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from memdesk.ui.editor.bridge import Bridge
from memdesk.ui.editor.change_bars import ChangeBars
from memdesk.ui.editor.hidden_characters import HiddenCharacters
from memdesk.ui.editor.lines_of_text import LinesOfText
from memdesk.ui.editor.secret_masks import MaskedText
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.text_input import TextInput
from memdesk.ui.editor.text_marks import TextMarks
from memdesk.ui.editor.warnings import paint_current, recolor_marks
from memdesk.ui.theme.manager import ThemeManager

_BAR_LEFT_PX = 21
_TAB_COLUMNS = 4

_PAGES: dict[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


class CardBody(LinesOfText, QTextEdit):
    """Lines `first` to `first + count - 1` of `shown`, in the body font."""

    menu_requested = Signal(object)
    """The context menu is wanted at this place of the screen (`QPoint`)."""
    focus_changed = Signal(bool)
    """The body got or lost the focus."""
    page_requested = Signal(int)
    """Page Up (-1) or Page Down (1): pages are those of the whole document."""
    height_changed = Signal()

    def __init__(
        self, themes: ThemeManager, shown: ShownText, first: int, count: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown = shown
        self._bars: ChangeBars | None = None
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self._take_fonts()
        self.bridge = Bridge(self, shown, first, count)
        self.input = TextInput(self, self.bridge, shown)
        self._hidden = HiddenCharacters(self, themes, shown)
        self.secrets = MaskedText(self, themes)
        self._marks = TextMarks(self.document(), themes, shown, code=True)
        self._set_line_height()
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._on_size_changed()
        themes.fonts_changed.connect(self._on_fonts_changed)
        themes.theme_changed.connect(self._on_theme_changed)

    def takes_key(self, event: QKeyEvent) -> bool:
        return super().takes_key(event) or self._turns_page(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._shown.has_hidden:
            self._hidden.paint(event.rect())
        paint_current(self, self._themes.theme)
        self.secrets.paint(event.rect())

    def set_margins(self, leading: int, trailing: int) -> None:
        """Keep so many px free beside the text."""
        left, right = (trailing, leading) if self.isRightToLeft() else (leading, trailing)
        self.setViewportMargins(left, 0, right, 0)

    @property
    def changed_lines(self) -> tuple[tuple[int, int], ...]:
        """Runs of lines marked as changed."""
        return self._bars.runs if self._bars is not None else ()

    def set_changed_lines(self, runs: Sequence[tuple[int, int]]) -> None:
        """Mark these runs of lines, counted from the first shown line, as changed since the last save."""
        if self._bars is None and runs:
            self._bars = ChangeBars(self._themes, self)
            self._place_bars(self._bars)
            self._bars.show()
        if self._bars is not None:
            self._bars.set_runs(runs)

    def _place_bars(self, bars: ChangeBars) -> None:
        left = self.width() - _BAR_LEFT_PX - bars.width() if self.isRightToLeft() else _BAR_LEFT_PX
        bars.setGeometry(left, 0, bars.width(), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._bars is not None:
            self._place_bars(self._bars)

    def put_caret_at(self, place: QPoint) -> None:
        """Put the caret where `place` of the viewport is."""
        self.setTextCursor(self.cursorForPosition(place))

    def enter(self, x: int, *, from_below: bool) -> None:
        """Put the caret into the first line, or the last one, `x` px from the left."""
        self.put_caret_at(QPoint(x, self.viewport().height() - 1 if from_below else 0))

    def _turns_page(self, event: QKeyEvent) -> bool:
        """Ask for the page of the whole document that `event` means, if it means one."""
        direction = _PAGES.get(event.key())
        if direction is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        self.page_requested.emit(direction)
        event.accept()
        return True

    def _on_size_changed(self) -> None:
        height = math.ceil(self.document().size().height())
        if height != self.height():
            self.setFixedHeight(height)
            self.height_changed.emit()

    def _take_fonts(self) -> None:
        theme = self._themes.theme
        self.setFont(theme.font("body"))
        self.setTabStopDistance(_TAB_COLUMNS * theme.metrics("body").horizontalAdvance(" "))

    def _set_line_height(self) -> None:
        """One height for all lines, whatever fonts stand in them; new blocks inherit it."""
        height = self._themes.theme.line_height("body")
        fixed = QTextBlockFormat()
        fixed.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(fixed)

    def _on_theme_changed(self) -> None:
        recolor_marks(self, self._themes.theme)

    def _on_fonts_changed(self) -> None:
        self._take_fonts()
        self._set_line_height()
