"""Collects reference cycles in the UI thread alone, in steps too short to notice, however many objects there are.

Python's own way goes through objects in whatever thread made the last of many. Where that is a worker, a widget or
another object of Qt that nobody refers to any more is destroyed there, while the UI thread may be painting it: the
program crashes, once in a thousand runs. Nor does another thread run meanwhile: half a second for the entries of a
very large memory. Here only a timer of the UI thread looks; objects that came in very great number are set aside, and
what came since is looked at often, before it is much.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from memdesk.services.machine.allocator import give_back, share_arenas
from memdesk.ui.timers import repeating

EVERY_MS = 250
FULL_EVERY_S = 10.0
"""So often everything is looked at, at most: what was set aside while it lived may be done with."""
_REST_PER_WORK, _REST_PER_WORK_AWAY = 500, 200
"""Where that takes long it rests so many times as long; less where the user works in another window."""
_LOOKS_AT_REST, _RESTING_S = 4, 0.005
"""All is gone through when the UI thread has worked for less than this between so many looks in a row: nobody types."""
_LONGEST_WAIT_S, _MOST_WAITS = 100.0, 2
"""Nor is that waited for longer than this, or so many times the rest: what is done with would split the heap."""
_FEWEST_YOUNG, _MOST_YOUNG = 700, 42_000
"""Fewer objects than this since are not worth going through; going through more than that would be felt."""


class Cycles(QObject):
    """The way in which this process looks for cycles, from `start` to `stop`. `is_away` says that nobody looks.

    `clock` tells seconds, and `worked` for how many of them the UI thread has worked.
    """

    def __init__(
        self,
        is_away: Callable[[], bool],
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(parent)
        self._is_away = is_away
        self._clock = clock
        self._worked = worked
        self._worked_s = 0.0
        self._looks_at_rest = 0
        self._full_s = self._taken_s = 0.0
        self._lived = 0
        """So many, at most, lived on since objects were set aside; the next look goes through them again."""
        self._is_pythons = False
        self._timer = repeating(self, EVERY_MS, self.look)

    def start(self) -> None:
        """Look for cycles from now on, in what is made from now on.

        What is there was made to stay. It is gone through with all else when it is time, not now: that would take
        longer than all that is left to do before the window can answer.
        """
        self._is_pythons = gc.isenabled()
        gc.disable()
        share_arenas()
        self._full_s = self._clock()
        self._set_aside()
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again, where Python did it before."""
        self._timer.stop()
        gc.unfreeze()
        if self._is_pythons:
            gc.enable()

    def look(self) -> None:
        """Go through what came since objects were set aside the last time; where that is very much, set it aside."""
        young = gc.get_count()[0]
        self._note_rest()
        if self._is_full_due():
            self.look_at_all()
        elif self._lived + young > _MOST_YOUNG:
            self._set_aside()
        elif young > _FEWEST_YOUNG:
            self._lived += max(0, young - gc.collect())
        self._worked_s = self._worked()

    def _note_rest(self) -> None:
        is_at_rest = self._worked() - self._worked_s < _RESTING_S
        self._looks_at_rest = self._looks_at_rest + 1 if is_at_rest else 0

    def _is_full_due(self) -> bool:
        rest = _REST_PER_WORK_AWAY if self._is_away() else _REST_PER_WORK
        least_s, gone_s = max(FULL_EVERY_S, rest * self._taken_s), self._clock() - self._full_s
        is_at_rest = self._looks_at_rest >= _LOOKS_AT_REST
        return gone_s >= (least_s if is_at_rest else max(_LONGEST_WAIT_S, _MOST_WAITS * least_s))

    def look_at_all(self) -> None:
        """Go through everything now."""
        self._full_s, began_s = self._clock(), self._worked()
        gc.unfreeze()
        gc.collect()
        give_back()
        self._taken_s = self._worked() - began_s
        self._set_aside()

    def _set_aside(self) -> None:
        self._lived = 0
        gc.freeze()
