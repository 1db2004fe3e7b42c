"""What can be done with a row of the tree, as a menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.view import Target
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.window import MainWindow

_ROW_MENU = (
    "edit.move_to",
    "",
    "view.history_of",
    "memory.reveal",
    "memory.open_outside",
    "edit.copy_path",
    "memory.details",
    "memory.bind",
    "memory.find_home",
    "",
    "edit.remove_file",
    "",
    "file.look_again",
    "file.close_root",
    "file.leave_sample",
)
_OF_A_FILE = ("memory.details", "memory.open_outside")
_EMPTY_MENU = ("file.open_folder", "file.look_again")


def show_row_menu(themes: ThemeManager, window: MainWindow, place: QPoint, target: Target | None) -> None:
    """Show at `place` what can be done with the row `target`, None where there is none."""
    menu = PopupMenu(themes, window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for name in _ROW_MENU if target is not None else _EMPTY_MENU:
        if name in _OF_A_FILE and (target is None or target.document is None):
            continue
        if name == "file.leave_sample" and not window.actions_table[name].isEnabled():
            continue
        if name:
            menu.addAction(window.actions_table[name])
        else:
            menu.addSeparator()
    menu.popup(place)
