"""Reads the queue of Linux, and drops there what is written on and on and is no memory, such as transcripts.

Each event that passes wakes four threads. An agent that appends to a transcript eighty times a second would have them
take a tenth of a core for nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from watchdog.observers.inotify import InotifyWatchGroup
from watchdog.observers.inotify_c import InotifyEvent, InotifyFD

_PAUSE_S = 0.05
"""So long events gather while all of them are noise."""


class InotifyReader(InotifyFD):
    """Tells of no write to a file that is noise to all who watch its folder: `is_noise(watched folder, name)`."""

    def __init__(self, is_noise: Callable[[str, str], bool]) -> None:
        super().__init__()
        self._is_noise = is_noise

    def run(self) -> None:
        """Read and hand on until it is stopped."""
        while self.should_keep_running():
            wanted = [event for event in self.read_events() if self._is_wanted(event)]
            for event in wanted:
                self.handle_event(event)
            if not wanted:
                time.sleep(_PAUSE_S)

    def _is_wanted(self, event: InotifyEvent) -> bool:
        if not event.is_modify or not event.name:
            return True
        with self._lock:
            watch = self._watch_for_wd.get(event.wd)
            callbacks = list(watch.callbacks.values()) if watch is not None else []
        name = os.fsdecode(event.name)
        return not all(
            isinstance(one, InotifyWatchGroup) and self._is_noise(os.fsdecode(one.path), name)
            for one in callbacks
        )
