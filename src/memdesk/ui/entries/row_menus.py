"""The menus of rows: all that keys and cells do, by name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence

from memdesk.text.document import readable
from memdesk.text.outline import NodeKind
from memdesk.text.secrets import may_hold_secrets
from memdesk.ui.editor.page_parts import Group
from memdesk.ui.entries.actions import RowActions
from memdesk.ui.entries.board import Board
from memdesk.ui.entries.keys import RowKey
from memdesk.ui.entries.row import Row, RowKind
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import native_keys


class RowMenus(QObject):
    """Shows the menus of the rows of `board`; what is chosen is done by `actions`."""

    def __init__(self, board: Board, actions: RowActions, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self._actions = actions
        view = board.view
        view.menu_requested.connect(self.show)
        view.cell_pressed.connect(self._on_cell_pressed)
        view.key_pressed.connect(self._on_key_pressed)

    def _on_cell_pressed(self, cell: str, place: int) -> None:
        view = self._board.view
        if cell == "menu":
            self.show(place, view.viewport().mapToGlobal(view.cells(place).menu.bottomLeft()))

    def _on_key_pressed(self, key: RowKey) -> None:
        view = self._board.view
        row = view.current
        if key is not RowKey.MOVE_TO or row is None:
            return
        if row.is_entry and row.is_editable and not self._board.why_locked and self._other_groups(row):
            self.show_groups(row, view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center()))
        else:
            self._actions.move_away(row)

    def show(self, place: int, at: QPoint) -> None:
        """The menu of a row, at this place of the screen."""
        actions = self._actions
        row = self._board.view.rows[place]
        if row.kind is RowKind.HEAD and row.node is not None and row.node.kind is NodeKind.SECTION:
            self._board.context.requests.card_menu_requested.emit(*row.node_id, at)
            return
        menu = self._new_menu()
        if row.is_entry:
            self._fill(menu, row)
        elif not self._board.why_locked:
            self._add(menu, tr("Add an entry"), lambda: actions.add_to(row.group))
        if menu.actions():
            menu.popup(at)

    def _fill(self, menu: PopupMenu, row: Row) -> None:
        actions = self._actions
        requests = self._board.context.requests
        self._add(menu, tr("Copy"), lambda: QGuiApplication.clipboard().setText(readable(row.text)))
        if may_hold_secrets(row.text):
            self._add(menu, tr("Show or mask the secret"), self._board.view.turn_secrets)
        self._add(menu, tr("Show history"), requests.history_requested.emit, requests.keys_of("view.history"))
        words = tr("Unpin") if row.mark.pinned else tr("Pin")
        self._add(menu, words, lambda: requests.pin_requested.emit(*row.node_id), "P")
        if row.losses:
            worst = row.losses[0]
            why = tr("Why: {sentence}", sentence=told(worst.message))
            self._add(menu, why, lambda: requests.why_requested.emit(worst))
            if worst.repair and not self._board.why_locked:
                self._add(menu, tr("Fix"), lambda: requests.repair_requested.emit(worst))
        if self._board.why_locked or not row.is_editable:
            return
        menu.addSeparator()
        self._add(menu, tr("Edit"), lambda: actions.open(row), "Return")
        self._add(menu, tr("New entry below"), lambda: actions.add_below(row), "Ctrl+Return")
        self._add(menu, tr("Move up"), lambda: actions.move(-1), "Alt+Up")
        self._add(menu, tr("Move down"), lambda: actions.move(1), "Alt+Down")
        groups = PopupMenu(self._board.context.themes, menu, title=tr("Move to"))
        self._fill_groups(groups, row)
        menu.addMenu(groups)
        menu.addSeparator()
        chosen = self._board.view.selected
        words = trn("Remove", "Remove {n} entries", max(1, len(chosen)))
        self._add(menu, words, lambda: actions.remove(self._board.view.selected), "Del")

    def show_groups(self, row: Row, at: QPoint) -> None:
        """Where an entry can be moved to: another document, or a group of this one."""
        menu = self._new_menu()
        self._fill_groups(menu, row)
        menu.setActiveAction(menu.actions()[0])
        menu.popup(at)

    def _fill_groups(self, menu: PopupMenu, row: Row) -> None:
        rows, keys = self._board.view.selected or [row], self._board.context.requests.keys_of("edit.move_to")
        self._add(menu, tr("Another document…"), lambda: self._actions.move_away(row), keys)
        groups = self._other_groups(row)
        if groups:
            menu.addSeparator()
        for group in groups:
            action = menu.add_literal(group.title)
            action.triggered.connect(lambda _checked=False, group=group: self._actions.retype(rows, group))

    def _other_groups(self, row: Row) -> list[Group]:
        return [group for group in self._board.part.groups if group.title and group.key != row.group.key]

    def _new_menu(self) -> PopupMenu:
        menu = PopupMenu(self._board.context.themes, self._board.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    @staticmethod
    def _add(menu: PopupMenu, words: str, do: Callable[[], object], keys: str | QKeySequence = "") -> None:
        action = menu.add_literal(words, native_keys(QKeySequence(keys)) if keys else "")
        action.triggered.connect(lambda _checked=False: do())
