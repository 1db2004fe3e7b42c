"""Where the user has been, for Back and Forward."""

from __future__ import annotations

from typing import NamedTuple


class Stop(NamedTuple):
    """A document, and the section of it that was looked at."""

    path: str
    key: str = ""
    occurrence: int = 0


class Trail:
    """A line of stops with a place on it."""

    MOST = 200

    def __init__(self) -> None:
        self._stops: list[Stop] = []
        self._at = -1

    def visit(self, stop: Stop) -> None:
        """Go on to `stop`; what lay ahead is forgotten. The same document again is the same stop."""
        if self._at >= 0 and self._stops[self._at].path == stop.path:
            self._stops[self._at] = stop
            return
        self._stops = [*self._stops[: self._at + 1], stop][-self.MOST :]
        self._at = len(self._stops) - 1

    def step(self, by: int) -> Stop | None:
        """Go back (-1) or forward (1); None at the end of the line."""
        if not 0 <= self._at + by < len(self._stops):
            return None
        self._at += by
        return self._stops[self._at]

    def can_step(self, by: int) -> bool:
        """Whether there is a stop that way."""
        return 0 <= self._at + by < len(self._stops)
