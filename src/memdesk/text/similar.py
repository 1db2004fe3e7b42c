"""Which of many texts say the same, nearly the same, or the contrary, without comparing each with each.

Texts are brought together by pairs of their rarest words, in any order; misspelt words stand for what they were meant
to be. Values and negations are left out of that, so that a text meets the one that contradicts it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations
from math import log
from typing import NamedTuple

from memdesk.text.contradictions import Finding, Statement, Verdict, is_same_word, judge
from memdesk.text.opposites import is_negation, is_of_a_kind
from memdesk.text.wording import event_stamp, is_value, words_of

_CROWD = 48
"""So many texts that share a pair of words are not compared with each other, but parted by a third word first."""
_NEIGHBOURS = 6
_LEAST_SHARED = 0.5
_LEAST_WEIGHT = 0.6
_FEW_TEXTS, _FEW_WORDS = 20, 4
"""Added to both counts, so that among a handful of texts all words weigh about the same."""
_RARE = 2
_BATCH = 1000
_NO_NUMBER = frozenset((0,))
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

    def find(self, texts: Sequence[str], is_wanted: Callable[[], bool] = lambda: True) -> list[Alikes]:
        """All groups: the exact ones first, then the near ones, then contradictions; best first.

        Nothing once `is_wanted` says no.
        """
        if not is_wanted():
            return []
        groups = [
            (said, same)
            for said, numbers in exact_groups(texts).items()
            if said
            for same in _events_apart(texts, numbers)
        ]
        index = _Index([said.split(" ") for said, _ in groups])
        firsts = [texts[numbers[0]] for _, numbers in groups]
        pairs: list[tuple[int, int, Finding]] = []
        judged: dict[tuple[str, str], Finding | None] = {}
        statements: dict[int, Statement] = {}
        for count, (one, other) in enumerate(index.candidates()):
            if count % _BATCH == 0 and not is_wanted():
                return []
            key = (firsts[one], firsts[other])
            if key in self._judged:
                found = self._judged[key]
            else:
                for number in (one, other):
                    if number not in statements:
                        statements[number] = Statement(firsts[number], index.words[number])
                found = judge(statements[one], statements[other])
            judged[key] = found
            if found is not None and (
                found.verdict is not Verdict.NEAR or index.is_weighty(one, other, found)
            ):
                pairs.append((one, other, found))
        self._judged = judged
        return list(_Grouping(index, [numbers for _, numbers in groups], pairs).groups())


class _Index:
    """The texts as sets of word numbers, rarest first, and which of them may be alike."""

    def __init__(self, words: Sequence[Sequence[str]]) -> None:
        self.words = words
        self.frequency = Counter(chain.from_iterable(map(set, words)))
        meant = _meanings(self.frequency)
        usual: Counter[str] = Counter()
        for word, count in self.frequency.items():
            usual[meant.get(word, word)] += count
        kept = [word for word in usual if not (is_value(word) or is_negation(word) or is_of_a_kind(word))]
        kept.sort(key=lambda word: (usual[word], word))
        number_of = dict.fromkeys(self.frequency, 0) | {word: number for number, word in enumerate(kept, 1)}
        number_of |= {word: number_of[to] for word, to in meant.items()}
        alone = {number_of[word] for word in kept if usual[word] == 1}
        number_in = number_of.__getitem__
        self._sets = [frozenset(map(number_in, one)) - _NO_NUMBER for one in words]
        self._features = [_features(sorted(one - alone), len(one)) for one in self._sets]
        self._size = len(kept) + 1

    def is_weighty(self, one: int, other: int, found: Finding) -> bool:
        """Whether what two texts share is more than a pattern that many texts follow: seldom words weigh more."""
        differing = sum(map(self._weight, (*found.differing[0], *found.differing[1])))
        whole = sum(map(self._weight, (*self.words[one], *self.words[other])))
        return differing <= (1 - _LEAST_WEIGHT) * whole

    def _weight(self, word: str) -> float:
        return log((len(self.words) + _FEW_TEXTS) / (self.frequency[word] + _FEW_WORDS))

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
                    buckets.setdefault(key, [before]).append(number)
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


def _features(rarest: Sequence[int], length: int) -> Sequence[int]:
    """So many of the rarest words that two texts have two of them in common, where a fifth of each is its own."""
    return rarest[: 5 if length <= 12 else 6 if length <= 18 else 8 if length <= 28 else 10]


def _meanings(frequency: Mapping[str, int]) -> dict[str, str]:
    """What seldom words stand for that are, but for one slip of the pen, a more frequent one."""
    plain = [word for word in frequency if len(word) > 3 and word.isalpha()]
    by_deletion: defaultdict[str, list[str]] = defaultdict(list)
    seldom = [word for word in plain if frequency[word] <= _RARE]
    wanted = {form for word in seldom for form in _deletions(word)}
    for word in plain:
        for form in wanted.intersection(_deletions(word)):
            by_deletion[form].append(word)
    meant: dict[str, str] = {}
    for word in seldom:
        rank = (frequency[word], word)
        near = {
            other
            for form in _deletions(word)
            for other in by_deletion[form]
            if (frequency[other], other) > rank
        }
        best = max(
            (other for other in near if is_same_word(word, other)), key=frequency.__getitem__, default=""
        )
        if best:
            meant[word] = best
    return {word: _end_of(meant, word) for word in meant}


def _deletions(word: str) -> set[str]:
    """The word, and all that is left of it without one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _end_of(meant: Mapping[str, str], word: str) -> str:
    while word in meant:
        word = meant[word]
    return word


@dataclass(frozen=True, slots=True)
class _Grouping:
    """Makes groups of judged pairs. `members` are the texts' numbers behind each that was compared."""

    index: _Index
    members: Sequence[Sequence[int]]
    pairs: Sequence[tuple[int, int, Finding]]

    def groups(self) -> Iterator[Alikes]:
        near = [pair for pair in self.pairs if pair[2].verdict is Verdict.NEAR]
        together = _components((one, other) for one, other, _ in near)
        in_near = {number for group in together for number in group}
        for number, members in enumerate(self.members):
            if len(members) > 1 and number not in in_near:
                words = self._rarest(set(self.index.words[number]))
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
        sets = [set(self.index.words[number]) for number in group]
        common = set.intersection(*sets)
        members: list[int] = []
        differing: list[tuple[str, ...]] = []
        for number, words in zip(group, sets, strict=True):
            own = tuple(word for word in dict.fromkeys(self.index.words[number]) if word in words - common)
            members += self.members[number]
            differing += [own] * len(self.members[number])
        return Alikes(Kind.NEAR, tuple(members), score, self._rarest(common), tuple(differing))

    def _contradiction(self, one: int, other: int, found: Finding) -> Alikes:
        common = set(self.index.words[one]) & set(self.index.words[other])
        first, second = self.members[one], self.members[other]
        differing = (*[found.differing[0]] * len(first), *[found.differing[1]] * len(second))
        return Alikes(Kind.CONTRADICTION, (*first, *second), found.score, self._rarest(common), differing)

    def _rarest(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(words, key=lambda word: (self.index.frequency[word], word))[:_SHOWN_WORDS])


def _components(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Numbers that are joined by pairs, group by group."""
    group_of: dict[int, list[int]] = {}
    for one, other in pairs:
        mine, theirs = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if mine is not theirs:
            mine += theirs
            group_of.update(dict.fromkeys(theirs, mine))
    unique = {id(group): group for group in group_of.values()}
    return [sorted(group) for group in unique.values()]
