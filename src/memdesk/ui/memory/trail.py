"""Where the user has been, for Back and Forward."""

from __future__ import annotations

from typing import NamedTuple


class Stop(NamedTuple):
    """A document, and the section of it that was looked at."""

    path: str
    key: str = ""
    occurrence: int = 0


class Trail:
    """A line of stops with a place on it, and one that is being gone to, which steps count from."""

    MOST = 200

    def __init__(self) -> None:
        self._stops: list[Stop] = []
        self._at = self._to = -1

    def visit(self, stop: Stop) -> None:
        """Go on to `stop`; what lay ahead is forgotten. The same document again is the same stop."""
        if self._at >= 0 and self._stops[self._at].path == stop.path:
            self._stops[self._at] = stop
        else:
            self._stops = [*self._stops[: self._at + 1], stop][-self.MOST :]
            self._at = len(self._stops) - 1
        self.stay()

    def ahead(self, by: int) -> list[tuple[int, Stop]]:
        """The stops on the way back (-1) or forward (1) and their places on the line, the nearest first."""
        end = len(self._stops) if by > 0 else -1
        return [(place, self._stops[place]) for place in range(self._to + by, end, by)]

    def set_out(self, place: int) -> None:
        """Take steps to count from this place on; it is being gone to."""
        self._to = place

    def arrive(self, place: int) -> None:
        """Be at this place."""
        self._at = self._to = place

    def stay(self) -> None:
        """Go nowhere."""
        self._to = self._at

    def can_step(self, by: int) -> bool:
        """Whether there is a stop that way."""
        return 0 <= self._to + by < len(self._stops)
