"""Which pairs of texts may be alike, found without comparing each text with every other one.

Texts that may be alike share rare words. An index from pairs of words to texts brings them together; what many texts
have in common (a *crowd*) is parted by further words first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations
from operator import xor
from types import MappingProxyType

from memdesk.text.vocabulary import Numbering, Vocabulary
from memdesk.text.wording import is_unspaced, values_of

_CROWD = 48
"""So many texts that share a pair of words are not compared with each other, but parted by a third word first."""
_NEIGHBOURS = 6
_PATTERN = 8
"""So many texts that have all telling words in common but those that no other text has follow a pattern.

They meet only where their values are equal.
"""
_MOST_SLOTS = 2
"""So many words beside those that the texts of a pattern share may be any, also such as texts elsewhere have."""
_LEAST_WORDED, _LEAST_OPEN = 8, 2 / 3
"""In a text of so many words, such a share of which is another word in some other text each, none of them fills a slot.

In a pattern, the words that are others are always the same few.
"""
_LEAST_SHARED = 0.5
"""Texts that have less than this share of the words of the longer one in common are not looked at."""
_MOST_APART, _SPARE, _SPARE_UNSPACED = 0.25, 1.5, 3.0
"""Nor are texts that have more words for themselves than this share of all, and a few that are names or misspelt.

Where the slots of a pattern are a larger share, its texts are not alike by what they share, and may be by the rest.
"""
_LEAST_WEIGHT = 0.5
"""In a crowd, those are not either that have less than this share of the weight of their words in common."""
_MOST_VALUES = 8
_MOST_OTHER_VALUES = 3
_BATCH = 1000
_NO_VALUES: frozenset[str] = frozenset()


class CandidatePairs:
    """The texts of `words`, indexed by their rare words; `vocabulary` tells how rare a word is."""

    def __init__(self, words: Sequence[Sequence[str]], vocabulary: Vocabulary) -> None:
        numbering = Numbering(vocabulary)
        self._words = words
        self._sets = [numbering.of(one) for one in words]
        first = numbering.first_shared
        self._first_shared = first
        self._features = [_features(sorted(one), first) for one in self._sets]
        values = values_of(vocabulary.frequency)
        self._values = [_NO_VALUES if values.isdisjoint(one) else values.intersection(one) for one in words]
        self._size = numbering.size
        self._numbering = numbering
        self._mixed = [hash((number,)) for number in range(numbering.size)]
        self._slots: frozenset[int] = frozenset()
        self._wordings: dict[int, None] = {}
        """Of many texts that say one thing, each with one that has just the usual words: two texts as one number."""
        self._frame_of: dict[int, frozenset[int]] = {}
        """The frames of texts, see `_frame`, as far as they were asked for."""
        self._frames: set[int] = set()
        """What the texts of each pattern with two slots share."""
        self._pattern_of: dict[int, int] = {}
        """The texts of patterns with two slots, by what they share: those of one need not meet outside of it."""
        self._groups: list[Sequence[int]] = []
        """Few texts each, that are compared each with each."""
        self._same: list[Sequence[int]] = []
        """Of one pattern or of several, those that have the same words or values."""
        self._left: list[tuple[Sequence[int], frozenset[int]]] = []
        """Crowds that nothing parts, with the words that are usual in them."""
        self._done: set[int] = set()
        """The patterns and the crowds that were gone through: they come back with each pair of their words."""

    def find(
        self,
        is_wanted: Callable[[], bool] = lambda: True,
        standing: Mapping[int, int] = MappingProxyType({}),
    ) -> Iterator[tuple[int, int]]:
        """The texts that share rare words and half of all, each pair once, the lower number first.

        Of texts with the same `standing`, which may change between two pairs, no more are told; nor is anything once
        `is_wanted` says no.
        """
        pairs, crowds = self._met()
        crowded = frozenset(chain.from_iterable(crowd for crowd in crowds.values() if len(crowd) > _PATTERN))
        self._find_slots(crowded)
        # All patterns are known before the first pair is looked at.
        for asked, (key, crowd) in enumerate(crowds.items()):
            if asked % _BATCH == _BATCH - 1 and not is_wanted():
                return
            self._part(key, crowd)
        self._same += self._with_same_values(crowded)
        seen: set[int] = set()
        count = len(self._sets)
        room = list(map(_room, self._words))
        everything = chain(
            self._wordings,
            self._of_two_patterns(pairs.values()),
            self._pairs_of(self._same, (standing,)),
            self._pairs_of(self._groups, (self._pattern_of, standing)),
            self._neighbours(standing, seen),
        )
        for asked, pair in enumerate(everything):
            if asked % _BATCH == _BATCH - 1 and not is_wanted():
                return
            if pair not in seen:
                seen.add(pair)
                one, other = divmod(pair, count)
                if one in standing and standing[one] == standing.get(other):
                    continue
                if self._are_alike(one, other, room[one] + room[other]):
                    yield one, other

    def _are_alike(self, one: int, other: int, room: float) -> bool:
        mine, theirs = self._sets[one], self._sets[other]
        shared, length = len(mine & theirs), len(mine)
        if shared < _LEAST_SHARED * length or shared < _LEAST_SHARED * len(theirs):
            return False
        if length + len(theirs) - 2 * shared > room or self._have_other_values(one, other):
            return False
        is_one_apart = shared == length - 1 == len(theirs) - 1
        return not (is_one_apart and (self._slots or self._frames) and self._fill_a_slot(mine, theirs))

    def _have_other_values(self, one: int, other: int) -> bool:
        """Whether so many values are different that neither says what the other does, nor the contrary of it."""
        return len(self._values[one] ^ self._values[other]) > _MOST_OTHER_VALUES

    def _fill_a_slot(self, mine: frozenset[int], theirs: frozenset[int]) -> bool:
        """Whether the one word that only one of both has stands where many texts have each their own."""
        both = mine & theirs
        key = self._key(both)
        return key in self._slots or any(key ^ self._mixed[word] in self._frames for word in both)

    def _key(self, words: Iterable[int]) -> int:
        return reduce(xor, map(self._mixed.__getitem__, words), 0)

    def _find_slots(self, crowded: Iterable[int]) -> None:
        """By what is left of texts without one word: where many have that in common, the word fills a slot.

        But where each of the words is another one in some of the texts, all of them say one thing.
        """
        counts: Counter[int] = Counter()
        # Texts that have the same words fill no slot with a word of their own.
        sets: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        for number in crowded:
            sets[self._sets[number]].append(number)
        for words in sets:
            counts.update(self._without_one(words))
        slots = {key for key, count in counts.items() if count > _PATTERN}
        usual: dict[int, int] = {}
        for words, numbers in sets.items() if slots else ():
            if len(words) >= _LEAST_WORDED and not slots.isdisjoint(keys := self._without_one(words)):
                sides = [key for key in keys if counts[key] > 1]
                if len(sides) >= _LEAST_OPEN * len(words):
                    usual |= dict.fromkeys(sides, min(numbers))
        self._slots = frozenset(slots.difference(usual))
        for words, numbers in sets.items() if usual else ():
            for first in {usual[key] for key in self._without_one(words) if key in usual}:
                self._compare_with(first, numbers)

    def _without_one(self, words: frozenset[int]) -> list[int]:
        """The keys of what is left of some words without each of them."""
        key = self._key(words)
        return [key ^ self._mixed[word] for word in words]

    def _met(self) -> tuple[dict[int, int], dict[int, list[int]]]:
        """By each two rare words what has them: two texts, as one number, or more than two."""
        first: dict[int, int] = {}
        pairs: dict[int, int] = {}
        crowds: dict[int, list[int]] = {}
        size, count = self._size, len(self._sets)
        for number, rare in enumerate(self._features):
            keys = [one * size + other for one, other in combinations(rare, 2)] or [-1 - one for one in rare]
            for key in keys:
                before = first.setdefault(key, number)
                # Most pairs of words are in one text or two: those never cost a list.
                if before == number:
                    continue
                if key in crowds:
                    crowds[key].append(number)
                elif key in pairs:
                    crowds[key] = [*divmod(pairs.pop(key), count), number]
                else:
                    pairs[key] = before * count + number
        return pairs, crowds

    def _pairs_of(
        self, groups: Iterable[Sequence[int]], settled: Sequence[Mapping[int, int]]
    ) -> Iterator[int]:
        """Each text with each of its group, but for those that are in one class of a mapping of `settled`."""
        count = len(self._sets)
        for group in groups:
            for at, one in enumerate(group):
                others = group[at + 1 : at + 1 + _CROWD]
                for class_of in settled:
                    if one in class_of:
                        mine = class_of[one]
                        others = [other for other in others if class_of.get(other) != mine]
                yield from [one * count + other for other in others]

    def _of_two_patterns(self, pairs: Iterable[int]) -> Iterator[int]:
        """The pairs without those of one pattern with two slots."""
        pattern_of, count = self._pattern_of, len(self._sets)
        for pair in pairs:
            pattern = pattern_of.get(pair // count)
            if pattern is None or pattern != pattern_of.get(pair % count):
                yield pair

    def _part(self, key: int, crowd: Sequence[int]) -> None:
        """Note who of a crowd is compared with whom: those of a pattern are told apart first, then the others."""
        pattern = self._pattern_of.get(crowd[0])
        if pattern is not None and all(self._pattern_of.get(number) == pattern for number in crowd):
            return
        if not self._is_new(crowd):
            return
        if len(crowd) <= _PATTERN:
            self._groups.append(crowd)
        else:
            self._part_by_patterns(crowd, divmod(key, self._size) if key >= 0 else (-1, -1))

    def _with_same_values(self, crowded: Iterable[int]) -> Iterator[Sequence[int]]:
        """Few among many that have several values in common: all of them, or all but one where all words are the same.

        So what stands twice in a pattern is found where a word is missing, and what contradicts another of its lines.
        """
        alike: defaultdict[int, list[int]] = defaultdict(list)
        for number in sorted(crowded):
            values = self._values[number]
            if 1 < len(values) <= _MOST_VALUES:
                hashes = list(map(hash, values))
                whole, frame = reduce(xor, hashes), self._key(self._sets[number])
                alike[whole].append(number)
                for one in hashes:
                    alike[hash((whole ^ one, frame))].append(number)
        yield from (group for group in alike.values() if 1 < len(group) <= _PATTERN)

    def _frame(self, number: int) -> frozenset[int]:
        """The words of a text that others have, too: what stands in one alone fills the slot of a pattern."""
        found = self._frame_of.get(number)
        if found is None:
            words, first = self._sets[number], self._first_shared
            is_shared = min(words, default=0) >= first
            found = words if is_shared else frozenset([word for word in words if word >= first])
            self._frame_of[number] = found
        return found

    def _is_new(self, crowd: Sequence[int]) -> bool:
        before = len(self._done)
        self._done.add(hash(tuple(crowd)))
        return len(self._done) > before

    def _part_by_patterns(self, bucket: Sequence[int], pair: tuple[int, int]) -> None:
        """The patterns among many texts; then the others, with one text of each pattern.

        A text that has all `usual` words and few others fills the slots of their sentence; else it has a frame of its
        own.
        """
        usual = self._usual(bucket)
        by_frame: defaultdict[tuple[int, frozenset[int]], list[int]] = defaultdict(list)
        least = len(usual)
        for number in bucket:
            words = self._sets[number]
            slots = len(words) - least
            if 0 < slots <= _MOST_SLOTS and slots <= _MOST_APART * len(words) and usual <= words:
                by_frame[slots, usual].append(number)
            else:
                by_frame[0, self._frame(number)].append(number)
        if least >= _LEAST_WORDED:
            self._compare_with_usual(bucket, usual)
        crowd: list[int] = []
        for (slots, frame), members in by_frame.items():
            if len(members) <= _PATTERN:
                crowd += members
            else:
                crowd.append(members[0])
                if slots == _MOST_SLOTS:
                    self._frames.add(self._key(frame))
                    self._pattern_of.update(dict.fromkeys(members, self._key(frame)))
                self._part_pattern(members)
        crowd.sort()
        if len(crowd) <= _CROWD:
            self._groups.append(crowd)
        else:
            self._part_by_words(crowd, self._usual(crowd).union(pair))

    def _compare_with_usual(self, crowd: Sequence[int], usual: frozenset[int]) -> None:
        """Note those of a crowd that lack words of one text which has just the usual ones, to be compared with that."""
        first = next((number for number in crowd if self._sets[number] == usual), None)
        if first is not None:
            self._compare_with(first, [number for number in crowd if not usual <= self._sets[number]])

    def _compare_with(self, first: int, others: Iterable[int]) -> None:
        count = len(self._sets)
        # The crowds of each pair of words name the same texts.
        self._wordings |= dict.fromkeys(
            [min(first, other) * count + max(first, other) for other in others if other != first]
        )

    def _usual(self, crowd: Sequence[int]) -> frozenset[int]:
        """The words that more than half of the texts have."""
        counts = Counter(chain.from_iterable(self._sets[number] for number in crowd))
        half = len(crowd) / 2
        return frozenset([word for word, count in counts.items() if count > half])

    def _part_by_words(self, crowd: Sequence[int], usual: frozenset[int]) -> None:
        """A crowd by the third word; of a crowd that is left, each with those that are most like it in spelling."""
        parts: defaultdict[int, list[int]] = defaultdict(list)
        for number in crowd:
            for word in self._features[number]:
                if word not in usual:
                    parts[word].append(number)
        for part in (*parts.values(), crowd):
            if 1 < len(part) <= _CROWD:
                self._groups.append(part)
            elif len(part) > 1 and self._is_new([-1, *part]):
                self._left.append((part, usual))

    def _part_pattern(self, members: Sequence[int]) -> None:
        """Of texts that follow one pattern those that have the same words and the same values."""
        if not self._is_new([-2, *members]):
            return
        alike: defaultdict[tuple[frozenset[int], frozenset[str]], list[int]] = defaultdict(list)
        for number in members:
            alike[self._sets[number], self._values[number]].append(number)
        for same in alike.values():
            if len(same) > _CROWD:
                self._left.append((same, frozenset()))
            elif len(same) > 1:
                self._same.append(same)

    def _neighbours(self, standing: Mapping[int, int], seen: Container[int]) -> Iterator[int]:
        """Of what is left each text with those that are most like it in spelling, but for those that met already."""
        count = len(self._sets)
        # Crowds of the same texts are left again and again, each without a few of them.
        asked: set[tuple[int, frozenset[int]]] = set()
        for part, usual in self._left:
            ordered = sorted(part, key=lambda number: sorted(self._sets[number]))
            for at, one in enumerate(ordered):
                for other in ordered[at + 1 : at + 1 + _NEIGHBOURS]:
                    pair = one * count + other if one < other else other * count + one
                    if pair in seen or (one in standing and standing[one] == standing.get(other)):
                        continue
                    before = len(asked)
                    asked.add((pair, usual))
                    if len(asked) > before and self._weighs_enough(one, other, usual):
                        yield pair

    def _weighs_enough(self, one: int, other: int, usual: frozenset[int]) -> bool:
        """Whether both share enough beside what is usual in a crowd."""
        mine, theirs = self._sets[one], self._sets[other]
        weight = self._numbering.weights.__getitem__
        shared, apart = sum(map(weight, (mine & theirs) - usual)), sum(map(weight, mine ^ theirs))
        return apart <= _LEAST_WEIGHT * (apart + 2 * shared)


def _room(words: Sequence[str]) -> float:
    """How many words of its own a text may have, half of what both together may, to be judged at all."""
    is_in_pairs = bool(words) and is_unspaced(words[0])
    return _MOST_APART * len(words) + (_SPARE_UNSPACED if is_in_pairs else _SPARE)


def _features(rarest: Sequence[int], first_shared: int) -> tuple[int, ...]:
    """So many of the rarest words that two texts have two of them in common, where a fifth of each is its own."""
    start, length = bisect_left(rarest, first_shared), len(rarest)
    most = 5 if length <= 12 else 6 if length <= 18 else 8 if length <= 28 else 10
    return tuple(rarest[start : start + most])
