"""Takes the text of one version out of the history for good, once the user has said so twice."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.errors import MemdeskError
from memdesk.services.keeping import Keeping
from memdesk.store.versions import Version
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks


def has_text(version: Version) -> bool:
    """Whether there is something to purge of a version."""
    return not version.removed and version.size_bytes > 0


class VersionPurge(QObject):
    """Asks, purges in a worker and tells what came of it.

    Signals:
        purged: the versions say something else now.
    """

    purged = Signal()

    def __init__(
        self, keeping: Callable[[], Keeping], tasks: Tasks, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._tasks = tasks
        self._messages = messages

    def ask(self, version: Version, title: str, over: QWidget) -> None:
        """Ask whether the text of a version of the document called `title` shall go."""
        box = QMessageBox(over)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Purge a version"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        moment = shown.moment(version.when)
        box.setText(tr("Take the text of {title} of {moment} out for good?", title=title, moment=moment))
        box.setInformativeText(
            tr(
                "It goes from every version that says the same, and nothing brings it back. The file stays as it is."
            )
        )
        purge = box.addButton(tr("Purge"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        purge.clicked.connect(lambda: self._purge(version))
        box.open()

    def _purge(self, version: Version) -> None:
        keeping = self._keeping()
        self._tasks.attempt(lambda: keeping.purge_version(version.id), self._on_purged)

    def _on_purged(self, count: int | MemdeskError) -> None:
        if isinstance(count, MemdeskError):
            self._messages.tell_error(count, "history")
            return
        if count:
            words = trn("The text of {n} version is gone.", "The text of {n} versions is gone.", count)
            self._messages.tell(Message(words))
        else:
            words = tr("A save that is not finished still needs this text; try again after it.")
            self._messages.tell(Message(words, Tone.WARNING))
        self.purged.emit()
