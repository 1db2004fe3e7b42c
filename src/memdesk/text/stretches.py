"""Finds which of many things, each with its span of a text, touch another span."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import itemgetter
from typing import Generic, TypeVar

from memdesk.text.edits import Span

Thing = TypeVar("Thing")

_FEW = 16
"""So many neighbours are looked at one by one sooner than by halves."""


class Stretches(Generic[Thing]):
    """Things and their spans, which may overlap and nest in any way.

    They are sorted by their starts, and of each half, recursively, it is known how far its spans reach. So a question
    takes as long as its answer is, not as long as there are things.
    """

    def __init__(self, things: Iterable[tuple[Span, Thing]]) -> None:
        numbered = [(number, *each) for number, each in enumerate(things)]
        self._things = sorted(numbered, key=itemgetter(1))
        self._starts = [span.start for _, span, _ in self._things]
        self._reached = list(accumulate((span.end for _, span, _ in self._things), max))
        self._furthest = [0] * len(self._things)
        self._measure(0, len(self._things))

    def touching(self, span: Span) -> list[Thing]:
        """Those that share a character with `span`, in the order in which they were given."""
        first, behind = bisect_right(self._reached, span.start), bisect_left(self._starts, span.end)
        found = (
            [one for one in self._things[first:behind] if _touch(one[1], span)]
            if behind - first <= _FEW
            else list(self._touching(span, 0, len(self._things)))
        )
        found.sort(key=itemgetter(0))
        return [thing for _, _, thing in found]

    def _measure(self, low: int, high: int) -> int:
        if low >= high:
            return 0
        middle = (low + high) // 2
        below = max(self._measure(low, middle), self._measure(middle + 1, high))
        self._furthest[middle] = max(self._things[middle][1].end, below)
        return self._furthest[middle]

    def _touching(self, span: Span, low: int, high: int) -> Iterator[tuple[int, Span, Thing]]:
        middle = (low + high) // 2
        if low >= high or self._furthest[middle] <= span.start:
            return
        yield from self._touching(span, low, middle)
        own = self._things[middle][1]
        if own.start < span.end:
            if _touch(own, span):
                yield self._things[middle]
            yield from self._touching(span, middle + 1, high)


def _touch(one: Span, other: Span) -> bool:
    return max(one.start, other.start) < min(one.end, other.end)
