"""What a start has to say that opens no window of its own, where nobody reads what it writes: in a box."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.first_look import FirstLook
from memdesk.store.folders import StateFolders
from memdesk.ui.i18n import told, tr
from memdesk.ui.start.language import speak


def say_in_a_box(sentence: str) -> None:
    """Show a sentence in the user's language until it is closed."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(["memdesk"])
        speak(app, FirstLook(StateFolders.of_this_user(), Surroundings.of_this_process()).settings.language)
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Information)
    box.setWindowTitle(tr("Memdesk"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(told(sentence))
    box.addButton(QMessageBox.StandardButton.Close)
    box.exec()
