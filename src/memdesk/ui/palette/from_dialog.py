"""The keys of the box of commands in a dialog that stands beside the window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from memdesk.ui.actions import ActionTable

_KEYS = ("go.palette", "go.quick_open")


class PaletteKeys(QObject):
    """Lets the keys that open the box do so in `dialog` too, which closes for it: the box lies in the window below.

    For a dialog that asks nothing. One that waits for a decision is modal, and takes no command that would be carried
    out behind its question.
    """

    def __init__(self, dialog: QDialog, actions: ActionTable) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        for name in _KEYS:
            dialog.addAction(actions[name])
            actions[name].triggered.connect(self._make_room)

    def _make_room(self) -> None:
        if self._dialog.isActiveWindow():
            below = self._dialog.parentWidget()
            self._dialog.close()
            if below is not None:
                below.activateWindow()
