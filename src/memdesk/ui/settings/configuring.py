"""Shows the settings, and puts what is chosen there into force at once."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import StorageError
from memdesk.services.desk import Desk
from memdesk.ui.keyboard.rebinding import Rebinding
from memdesk.ui.messages import Messages
from memdesk.ui.recording import Recording
from memdesk.ui.settings.history_work import HistoryWork
from memdesk.ui.settings.preferences import choice_of
from memdesk.ui.theme.manager import ThemeManager

if TYPE_CHECKING:
    from memdesk.ui.settings.agents_page import AgentsPage
    from memdesk.ui.settings.dialog import SettingsDialog
    from memdesk.ui.settings.folders_page import FoldersPage
    from memdesk.ui.settings.history_page import HistoryPage
    from memdesk.ui.settings.look_page import LookPage
    from memdesk.ui.settings.privacy_page import PrivacyPage
    from memdesk.ui.window import MainWindow


class Configuring(QObject):
    """Owns the settings dialog while it is open.

    Signals:
        theme_chosen: the user wants another theme; argument: one of `THEMES`.
        assumed: another number holds of what is assumed of agents.
        root_renamed: the user calls a root otherwise; argument: the `MemoryRoot`.
        pauses_changed: other roots are to be watched.
        add_root_requested: another folder is to be opened.
        close_root_requested: a root is to be shown no more; argument: its path.
        masks_chosen, private_chosen: secrets, or all that is remembered, are to be masked; argument: whether.
    """

    theme_chosen = Signal(str)
    assumed = Signal()
    root_renamed = Signal(object)
    pauses_changed = Signal()
    add_root_requested = Signal()
    close_root_requested = Signal(str)
    masks_chosen = Signal(bool)
    private_chosen = Signal(bool)

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        recording: Recording,
        history_work: HistoryWork,
        messages: Messages,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._recording = recording
        self._history_work = history_work
        self._messages = messages
        self._window = window
        self.dialog: SettingsDialog | None = None
        self._history: HistoryPage | None = None
        self._look: LookPage | None = None
        self._privacy: PrivacyPage | None = None
        self._agents: AgentsPage | None = None
        self._folders: FoldersPage | None = None
        self._rebinding = Rebinding(window.actions_table, desk.settings, self._write_settings, self)
        history_work.purging.purged.connect(self._show_roots)
        window.actions_table.keys_changed.connect(self._show_keys)

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
        if self._look is not None and self._privacy is not None:
            self._look.show_settings(self._desk.settings)
            self._privacy.show_settings(self._desk.settings)

    def _make(self) -> None:
        # The window starts sooner without them.
        from memdesk.services.assuming import assumed_of
        from memdesk.ui.keyboard.page import KeyboardPage
        from memdesk.ui.settings.agents_page import AgentsPage
        from memdesk.ui.settings.dialog import SettingsDialog
        from memdesk.ui.settings.folders_page import FoldersPage
        from memdesk.ui.settings.history_page import HistoryPage
        from memdesk.ui.settings.look_page import LookPage
        from memdesk.ui.settings.privacy_page import PrivacyPage

        desk, home = self._desk, self._desk.workspace.disk.home
        self._history = HistoryPage(self._themes, home)
        self._look = LookPage(self._themes)
        self._privacy = PrivacyPage(self._themes, desk.folders, desk.history_folder, home)
        keyboard = KeyboardPage(self._themes, self._rebinding)
        self._agents = AgentsPage(self._themes, tuple(assumed_of(desk.layouts)))
        self._folders = FoldersPage(self._themes, home)
        pages = (self._folders, self._agents, self._history, self._look, keyboard, self._privacy)
        self.dialog = SettingsDialog(self._themes, pages, self._window)
        self.dialog.finished.connect(self._on_finished)
        self._connect(self._history, self._look)
        self._privacy.masks_chosen.connect(self.masks_chosen)
        self._privacy.private_chosen.connect(self.private_chosen)
        self._show_keys()
        self._connect_folders(self._folders)
        self._agents.number_taken.connect(self._on_number_taken)
        self._agents.reset_requested.connect(lambda agent, name: self._on_number_taken(agent, name, None))
        self._show_all()

    def _on_finished(self) -> None:
        self.dialog = self._history = self._look = self._privacy = self._agents = None
        self._folders = None
        self._history_work.leave()

    def _connect(self, history: HistoryPage, look: LookPage) -> None:
        history.limit_taken.connect(self._on_limit_taken)
        history.recording_chosen.connect(self._on_recording_chosen)
        look.theme_chosen.connect(self.theme_chosen)
        look.animations_chosen.connect(self._on_animations_chosen)
        look.language_chosen.connect(self._on_language_chosen)

    def _connect_folders(self, folders: FoldersPage) -> None:
        folders.renamed.connect(self._on_root_named)
        folders.watched_chosen.connect(self._on_watched_chosen)
        folders.add_requested.connect(self.add_root_requested)
        folders.close_requested.connect(self.close_root_requested)

    # What is in force

    def _show_keys(self) -> None:
        if self._privacy is not None:
            self._privacy.show_keys(self._window.actions_table.keys("edit.reveal_secret"))

    def show_roots(self) -> None:
        """Roots were opened or closed."""
        self._show_roots()
        if self._folders is not None:
            roots = self._desk.workspace.roots
            self._folders.show_roots(roots, self._desk.settings.paused_roots)

    def _show_all(self) -> None:
        settings = self._desk.settings
        if self._history is None or self._look is None:
            return
        self._history.show_limits(settings.history_limits)
        self.show_look()
        self._show_numbers()
        self.show_roots()
        self._history_work.show_on(self._history)

    def _show_numbers(self) -> None:
        if self._agents is not None:
            self._agents.show_numbers(lambda assumption: assumption.of(self._desk.workspace.disk))

    def _show_roots(self) -> None:
        desk, history = self._desk, self._history
        if history is None:
            return
        titles = {root.path: root.label for root in desk.workspace.roots}
        known = dict.fromkeys((*titles, *desk.settings.recorded))
        history.show_roots(
            [
                (path, titles.get(path, os.path.basename(path)), desk.settings.recorded.get(path))
                for path in known
                if not desk.is_sample(path)
            ]
        )

    # What is chosen

    def _on_limit_taken(self, name: str, number: int) -> None:
        self._desk.settings.history_limits[name] = number
        self._write_settings()

    def _on_recording_chosen(self, root: str, is_wanted: bool) -> None:
        self._recording.choose(root, is_wanted=is_wanted)

    def _on_number_taken(self, agent: str, name: str, number: int | None) -> None:
        self._desk.settings.assume(agent, name, number)
        self._write_settings()
        self._show_numbers()
        self.assumed.emit()

    def _on_root_named(self, path: str, name: str) -> None:
        try:
            self.root_renamed.emit(self._desk.rename_root(path, name))
        except StorageError as error:
            self._messages.tell_error(error, "settings")
        self._show_roots()

    def _on_watched_chosen(self, path: str, is_watched: bool) -> None:
        try:
            self._desk.pause_root(path, is_paused=not is_watched)
        except StorageError as error:
            self._messages.tell_error(error, "settings")
        self.pauses_changed.emit()

    def _on_animations_chosen(self, word: str) -> None:
        self._desk.settings.animations = word
        self._themes.set_preferences(replace(self._themes.preferences, animations=choice_of(word)))
        self._write_settings()

    def _on_language_chosen(self, language: str) -> None:
        self._desk.settings.language = language
        self._write_settings()

    def _write_settings(self) -> None:
        try:
            self._desk.write_settings()
        except StorageError as error:
            self._messages.tell_error(error, "settings")
