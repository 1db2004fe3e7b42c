"""Tells work that can wait whether the present turn of the event loop has already taken much time."""

from __future__ import annotations

import time
from functools import cache

from PySide6.QtCore import QAbstractEventDispatcher, QObject

_BUSY_MS = 2.0
"""A turn that has taken so long has laid out, painted or delivered something: it is left alone."""

_MOST_WAITS = 5
"""So many turns in a row are left alone; a window that is always busy must not hold up what it waits for."""

_MOST_TOLD = 2


class Turn:
    """Tells whether a turn of the event loop of the UI thread has room for a slice of work.

    A timer that is due fires in the turn that also paints; together both would take longer than a frame. Who waited for
    most of its turns has the last one to itself: else it would do its work beside that of whoever was quicker.
    """

    def __init__(self) -> None:
        self._clock = _clock()
        self._waits = 0

    def has_room(self) -> bool:
        """Whether a slice of work fits in now; true after a few turns in any case."""
        is_busy = (
            self._clock.is_kept_from(self) or (time.thread_time() - self._clock.began_s) * 1000 > _BUSY_MS
        )
        self._waits = self._waits + 1 if is_busy and self._waits < _MOST_WAITS else 0
        if self._waits == _MOST_WAITS:
            self._clock.keep_next_for(self)
        return not self._waits


class _Clock(QObject):
    """Notes when the present turn began, for all who ask."""

    def __init__(self) -> None:
        super().__init__()
        self.began_s = time.thread_time()
        self._told = 0
        self._kept: tuple[int, Turn] | None = None
        """How often was told of a turn when somebody asked for the next one, and who."""
        dispatcher = QAbstractEventDispatcher.instance()
        # Platforms differ in which of the two is told while nothing is waited for.
        dispatcher.awake.connect(self._on_turn)
        dispatcher.aboutToBlock.connect(self._on_turn)

    def keep_next_for(self, turn: Turn) -> None:
        """Let nobody else find room in the next turn."""
        self._kept = self._told, turn

    def is_kept_from(self, turn: Turn) -> bool:
        """Whether the present turn is kept for somebody else."""
        if self._kept is None or self._kept[1] is turn:
            return False
        # Some platforms tell of each turn twice.
        return 0 < self._told - self._kept[0] <= _MOST_TOLD

    def _on_turn(self) -> None:
        self.began_s = time.thread_time()
        self._told += 1


@cache
def _clock() -> _Clock:
    """One for the program: whoever is told of every turn takes of every turn."""
    return _Clock()
