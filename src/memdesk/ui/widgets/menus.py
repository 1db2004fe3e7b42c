"""Pop-up menus: checks and shortcuts in the look of the theme, corners that are round on every platform."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QStyle, QWidget, QWidgetAction

from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.round_window import cut_corners, take_off_frame
from memdesk.ui.widgets.tips import native_keys

_PAD_PX = 8
_ICON_GAP_PX = 8
_LABEL = Qt.TextFlag.TextSingleLine | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextHideMnemonic


class PopupMenu(QMenu):
    """A `QMenu` that paints its own rows; sizes, keys and accessibility are Qt's, the room for them is the style's."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None, *, title: str = "") -> None:
        super().__init__(title, parent)
        self._themes = themes
        self._remarks: list[QAction] = []
        self.setProperty("kind", "popup")
        self.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
        take_off_frame(self)

    def add_literal(self, text: str, keys: str = "") -> QAction:
        """Add an entry that shows `text` as it is, and the `keys` that do the same: an `&` in a name marks no key."""
        words = plain_name(text).replace("&", "&&")
        return self.addAction(f"{words}\t{keys}" if keys else words)

    def add_remark(self, text: str) -> QAction:
        """Add a sentence that is there to be read: it cannot be chosen, and is no paler than other small print."""
        remark = self.add_literal(text)
        remark.setEnabled(False)
        self._remarks.append(remark)
        return remark

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_corners(self, self._themes.theme.radii.popup)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.theme
        with QPainter(self) as painter:
            draw_plate(painter, theme, self.rect(), theme.radii.popup, "surface", "border")
            for action in self.actions():
                area = self.actionGeometry(action)
                is_own = not isinstance(action, QWidgetAction)
                if is_own and action.isVisible() and area.intersects(event.rect()):
                    self._paint_action(painter, area, action)

    def _paint_action(self, painter: QPainter, area: QRect, action: QAction) -> None:
        theme = self._themes.theme
        if action.isSeparator():
            middle = QRect(area.x() + _PAD_PX, area.center().y(), area.width() - 2 * _PAD_PX, 1)
            painter.fillRect(middle, theme.brush("hairline"))
            return
        if action is self.activeAction() and action.isEnabled():
            draw_plate(painter, theme, area, theme.radii.control, "accentSoft")
        ink = self._ink(action)
        self._paint_leading(painter, self._part(area, _PAD_PX, theme.icon_sizes.button), action, ink)
        start = _PAD_PX + (theme.icon_sizes.button + _ICON_GAP_PX if self._has_leading() else 0)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.pen(ink))
        words, _, hint = action.text().partition("\t")
        painter.drawText(self._part(area, start, area.width() - start - _PAD_PX), _LABEL, words)
        self._paint_trailing(painter, area, action, hint)

    def _ink(self, action: QAction) -> ColorRole:
        if action in self._remarks:
            return "text3"
        return "text" if action.isEnabled() else "disabled"

    def _paint_leading(self, painter: QPainter, cell: QRect, action: QAction, ink: ColorRole) -> None:
        if action.isCheckable():
            if action.isChecked():
                self._themes.icons.draw(painter, cell, "check", ink, self._themes.theme.icon_sizes.button)
        elif not action.icon().isNull():
            action.icon().paint(painter, cell)

    def _paint_trailing(self, painter: QPainter, area: QRect, action: QAction, hint: str) -> None:
        theme = self._themes.theme
        if action.menu() is not None:
            size = theme.icon_sizes.mark
            cell = self._part(area, area.width() - _PAD_PX - size, size)
            self._themes.icons.draw(painter, cell, "chevron-right", "text3", size)
            return
        keys = hint or native_keys(action.shortcut())
        if keys:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.pen("text3" if action.isEnabled() else "disabled"))
            wide = theme.metrics("small").horizontalAdvance(keys)
            painter.drawText(self._part(area, area.width() - _PAD_PX - wide, wide + 1), _LABEL, keys)

    def _has_leading(self) -> bool:
        return any(action.isCheckable() or not action.icon().isNull() for action in self.actions())

    def _part(self, area: QRect, left: int, width: int) -> QRect:
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self.layoutDirection(), area, part)
