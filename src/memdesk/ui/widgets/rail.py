"""The entries of the activity rail."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QToolButton, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.paint import Tone, count_height, count_width, draw_count, draw_filled_count
from memdesk.ui.widgets.tips import set_tip

_MOST = 99
_GAP_PX = 4
_BAR_INSET_PX = 9
_BADGE_PX = 18
"""So high a badge gets at most: with a larger text it would cover the icon, which does not grow."""


class RailButton(QToolButton):
    """One screen: a 36 px button in a cell as wide as the rail, checkable, with a count where something waits.

    Put the buttons of a rail into one exclusive `QButtonGroup`.
    """

    def __init__(
        self,
        themes: ThemeManager,
        icon: str,
        name: str,
        *,
        keys: QKeySequence | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = icon
        self._name = name
        self._badge = ""
        self._tone: Tone = "accent"
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        self.set_keys(keys)

    def set_keys(self, keys: QKeySequence | None) -> None:
        """Say in the tool tip which keys do the same."""
        set_tip(self, self._name, keys)

    def set_badge(self, count: int, meaning: str, tone: Tone = "accent") -> None:
        """Show `count` (up to "99+", nothing for 0); `meaning`, such as "3 to review", is what a reader hears."""
        self._badge = "" if count <= 0 else str(count) if count <= _MOST else f"{_MOST}+"
        self._tone = tone
        said = tr("{name}, {meaning}", name=self._name, meaning=meaning) if self._badge else self._name
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        sizes = self._themes.theme.sizes
        return QSize(sizes.rail, sizes.rail_button + _GAP_PX)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole button is painted
        theme = self._themes.theme
        with QPainter(self) as painter:
            plate = self._plate()
            radius = theme.radii.control
            if self.isChecked():
                draw_plate(painter, theme, plate, radius, "surface", "border")
                self._paint_bar(painter)
            elif self.isDown():
                draw_plate(painter, theme, plate, radius, "press")
            elif self.underMouse() and self.isEnabled():
                draw_plate(painter, theme, plate, radius, "hover")
            self._themes.icons.draw(painter, plate, self._icon, self._ink(), theme.icon_sizes.rail)
            if self._badge:
                self._paint_badge(painter, plate)
            if self.hasFocus():
                draw_ring(painter, theme, plate, radius)

    def _ink(self) -> ColorRole:
        if not self.isEnabled():
            return "disabled"
        return "accentText" if self.isChecked() else "text2"

    def _plate(self) -> QRect:
        edge = self._themes.theme.sizes.rail_button
        return QRect((self.width() - edge) // 2, (self.height() - edge) // 2, edge, edge)

    def _paint_bar(self, painter: QPainter) -> None:
        theme = self._themes.theme
        height = self.height() - 2 * _BAR_INSET_PX
        bar = QRect(0, _BAR_INSET_PX, theme.lines.edge, height)
        draw_plate(
            painter,
            theme,
            QStyle.visualRect(self.layoutDirection(), self.rect(), bar),
            bar.width() / 2,
            "focus",
        )

    def _paint_badge(self, painter: QPainter, plate: QRect) -> None:
        theme = self._themes.theme
        whole = QRect(0, 0, count_width(theme, self._badge), count_height(theme))
        scale = min(1.0, _BADGE_PX / whole.height())
        width, height = round(whole.width() * scale), round(whole.height() * scale)
        end = min(plate.right() + _GAP_PX, self.width())
        area = QRect(end - width, plate.top() - 1, width, height)
        area = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        painter.save()
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        if self._tone == "accent":
            draw_filled_count(painter, theme, whole, self._badge)
        else:
            draw_count(painter, theme, whole, self._badge, self._tone)
        painter.restore()
