"""The words of many texts: how rare each is, and which are misspellings of others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import log

from memdesk.text.compared import Finding, Verdict, is_same_word
from memdesk.text.contradictions import judge
from memdesk.text.kinds import OF_MANY_NAMES, are_one_thing
from memdesk.text.numerals import are_one
from memdesk.text.opposites import NEGATIONS, OPPOSITES, is_negation
from memdesk.text.spelling import deletions, is_other_form
from memdesk.text.statement import Statement
from memdesk.text.wording import is_value

_LEAST_WEIGHT = 0.6
_FEW_TEXTS, _FEW_WORDS = 20, 4
"""Added to both counts, so that among a handful of texts all words weigh about the same."""
_RARE = 2
_SEVERAL, _OFTEN = 3, 4
"""A word of so many texts is no slip of the pen, unless the one it was meant to be is in so many times as many."""


class Vocabulary:
    """The words of texts that say different things, each text given by its words."""

    def __init__(self, texts: Iterable[Iterable[str]] = ()) -> None:
        texts = tuple(texts)
        self.frequency = Counter(chain.from_iterable(map(set, texts)))
        self._size = len(texts)
        self._weights = _Weights(self.frequency, self._size)

    def add(self, words: Iterable[str]) -> None:
        """Another text is there."""
        self.frequency.update(set(words))
        self._size += 1
        self._weights = _Weights(self.frequency, self._size)

    def remove(self, words: Iterable[str]) -> None:
        """A text that was added is there no more."""
        for word in set(words):
            self.frequency[word] -= 1
            if not self.frequency[word]:
                del self.frequency[word]
        self._size -= 1
        self._weights = _Weights(self.frequency, self._size)

    def compare(self, one: Statement, other: Statement) -> Finding | None:
        """What two texts come to: near only where what both share is more than a pattern that many texts follow."""
        found = judge(one, other)
        return found if found is not None and self.confirms(found, one.words, other.words) else None

    def confirms(self, found: Finding, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether what was found of two texts, given by their words, holds among all the others."""
        if found.respelt and any(map(self._are_both_used, found.respelt)):
            return False
        if found.verdict is not Verdict.NEAR or not any(found.differing):
            return True
        differing = self._weight(found.differing[0]) + self._weight(found.differing[1])
        return differing <= (1 - _LEAST_WEIGHT) * (self._weight(one) + self._weight(other))

    def _weight(self, words: Iterable[str]) -> float:
        """How much some words tell together: seldom ones more."""
        return sum(map(self._weights.__getitem__, words))

    def _are_both_used(self, pair: tuple[str, str]) -> bool:
        """Whether two words that look like one, misspelt, each stand in several texts: then they are two."""
        if are_one_thing(*pair) or are_one(*pair):
            return False
        rare, usual = sorted(map(self.frequency.__getitem__, pair))
        return rare >= _SEVERAL and usual < _OFTEN * rare and not is_other_form(*pair)

    def weight_of(self, count: int) -> float:
        """How much a word tells that so many texts have."""
        return _weight(count, self._size)

    def rarest(self, words: Iterable[str], most: int) -> tuple[str, ...]:
        """The rarest of some words."""
        return tuple(sorted(sorted(words), key=self.frequency.__getitem__)[:most])


class _Weights(dict[str, float]):
    """How much each word tells; each is worked out when it is first asked for."""

    def __init__(self, frequency: Mapping[str, int], texts: int) -> None:
        super().__init__()
        self._frequency, self._texts = frequency, texts

    def __missing__(self, word: str) -> float:
        weight = self[word] = _weight(self._frequency.get(word, 0), self._texts)
        return weight


def _weight(count: int, texts: int) -> float:
    return log((texts + _FEW_TEXTS) / (count + _FEW_WORDS))


class Numbering:
    """The words of a vocabulary as numbers, the rarest first; a misspelt one has that of what it was meant to be.

    Values and negations are 0. Below `first_shared` are those that stand in one text alone.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        frequency = vocabulary.frequency
        meant = _meanings(frequency)
        usual: dict[str, int] = {}
        for word, count in frequency.items():
            to = meant.get(word, word)
            usual[to] = usual.get(to, 0) + count
        kept = [word for word in usual if is_telling(word)]
        kept.sort(key=lambda word: (usual[word], word))
        self._numbers = dict.fromkeys(frequency, 0) | {word: number for number, word in enumerate(kept, 1)}
        self._numbers |= {word: self._numbers[to] for word, to in meant.items()}
        self.first_shared = 1 + sum(usual[word] == 1 for word in kept)
        self.size = len(kept) + 1
        self._counts = [usual[word] for word in kept]
        self._weight_of = vocabulary.weight_of

    @cached_property
    def weights(self) -> Sequence[float]:
        """How much each number tells: more, the fewer texts have its word."""
        return (0.0, *map(self._weight_of, self._counts))

    def of(self, words: Iterable[str]) -> frozenset[int]:
        """The numbers of some words of the vocabulary, without 0."""
        found = frozenset(map(self._numbers.__getitem__, words))
        return found - _NO_NUMBER if 0 in found else found


_NO_NUMBER = frozenset((0,))
_DECIDING = OF_MANY_NAMES.union(NEGATIONS, OPPOSITES)


def is_telling(word: str) -> bool:
    """Whether a word brings texts together: a value or a negation does not, so that contrary texts meet."""
    if word in _DECIDING:
        return False
    return not is_value(word) and (word.isascii() or not is_negation(word))


def _meanings(frequency: Mapping[str, int]) -> dict[str, str]:
    """What seldom words stand for that are, but for one slip of the pen, a more frequent one."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for members in _with_a_deletion_in_common(frequency):
        for word in members:
            if frequency[word] <= _RARE:
                near[word].update(members)
    meant: dict[str, str] = {}
    for word, others in near.items():
        best = _meant_by(word, others, frequency)
        if best:
            meant[word] = best
    return {word: _end_of(meant, word) for word in meant}


def _with_a_deletion_in_common(frequency: Mapping[str, int]) -> Iterable[Sequence[str]]:
    """Words that have something in common without one letter, at least one of them seldom."""
    first: dict[str, str] = {}
    several: dict[str, list[str]] = {}
    often: list[str] = []
    for word, count in frequency.items():
        if len(word) <= 3 or not word.isalpha():
            continue
        if count > _RARE:
            often.append(word)
            continue
        for form in deletions(word):
            # Most forms are of one word only: those never cost a list.
            before = first.setdefault(form, word)
            if before != word:
                several.setdefault(form, [before]).append(word)
    for word in often:
        for form in filter(first.__contains__, deletions(word)):
            several.setdefault(form, [first[form]]).append(word)
    return several.values()


def _meant_by(word: str, others: Iterable[str], frequency: Mapping[str, int]) -> str:
    """The most frequent of the others that are the same word and more frequent; empty for none."""
    rank = (frequency[word], word)
    above = sorted([place for other in others if (place := (frequency[other], other)) > rank], reverse=True)
    return next((other for _, other in above if is_same_word(word, other)), "")


def _end_of(meant: Mapping[str, str], word: str) -> str:
    while word in meant:
        word = meant[word]
    return word
