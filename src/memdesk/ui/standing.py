"""How things stand, as the status bar and the title say it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from memdesk.ui.i18n import tr
from memdesk.ui.messages import Message, Tone
from memdesk.ui.parts import Parts
from memdesk.ui.plain import plain_name
from memdesk.ui.screens import FIRST_RUN, MEMORY, PRUNE
from memdesk.ui.timers import single_shot

_MESSAGE_MS = 8000
_OFFER_MS = 10_000
"""So long a message stands that offers to take something back."""
_LEAST_MS = 4000
"""So long a warning stands before a remark about something else may take its place."""


class Standing(QObject):
    """Keeps the status bar and the title of the window of `parts` true."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._parts = parts
        self._message_over = single_shot(self, _MESSAGE_MS, self._on_message_over)
        self._least = single_shot(self, _LEAST_MS, self._on_message_stood)
        self._soon = single_shot(self, 0, self.show)
        """A document that is shown, or a key, changes several things: what they come to is said once."""
        self._shown: Message | None = None
        self._held: Message | None = None
        self._stop_work: Callable[[], object] = lambda: None
        self._connect()

    def _connect(self) -> None:
        parts = self._parts
        parts.messages.told.connect(self._on_told)
        parts.drafts.looked.connect(self.show_writer)
        parts.memory.document_shown.connect(self._soon.start)
        parts.memory.open.state_changed.connect(self._soon.start)
        parts.window.screen_changed.connect(self.show)
        parts.window.badge_changed.connect(self.show_title)
        parts.pruning.looked.connect(self.show_title)
        parts.watching.state_changed.connect(self.show)
        parts.opening.changed.connect(self._show_sample)
        steps, history = parts.memory.stepping.working, parts.history_work
        reading = parts.memory.open.reading
        reading.working.changed.connect(partial(self._show_work, reading.drop))
        steps.changed.connect(partial(self._show_work, steps.stop))
        recovering = parts.recovering.working
        recovering.changed.connect(partial(self._show_work, recovering.stop))
        history.under_way.connect(partial(self._show_work, history.working.stop))
        parts.status.stop_requested.connect(self._on_stop_requested)
        self._show_sample()

    def _show_sample(self) -> None:
        is_open = bool(self._parts.desk.samples.opened)
        self._parts.status.show_sample(is_sample=is_open)
        self._parts.window.actions_table.allow(file__leave_sample=is_open)

    def stop(self) -> None:
        """Let stand what is said."""
        self._soon.stop()
        self._message_over.stop()
        self._least.stop()

    def show(self) -> None:
        """Say everything anew."""
        parts, session = self._parts, self._parts.memory.open.session
        keeper = parts.memory.keeper
        watching = parts.watching.state if keeper.has_folders else None
        with parts.window.status.held():
            parts.status.show_document(session if parts.window.screen_name == MEMORY else None)
            self.show_index()
            parts.status.show_watching(watching, keeper.document_count, is_all_paused=keeper.is_all_paused)
        self.show_title()

    def show_title(self) -> None:
        """Say in the title what is in front, and by a star that something in the document is unsaved."""
        window, session = self._parts.window, self._parts.memory.open.session
        # Qt reads `[*]` in a title as the place of its own mark, and two of them as one of these.
        title = plain_name(self._title()).replace("[*]", "[*][*]")
        name = f"{title} – " if title else ""
        window.setWindowTitle(f"[*]{name}Memdesk")
        window.setWindowModified(session is not None and session.is_dirty)

    def _title(self) -> str:
        """The document on the memory screen, the screen elsewhere, with how much there is to be done on it."""
        parts, session = self._parts, self._parts.memory.open.session
        if parts.window.screen_name in (MEMORY, FIRST_RUN):
            return session.document.title if session is not None else ""
        if parts.window.screen_name == PRUNE and parts.pruning.screen.heading:
            return tr(
                "{name}, {meaning}", name=parts.window.screen_title, meaning=parts.pruning.screen.heading
            )
        return parts.window.screen_title

    def show_index(self) -> None:
        """Say what the agent's index holds of the document on screen."""
        parts, session, known = self._parts, self._parts.memory.open.session, self._parts.index.known
        parts.index.show(session.document if session is not None else None)
        in_front = session is not None and parts.window.screen_name == MEMORY
        path = session.path if session is not None and in_front else ""
        parts.status.show_index(known.state_of(path), known.time_of(path), known.sentence_of(path))

    def show_writer(self) -> None:
        """Say which agent is writing."""
        written, words = sorted(self._parts.memory.keeper.writing), self._parts.memory.open.words
        self._parts.status.show_writer(words.writer(written[0], begins=True) if written else "")

    def _show_work(self, stop: Callable[[], object], words: str, can_stop: bool) -> None:
        self._stop_work = stop
        self._parts.status.show_work(words, can_stop=can_stop)

    def _on_stop_requested(self) -> None:
        self._stop_work()

    def _on_told(self, message: Message) -> None:
        if self._is_to_wait(message):
            self._held = message
        else:
            self._say(message)

    def _is_to_wait(self, message: Message) -> bool:
        """Whether what is said stays for a while: it matters more, or the user is about to take its offer."""
        shown = self._shown
        if shown is None or message.tone is not Tone.NOTE or message.offer:
            return False
        is_warned = (
            shown.tone is not Tone.NOTE and shown.subject != message.subject and self._least.isActive()
        )
        return is_warned or self._parts.status.is_offer_at_hand

    def _say(self, message: Message) -> None:
        self._shown, self._held = message, None
        icon = "" if message.tone is Tone.NOTE else "triangle-alert"
        accept = None if message.accept is None else partial(self._take_offer, message)
        self._parts.status.show_message(
            message.text, icon, message.advice, message.offer, accept, message.offer_icon
        )
        self._least.start()
        self._message_over.start(_OFFER_MS if message.offer else _MESSAGE_MS)

    def _take_offer(self, message: Message) -> None:
        self._shown = None
        if message.accept is not None:
            message.accept()

    def _on_message_stood(self) -> None:
        if self._held is not None:
            self._on_told(self._held)

    def _on_message_over(self) -> None:
        if self._parts.status.is_offer_at_hand:
            self._message_over.start(_MESSAGE_MS)
            return
        held, self._shown = self._held, None
        if held is not None:
            self._say(held)
        else:
            self._parts.status.show_message("")
