"""Names beside each line of a result the version that it was taken from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole

WIDTH_PX = 110
_PAD_PX = 12


class SourceNames(QWidget):
    """Painted at the trailing edge of a text; lines count from the first one shown there."""

    def __init__(self, themes: ThemeManager, view: QPlainTextEdit) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view
        self._names: Sequence[tuple[str, bool]] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.updateRequest.connect(self._on_update_requested)

    def show_names(self, names: Sequence[tuple[str, bool]]) -> None:
        """Show these names, one for each line, and whether a line wants a decision."""
        self._names = tuple(names)
        self.update()

    @property
    def names(self) -> Sequence[str]:
        """What stands beside each line."""
        return tuple(name for name, _ in self._names)

    def _on_update_requested(self, _area: QRect, _scrolled_px: int) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._themes.theme, self._view
        with QPainter(self) as painter:
            painter.setFont(theme.font("meta"))
            height = theme.line_height("mono")
            block = view.firstVisibleBlock()
            top = view.blockBoundingGeometry(block).translated(view.contentOffset()).top()
            side = Qt.AlignmentFlag.AlignLeft if self.isRightToLeft() else Qt.AlignmentFlag.AlignRight
            while block.isValid() and top <= event.rect().bottom():
                number = block.blockNumber()
                if number < len(self._names):
                    name, is_open = self._names[number]
                    tone: ColorRole = "warn" if is_open else "text3"
                    painter.setPen(theme.pen(tone))
                    area = QRect(_PAD_PX, round(top), self.width() - 2 * _PAD_PX, height)
                    shown = theme.metrics("meta").elidedText(name, Qt.TextElideMode.ElideRight, area.width())
                    painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, shown)
                top += view.blockBoundingRect(block).height()
                block = block.next()
