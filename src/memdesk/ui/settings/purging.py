"""Purges a secret as its dialog asks for it: looks in a worker, edits memory by ordinary saves, purges in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.ui.attempts import or_error, words_of
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.messages import Message, Messages
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager

if TYPE_CHECKING:
    from memdesk.services.keeping import Found, Held, Standing
    from memdesk.ui.memory.saving import Saving
    from memdesk.ui.settings.purge_dialog import PurgeDialog


class Purging(QObject):
    """Owns the dialog while it is open.

    Signals:
        purged: something was taken out.
    """

    purged = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        saving: Saving,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._desk = desk
        self._saving = saving
        self._tasks = tasks
        self._messages = messages
        self.dialog: PurgeDialog | None = None
        self._awaited: dict[str, bool] = {}
        saving.save_finished.connect(self._on_save_finished)

    def show(self, parent: QWidget) -> None:
        """Ask what is to be purged."""
        from memdesk.ui.settings.purge_dialog import PurgeDialog

        dialog = self.dialog = PurgeDialog(self._themes, self._desk.workspace.disk.home, parent)
        dialog.finished.connect(self._on_finished)
        dialog.look_requested.connect(self.look)
        dialog.removal_requested.connect(self.take_out)
        dialog.purge_requested.connect(self.purge)
        dialog.open()

    def _on_finished(self) -> None:
        self.dialog = None

    def look(self, secret: str) -> None:
        """Look where it stands."""
        keeping = self._desk.keeping

        def show(found: Found | MemdeskError) -> None:
            if self.dialog is None:
                return
            if isinstance(found, MemdeskError):
                self.dialog.show_fault(words_of(found))
            else:
                self.dialog.show_found(secret, found)

        self._tasks.run(or_error(lambda: keeping.find(secret)), show)

    def take_out(self, secret: str, standing: Sequence[Standing]) -> None:
        """Edit it out of these documents and save them, each as a step of undo; then look again."""
        workspace = self._desk.workspace
        for one in standing:
            was_open = one.path in workspace.sessions
            try:
                session = workspace.open_document(one.path)
            except MemdeskError as error:
                self._fail(error)
                continue
            self._desk.keeping.take_out(session, secret)
            self._awaited[one.path] = was_open
            self._saving.save(session)
        if not self._awaited:
            self.look(secret)

    def _on_save_finished(self, path: str, *_: object) -> None:
        was_open = self._awaited.pop(path, None)
        if was_open is None:
            return
        session = self._desk.workspace.sessions.get(path)
        if not was_open and session is not None and not session.is_dirty:
            self._desk.workspace.close_document(path)
        if not self._awaited and self.dialog is not None:
            self.look(self.dialog.text)

    def purge(self, secret: str) -> None:
        """Take it out of all that Memdesk keeps."""
        keeping = self._desk.keeping

        def show(held: Held | MemdeskError) -> None:
            if isinstance(held, MemdeskError):
                self._fail(held)
                return
            keeping.after_purge(secret)
            if self.dialog is not None:
                self.dialog.show_purged(_ending_words(held))
            else:
                self._messages.tell(Message(_ending_words(held), subject="history"))
            self.purged.emit()

        self._tasks.run(or_error(lambda: keeping.purge(secret)), show)

    def _fail(self, error: MemdeskError) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(words_of(error))
        else:
            self._messages.tell_error(error, "history")


def _ending_words(held: Held) -> str:
    """How it ended, in sentences."""
    words = trn("Purged from {n} version", "Purged from {n} versions", held.versions)
    others = held.drafts + held.files
    if others:
        words = trn("{words} and {n} other file.", "{words} and {n} other files.", others, words=words)
    else:
        words = tr("{words}.", words=words)
    if held.waiting:
        paths = listed(held.waiting)
        words += " " + tr("What is not finished in {paths} holds it still.", paths=paths)
    if not held.done:
        words += " " + tr("Another Memdesk reads the history just now, so the next start clears the rest.")
    return words
