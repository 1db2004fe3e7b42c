"""Two texts compared word by word: the words that only one has, and those that differ in spelling alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import chain, filterfalse, repeat
from typing import NamedTuple

from memdesk.text.kinds import OF_MANY_NAMES, are_one_thing, are_rivals, is_unit
from memdesk.text.numerals import MAYBE_ONE, are_one
from memdesk.text.opposites import are_opposite
from memdesk.text.spelling import are_two_words, is_misspelt, slips_between
from memdesk.text.statement import BEFORE_A_VALUE, Statement
from memdesk.text.word_order import Sides

SHORT_WORDS = 7
"""In a text of so many words each one tells."""
_SHORT_NAME = 5
"""Two first words of so few letters, one of them with another letter, are mostly two names."""
_LEAST_TURNED = 5
"""Of so many letters, two the wrong way round make no other name, but where one is told."""
_WITH_OTHER_NAMES = OF_MANY_NAMES | MAYBE_ONE


class Verdict(StrEnum):
    """How two texts stand to each other."""

    NEAR = "near"
    OTHER_VALUE = "other value"
    NEGATED = "negated"


class Finding(NamedTuple):
    """What two texts come to. `differing` are the words that only one has, by its side; those that decided it first.

    `score` is how much of the words both have, letter by letter, from 0 to 1. `respelt` are the words that were taken
    for one, misspelt in the other text.
    """

    verdict: Verdict
    score: float
    differing: Sides = ((), ())
    respelt: tuple[tuple[str, str], ...] = ()


class Compared(NamedTuple):
    """Two texts, with the words that only one of them has, and the pairs of words that are one but for its spelling."""

    one: Statement
    other: Statement
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    respelt: tuple[tuple[str, str], ...]
    alike: Sequence[tuple[str, str]]
    """Words of both that a slip of the pen could make of each other, or that name one unit."""
    total: int
    """How many words both have."""
    differing: int
    """How many words only one of them has."""

    @property
    def likeness(self) -> float:
        """How much of the words both have, however they are spelt."""
        return 1 - self.differing / self.total if self.total else 0.0

    @property
    def is_unspaced(self) -> bool:
        """Whether both are in a script without blanks."""
        return self.one.is_unspaced and self.other.is_unspaced

    @property
    def is_short(self) -> bool:
        """Whether one of them is so short that each word of it tells."""
        return min(len(self.one.words), len(self.other.words)) <= SHORT_WORDS

    def finding(self, verdict: Verdict, differing: Sides) -> Finding:
        """What they come to, with how alike they are."""
        share = 1 - (self.differing + 2 * len(self.respelt)) / self.total if self.total else 0.0
        return Finding(verdict, share, differing, self.respelt)


def compared(one: Statement, other: Statement) -> Compared:
    """Both texts, with what only one of them has. Takes time in proportion to their lengths."""
    left, right = _more_in(one, other), _more_in(other, one)
    respelt: list[tuple[str, str]] = []
    alike = _alike_words(left, right) if left and right else ()
    for word, twin in alike:
        if left[word] and right[twin] and _is_respelt(one, other, word, twin):
            both = min(left[word], right[twin])
            left[word] -= both
            right[twin] -= both
            respelt += [(word, twin)] * both
    mine = _elements(left) if respelt or one.repeated else tuple(left)
    theirs = _elements(right) if respelt or other.repeated else tuple(right)
    total, differing = len(one.words) + len(other.words), len(mine) + len(theirs)
    return Compared(one, other, mine, theirs, tuple(respelt), alike, total, differing)


def _alike_words(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Sequence[tuple[str, str]]:
    found = slips_between(mine, theirs)
    if not _WITH_OTHER_NAMES.isdisjoint(theirs):
        for twin in filter(_WITH_OTHER_NAMES.__contains__, theirs):
            found += [(word, twin) for word in mine if are_one_thing(word, twin) or are_one(word, twin)]
    return found


def _is_respelt(one: Statement, other: Statement, word: str, twin: str) -> bool:
    """Whether two words of two texts that look alike are one, and neither is a name."""
    if word in _WITH_OTHER_NAMES:
        if not is_same_word(word, twin):
            return False
    elif are_two_words(word, twin) or are_opposite(word, twin):
        # Without other names, they look alike by a slip.
        return False
    if len(word) == len(twin) >= _LEAST_TURNED and sorted(word) == sorted(twin):
        return one.before(word) not in BEFORE_A_VALUE or one.may_misspell(word)
    if not (one.may_misspell(word) and other.may_misspell(twin)):
        return False
    is_short_name = len(word) == len(twin) <= _SHORT_NAME
    return not (is_short_name and (one.first_name, other.first_name) == (word, twin))


def _more_in(one: Statement, other: Statement) -> dict[str, int]:
    """The words that are more often in one text than in the other, and how much more often."""
    mine, theirs = one.counted, other.counted
    if one.repeated and any(count > theirs.get(word, count) for word, count in one.repeated):
        return {
            word: count - common for word, count in mine.items() if count > (common := theirs.get(word, 0))
        }
    more = dict.fromkeys(filterfalse(theirs.__contains__, mine), 1)
    for word, count in one.repeated:
        if word in more:
            more[word] = count
    return more


def _elements(counted: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(map(repeat, counted, counted.values())))


def is_same_word(one: str, other: str) -> bool:
    """Whether two words are one, misspelt or in another form, and not rivals or opposites."""
    if one in _WITH_OTHER_NAMES:
        if are_one_thing(one, other) or are_one(one, other):
            return True
        if is_unit(one) and is_unit(other):
            return False
    return is_misspelt(one, other) and not are_rivals(one, other) and not are_opposite(one, other)
