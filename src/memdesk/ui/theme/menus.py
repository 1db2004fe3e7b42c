"""Room of the rows of our menus, and the titles in the menu bar of a window."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionMenuItem

from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.theme.theme import Theme

_ROW_PADS = QMargins(8, 0, 12, 0)
_TITLE_PADS = QMargins(8, 4, 8, 4)
_LEAST_KEYS_GAP_PX = 12
_KEYS_GAP_LETTERS = 2
_ICON_GAP_PX = 8
_LINE_PX = 9
_TITLE = Qt.TextFlag.TextSingleLine | Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextHideMnemonic


def row_size(option: QStyleOptionMenuItem, words: QSize, theme: Theme) -> QSize:
    """The room of one row whose `words`, its keys among them, take that much; in px."""
    kind = option.menuItemType
    if kind == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(words.width(), _LINE_PX)
    sizes = theme.icon_sizes
    has_leading = option.maxIconWidth > 0 or option.menuHasCheckableItems
    leading = sizes.button + _ICON_GAP_PX if has_leading else 0
    is_parent = kind == QStyleOptionMenuItem.MenuItemType.SubMenu
    # As wide as letters are: the larger these are, the closer to its keys an entry would seem to stand.
    gap = max(_LEAST_KEYS_GAP_PX, _KEYS_GAP_LETTERS * theme.metrics("body").averageCharWidth())
    trailing = sizes.mark + gap if is_parent else gap if "\t" in option.text else 0
    wide = words.grownBy(_ROW_PADS).width() + leading + trailing
    return QSize(wide, max(words.height(), theme.row_height(theme.sizes.min_hit)))


def title_size(words: QSize) -> QSize:
    """The room of a title in a menu bar whose `words` take that much; in px."""
    return words.grownBy(_TITLE_PADS)


def draw_menu_bar(painter: QPainter, theme: Theme, option: QStyleOptionMenuItem) -> None:
    """Draw the part of a menu bar that `option` is about: a title, or what none stands on."""
    painter.fillRect(option.rect, theme.brush("panel"))
    if not option.text:
        return
    is_enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
    if is_enabled and option.state & QStyle.StateFlag.State_Selected:
        draw_plate(painter, theme, option.rect, theme.radii.control, "hover")
    painter.setPen(theme.pen("text" if is_enabled else "disabled"))
    painter.drawText(option.rect, _TITLE, option.text)
