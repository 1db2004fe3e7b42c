"""Hints that are held back until no more arrive for a moment."""

from __future__ import annotations

import math

SETTLE_S = 0.1
"""How long it must be quiet before hints are acted on."""
PATIENCE_S = 0.5
"""How long hints wait at most while it never gets quiet."""


class SettlingHints:
    """Paths where something happened. Times are those of `time.monotonic`, in seconds. Not thread-safe."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._first_s = self._last_s = 0.0

    def add(self, path: str, now_s: float) -> None:
        """Something happened at `path`."""
        if not self._paths:
            self._first_s = now_s
        self._last_s = now_s
        self._paths.add(path)

    def clear(self) -> None:
        """Forget them all."""
        self._paths.clear()

    def __bool__(self) -> bool:
        return bool(self._paths)

    @property
    def due_s(self) -> float:
        """When the hints will have settled; infinite where there are none."""
        return min(self._last_s + SETTLE_S, self._first_s + PATIENCE_S) if self._paths else math.inf

    def take(self, now_s: float) -> frozenset[str]:
        """The paths, once they have settled; empty before that."""
        if now_s < self.due_s:
            return frozenset()
        taken, self._paths = frozenset(self._paths), set()
        return taken
