"""What follows the first paint, one thing after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from memdesk.ui.timers import repeating

_LOOK_MS = 10
MOST_S = 3.0
"""So long a step waits for the one before it, at most: agents may give the workers something to do without end."""


class OneByOne(QObject):
    """Takes `steps` in turn, each once what those before it began is done, as `is_done` says.

    Threads of Python take turns. All at once, each step would be late; so what the user sees first is done first.
    """

    def __init__(
        self,
        steps: Sequence[Callable[[], object]],
        is_done: Callable[[], bool],
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._steps = list(steps)
        self._is_done = is_done
        self._clock = clock
        self._until_s, self._was_done = 0.0, False
        self._timer = repeating(self, _LOOK_MS, self._look)

    def start(self) -> None:
        """Take the first step soon: what is to be painted now comes before it."""
        self._timer.start()

    @property
    def is_over(self) -> bool:
        """Whether every step was taken."""
        return not self._steps

    def stop(self) -> None:
        """Take no more."""
        self._steps.clear()
        self._timer.stop()

    def _look(self) -> None:
        was_done, self._was_done = self._was_done, self._is_done()
        # Between two looks the window paints what the step before has found.
        if (was_done and self._was_done) or self._clock() > self._until_s:
            self._step()

    def _step(self) -> None:
        self._was_done = False
        if self._steps:
            self._until_s = self._clock() + MOST_S
            self._steps.pop(0)()
        else:
            self._timer.stop()
