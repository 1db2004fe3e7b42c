"""Purges a secret as its dialog asks for it: looks in a worker, edits memory by ordinary saves, purges in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError, Stopped
from memdesk.services.desk import Desk
from memdesk.store.progress import Progress
from memdesk.ui.attempts import advice_of, sentence_of, words_of
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.working import Working, in_hundredths

if TYPE_CHECKING:
    from memdesk.services.keeping import Found, Standing
    from memdesk.store.purge import Held
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
        self.working = Working(self)
        self.working.changed.connect(self._show_work)
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
        dialog.stop_requested.connect(self.working.stop)
        dialog.open()

    def _on_finished(self) -> None:
        self.dialog = None
        # What is looked for is nobody's question any more, and what is purged nobody can see going on.
        self.working.stop()

    def _show_work(self, words: str, can_stop: bool) -> None:
        if self.dialog is not None:
            self.dialog.show_work(words, can_stop=can_stop)

    def look(self, secret: str) -> None:
        """Look where it stands."""
        keeping, progress = self._desk.keeping, Progress()

        def show(found: Found | MemdeskError) -> None:
            self.working.end()
            if self.dialog is None:
                return
            if isinstance(found, MemdeskError):
                self.dialog.show_fault(words_of(found), is_wrong=not isinstance(found, Stopped))
            else:
                self.dialog.show_found(secret, found)

        self.working.begin(progress, in_hundredths(tr("Looking…")))
        self._tasks.attempt(lambda: keeping.find(secret, progress), show)

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
        keeping, progress = self._desk.keeping, Progress()

        def show(held: Held | MemdeskError) -> None:
            self.working.end()
            if isinstance(held, MemdeskError):
                self._fail(held)
                return
            keeping.after_purge(secret)
            if self.dialog is not None:
                self.dialog.show_purged(_ending_words(held))
            else:
                self._messages.tell(Message(_ending_words(held), subject="history"))
            self.purged.emit()

        self.working.begin(progress, in_hundredths(tr("Purging…")))
        self._tasks.attempt(lambda: keeping.purge(secret, progress), show)

    def _fail(self, error: MemdeskError) -> None:
        is_wrong = not isinstance(error, Stopped)
        if self.dialog is not None:
            self.dialog.show_fault(words_of(error), is_wrong=is_wrong)
        else:
            tone = Tone.ERROR if is_wrong else Tone.NOTE
            self._messages.tell(Message(sentence_of(error), tone, "history", advice_of(error)))


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
