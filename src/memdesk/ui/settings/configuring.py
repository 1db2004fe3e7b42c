"""Shows the settings, and puts what is chosen there into force at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import StorageError
from memdesk.layouts.assumptions import Assumption
from memdesk.services.desk import Desk
from memdesk.ui.keyboard.rebinding import Rebinding
from memdesk.ui.lazy_page import FillingAhead, LazyPage
from memdesk.ui.messages import Message, Messages
from memdesk.ui.palette.from_dialog import PaletteKeys
from memdesk.ui.recording import Recording
from memdesk.ui.settings.history_work import HistoryWork
from memdesk.ui.settings.preferences import choice_of
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager

if TYPE_CHECKING:
    from memdesk.services.settings.assuming import Assumed
    from memdesk.ui.keyboard.page import KeyboardPage
    from memdesk.ui.settings.agents_page import AgentsPage
    from memdesk.ui.settings.dialog import SettingsDialog
    from memdesk.ui.settings.folders_page import FoldersPage
    from memdesk.ui.settings.history_page import HistoryPage
    from memdesk.ui.settings.look_page import LookPage
    from memdesk.ui.settings.page import SettingsPage
    from memdesk.ui.settings.privacy_page import PrivacyPage
    from memdesk.ui.window import MainWindow


class Configuring(QObject):
    """Owns the settings dialog until it is closed, and makes its pages, one in a turn once it is shown.

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
        tasks: Tasks,
        messages: Messages,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._recording = recording
        self._history_work = history_work
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._language = desk.settings.language
        """The choice that this start has taken: no other one takes effect before the next."""
        self.dialog: SettingsDialog | None = None
        self._filling: FillingAhead | None = None
        self._history: HistoryPage | None = None
        self._look: LookPage | None = None
        self._privacy: PrivacyPage | None = None
        self._agents: AgentsPage | None = None
        self._folders: FoldersPage | None = None
        self._rebinding = Rebinding(window.actions_table, desk.settings, self._write_settings, self)
        history_work.purging.purged.connect(self._show_recorded)
        window.actions_table.keys_changed.connect(self._show_keys)

    def show(self, page: str = "") -> None:
        """Show the settings, or bring them to the front; at a page where one is named by its title."""
        dialog = self.made_dialog()
        if not dialog.isVisible():
            dialog.fit()
        if page:
            dialog.show_page(page)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        if self._filling is not None:
            self._filling.start()

    def show_look(self) -> None:
        """The look was changed elsewhere."""
        for page in (self._look, self._privacy):
            if page is not None:
                page.show_settings(self._desk.settings)

    def made_dialog(self) -> SettingsDialog:
        """The dialog, which is made now where it is not there; it is not shown by that."""
        if self.dialog is None:
            self.dialog = self._make()
        return self.dialog

    def _make(self) -> SettingsDialog:
        # The window starts sooner without it.
        from memdesk.ui.settings.dialog import SettingsDialog

        made = "memdesk.ui.settings"
        pages: dict[str, LazyPage[SettingsPage]] = {
            "folders": LazyPage(f"{made}.folders_page", self._make_folders),
            "agents": LazyPage(f"{made}.agents_page", self._make_agents, self._assumed),
            "history": LazyPage(f"{made}.history_page", self._make_history),
            "look": LazyPage(f"{made}.look_page", self._make_look),
            "keyboard": LazyPage("memdesk.ui.keyboard.page", self._make_keyboard),
            "privacy": LazyPage(f"{made}.privacy_page", self._make_privacy),
        }
        dialog = SettingsDialog(self._themes, pages, self._window)
        self._filling = FillingAhead(tuple(pages.values()), (), self._tasks, dialog)
        dialog.finished.connect(self._on_finished)
        PaletteKeys(dialog, self._window.actions_table)
        return dialog

    def _on_finished(self) -> None:
        if self._filling is not None:
            self._filling.stop()
        self.dialog = self._history = self._look = self._privacy = self._agents = None
        self._folders = self._filling = None
        self._history_work.leave()

    # The pages

    def _make_folders(self, _parent: QWidget) -> FoldersPage:
        from memdesk.ui.settings.folders_page import FoldersPage

        page = self._folders = FoldersPage(self._themes, self._home)
        page.renamed.connect(self._on_root_named)
        page.watched_chosen.connect(self._on_watched_chosen)
        page.add_requested.connect(self.add_root_requested)
        page.close_requested.connect(self.close_root_requested)
        self._show_folders()
        return page

    def _make_agents(self, _parent: QWidget) -> AgentsPage:
        from memdesk.ui.settings.agents_page import AgentsPage

        page = self._agents = AgentsPage(self._themes, self._assumed(), self._number_of)
        page.number_taken.connect(self._on_number_taken)
        page.reset_requested.connect(lambda agent, name: self._on_number_taken(agent, name, None))
        return page

    def _assumed(self) -> Sequence[Assumed]:
        """What is assumed of each agent, in any thread: each layout imports what it knows that by."""
        from memdesk.services.settings.assuming import assumed_of

        return tuple(assumed_of(self._desk.layouts))

    def _make_history(self, _parent: QWidget) -> HistoryPage:
        from memdesk.ui.settings.history_page import HistoryPage

        page = self._history = HistoryPage(self._themes, self._home)
        page.limit_taken.connect(self._on_limit_taken)
        page.recording_chosen.connect(self._on_recording_chosen)
        page.system_trash_chosen.connect(self._on_system_trash_chosen)
        desk = self._desk
        is_on, why_not = desk.settings.also_system_trash, desk.system_trash.why_not
        page.show_system_trash(is_on=is_on, why_not=why_not)
        page.show_limits(self._desk.settings.history_limits)
        self._show_recorded()
        self._history_work.show_on(page)
        return page

    def _make_look(self, _parent: QWidget) -> LookPage:
        from memdesk.ui.settings.look_page import LookPage

        page = self._look = LookPage(self._themes, self._language)
        page.theme_chosen.connect(self.theme_chosen)
        page.animations_chosen.connect(self._on_animations_chosen)
        page.language_chosen.connect(self._on_language_chosen)
        page.show_settings(self._desk.settings)
        return page

    def _make_keyboard(self, _parent: QWidget) -> KeyboardPage:
        from memdesk.ui.keyboard.page import KeyboardPage

        return KeyboardPage(self._themes, self._rebinding)

    def _make_privacy(self, _parent: QWidget) -> PrivacyPage:
        from memdesk.ui.settings.privacy_page import PrivacyPage

        desk = self._desk
        page = self._privacy = PrivacyPage(self._themes, desk.folders, desk.history_folder, self._home)
        page.masks_chosen.connect(self.masks_chosen)
        page.private_chosen.connect(self.private_chosen)
        page.show_settings(desk.settings)
        self._show_keys()
        return page

    @property
    def _home(self) -> str:
        return self._desk.workspace.disk.home

    # What is in force

    def _show_keys(self) -> None:
        if self._privacy is not None:
            self._privacy.show_keys(self._window.actions_table.keys("edit.reveal_secret"))

    def show_roots(self) -> None:
        """Roots were opened or closed."""
        self._show_recorded()
        self._show_folders()

    def _show_folders(self) -> None:
        if self._folders is not None:
            roots = self._desk.workspace.roots
            self._folders.show_roots(roots, self._desk.settings.paused_roots)

    def _number_of(self, assumption: Assumption) -> int:
        return assumption.of(self._desk.workspace.disk)

    def _show_recorded(self) -> None:
        desk, history = self._desk, self._history
        if history is None:
            return
        titles = {root.path: root.label for root in desk.workspace.roots}
        known = dict.fromkeys((*titles, *desk.settings.recorded))
        history.show_roots(
            [
                (path, titles.get(path, os.path.basename(path)), desk.settings.recorded.get(path))
                for path in known
                if path not in desk.samples
            ]
        )

    # What is chosen

    def _on_limit_taken(self, name: str, number: int) -> None:
        self._desk.settings.history_limits[name] = number
        self._write_settings()

    def _on_system_trash_chosen(self, is_on: bool) -> None:
        self._desk.settings.also_system_trash = is_on
        self._write_settings()

    def _on_recording_chosen(self, root: str, is_wanted: bool) -> None:
        self._recording.choose(root, is_wanted=is_wanted)

    def _on_number_taken(self, agent: str, name: str, number: int | None) -> None:
        self._desk.settings.assume(agent, name, number)
        self._write_settings()
        if self._agents is not None:
            self._agents.show_numbers()
        self.assumed.emit()

    def _on_root_named(self, path: str, name: str) -> None:
        try:
            self.root_renamed.emit(self._desk.rename_root(path, name))
        except StorageError as error:
            self._messages.tell_error(error, "settings")
        self._show_recorded()

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
        from memdesk.ui.settings.look_page import words_for_language

        self._desk.settings.language = language
        self._write_settings()
        self.show_look()
        if language != self._language:
            self._messages.tell(Message(words_for_language(language, self._language), subject="settings"))

    def _write_settings(self) -> None:
        try:
            self._desk.write_settings()
        except StorageError as error:
            self._messages.tell_error(error, "settings")
