"""How a measurement is taken and told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One result, ours and the floor's, in `unit`, and the goal.

    `goal` bounds `ours / floor`, or `ours` itself where there is no floor; None where none was set.
    """

    name: str
    ours: float
    floor: float | None
    goal: float | None
    note: str = ""
    unit: str = "ms"

    @property
    def value(self) -> float:
        """What the goal bounds: the ratio, or our own figure."""
        return self.ours / self.floor if self.floor else self.ours

    @property
    def met(self) -> bool:
        """Whether the goal is reached, or there is none."""
        return self.goal is None or self.value <= self.goal

    def line(self) -> str:
        """One line of the report."""
        unit = "x" if self.floor else self.unit
        floor = f"{self.floor:9.3f} {self.unit:<3}" if self.floor else " " * 13
        goal = f"goal <= {self.goal:g} {unit}" if self.goal is not None else "no goal"
        verdict = "-" if self.goal is None else "met" if self.met else "MISSED"
        ours = f"{self.ours:9.3f} {self.unit:<3}"
        return (
            f"{self.name:<44} {ours}  floor {floor}  {self.value:7.2f} {unit:<3} {goal:<16} {verdict:<6}  {self.note}"
        ).rstrip()


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


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of `values` do not exceed."""
    return sorted(values)[max(0, round(len(values) * share) - 1)]
