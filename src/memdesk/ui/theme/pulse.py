"""The one slow beat behind every "agent is writing" mark."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QObject, Signal

from memdesk.ui.timers import repeating

_TICK_MS = 100
_FAINTEST = 0.55
# A mark that no repaint reached for so many ticks is scrolled away, closed or covered.
_QUIET_TICKS = 3


class Pulse(QObject):
    """One timer for all pulsing marks. It runs only while somebody paints one.

    A painter asks `opacity()` each time it draws a mark, and repaints that mark on `ticked`. When nothing asks any
    more the timer stops; the next paint starts it again.
    """

    ticked = Signal()
    """The opacity has changed: repaint what pulses."""

    def __init__(self, period_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.animated = True
        self._period_s = period_ms / 1000
        self._quiet_ticks = 0
        self._timer = repeating(self, _TICK_MS, self._on_timeout)

    @property
    def running(self) -> bool:
        """Whether the timer is awake."""
        return self._timer.isActive()

    def opacity(self) -> float:
        """How strongly to paint a mark now: 0.55 to 1; always 1 where nothing may move."""
        if not self.animated:
            return 1.0
        self._quiet_ticks = 0
        if not self._timer.isActive():
            self._timer.start()
        phase = time.monotonic() % self._period_s / self._period_s
        return (1 + _FAINTEST) / 2 + (1 - _FAINTEST) / 2 * math.cos(math.tau * phase)

    def _on_timeout(self) -> None:
        self._quiet_ticks += 1
        if self._quiet_ticks > _QUIET_TICKS or not self.animated:
            self._timer.stop()
            return
        self.ticked.emit()
