"""Which of many texts say the same, nearly the same, or the contrary, without comparing each with each.

Texts are brought together by pairs of their rarest words, in any order; misspelt words stand for what they were meant
to be. Values and negations are left out of that, so that a text meets the one that contradicts it. Whether two that
met are alike is judged by `Vocabulary.compare`, here and in `lookup`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from memdesk.text.contradictions import Finding, Verdict, judge
from memdesk.text.statement import Statement
from memdesk.text.vocabulary import Numbering, Vocabulary
from memdesk.text.wording import event_stamp, words_of

_CROWD = 48
"""So many texts that share a pair of words are not compared with each other, but parted by a third word first."""
_NEIGHBOURS = 6
_LEAST_SHARED = 0.5
"""Texts that have less than this share of the words of the longer one in common are not looked at."""
_BATCH = 1000
_SHOWN_WORDS = 5


class Kind(StrEnum):
    """What a group of texts is."""

    EXACT = "exact"
    NEAR = "near"
    CONTRADICTION = "contradiction"


class Alikes(NamedTuple):
    """Texts that belong together, by their numbers. `shared` are the rarest words they have in common.

    `differing` are, for each text, the words that not all have; `score` is the lowest of all compared, from 0 to 1.
    """

    kind: Kind
    members: tuple[int, ...]
    score: float
    shared: tuple[str, ...] = ()
    differing: tuple[tuple[str, ...], ...] = ()


class Shared(NamedTuple):
    """What two texts have in common: a share of the words, from 0 to 1, and whether they are the same in one order."""

    share: float
    is_same: bool


def exact_groups(texts: Iterable[str]) -> dict[str, list[int]]:
    """The numbers of the texts by what they say, normalised: one pass over all of them."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        groups[" ".join(words_of(text))].append(number)
    return groups


def _events_apart(texts: Sequence[str], numbers: list[int]) -> list[list[int]]:
    """Texts that say the same, apart where they tell of events of other times."""
    if len(numbers) == 1:
        return [numbers]
    events: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        events[event_stamp(texts[number])].append(number)
    return list(events.values())


class Similarity:
    """Finds what is alike in a list of texts, and remembers from one call to the next what it has judged."""

    def __init__(self) -> None:
        self._judged: dict[tuple[str, str], Finding | None] = {}
        self._vocabulary = Vocabulary()

    def compare(self, one: str, other: str) -> Shared | None:
        """What two texts have in common that say the same or nearly; None for others.

        Judged among the texts of the last `find`, as that does it.
        """
        left, right = (Statement(text, words_of(text)) for text in (one, other))
        if left.words == right.words:
            return Shared(1.0, is_same=True) if left.words and left.event == right.event else None
        found = self._vocabulary.compare(left, right)
        if found is None or found.verdict is not Verdict.NEAR:
            return None
        return Shared(found.score, is_same=False)

    def find(self, texts: Sequence[str], is_wanted: Callable[[], bool] = lambda: True) -> list[Alikes]:
        """All groups: the exact ones first, then the near ones, then contradictions; best first.

        Nothing once `is_wanted` says no.
        """
        if not is_wanted():
            return []
        groups = _Groups(texts)
        if not is_wanted():
            return []
        meeting = _Meeting(groups)
        pairs: list[tuple[int, int, Finding]] = []
        judged: dict[tuple[str, str], Finding | None] = {}
        statements: dict[int, Statement] = {}
        for count, (one, other) in enumerate(meeting.candidates()):
            if count % _BATCH == 0 and not is_wanted():
                return []
            key = (groups.firsts[one], groups.firsts[other])
            for number in (one, other):
                if number not in statements:
                    statements[number] = Statement(groups.firsts[number], groups.words[number])
            mine, theirs = statements[one], statements[other]
            found = self._judged[key] if key in self._judged else judge(mine, theirs)
            judged[key] = found
            if found is not None and groups.vocabulary.confirms(mine, theirs, found):
                pairs.append((one, other, found))
        self._judged, self._vocabulary = judged, groups.vocabulary
        return list(_Grouping(groups, pairs).groups())


class _Groups:
    """The texts that say the same, as one each: their numbers, their words, and what the first of them is."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.members: list[list[int]] = []
        # Tuples of words and of numbers are nothing that Python would go through to look for cycles.
        self.words: list[tuple[str, ...]] = []
        said = exact_groups(texts)
        said.pop("", None)
        apart: list[tuple[str, ...]] = []
        for one, numbers in said.items():
            words = tuple(one.split(" "))
            apart.append(words)
            for same in _events_apart(texts, numbers):
                self.members.append(same)
                self.words.append(words)
        self.firsts = [texts[numbers[0]] for numbers in self.members]
        self.vocabulary = Vocabulary(apart)


class _Meeting:
    """Brings texts together that may be alike, by the numbers of their words."""

    def __init__(self, groups: _Groups) -> None:
        numbering = Numbering(groups.vocabulary)
        self._sets = [numbering.of(words) for words in groups.words]
        first = numbering.first_shared
        self._features = [
            _features(sorted([number for number in one if number >= first]), len(one)) for one in self._sets
        ]
        self._size = numbering.size

    def candidates(self) -> Iterator[tuple[int, int]]:
        """The texts that share rare words and half of all, each pair once, the lower number first."""
        seen: set[int] = set()
        sets, count = self._sets, len(self._sets)
        for bucket in self._buckets():
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
            else:
                yield from self._parted(bucket, divmod(key, size) if key >= 0 else (-1, -1))

    def _parted(self, bucket: Sequence[int], pair: tuple[int, int]) -> Iterator[Sequence[int]]:
        """A crowd by the third word; of a crowd that is left, each with those that are most like it in spelling."""
        parts: defaultdict[int, list[int]] = defaultdict(list)
        for number in bucket:
            for word in self._features[number]:
                if word not in pair:
                    parts[word].append(number)
        for part in (*parts.values(), bucket):
            if 1 < len(part) <= _CROWD:
                yield part
            elif len(part) > 1:
                yield from self._neighbours(part)

    def _neighbours(self, part: Sequence[int]) -> Iterator[Sequence[int]]:
        ordered = sorted(part, key=lambda number: sorted(self._sets[number]))
        for at in range(len(ordered) - 1):
            yield from (sorted((ordered[at], other)) for other in ordered[at + 1 : at + 1 + _NEIGHBOURS])


def _features(rarest: Sequence[int], length: int) -> tuple[int, ...]:
    """So many of the rarest words that two texts have two of them in common, where a fifth of each is its own."""
    return tuple(rarest[: 5 if length <= 12 else 6 if length <= 18 else 8 if length <= 28 else 10])


@dataclass(frozen=True, slots=True)
class _Grouping:
    """Makes groups of judged pairs."""

    texts: _Groups
    pairs: Sequence[tuple[int, int, Finding]]

    def groups(self) -> Iterator[Alikes]:
        near = [pair for pair in self.pairs if pair[2].verdict is Verdict.NEAR]
        together = components((one, other) for one, other, _ in near)
        in_near = {number for group in together for number in group}
        for number, members in enumerate(self.texts.members):
            if len(members) > 1 and number not in in_near:
                words = self._rarest(set(self.texts.words[number]))
                yield Alikes(Kind.EXACT, tuple(members), 1.0, words, ((),) * len(members))
        lowest = dict.fromkeys(in_near, 1.0)
        for one, other, found in near:
            for number in (one, other):
                lowest[number] = min(lowest[number], found.score)
        for group in sorted(together, key=lambda group: -min(lowest[number] for number in group)):
            yield self._near(group, min(lowest[number] for number in group))
        for one, other, found in sorted(self.pairs, key=lambda pair: -pair[2].score):
            if found.verdict is not Verdict.NEAR:
                yield self._contradiction(one, other, found)

    def _near(self, group: Sequence[int], score: float) -> Alikes:
        sets = [set(self.texts.words[number]) for number in group]
        common = set.intersection(*sets)
        members: list[int] = []
        differing: list[tuple[str, ...]] = []
        for number, words in zip(group, sets, strict=True):
            own = tuple(word for word in dict.fromkeys(self.texts.words[number]) if word in words - common)
            members += self.texts.members[number]
            differing += [own] * len(self.texts.members[number])
        return Alikes(Kind.NEAR, tuple(members), score, self._rarest(common), tuple(differing))

    def _contradiction(self, one: int, other: int, found: Finding) -> Alikes:
        common = set(self.texts.words[one]) & set(self.texts.words[other])
        first, second = self.texts.members[one], self.texts.members[other]
        differing = (*[found.differing[0]] * len(first), *[found.differing[1]] * len(second))
        return Alikes(Kind.CONTRADICTION, (*first, *second), found.score, self._rarest(common), differing)

    def _rarest(self, words: Iterable[str]) -> tuple[str, ...]:
        return self.texts.vocabulary.rarest(words, _SHOWN_WORDS)


def components(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Numbers that are joined by pairs, group by group."""
    group_of: dict[int, list[int]] = {}
    for one, other in pairs:
        mine, theirs = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if mine is not theirs:
            # The smaller one goes into the larger one: a chain in falling order would be gone through at each link.
            small, large = sorted((mine, theirs), key=len)
            large += small
            group_of.update(dict.fromkeys(small, large))
    unique = {id(group): group for group in group_of.values()}
    return [sorted(group) for group in unique.values()]
