"""Watching as the user has it: its state, what is told of it, and pausing."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from memdesk.ui.i18n import tr
from memdesk.ui.memory.outside import OutsideChanges
from memdesk.ui.memory.watch_words import watch_news
from memdesk.ui.messages import Messages
from memdesk.watch.state import WatchMode, WatchState


class Watching(QObject):
    """Follows the state of `outside` and lets the user pause it by `action`, which is checkable.

    Signals:
        state_changed: how well the disk is watched; `state` has it.
    """

    state_changed = Signal()

    def __init__(self, outside: OutsideChanges, action: QAction, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._outside = outside
        self._action = action
        self._messages = messages
        self.state: WatchState | None = None
        outside.state_changed.connect(self._on_state_changed)

    def toggle(self) -> None:
        """Pause, or go on."""
        if self.is_paused:
            self._outside.resume()
        else:
            self._outside.pause()

    @property
    def is_paused(self) -> bool:
        """Whether the user has paused it."""
        return self.state is not None and self.state.mode is WatchMode.PAUSED

    def is_away(self, root: str) -> bool:
        """Whether a root is not there itself, as far as can be told now."""
        known = self.state.away if self.state is not None else ()
        return not os.path.isdir(root) or any(away.path == root for away in known)

    def _on_state_changed(self, state: WatchState) -> None:
        before, self.state = self.state, state
        self._action.setChecked(self.is_paused)
        if not self.is_paused:
            self._outside.compare()
        news = watch_news(before, state)
        if news is not None and self.is_paused:
            news = news._replace(offer=tr("Resume"), accept=self._outside.resume, offer_icon="circle-play")
        if news is not None:
            self._messages.tell(news)
        self.state_changed.emit()
