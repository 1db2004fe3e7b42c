"""How long the UI thread is busy between two looks for what the user did."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, QTimer

FRAME_MS, COMMAND_MS = 16, 100
"""What takes longer shows as a stall."""

Work: TypeAlias = Callable[[], object]

_PATIENCE_S = 60
_BEAT_MS = 5
_QUIET_MS = 300


class Turn(NamedTuple):
    """What one turn took, in milliseconds: of the CPU time of its thread, and by the clock on the wall.

    CPU time comes first, and counts: what else runs on the machine must not count as a stall of ours.
    """

    cpu_ms: float
    wall_ms: float


class Turns(QObject):
    """Notes what each turn of the event loop of this thread takes."""

    def __init__(self) -> None:
        super().__init__()
        self._taken: list[Turn] = []
        self._last_cpu_s = self._last_wall_s = 0.0
        dispatcher = QAbstractEventDispatcher.instance()
        # Platforms differ in which of the two is told while nothing is waited for.
        dispatcher.awake.connect(self._on_turn)
        dispatcher.aboutToBlock.connect(self._on_turn)

    def _on_turn(self) -> None:
        cpu_s, wall_s = time.thread_time(), time.monotonic()
        taken = Turn((cpu_s - self._last_cpu_s) * 1000, (wall_s - self._last_wall_s) * 1000)
        self._taken.append(taken)
        self._last_cpu_s, self._last_wall_s = cpu_s, wall_s

    def of(self, work: Work, is_over: Callable[[], bool]) -> list[Turn]:
        """What the turns take from `work` on, which is done in one of them, until all that follows is over."""
        loop_for(_QUIET_MS)
        self._on_turn()
        self._taken.clear()
        QTimer.singleShot(0, work)
        loop_for(_QUIET_MS)
        loop_until(is_over)
        loop_for(_QUIET_MS)
        return list(self._taken)


def longest_ms(turns: Turns, work: Work) -> float:
    """The CPU time of the longest turn from `work` on, where nothing follows it in other threads."""
    return max(turns.of(work, lambda: True)).cpu_ms


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
