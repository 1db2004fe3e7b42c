"""A button that shows which of a few was chosen."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.cells import middle
from memdesk.ui.widgets.paint import draw_monogram

_WIDEST_PX = 220
_OPENING_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ChoiceButton(Button):
    """Shows the choice made; Space, Return and the arrow keys open the others."""

    _fills = True

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes, "", chevron=True)
        self._monogram = ""
        self.set_weight(Weight.Normal)
        self.setMaximumWidth(_WIDEST_PX)

    def set_monogram(self, letters: str) -> None:
        """Show the two letters of an agent before its name."""
        self._monogram = letters
        self.updateGeometry()
        self.update()

    def _leading_px(self) -> int:
        return self._themes.theme.sizes.avatar if self._monogram else super()._leading_px()

    def _paint_leading(self, painter: QPainter, cell: QRect, ink: ColorRole) -> None:
        if self._monogram:
            draw_monogram(painter, self._themes.theme, middle(cell, cell.width()), self._monogram)
        else:
            super()._paint_leading(painter, cell, ink)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENING_KEYS:
            self.showMenu()
        else:
            super().keyPressEvent(event)
