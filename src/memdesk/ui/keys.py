"""The list of keys, made from the action table and from the keys of lists."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui.actions import ACTIONS, ActionTable
from memdesk.ui.i18n import listed, tr
from memdesk.ui.keyboard.list_keys import list_keys
from memdesk.ui.palette.from_dialog import PaletteKeys
from memdesk.ui.widgets.tips import native_keys


class KeysDialog(QDialog):
    """Every action that has keys, and the keys; then those of lists."""

    def __init__(self, actions: ActionTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 560)
        self._table = QTableWidget(0, 2)
        self._table.setHorizontalHeaderLabels([tr("Does"), tr("Keys")])
        self._table.setAccessibleName(tr("Actions and their keys"))
        self._table.verticalHeader().hide()
        self._table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self._table.setShowGrid(False)
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for spec in ACTIONS:
            if actions[spec.id].shortcuts():
                self._add(actions.title(spec.id), actions[spec.id].shortcuts())
        for group in list_keys():
            self._add_heading(group.title)
            for one in group.keys:
                self._add(one.does, map(QKeySequence, one.keys))
        self._table.resizeColumnToContents(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(self._table)
        box.addWidget(buttons)

    def _add(self, does: str, keys: Iterable[QKeySequence]) -> None:
        shown = map(native_keys, keys)
        row = self._table.rowCount()
        self._table.insertRow(row)
        self._table.setItem(row, 0, QTableWidgetItem(does))
        self._table.setItem(row, 1, QTableWidgetItem(listed(dict.fromkeys(shown))))

    def _add_heading(self, title: str) -> None:
        row, item = self._table.rowCount(), QTableWidgetItem(title)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        self._table.insertRow(row)
        self._table.setItem(row, 0, item)
        self._table.setSpan(row, 0, 1, 2)


def show_keys(actions: ActionTable, parent: QWidget) -> None:
    """Show the list of keys, that which is open already if there is one."""
    dialog = parent.findChild(KeysDialog)
    if dialog is None:
        dialog = KeysDialog(actions, parent)
        PaletteKeys(dialog, actions)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
