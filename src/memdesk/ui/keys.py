"""The list of keys, made from the action table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr


class KeysDialog(QDialog):
    """Every action that has keys, and the keys."""

    def __init__(self, actions: ActionTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 560)
        rows = [action for action in actions if action.shortcuts() and action.isEnabled()]
        table = QTableWidget(len(rows), 2)
        table.setHorizontalHeaderLabels([tr("Does"), tr("Keys")])
        table.setAccessibleName(tr("Actions and their keys"))
        table.verticalHeader().hide()
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row, action in enumerate(rows):
            table.setItem(row, 0, QTableWidgetItem(action.text()))
            table.setItem(row, 1, QTableWidgetItem(_keys_of(action)))
        table.resizeColumnToContents(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(table)
        box.addWidget(buttons)


def _keys_of(action: QAction) -> str:
    shown = (key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
    return ", ".join(dict.fromkeys(shown))
