"""Check boxes."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.paint import draw_check


class CheckBox(QCheckBox):
    """A check box of 16 px in a cell of 28, with an optional label. Without one, give it an accessible name."""

    def __init__(self, themes: ThemeManager, text: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        height = theme.row_height(theme.sizes.min_hit)
        words = theme.metrics("body").horizontalAdvance(self.text())
        return QSize(height + words, height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - box and label
        theme = self._themes.theme
        with QPainter(self) as painter:
            edge = self.height()
            draw_check(
                painter,
                theme,
                self._themes.icons,
                cell_of(self, 0, edge),
                self.checkState(),
                enabled=self.isEnabled(),
                focused=self.hasFocus(),
            )
            if not self.text():
                return
            painter.setFont(theme.font("body"))
            painter.setPen(theme.pen("text" if self.isEnabled() else "disabled"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextHideMnemonic
            painter.drawText(cell_of(self, edge, self.width() - edge), flags, self.text())
