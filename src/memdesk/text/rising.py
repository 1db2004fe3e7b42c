"""The longest increasing subsequence of some numbers: what can stay in place where the fewest are to move; pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def longest_rising(values: Sequence[int]) -> list[int]:
    """The places of one longest part of `values` that rises from each to the next, in order (patience sorting)."""
    tops: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        pile = bisect_left(tops, value)
        before.append(places[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [value]
        places[pile : pile + 1] = [place]
    rising: list[int] = []
    place = places[-1] if places else -1
    while place >= 0:
        rising.append(place)
        place = before[place]
    return rising[::-1]
