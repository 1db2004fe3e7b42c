"""The page that the cards stand on: a column that keeps a readable width, and where things are on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.ui.editor.card_column import CARD_GAP_PX
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.section_card import Body
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.theme.manager import ThemeManager

_TOP_MARGIN_PX = 20
_MOST_LAYOUT_PASSES = 3


class CardPage(QFrame):
    """Lies in a scroll area. Cards are put into `column`."""

    fitted = Signal()
    """The column has another width or height now."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        holder = _Holder()
        holder.resized.connect(self.fitted)
        # Cards stop growing where lines would get too long to read.
        holder.setMaximumWidth(themes.theme.sizes.card_max_text + 2 * TEXT_LEFT_PX)
        self._row = QHBoxLayout(self)
        self._row.addWidget(holder, 1)
        self._row.addStretch()
        self.column = QVBoxLayout(holder)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(CARD_GAP_PX)

    def fit(self, area: QScrollArea) -> None:
        """Take the margins that `area` leaves in a window of this width."""
        margin = page_margin(area.window().width())
        top = min(margin, _TOP_MARGIN_PX)
        # The scroll bar stands in the margin: cards keep their width when it comes and goes.
        bar = area.verticalScrollBar()
        beside_bar = max(0, margin - (bar.width() if bar.isVisibleTo(area) else 0))
        left, right = (beside_bar, margin) if self.isRightToLeft() else (margin, beside_bar)
        self._row.setContentsMargins(left, top, right, margin)

    def settle(self, settle_blocks: Callable[[], object], least_height: int) -> None:
        """Lay everything out now: the scroll bar takes no value beyond its old range."""
        for _ in range(_MOST_LAYOUT_PASSES):
            before = self.height()
            settle_blocks()
            self.column.activate()
            self._row.activate()
            self.resize(self.width(), max(self.sizeHint().height(), least_height))
            # A card that is new learns its width first, then how high its text is.
            if self.height() == before:
                break

    def top_of(self, widget: QWidget) -> int:
        """Where `widget` begins, in px from the top of the page."""
        return widget.mapTo(self, QPoint(0, 0)).y()

    def y_of(self, body: Body, cursor: QTextCursor) -> int:
        """Where the line of `cursor` begins, in px from the top of the page."""
        return self.top_of(body) + body.cursorRect(cursor).top()


class _Holder(QWidget):
    """Holds the column."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()
