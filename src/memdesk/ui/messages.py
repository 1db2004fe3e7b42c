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
from memdesk.ui.i18n import sentences, told, tr
from memdesk.ui.theme.masks import SecretMasks

ANNOUNCE_EVERY_S = 2.0
"""Shortest time between two announcements of notes on one subject, or of the same words, in seconds."""


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

    @property
    def said(self) -> str:
        """What a screen reader says of it."""
        return sentences(self.text, self.advice)


class Pace:
    """Which messages are announced: agents that write every moment must not drown what answers the user.

    Of notes on one subject, and of the same words, one every `ANNOUNCE_EVERY_S`; warnings, errors and notes on nothing
    in particular, which answer a key, always.
    """

    def __init__(self) -> None:
        self._announced: dict[str, float] = {}

    def allows(self, message: Message, now_s: float) -> bool:
        """Whether `message` is announced now, by a clock that only goes on; it is taken for announced then."""
        about = message.subject if message.tone is Tone.NOTE and message.subject else message.said
        recent = {known: when for known, when in self._announced.items() if now_s - when < ANNOUNCE_EVERY_S}
        self._announced = {about: now_s} | recent
        return about not in recent


class Messages(QObject):
    """Takes every message of the window; `told` carries it to whoever shows it."""

    told = Signal(object)

    def __init__(self, window: QWidget, masks: SecretMasks) -> None:
        super().__init__(window)
        self._window = window
        self._masks = masks
        self._pace = Pace()

    def tell(self, message: Message) -> None:
        """Show `message` and announce it: agents that write every moment must not drown what answers the user."""
        shown = self._masks.shown_sentence
        message = message._replace(text=shown(told(message.text)), advice=shown(told(message.advice)))
        self.told.emit(message)
        if self._pace.allows(message, time.monotonic()):
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, message.said))

    def tell_error(self, error: MemdeskError, subject: str = "") -> None:
        """Show what went wrong and what to do about it."""
        sentence, advice = (
            tr(error.template, **error.facts),
            tr(error.hint, **error.facts) if error.hint else "",
        )
        self.tell(Message(sentence, Tone.ERROR, subject, advice))
