"""Time that passes only where somebody waits or works, so that a race runs again, step by step, by its seed."""

from __future__ import annotations

import heapq
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar
from unittest.mock import patch

_TICK_S = 1e-6
"""What a look at the clock takes: who looks until a time has come would else look for ever."""
_PACES = (1, 1, 1, 1, 8)
"""How much longer a step takes now and then than it mostly does."""
_STALL_S = (1.0, 20.0)
"""So long a machine that is busy with other things keeps our side from going on: longer than a save is watched, too."""

P = ParamSpec("P")
R = TypeVar("R")


class VirtualTime:
    """A clock, and agents that act while it goes on: each is an iterator of the seconds until its next step.

    `stalls` is the chance that our side stalls at a step of a save.
    """

    def __init__(self, chance: random.Random, stalls: float = 0.0) -> None:
        self.now_s = 0.0
        self._chance = chance
        self._stalls = stalls
        self._waiting: list[tuple[float, int, Iterator[float]]] = []
        self._count = itertools.count()
        self._is_stepping = False

    @property
    def is_anybody_at_work(self) -> bool:
        """Whether an agent has not come to its end."""
        return bool(self._waiting)

    def start(self, agent: Iterator[float]) -> None:
        """Let an agent begin now."""
        heapq.heappush(self._waiting, (self.now_s, next(self._count), agent))

    def monotonic(self) -> float:
        """What `time.monotonic` is meanwhile."""
        if not self._is_stepping:
            self.now_s += _TICK_S
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """What `time.sleep` is meanwhile: agents make the steps that are due until then."""
        end = self.now_s + max(seconds, 0.0)
        while self._waiting and self._waiting[0][0] <= end:
            due_s, _, agent = heapq.heappop(self._waiting)
            self.now_s = max(self.now_s, due_s)
            wait_s = self._step(agent)
            if wait_s is not None:
                heapq.heappush(self._waiting, (self.now_s + wait_s, next(self._count), agent))
        self.now_s = max(self.now_s, end)

    def _step(self, agent: Iterator[float]) -> float | None:
        self._is_stepping = True
        try:
            return next(agent, None)
        finally:
            self._is_stepping = False

    def work(self, most_s: float) -> None:
        """So long something of ours takes at most, or now and then some times longer."""
        self.sleep(self._chance.uniform(0, most_s) * self._chance.choice(_PACES))
        self.stall(self._stalls)

    def stall(self, chance: float) -> None:
        """Nothing of ours goes on for long, with this chance."""
        if chance and self._chance.random() < chance:
            self.sleep(self._chance.uniform(*_STALL_S))

    def taking(self, function: Callable[P, R], before_s: float, after_s: float) -> Callable[P, R]:
        """`function`, with time for others before it and after it."""

        @wraps(function)
        def slow(*args: P.args, **kwargs: P.kwargs) -> R:
            self.work(before_s)
            try:
                return function(*args, **kwargs)
            finally:
                self.work(after_s)

        return slow

    @contextmanager
    def instead_of_the_clock(self) -> Iterator[None]:
        """For as long as nobody else in this process asks for the time."""
        with patch.object(time, "monotonic", self.monotonic), patch.object(time, "sleep", self.sleep):
            yield
