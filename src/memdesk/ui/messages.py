"""The one door for messages: what is told goes to the status bar, and to screen readers, at most so often."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.ui.i18n import tr
from memdesk.ui.theme.masks import SecretMasks

ANNOUNCE_EVERY_S = 2.0
"""Shortest time between two announcements on one subject, in seconds."""


class Tone(Enum):
    """How a message is meant; the window picks an icon by it, never colour alone."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class Message(NamedTuple):
    """A sentence about a subject (a path, or empty), with advice and an offer to do something about it."""

    text: str
    tone: Tone = Tone.NOTE
    subject: str = ""
    advice: str = ""
    offer: str = ""
    accept: Callable[[], object] | None = None
    offer_icon: str = "undo-2"


class Messages(QObject):
    """Takes every message of the window; `told` carries it to whoever shows it."""

    told = Signal(object)

    def __init__(self, window: QWidget, masks: SecretMasks) -> None:
        super().__init__(window)
        self._window = window
        self._masks = masks
        self._announced: dict[str, float] = {}

    def tell(self, message: Message) -> None:
        """Show `message` and announce it, unless its subject was announced just now."""
        shown = self._masks.shown_sentence
        message = message._replace(text=shown(message.text), advice=shown(message.advice))
        self.told.emit(message)
        now = time.monotonic()
        if now - self._announced.get(message.subject, -ANNOUNCE_EVERY_S) < ANNOUNCE_EVERY_S:
            return
        self._announced[message.subject] = now
        said = f"{message.text} {message.advice}".rstrip()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, said))

    def tell_error(self, error: MemdeskError, subject: str = "") -> None:
        """Show what went wrong and what to do about it."""
        sentence, advice = (
            tr(error.template, **error.facts),
            tr(error.hint, **error.facts) if error.hint else "",
        )
        self.tell(Message(sentence, Tone.ERROR, subject, advice))
