"""How long the UI thread is busy between two looks for what the user did."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, QTimer

FRAME_MS = 16
"""What takes longer shows as a stall."""

_PATIENCE_S = 60
_BEAT_MS = 5
_QUIET_MS = 300


class Turns(QObject):
    """Notes the CPU time of each turn of the event loop of this thread, in milliseconds.

    CPU time of the thread, since what else runs on the machine must not count as a stall of ours.
    """

    def __init__(self) -> None:
        super().__init__()
        self._taken_ms: list[float] = []
        self._last_s = 0.0
        dispatcher = QAbstractEventDispatcher.instance()
        # Platforms differ in which of the two is told while nothing is waited for.
        dispatcher.awake.connect(self._on_turn)
        dispatcher.aboutToBlock.connect(self._on_turn)

    def _on_turn(self) -> None:
        now = time.thread_time()
        self._taken_ms.append((now - self._last_s) * 1000)
        self._last_s = now

    def of(self, work: Callable[[], object], is_over: Callable[[], bool]) -> list[float]:
        """What the turns take from `work` on, which is done in one of them, until all that follows is over."""
        loop_for(_QUIET_MS)
        self._taken_ms.clear()
        self._last_s = time.thread_time()
        QTimer.singleShot(0, work)
        loop_for(_QUIET_MS)
        loop_until(is_over)
        loop_for(_QUIET_MS)
        return list(self._taken_ms)


def loop_for(time_ms: int) -> None:
    """Let events happen for a while, as the program does: in one event loop."""
    loop = QEventLoop()
    QTimer.singleShot(time_ms, loop.quit)
    loop.exec()


def loop_until(is_so: Callable[[], bool]) -> None:
    """Let events happen until something is so. Raises `TimeoutError` after a minute."""
    end_s = time.monotonic() + _PATIENCE_S
    while not is_so():
        if time.monotonic() > end_s:
            raise TimeoutError
        loop_for(_BEAT_MS)
