"""Brings texts together that may be alike, without looking at each with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from memdesk.text.vocabulary import Numbering, Vocabulary
from memdesk.text.wording import is_value

_CROWD = 48
"""So many texts that share a pair of words are not compared with each other, but parted by a third word first."""
_NEIGHBOURS = 6
_PATTERN = 8
"""So many texts that have all telling words in common follow a pattern: they meet only where their values are equal."""
_LEAST_SHARED = 0.5
"""Texts that have less than this share of the words of the longer one in common are not looked at."""
_LEAST_WEIGHT = 0.5
"""In a crowd, those are not either that have less than this share of the weight of their words in common."""
_BATCH = 1000


class Meeting:
    """Texts by the numbers of their words."""

    def __init__(self, words: Sequence[Sequence[str]], vocabulary: Vocabulary) -> None:
        numbering = Numbering(vocabulary)
        self._words = words
        self._sets = [numbering.of(one) for one in words]
        first = numbering.first_shared
        self._features = [
            _features(sorted([number for number in one if number >= first]), len(one)) for one in self._sets
        ]
        self._size = numbering.size
        self._numbering = numbering
        self._done: set[int] = set()
        """The patterns and the crowds that were gone through: they come back with each pair of their words."""

    def candidates(self, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[tuple[int, int]]:
        """The texts that share rare words and half of all, each pair once, the lower number first.

        No more once `is_wanted` says no.
        """
        seen: set[int] = set()
        sets, count = self._sets, len(self._sets)
        for asked, bucket in enumerate(self._buckets()):
            if asked % _BATCH == _BATCH - 1 and not is_wanted():
                return
            for at, one in enumerate(bucket):
                mine = sets[one]
                for other in bucket[at + 1 : at + 1 + _CROWD]:
                    pair = one * count + other
                    if pair in seen:
                        continue
                    seen.add(pair)
                    theirs = sets[other]
                    if len(mine & theirs) >= _LEAST_SHARED * max(len(mine), len(theirs)):
                        yield one, other

    def _buckets(self) -> Iterator[Sequence[int]]:
        first: dict[int, int] = {}
        buckets: dict[int, list[int]] = {}
        size = self._size
        for number, rare in enumerate(self._features):
            keys = [one * size + other for one, other in combinations(rare, 2)] or [-1 - one for one in rare]
            for key in keys:
                before = first.setdefault(key, number)
                # Most pairs of words are in one text only: those never cost a list.
                if before != number:
                    if key in buckets:
                        buckets[key].append(number)
                    else:
                        buckets[key] = [before, number]
        for key, bucket in buckets.items():
            if len(bucket) <= _CROWD:
                yield bucket
            elif self._is_new(bucket):
                yield from self._parted(bucket, divmod(key, size) if key >= 0 else (-1, -1))

    def _is_new(self, crowd: Sequence[int]) -> bool:
        before = len(self._done)
        self._done.add(hash(tuple(crowd)))
        return len(self._done) > before

    def _parted(self, bucket: Sequence[int], pair: tuple[int, int]) -> Iterator[Sequence[int]]:
        """A crowd by the third word; of a crowd that is left, each with those that are most like it in spelling."""
        by_set: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        for number in bucket:
            by_set[self._sets[number]].append(number)
        crowd: list[int] = []
        for members in by_set.values():
            if len(members) <= _PATTERN:
                crowd += members
            else:
                crowd.append(members[0])
                yield from self._of_pattern(members)
        crowd.sort()
        parts: defaultdict[int, list[int]] = defaultdict(list)
        for number in crowd:
            for word in self._features[number]:
                if word not in pair:
                    parts[word].append(number)
        for part in (*parts.values(), crowd):
            if 1 < len(part) <= _CROWD:
                yield part
            elif len(part) > 1 and self._is_new([-1, *part]):
                yield from self._neighbours(part)

    def _of_pattern(self, members: Sequence[int]) -> Iterator[Sequence[int]]:
        """Of texts that follow one pattern those that have the same values."""
        if not self._is_new([-2, *members]):
            return
        by_values: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        for number in members:
            by_values[frozenset(filter(is_value, self._words[number]))].append(number)
        for same in by_values.values():
            if len(same) <= _CROWD:
                yield same
            else:
                yield from self._neighbours(same)

    def _neighbours(self, part: Sequence[int]) -> Iterator[Sequence[int]]:
        ordered = sorted(part, key=lambda number: sorted(self._sets[number]))
        for at, one in enumerate(ordered):
            for other in ordered[at + 1 : at + 1 + _NEIGHBOURS]:
                if self._weighs_enough(one, other):
                    yield sorted((one, other))

    def _weighs_enough(self, one: int, other: int) -> bool:
        """Whether what both share is more than what all of a crowd share."""
        mine, theirs = self._sets[one], self._sets[other]
        weight = self._numbering.weights.__getitem__
        shared, apart = sum(map(weight, mine & theirs)), sum(map(weight, mine ^ theirs))
        return apart <= _LEAST_WEIGHT * (apart + 2 * shared)


def _features(rarest: Sequence[int], length: int) -> tuple[int, ...]:
    """So many of the rarest words that two texts have two of them in common, where a fifth of each is its own."""
    return tuple(rarest[: 5 if length <= 12 else 6 if length <= 18 else 8 if length <= 28 else 10])
