"""Does to the history what its page in the settings asks for: export, move, clear, purge."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import Shiboken

from memdesk.errors import MemdeskError, Stopped
from memdesk.services.desk import Desk
from memdesk.store.progress import Progress
from memdesk.ui.attempts import words_of
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.settings.purging import Purging
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.working import Working, in_hundredths

if TYPE_CHECKING:
    from memdesk.services.keeping import Usage
    from memdesk.store.clearing import Amount, Scope
    from memdesk.ui.memory.saving import Saving
    from memdesk.ui.settings.clear_dialog import ClearDialog
    from memdesk.ui.settings.history_page import HistoryPage

Result = TypeVar("Result")


class HistoryWork(QObject):
    """Works in workers, one thing after the other, and says on the page how it ended, else in a message.

    Signals:
        history_changed: versions went, or were purged, or lie elsewhere.
        under_way: what takes long while no page says it, empty for nothing; whether it can be stopped.
    """

    history_changed = Signal()
    under_way = Signal(str, bool)

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        saving: Saving,
        tasks: Tasks,
        messages: Messages,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._page: HistoryPage | None = None
        self.working = Working(self)
        self.working.changed.connect(self._show_work)
        self.purging = Purging(themes, desk, saving, tasks, messages, self)
        self.purging.purged.connect(self._on_changed)

    def show_on(self, page: HistoryPage) -> None:
        """Do what `page` asks for, and say there how it ended."""
        self._page = page
        page.export_requested.connect(self._on_export_requested)
        page.move_requested.connect(self._on_move_requested)
        page.clear_requested.connect(self._on_clear_requested)
        page.purge_requested.connect(lambda: self.purging.show(self._parent()))
        page.stop_requested.connect(self.working.stop)
        self._look_at_usage()

    def leave(self) -> None:
        """The page is there no more."""
        self._page = None

    def stop(self) -> None:
        """End what is under way as soon as it can be."""
        self.working.stop()
        self.purging.working.stop()

    def _look_at_usage(self) -> None:
        keeping = self._desk.keeping
        self._tasks.attempt(keeping.usage, self._on_usage)

    def _on_usage(self, found: Usage | MemdeskError) -> None:
        if self._page is None:
            return
        if isinstance(found, MemdeskError):
            self._page.show_fault(words_of(found))
        else:
            self._page.show_usage(found)

    def _show_work(self, words: str, can_stop: bool) -> None:
        if self._page is not None:
            self._page.show_work(words, can_stop=can_stop)
            self.under_way.emit("", False)
        else:
            self.under_way.emit(words, can_stop)

    def _run(self, words: str, work: Callable[[Progress], Result], told: Callable[[Result], str]) -> None:
        """Do it in a worker, and say how it ended: on the page while it is there, else as a message."""
        if self._page is not None:
            self._page.set_busy(True)
            self._page.say(words)
        progress = Progress()
        self.working.begin(progress, in_hundredths(words))
        self._tasks.attempt(partial(work, progress), partial(self._on_done, told))

    def _on_done(self, told: Callable[[Result], str], result: Result | MemdeskError) -> None:
        self.working.end()
        is_wrong = isinstance(result, MemdeskError) and not isinstance(result, Stopped)
        sentence = words_of(result) if isinstance(result, MemdeskError) else told(result)
        if self._page is None:
            self._messages.tell(Message(sentence, Tone.ERROR if is_wrong else Tone.NOTE, "history"))
        else:
            self._page.set_busy(False)
            self._page.say(sentence, is_wrong=is_wrong)
        self._on_changed()

    def _on_changed(self) -> None:
        self._look_at_usage()
        self.history_changed.emit()

    def _on_export_requested(self, is_zip: bool) -> None:
        from memdesk.store.export import ZIP_ENDING

        name = f"memdesk-history-{time.strftime('%Y-%m-%d')}"
        home = self._desk.workspace.disk.home
        if is_zip:
            options = QFileDialog.Option.DontConfirmOverwrite
            start = os.path.join(home, name + ZIP_ENDING)
            title, kinds = tr("Export the history into a zip file"), f"zip (*{ZIP_ENDING})"
            target, _ = QFileDialog.getSaveFileName(self._parent(), title, start, kinds, options=options)
            if target and not target.endswith(ZIP_ENDING):
                target += ZIP_ENDING
        else:
            folder = QFileDialog.getExistingDirectory(self._parent(), tr("Export the history into"), home)
            target = os.path.join(folder, name) if folder else ""
        if target:
            self.export(target)

    def export(self, target: str) -> None:
        """Write the history to a new folder or zip file, soon."""
        keeping = self._desk.keeping

        def work(progress: Progress) -> int:
            return keeping.export(target, progress=progress)

        def told(count: int) -> str:
            return trn("{n} version is in {path}.", "{n} versions are in {path}.", count, path=target)

        self._run(tr("Exporting…"), work, told)

    def _on_move_requested(self) -> None:
        keeping = self._desk.keeping
        folder = QFileDialog.getExistingDirectory(self._parent(), tr("Move the history into"), keeping.folder)
        if folder:
            self.move(folder)

    def move(self, folder: str) -> None:
        """Let the history lie inside `folder` from now on, soon."""
        keeping = self._desk.keeping
        self._run(
            tr("Moving…"),
            lambda progress: keeping.move(folder, progress),
            lambda target: tr("The history lies in {folder} now.", folder=target),
        )

    def _on_clear_requested(self) -> None:
        from memdesk.ui.settings.clear_dialog import ClearDialog

        desk = self._desk
        roots = [
            (root.path, told(root.label)) for root in desk.workspace.roots if root.path not in desk.samples
        ]
        dialog = ClearDialog(self._themes, roots, self._parent())
        dialog.amount_wanted.connect(partial(self._on_amount_wanted, dialog))
        dialog.clear_chosen.connect(self.clear)
        dialog.ask()
        dialog.open()

    def _on_amount_wanted(self, dialog: ClearDialog, scope: Scope) -> None:
        keeping = self._desk.keeping

        def show(found: Amount | MemdeskError) -> None:
            if not Shiboken.isValid(dialog):
                return
            if isinstance(found, MemdeskError):
                dialog.show_fault(words_of(found))
            else:
                dialog.show_amount(scope, found)

        self._tasks.attempt(lambda: keeping.amount(scope), show)

    def clear(self, scope: Scope) -> None:
        """Let go of what is meant, soon."""
        keeping = self._desk.keeping

        def told(gone: Amount) -> str:
            return trn("{n} version is gone.", "{n} versions are gone.", gone.versions)

        self._run(tr("Clearing…"), lambda progress: keeping.clear(scope, progress), told)

    def _parent(self) -> QWidget:
        return self._page.window() if self._page is not None else self._window
