"""How a measurement is taken and told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One result: our median and the floor's, both in milliseconds, and the goal.

    `goal` bounds `ours / floor`, or `ours` itself (in ms) where `floor_ms` is None.
    """

    name: str
    ours_ms: float
    floor_ms: float | None
    goal: float
    note: str = ""

    @property
    def value(self) -> float:
        """What the goal bounds: the ratio, or the milliseconds."""
        return self.ours_ms / self.floor_ms if self.floor_ms else self.ours_ms

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.value <= self.goal

    def line(self) -> str:
        """One line of the report."""
        floor = f"{self.floor_ms:9.3f} ms" if self.floor_ms else "            "
        value = f"{self.value:6.2f} x " if self.floor_ms else f"{self.value:6.2f} ms"
        goal = f"<= {self.goal:g} {'x' if self.floor_ms else 'ms'}"
        verdict = "met" if self.met else "MISSED"
        return f"{self.name:<44} {self.ours_ms:9.3f} ms  floor {floor}  {value}  goal {goal:<10} {verdict}  {self.note}"


def interleaved(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Median milliseconds of each work, run in turn, so that a noisy moment hits all of them."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            begin = time.perf_counter()
            work()
            taken.append((time.perf_counter() - begin) * 1000)
    return [statistics.median(taken) for taken in times]
