"""The order in which Go's `sort.Slice` leaves items.

It is not stable, yet always the same for the same items, so which of two equal ones comes first can be told: up to 12
items keep their order, more do not. The algorithm is pattern-defeating quicksort as Go has it since 1.22.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Generic, TypeVar

Item = TypeVar("Item")

_MOST_INSERTED = 12
_FEWEST_FOR_NINTHER = 50
_MOST_PIVOT_SWAPS = 12
_MOST_SHIFTS = 5
_FEWEST_SHIFTED = 50
_SIXTY_FOUR_BITS = (1 << 64) - 1


def sort_slice(items: Iterable[Item], less: Callable[[Item, Item], bool]) -> list[Item]:
    """`items` sorted as Go's `sort.Slice` does it; `less` says whether its first argument goes first."""
    run = _Slice(list(items), less)
    run.sort(0, len(run.items), len(run.items).bit_length())
    return run.items


class _Order(Enum):
    """What the choice of a pivot found out about a range."""

    UNKNOWN = "unknown"
    INCREASING = "increasing"
    DECREASING = "decreasing"


class _Slice(Generic[Item]):
    """Items while they are sorted, in place. Ranges are from `a` up to, not including, `b`."""

    def __init__(self, items: list[Item], less: Callable[[Item, Item], bool]) -> None:
        self.items = items
        self._is_less = less

    def less(self, i: int, j: int) -> bool:
        """Whether the item at `i` goes before the one at `j`."""
        return self._is_less(self.items[i], self.items[j])

    def swap(self, i: int, j: int) -> None:
        """Let two items change places."""
        self.items[i], self.items[j] = self.items[j], self.items[i]

    def sort(self, a: int, b: int, limit: int) -> None:
        """Sort a range; after `limit` bad pivots by a heap."""
        was_balanced = was_partitioned = True
        while b - a > _MOST_INSERTED:
            length = b - a
            if limit == 0:
                self._heap_sort(a, b)
                return
            if not was_balanced:
                self._break_patterns(a, b)
                limit -= 1
            pivot, order = self._choose_pivot(a, b)
            if order is _Order.DECREASING:
                self.items[a:b] = self.items[a:b][::-1]
                pivot, order = (b - 1) - (pivot - a), _Order.INCREASING
            is_likely_sorted = was_balanced and was_partitioned and order is _Order.INCREASING
            if is_likely_sorted and self._finish_nearly_sorted(a, b):
                return
            if a > 0 and not self.less(a - 1, pivot):
                a = self._partition_equal(a, b, pivot)
                continue
            middle, was_partitioned = self._partition(a, b, pivot)
            left, right = middle - a, b - middle
            was_balanced = min(left, right) >= length // 8
            if left < right:
                self.sort(a, middle, limit)
                a = middle + 1
            else:
                self.sort(middle + 1, b, limit)
                b = middle
        self._insertion_sort(a, b)

    def _insertion_sort(self, a: int, b: int) -> None:
        for i in range(a + 1, b):
            j = i
            while j > a and self.less(j, j - 1):
                self.swap(j, j - 1)
                j -= 1

    def _heap_sort(self, a: int, b: int) -> None:
        size = b - a
        for root in range((size - 1) // 2, -1, -1):
            self._sift_down(root, size, a)
        for last in range(size - 1, -1, -1):
            self.swap(a, a + last)
            self._sift_down(0, last, a)

    def _sift_down(self, root: int, size: int, first: int) -> None:
        while (child := 2 * root + 1) < size:
            if child + 1 < size and self.less(first + child, first + child + 1):
                child += 1
            if not self.less(first + root, first + child):
                return
            self.swap(first + root, first + child)
            root = child

    def _partition(self, a: int, b: int, pivot: int) -> tuple[int, bool]:
        """Bring what goes before the pivot in front of it; where the pivot is then, and whether all was so before."""
        self.swap(a, pivot)
        i, j = self._meet(a, a + 1, b - 1)
        if i > j:
            self.swap(j, a)
            return j, True
        while i <= j:
            self.swap(i, j)
            i, j = self._meet(a, i + 1, j - 1)
        self.swap(j, a)
        return j, False

    def _meet(self, pivot: int, i: int, j: int) -> tuple[int, int]:
        """The next items from both ends that stand on the wrong side of the pivot; past each other where none does."""
        while i <= j and self.less(i, pivot):
            i += 1
        while i <= j and not self.less(j, pivot):
            j -= 1
        return i, j

    def _partition_equal(self, a: int, b: int, pivot: int) -> int:
        """Bring what equals the pivot to the front of a range that holds nothing before it; where the rest starts."""
        self.swap(a, pivot)
        i, j = a + 1, b - 1
        while True:
            while i <= j and not self.less(a, i):
                i += 1
            while i <= j and self.less(a, j):
                j -= 1
            if i > j:
                return i
            self.swap(i, j)
            i, j = i + 1, j - 1

    def _finish_nearly_sorted(self, a: int, b: int) -> bool:
        """Shift a few items that stand wrong; whether the range is sorted then."""
        i = a + 1
        for _ in range(_MOST_SHIFTS):
            while i < b and not self.less(i, i - 1):
                i += 1
            if i == b:
                return True
            if b - a < _FEWEST_SHIFTED:
                return False
            self.swap(i, i - 1)
            if i - a >= 2:
                self._shift(range(i - 1, 0, -1))
            if b - i >= 2:
                self._shift(range(i + 1, b))
        return False

    def _shift(self, places: range) -> None:
        for j in places:
            if not self.less(j, j - 1):
                return
            self.swap(j, j - 1)

    def _break_patterns(self, a: int, b: int) -> None:
        """Scatter three items, by a sequence that looks random and depends on the length alone."""
        length = random = b - a
        if length < 8:
            return
        mask = (1 << length.bit_length()) - 1
        middle = a + length // 4 * 2
        for place in range(middle - 1, middle + 2):
            random ^= random << 13 & _SIXTY_FOUR_BITS
            random ^= random >> 7
            random ^= random << 17 & _SIXTY_FOUR_BITS
            other = random & mask
            self.swap(place, a + (other - length if other >= length else other))

    def _choose_pivot(self, a: int, b: int) -> tuple[int, _Order]:
        """A place that is likely in the middle of the order, and what looking for it told."""
        quarter, swaps = (b - a) // 4, [0]
        i, j, k = a + quarter, a + quarter * 2, a + quarter * 3
        if b - a >= _FEWEST_FOR_NINTHER:
            i, j, k = (self._median(place - 1, place, place + 1, swaps) for place in (i, j, k))
        j = self._median(i, j, k, swaps)
        if swaps[0] == 0:
            return j, _Order.INCREASING
        return j, _Order.DECREASING if swaps[0] == _MOST_PIVOT_SWAPS else _Order.UNKNOWN

    def _median(self, a: int, b: int, c: int, swaps: list[int]) -> int:
        """Which of three places has the item in the middle; `swaps` counts how often two stood the wrong way."""
        a, b = self._in_order(a, b, swaps)
        b, c = self._in_order(b, c, swaps)
        a, b = self._in_order(a, b, swaps)
        return b

    def _in_order(self, a: int, b: int, swaps: list[int]) -> tuple[int, int]:
        if self.less(b, a):
            swaps[0] += 1
            return b, a
        return a, b
