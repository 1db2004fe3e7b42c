"""Lets the user say how much each reason counts, and keeps that in the settings."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import StorageError
from memdesk.services.desk import Desk
from memdesk.services.prune.reasons.reason import WEIGHTS
from memdesk.ui.messages import Messages
from memdesk.ui.prune.weights import WeightsDialog
from memdesk.ui.theme.manager import ThemeManager


class Tuning(QObject):
    """Opens the dialog of the weights.

    Signals:
        tuned: a weight is another one now, also where the settings could not be written.
    """

    tuned = Signal()

    def __init__(self, themes: ThemeManager, desk: Desk, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self._desk = desk
        self._messages = messages

    def open(self, window: QWidget) -> None:
        """Open the dialog over `window`."""
        weights = self._desk.settings.prune_weights
        dialog = WeightsDialog(self._themes, weights, window)

        def take(name: str, value: int) -> None:
            weights.pop(name, None)
            if value != WEIGHTS[name]:
                weights[name] = value
            self._keep()

        def reset() -> None:
            weights.clear()
            dialog.show_weights({})
            self._keep()

        dialog.weight_taken.connect(take)
        dialog.reset_requested.connect(reset)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _keep(self) -> None:
        try:
            self._desk.write_settings()
        except StorageError as error:
            self._messages.tell_error(error, "settings")
        self.tuned.emit()
