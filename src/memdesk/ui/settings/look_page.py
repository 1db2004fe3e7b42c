"""How the window looks."""

from __future__ import annotations

from PySide6.QtCore import Signal

from memdesk.services.settings import Settings
from memdesk.ui.i18n import tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import SwitchRow
from memdesk.ui.theme.manager import ThemeManager


class LookPage(SettingsPage):
    """Shows what `settings` say about the look.

    Signals:
        theme_chosen: argument: one of `THEMES`.
        animations_chosen: argument: one of `ANIMATIONS`.
    """

    theme_chosen = Signal(str)
    animations_chosen = Signal(str)

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes, tr("Look"), "sun-moon")
        self.theme = SwitchRow(
            themes,
            tr("Colours"),
            tr("“System” follows the desktop, also when it changes."),
            (("system", tr("System")), ("light", tr("Light")), ("dark", tr("Dark"))),
            words=tr("theme dark mode night appearance"),
        )
        self.animations = SwitchRow(
            themes,
            tr("Animations"),
            tr("Without them, what changes shows an edge instead of a flash, and panels open at once."),
            (("system", tr("System")), ("on", tr("On")), ("off", tr("Off"))),
            words=tr("motion movement reduced"),
        )
        self.add_row(self.theme)
        self.add_row(self.animations)
        self.theme.chosen.connect(self.theme_chosen)
        self.animations.chosen.connect(self.animations_chosen)

    def show_settings(self, settings: Settings) -> None:
        """Show what is in force."""
        self.theme.set_current(settings.theme)
        self.animations.set_current(settings.animations)
