"""Shows the settings, puts what is chosen into force at once, and does to the history what is asked for there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import Shiboken

from memdesk.errors import MemdeskError, reason_of
from memdesk.services.desk import Desk
from memdesk.ui.attempts import or_error, words_of
from memdesk.ui.i18n import tr, trn
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.recording import Recording
from memdesk.ui.settings.preferences import choice_of
from memdesk.ui.settings.purging import Purging
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager

if TYPE_CHECKING:
    from memdesk.services.keeping import Amount, Scope, Usage
    from memdesk.ui.memory.saving import Saving
    from memdesk.ui.settings.clear_dialog import ClearDialog
    from memdesk.ui.settings.dialog import SettingsDialog
    from memdesk.ui.settings.history_page import HistoryPage
    from memdesk.ui.settings.look_page import LookPage

Result = TypeVar("Result")


class Configuring(QObject):
    """Owns the settings dialog while it is open.

    Signals:
        theme_chosen: the user wants another theme; argument: one of `THEMES`.
        history_changed: versions went, or were purged.
    """

    theme_chosen = Signal(str)
    history_changed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        recording: Recording,
        saving: Saving,
        tasks: Tasks,
        messages: Messages,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._recording = recording
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._is_stopped = False
        self.dialog: SettingsDialog | None = None
        self._history: HistoryPage | None = None
        self._look: LookPage | None = None
        self.purging = Purging(themes, desk, saving, tasks, self)
        self.purging.purged.connect(self._on_changed)

    def show(self, page: str = "") -> None:
        """Show the settings, or bring them to the front; at a page where one is named by its title."""
        if self.dialog is None:
            self._make()
        dialog = self.dialog
        assert dialog is not None
        if page:
            dialog.show_page(page)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def show_look(self) -> None:
        """The look was changed elsewhere."""
        if self._look is not None:
            self._look.show_settings(self._desk.settings)

    def stop(self) -> None:
        """End what is under way as soon as it can be."""
        self._is_stopped = True

    def _make(self) -> None:
        # The window starts sooner without them.
        from memdesk.ui.settings.dialog import SettingsDialog
        from memdesk.ui.settings.history_page import HistoryPage
        from memdesk.ui.settings.look_page import LookPage

        self._history = HistoryPage(self._themes, self._desk.workspace.disk.home)
        self._look = LookPage(self._themes)
        self.dialog = SettingsDialog(self._themes, (self._history, self._look), self._window)
        self.dialog.destroyed.connect(self._on_destroyed)
        self._connect(self._history, self._look)
        self._show_all()

    def _on_destroyed(self) -> None:
        self.dialog = self._history = self._look = None

    def _connect(self, history: HistoryPage, look: LookPage) -> None:
        history.limit_taken.connect(self._on_limit_taken)
        history.recording_chosen.connect(self._on_recording_chosen)
        history.export_requested.connect(self._on_export_requested)
        history.move_requested.connect(self._on_move_requested)
        history.clear_requested.connect(self._on_clear_requested)
        history.purge_requested.connect(lambda: self.purging.show(self.dialog or self._window))
        look.theme_chosen.connect(self.theme_chosen)
        look.animations_chosen.connect(self._on_animations_chosen)

    # What is in force

    def _show_all(self) -> None:
        settings = self._desk.settings
        if self._history is None or self._look is None:
            return
        self._history.show_limits(settings.history_limits)
        self._look.show_settings(settings)
        self._show_roots()
        self._look_at_usage()

    def _show_roots(self) -> None:
        desk, history = self._desk, self._history
        if history is None:
            return
        titles = {root.path: root.title for root in desk.workspace.roots}
        known = dict.fromkeys((*titles, *desk.settings.recorded))
        history.show_roots(
            [
                (path, titles.get(path, os.path.basename(path)), desk.settings.recorded.get(path))
                for path in known
                if not desk.is_sample(path)
            ]
        )

    def _look_at_usage(self) -> None:
        keeping = self._desk.keeping
        self._tasks.run(or_error(keeping.usage), self._on_usage)

    def _on_usage(self, found: Usage | MemdeskError) -> None:
        if self._history is None:
            return
        if isinstance(found, MemdeskError):
            self._history.show_fault(words_of(found))
        else:
            self._history.show_usage(found)

    # What is chosen

    def _on_limit_taken(self, name: str, number: int) -> None:
        self._desk.settings.history_limits[name] = number
        self._write_settings()

    def _on_recording_chosen(self, root: str, is_wanted: bool) -> None:
        self._recording.choose(root, is_wanted=is_wanted)

    def _on_animations_chosen(self, word: str) -> None:
        self._desk.settings.animations = word
        self._themes.set_preferences(replace(self._themes.preferences, animations=choice_of(word)))
        self._write_settings()

    def _write_settings(self) -> None:
        try:
            self._desk.write_settings()
        except OSError as error:
            words = tr("The settings could not be kept: {why}.", why=reason_of(error))
            self._messages.tell(Message(words, Tone.ERROR, "settings"))

    # What is done to the history

    def _run(self, words: str, work: Callable[[], Result], told: Callable[[Result], str]) -> None:
        """Do it in a worker, and say how it ended: on the page while it is there, else as a message."""
        if self._history is not None:
            self._history.set_busy(True)
            self._history.say(words)
        self._tasks.run(or_error(work), partial(self._on_done, told))

    def _on_done(self, told: Callable[[Result], str], result: Result | MemdeskError) -> None:
        is_wrong = isinstance(result, MemdeskError)
        sentence = words_of(result) if isinstance(result, MemdeskError) else told(result)
        if self._history is None:
            self._messages.tell(Message(sentence, Tone.ERROR if is_wrong else Tone.NOTE, "history"))
        else:
            self._history.set_busy(False)
            self._history.say(sentence, is_wrong=is_wrong)
        self._on_changed()

    def _on_changed(self) -> None:
        self._look_at_usage()
        self._show_roots()
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

        def work() -> int:
            return keeping.export(target, is_wanted=lambda: not self._is_stopped)

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
            lambda: keeping.move(folder),
            lambda target: tr("The history lies in {folder} now.", folder=target),
        )

    def _on_clear_requested(self) -> None:
        from memdesk.ui.settings.clear_dialog import ClearDialog

        desk = self._desk
        roots = [(root.path, root.title) for root in desk.workspace.roots if not desk.is_sample(root.path)]
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

        self._tasks.run(or_error(lambda: keeping.amount(scope)), show)

    def clear(self, scope: Scope) -> None:
        """Let go of what is meant, soon."""
        keeping = self._desk.keeping

        def told(gone: Amount) -> str:
            return trn("{n} version is gone.", "{n} versions are gone.", gone.versions)

        self._run(tr("Clearing…"), lambda: keeping.clear(scope), told)

    def _parent(self) -> QWidget:
        return self.dialog or self._window
