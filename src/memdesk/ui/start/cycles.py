"""Looking for cycles without a stop that anybody sees, however much is in memory.

Python's own way goes through all objects, in whatever thread made the last of many, and no other thread runs
meanwhile: half a second for the entries of a very large memory. Here objects that came in very great number are set
aside, and what came since is looked at often, before it is much.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from memdesk.ui.timers import repeating

EVERY_MS = 250
FULL_EVERY_S = 10.0
"""So often everything is looked at, at most: what was set aside while it lived may be done with."""
_REST_PER_WORK, _REST_PER_WORK_AWAY = 500, 200
"""Where that takes long it rests so many times as long; less where the user works in another window."""
_MOST_YOUNG = 6
"""After more runs than this through the young objects (7,000 each) since, going through them would be felt."""
_NEVER = 1_000_000


class Cycles(QObject):
    """The way in which this process looks for cycles, from `start` to `stop`. `is_away` says that nobody looks."""

    def __init__(
        self, is_away: Callable[[], bool], parent: QObject, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._is_away = is_away
        self._clock = clock
        self._full_s = self._taken_s = 0.0
        self._before = gc.get_threshold()
        self._timer = repeating(self, EVERY_MS, self.look)

    def start(self) -> None:
        """Look for cycles again, in what is made from now on: what is there was made to stay."""
        self._look_at_all()
        self._before = gc.get_threshold()
        gc.set_threshold(self._before[0], self._before[1], _NEVER)
        gc.enable()
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def look(self) -> None:
        """Go through what came since objects were set aside the last time; where that is very much, set it aside."""
        young = gc.get_count()[2]
        if self._is_full_due():
            self._look_at_all()
        elif young > _MOST_YOUNG:
            gc.freeze()
        elif young:
            gc.collect()

    def _is_full_due(self) -> bool:
        rest = _REST_PER_WORK_AWAY if self._is_away() else _REST_PER_WORK
        return self._clock() - self._full_s >= max(FULL_EVERY_S, rest * self._taken_s)

    def _look_at_all(self) -> None:
        self._full_s, began = self._clock(), time.thread_time()
        gc.unfreeze()
        gc.collect()
        self._taken_s = time.thread_time() - began
        gc.freeze()
