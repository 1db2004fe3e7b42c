"""The look that the settings ask for."""

from __future__ import annotations

from memdesk.services.settings.settings import Settings
from memdesk.ui.theme.manager import Choice, Preferences, SchemeChoice

_SCHEMES: dict[str, SchemeChoice] = {"light": "light", "dark": "dark"}
_CHOICES: dict[str, Choice] = {"on": "on", "off": "off"}


def preferences_of(settings: Settings) -> Preferences:
    """What the settings say of the look."""
    return Preferences(_SCHEMES.get(settings.theme, "system"), animations=choice_of(settings.animations))


def choice_of(word: str) -> Choice:
    """One of `ANIMATIONS`, as the theme takes it."""
    return _CHOICES.get(word, "system")
