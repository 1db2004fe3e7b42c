"""How the window looks."""

from __future__ import annotations

from PySide6.QtCore import Signal

from memdesk.services.settings.settings import Settings
from memdesk.ui.i18n import tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import SwitchRow
from memdesk.ui.theme.manager import ThemeManager

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "zh_CN": "简体中文"}
"""What each language is called by those who speak it."""


def words_for_language(chosen: str, in_force: str) -> str:
    """When a language takes effect that is chosen while another choice is in force."""
    if chosen == in_force:
        return tr("Another language takes effect at the next start.")
    if chosen not in LANGUAGE_NAMES:
        return tr("Quit Memdesk and start it again: then it speaks the language of the system.")
    return tr(
        "Quit Memdesk and start it again: then it speaks this language: {language}.",
        language=LANGUAGE_NAMES[chosen],
    )


class LookPage(SettingsPage):
    """Shows what `settings` say about the look. `language` is the choice that this start has taken.

    Signals:
        theme_chosen: argument: one of `THEMES`.
        animations_chosen: argument: one of `ANIMATIONS`.
        language_chosen: argument: one of `LANGUAGES`.
    """

    theme_chosen = Signal(str)
    animations_chosen = Signal(str)
    language_chosen = Signal(str)

    def __init__(self, themes: ThemeManager, language: str = "system") -> None:
        super().__init__(themes, "look")
        self._language = language
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
        self.language = SwitchRow(
            themes,
            tr("Language"),
            words_for_language(language, language),
            (("system", tr("As the system")), *LANGUAGE_NAMES.items()),
            words=tr("translation locale"),
        )
        self.add_row(self.theme)
        self.add_row(self.animations)
        self.add_row(self.language)
        self.theme.chosen.connect(self.theme_chosen)
        self.animations.chosen.connect(self.animations_chosen)
        self.language.chosen.connect(self.language_chosen)

    def show_settings(self, settings: Settings) -> None:
        """Show what is in force."""
        self.theme.set_current(settings.theme)
        self.animations.set_current(settings.animations)
        self.language.set_current(settings.language)
        self.language.set_about(words_for_language(settings.language, self._language))
