"""What others may see on this screen, and what Memdesk keeps of the memory, and where."""

from __future__ import annotations

from PySide6.QtCore import Signal

from memdesk.services.settings.settings import Settings
from memdesk.store.folders import StateFolders
from memdesk.ui.format import short_path
from memdesk.ui.i18n import tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import CheckRow, SettingRow
from memdesk.ui.theme.manager import ThemeManager


class PrivacyPage(SettingsPage):
    """Shows what `settings` say about what is masked.

    Signals:
        masks_chosen: argument: whether secrets are masked.
        private_chosen: argument: whether all that is remembered is.
    """

    masks_chosen = Signal(bool)
    private_chosen = Signal(bool)

    def __init__(self, themes: ThemeManager, folders: StateFolders, history: str, home: str) -> None:
        super().__init__(themes, "privacy")
        self.masks = CheckRow(
            themes,
            tr("Mask secrets"),
            words=tr("password token key hide"),
        )
        self.private = CheckRow(
            themes,
            tr("Privacy mode"),
            words=tr("screen sharing hide bodies presentation"),
        )
        self.add_heading(tr("On the screen"))
        self.add_row(self.masks)
        self.add_row(self.private)
        self.add_heading(tr("On the disk"), tr("Memdesk sends nothing anywhere. It keeps of the memory:"))
        for title, about, path in (
            (tr("History"), tr("every version that was seen, of the folders that are recorded"), history),
            (tr("Drafts"), tr("unsaved text, until it is saved or discarded"), folders.drafts),
            (tr("Marks"), tr("what you reviewed, pinned, dismissed or ignored"), folders.marks),
            (tr("Search"), tr("an index of very large memories"), folders.search),
            (tr("Log"), tr("errors of the program, with secrets masked"), folders.log),
        ):
            where = tr("{about}: {path}", about=about[:1].upper() + about[1:], path=short_path(path, home))
            self.add_row(SettingRow(themes, title, where, words=tr("recorded folder where")))
        self.masks.toggled.connect(self.masks_chosen)
        self.private.toggled.connect(self.private_chosen)

    def show_keys(self, keys: str) -> None:
        """Say by which `keys` what is masked can be read."""
        self.masks.set_words(
            self.masks.title,
            tr(
                "Keys, tokens and passwords are covered until you click into them or press {keys}.",
                keys=keys,
            ),
        )
        self.private.set_words(
            self.private.title,
            tr(
                "For a screen that others see: all remembered text is covered, titles stay. "
                "A line can be read while the caret is in it, or after {keys}. Files and copies stay as they are.",
                keys=keys,
            ),
        )

    def show_settings(self, settings: Settings) -> None:
        """Show what is in force."""
        self.masks.set_on(settings.masks_secrets)
        self.private.set_on(settings.hides_bodies)
