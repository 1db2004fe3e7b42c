"""Menus have room for all that is painted in their rows, and those of the menu bar look like the others."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMainWindow, QMenu

from memdesk.ui.actions import MENUS, ActionTable
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.menus import PopupMenu
from tests.ui.conftest import Enlarge, Show

_WORDS = "Only what was written since yesterday"
_PAD_PX, _GAP_PX = 8, 8


@pytest.mark.parametrize("leading", ["", "icon", "tick"])
@pytest.mark.parametrize("trailing", ["", "keys", "submenu"])
def test_a_row_has_room_for_its_words(themes: ThemeManager, leading: str, trailing: str) -> None:
    menu, theme = PopupMenu(themes), themes.theme
    keys = "Ctrl+Shift+K"
    action = menu.add_literal(_WORDS, keys if trailing == "keys" else "")
    if leading == "icon":
        action.setIcon(QIcon(themes.icons.pixmap("trash", "text2", theme.icon_sizes.button)))
    action.setCheckable(leading == "tick")
    if trailing == "submenu":
        action.setMenu(PopupMenu(themes, menu))
    needed = 2 * _PAD_PX + theme.metrics("body").horizontalAdvance(_WORDS)
    needed += theme.icon_sizes.button + _GAP_PX if leading else 0
    needed += theme.metrics("small").horizontalAdvance(keys) + _GAP_PX if trailing == "keys" else 0
    needed += theme.icon_sizes.mark + _GAP_PX if trailing == "submenu" else 0
    assert menu.actionGeometry(action).width() >= needed


@pytest.mark.parametrize("scale", [1, 2])
def test_an_entry_stands_as_clear_of_its_keys_as_letters_are_wide(
    themes: ThemeManager, enlarge: Enlarge, scale: int
) -> None:
    enlarge(scale)
    menu, theme = PopupMenu(themes), themes.theme
    action = menu.add_literal("Select all", "Ctrl+A")
    words = theme.metrics("body").horizontalAdvance("Select all")
    keys = theme.metrics("small").horizontalAdvance("Ctrl+A")
    clear = menu.actionGeometry(action).width() - 2 * _PAD_PX - words - keys
    assert clear >= 2 * theme.metrics("body").averageCharWidth()


def test_a_menu_of_qt_has_the_room_that_fusion_needs(themes: ThemeManager) -> None:
    ours, of_qt = PopupMenu(themes), QMenu()
    for menu in (ours, of_qt):
        menu.addAction(_WORDS)
    assert of_qt.sizeHint().width() > ours.sizeHint().width()


def test_the_menu_bar_is_a_panel_whose_menus_are_ours(themes: ThemeManager, show: Show) -> None:
    window = QMainWindow()
    window.resize(600, 200)
    bar = window.menuBar()
    bar.setNativeMenuBar(False)
    ActionTable(window).fill(bar, themes)
    show(window)
    titles = bar.actions()
    assert [type(title.menu()) for title in titles] == [PopupMenu] * len(MENUS)
    beside = bar.actionGeometry(titles[0]).topLeft() + QPoint(3, 3)
    assert bar.grab().toImage().pixelColor(beside) == themes.theme.color("panel")
    assert bar.grab().toImage().pixelColor(598, 4) == themes.theme.color("panel")
    bar.setActiveAction(titles[0])
    assert bar.grab().toImage().pixelColor(beside) == themes.theme.color("hover")
