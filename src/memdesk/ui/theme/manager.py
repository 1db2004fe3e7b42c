"""Keeps one application in one theme, and follows the system while it runs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QStyleHints
from PySide6.QtWidgets import QApplication, QToolTip

from memdesk.bundled import bundled_path
from memdesk.ui.theme.archive import IconArchive, lucide_archive
from memdesk.ui.theme.colors import build_palette, scheme_colors, system_colors
from memdesk.ui.theme.fonts import build_fonts
from memdesk.ui.theme.icons import IconCache
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.theme.pulse import Pulse
from memdesk.ui.theme.style import MemdeskStyle
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import Scheme, Tokens, parse_tokens

SchemeChoice = Literal["system", "light", "dark"]
Choice = Literal["system", "on", "off"]

_NATIVE_SCHEME = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the user chose about the look; `system` follows the desktop, live."""

    scheme: SchemeChoice = "system"
    high_contrast: Choice = "system"
    animations: Choice = "system"
    mono_family: str = ""


class ThemeManager(QObject):
    """Owns the application's style, palette and icons, and rebuilds them in one pass on a change.

    Widgets take it in their constructor and read `theme` and `icons` when they paint. `app` must outlive it.
    """

    theme_changed = Signal()
    """`theme` is another one; style, palette and icons already follow it."""
    fonts_changed = Signal()
    """Its texts take another room as well; told before `theme_changed`."""

    def __init__(
        self, app: QApplication, tokens: Tokens, archive: IconArchive, preferences: Preferences
    ) -> None:
        super().__init__()
        self._app = app
        # Held in a name: a chained `app.styleHints().accessibility()` dies under PySide.
        self._hints = app.styleHints()
        self._accessibility = self._hints.accessibility() if hasattr(self._hints, "accessibility") else None
        self._tokens = tokens
        self._preferences = preferences
        app.setStyle("Fusion")
        self._theme = self._build()
        self._style = MemdeskStyle(self._theme)
        app.setStyle(self._style)
        self.icons = IconCache(archive, self._theme)
        self.pulse = Pulse(tokens.motion.pulse_ms, self)
        self.masks = SecretMasks(self)
        """Whether secrets are shown."""
        self._apply()
        self._follow_system()

    @property
    def theme(self) -> Theme:
        """The theme now in force."""
        return self._theme

    @property
    def preferences(self) -> Preferences:
        """What the user chose."""
        return self._preferences

    def set_preferences(self, preferences: Preferences) -> None:
        """Take other choices; everything on screen follows at once."""
        if preferences == self._preferences:
            return
        self._preferences = preferences
        _set_native_scheme(self._hints, preferences.scheme)
        self._on_system_changed()

    def rebuild(self) -> None:
        """Read the system again, then style, palette and icons in one pass."""
        old, fresh = self._theme, self._build()
        has_other_fonts = fresh.fonts != old.fonts
        if not has_other_fonts:
            fresh.share_fonts(old)
        self._theme = fresh
        self.icons.use(fresh)
        self._style.use(fresh)
        self._apply()
        if has_other_fonts:
            self.fonts_changed.emit()
        self.theme_changed.emit()

    def _build(self) -> Theme:
        scheme = self._scheme()
        high_contrast = self._high_contrast()
        if high_contrast and self._native_contrast():
            colors = system_colors(self._app.style().standardPalette())
        else:
            colors = scheme_colors(self._tokens, scheme, high_contrast=high_contrast)
        fonts = build_fonts(self._app.font(), self._preferences.mono_family)
        return Theme(scheme, high_contrast, self._animated(), colors, fonts, self._tokens)

    def _apply(self) -> None:
        self.pulse.animated = self._theme.animated
        self._app.setPalette(build_palette(self._theme.colors))
        # All widgets hear of it now, before the signals that follow.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange.value)
        QToolTip.setPalette(self._app.palette())

    def _scheme(self) -> Scheme:
        if self._preferences.scheme != "system":
            return self._preferences.scheme
        return "dark" if self._hints.colorScheme() == Qt.ColorScheme.Dark else "light"

    def _high_contrast(self) -> bool:
        if self._preferences.high_contrast != "system":
            return self._preferences.high_contrast == "on"
        if self._accessibility is None:
            return False
        return self._accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast

    def _native_contrast(self) -> bool:
        return sys.platform == "win32" and self._preferences.high_contrast == "system"

    def _animated(self) -> bool:
        if self._preferences.animations != "system":
            return self._preferences.animations == "on"
        # From Qt 6.12 on; older ones do not say, and the default is motion.
        preference = getattr(self._accessibility, "motionPreference", None)
        return preference is None or preference().name != "ReducedMotion"

    def _follow_system(self) -> None:
        _set_native_scheme(self._hints, self._preferences.scheme)
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        self._app.fontChanged.connect(self._on_system_changed)
        for name in ("contrastPreferenceChanged", "motionPreferenceChanged"):
            signal = getattr(self._accessibility, name, None)
            if signal is not None:
                signal.connect(self._on_system_changed)

    def _on_system_changed(self) -> None:
        if self._differs(self._build()):
            self.rebuild()

    def _differs(self, fresh: Theme) -> bool:
        now = self._theme
        return (fresh.scheme, fresh.high_contrast, fresh.animated, fresh.fonts, fresh.colors) != (
            now.scheme,
            now.high_contrast,
            now.animated,
            now.fonts,
            now.colors,
        )


def install_theme(app: QApplication, preferences: Preferences | None = None) -> ThemeManager:
    """Dress `app` in the shipped tokens. Keep what is returned as long as `app` lives."""
    tokens = parse_tokens(bundled_path("themes", "tokens.json").read_bytes().decode())
    return ThemeManager(app, tokens, IconArchive(lucide_archive()), preferences or Preferences())


def _set_native_scheme(hints: QStyleHints, choice: SchemeChoice) -> None:
    """Let the window frames of the system take the chosen scheme; bare X11 ignores it."""
    native = _NATIVE_SCHEME.get(choice)
    if native is None:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(native)
