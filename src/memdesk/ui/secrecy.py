"""Secrets on screen: masked by the setting, shown one by one, and masked again when one looks elsewhere."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.services.settings.settings import Settings
from memdesk.ui.i18n import tr
from memdesk.ui.messages import Message, Messages
from memdesk.ui.theme.masks import SecretMasks


@runtime_checkable
class ShowsSecrets(Protocol):
    """A widget in which secrets may stand."""

    def turn_secrets(self) -> bool:
        """Show the secrets at the keyboard's place, or mask them again; whether there are any."""


class Secrecy(QObject):
    """Keeps `masks` as the settings and the person at `window` want it.

    What was revealed is masked again as soon as another control, another window or another document is looked at.
    """

    def __init__(self, masks: SecretMasks, settings: Settings, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._masks = masks
        self._settings = settings
        self._messages = messages
        self._window = window
        masks.set_on(settings.masks_secrets)
        masks.set_private(settings.hides_bodies)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def turn(self) -> None:
        """Show the secret at the keyboard's place, or mask it again."""
        focused: object = self._window.focusWidget()
        if not (isinstance(focused, ShowsSecrets) and focused.turn_secrets()):
            self._messages.tell(Message(tr("No secret is masked in this line.")))

    def set_masked(self, masked: bool) -> None:
        """Mask secrets from now on, or show them all. The caller writes the settings."""
        self._settings.masks_secrets = masked
        self._masks.set_on(masked)

    def set_private(self, private: bool) -> None:
        """Hide all that is remembered from now on, or show it. The caller writes the settings."""
        self._settings.hides_bodies = private
        self._masks.set_private(private)

    def look_away(self) -> None:
        """Mask again what was revealed."""
        self._masks.conceal_all()

    def _on_focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not now:
            self.look_away()
