"""Whether two texts on one subject say the same, or contrary things: by the words that only one of them has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from memdesk.text.opposites import (
    TURNING,
    are_one_unit,
    are_opposite,
    are_rivals,
    first_counterparts,
    first_opposites,
    first_rivals,
    is_negation,
    is_unit,
)
from memdesk.text.spelling import are_two_words, is_misspelt, slips_between
from memdesk.text.statement import BEFORE_A_VALUE, FUNCTION_WORDS, Statement, says
from memdesk.text.word_order import Ordered, Sides, exchanged
from memdesk.text.wording import is_value

_SAME = 0.75
_SAME_UNSPACED_SHORT = 0.85
_SHORT_WORDS = 7
_SUBJECT = 0.6
_FEW = 10
_FEWEST = 4
"""Of fewer words each one tells."""
_MOST_OTHERS = 3
"""Of a long text, whole sentences may be in one alone, which then contradict nothing."""
_SHORT_NAME = 6
"""Two first words of so few letters, one of them with another letter, are mostly two names."""
_BEFORE_A_VALUE_UNSPACED = frozenset("叫是为姓于住")
_LONGEST_UNSPACED_VALUE = 3
_LONGEST_NAME_WORDS = 3
_ENDS = (0, -1)


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


class _Compared(NamedTuple):
    """Two texts, with the words that only one of them has, and the pairs of words that are one but for its spelling."""

    one: Statement
    other: Statement
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    respelt: tuple[tuple[str, str], ...]
    alike: Sequence[tuple[str, str]]
    """Words of both that a slip of the pen could make of each other, or that name one unit."""

    @property
    def total(self) -> int:
        return len(self.one.words) + len(self.other.words)

    @property
    def differing(self) -> int:
        return len(self.mine) + len(self.theirs)

    @property
    def likeness(self) -> float:
        """How much of the words both have, however they are spelt."""
        return 1 - self.differing / self.total if self.total else 0.0

    @property
    def is_short(self) -> bool:
        return min(len(self.one.words), len(self.other.words)) <= _SHORT_WORDS

    def finding(self, verdict: Verdict, differing: Sides) -> Finding:
        share = 1 - (self.differing + 2 * len(self.respelt)) / self.total if self.total else 0.0
        return Finding(verdict, share, differing, self.respelt)


def judge(one: Statement, other: Statement) -> Finding | None:
    """What two texts that share some words come to; None where they are about different things, or two events."""
    if one.event and other.event and one.event != other.event:
        return None
    pair = _compared(one, other)
    turned = _turned(pair)
    if turned is not None:
        return pair.finding(Verdict.NEGATED, turned)
    if not pair.differing and not one.is_unspaced:
        return _near(pair)
    flipped = _negations(pair)
    if flipped is not None:
        rest = pair.differing - len(flipped[0]) - len(flipped[1])
        if one.is_unspaced and other.is_unspaced:
            # A character more or less is in two of their pairs.
            rest //= 2
        return pair.finding(Verdict.NEGATED, flipped) if _is_about_one(rest, pair.total) else None
    if first_counterparts(pair.mine, pair.theirs) is not None:
        return None
    stretch = _unspaced_values(pair)
    if stretch is not None:
        return pair.finding(Verdict.OTHER_VALUE, stretch)
    values = _values(pair)
    return _other_value(pair, values) if values is not None else _near(pair)


def _compared(one: Statement, other: Statement) -> _Compared:
    left, right = _more_in(one.counted, other.counted), _more_in(other.counted, one.counted)
    respelt: list[tuple[str, str]] = []
    alike = tuple(_alike_words(left, right)) if left and right else ()
    for word, twin in alike:
        if left[word] and right[twin] and _is_respelt(one, other, word, twin):
            both = min(left[word], right[twin])
            left[word] -= both
            right[twin] -= both
            respelt += [(word, twin)] * both
    return _Compared(one, other, _elements(left), _elements(right), tuple(respelt), alike)


def _alike_words(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    yield from slips_between(mine, theirs)
    units = [word for word in theirs if is_unit(word)]
    if units:
        yield from ((word, twin) for word in mine for twin in units if are_one_unit(word, twin))


def _is_respelt(one: Statement, other: Statement, word: str, twin: str) -> bool:
    """Whether two words of two texts are one, and neither is a name."""
    if not (is_same_word(word, twin) and one.may_misspell(word) and other.may_misspell(twin)):
        return False
    is_first = (one.first_name, other.first_name) == (word, twin)
    return not (is_first and len(word) == len(twin) <= _SHORT_NAME and sorted(word) != sorted(twin))


def _more_in(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """The words that are more often in one text than in the other, and how much more often."""
    return {word: count - common for word, count in one.items() if count > (common := other.get(word) or 0)}


def _elements(counted: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(word for word, count in counted.items() for _ in range(count))


def is_same_word(one: str, other: str) -> bool:
    """Whether two words are one, misspelt or in another form, and not rivals or opposites."""
    if is_unit(one) and is_unit(other):
        return are_one_unit(one, other)
    return is_misspelt(one, other) and not are_rivals(one, other) and not are_opposite(one, other)


def _has_two_words(pair: _Compared) -> bool:
    """Whether a word of one looks like a slip for one of the other, and is none: then they tell of two things."""
    return any(
        word in pair.mine and twin in pair.theirs and says(word) and says(twin) and are_two_words(word, twin)
        for word, twin in pair.alike
    )


def _turned(pair: _Compared) -> Sides | None:
    """What stands before and behind a word such as `over`, where the other text has it the other way round."""
    one, other = pair.one, pair.other
    if pair.likeness < _SAME:
        return None
    if TURNING.isdisjoint(one.counted) or TURNING.isdisjoint(other.counted):
        return None
    for word in sorted(TURNING & one.counted.keys() & other.counted.keys()):
        mine = _beside_word(one.words, word)
        theirs = _beside_word(other.words, word) if mine is not None and mine[0] in other.words else None
        if mine is None or theirs is None:
            continue
        is_next = mine == theirs[::-1] and mine[0] != mine[1]
        if is_next or (not pair.differing and _are_exchanged(one.words, other.words, word)):
            return mine, theirs
    return None


def _beside_word(words: Sequence[str], word: str) -> tuple[str, str] | None:
    """What is told next to a word, before it and behind it; None where nothing is on one side."""
    at = words.index(word)
    before = next((w for w in reversed(words[:at]) if _tells(w)), None)
    behind = next((w for w in words[at + 1 :] if _tells(w)), None)
    return (before, behind) if before is not None and behind is not None else None


def _are_exchanged(one: Sequence[str], other: Sequence[str], word: str) -> bool:
    """Whether all that one text tells before a word the other one tells behind it."""
    at, there = one.index(word), other.index(word)
    before, behind = set(filter(_tells, one[:at])), set(filter(_tells, one[at + 1 :]))
    is_other_way = before == set(filter(_tells, other[there + 1 :])) and before != behind
    return is_other_way and behind == set(filter(_tells, other[:there]))


def _tells(word: str) -> bool:
    return says(word) and word not in TURNING


def _exchanged(pair: _Compared) -> Sides | None:
    """Words that have changed places, so that who does what to whom is another thing."""
    one, other = pair.one.units, pair.other.units
    if pair.respelt:
        twins = {twin: word for word, twin in pair.respelt}
        other = [twins.get(unit, unit) for unit in other]
    mine = Ordered(pair.one.text, one, pair.one.is_german)
    return exchanged(mine, Ordered(pair.other.text, other), FUNCTION_WORDS)


def _negations(pair: _Compared) -> Sides | None:
    """The words that turn one side round; None where both say yes, or both no."""
    opposite = first_opposites(pair.mine, pair.theirs)
    if opposite is not None:
        return (opposite[0],), (opposite[1],)
    mine, theirs = (tuple(filter(is_negation, side)) for side in (pair.mine, pair.theirs))
    return (mine, theirs) if bool(mine) != bool(theirs) else None


def _is_about_one(others: int, total: int, share: float = (1 - _SUBJECT) / 2) -> bool:
    """Whether both are about one thing, with so many words beside that only one has."""
    return others <= min(_MOST_OTHERS, share * total) and total > 3


def _values(pair: _Compared) -> Sides | None:
    """Numbers, versions, dates, paths, names and the like that are different; None where there are none."""
    left = tuple(word for word in pair.mine if _is_value_in(pair.one, word))
    right = tuple(word for word in pair.theirs if _is_value_in(pair.other, word))
    if left or right:
        return _first_names(pair, left, right) or (left, right)
    rivals = first_rivals(pair.mine, pair.theirs) or _beside(pair) or _slot(pair)
    if rivals is not None:
        return (rivals[0],), (rivals[1],)
    return _first_names(pair, (), ())


def _is_value_in(statement: Statement, word: str) -> bool:
    return is_value(word) or word in statement.names or statement.measures(word)


def _beside(pair: _Compared) -> tuple[str, str] | None:
    """The words in which two paths differ that are in one folder, or have one name in two."""
    mine, theirs = pair.one.paths, pair.other.paths
    if not (mine and theirs):
        return None
    by_end: dict[tuple[int, str], list[str]] = {}
    for twin in filter(theirs.__contains__, pair.theirs):
        for end in _ENDS:
            beside = by_end.setdefault((end, theirs[twin][end]), [])
            # Of more than two that differ, one always differs from what is asked for.
            if len(beside) < 2 and all(theirs[other] != theirs[twin] for other in beside):
                beside.append(twin)
    return next(
        (
            (word, twin)
            for word in filter(mine.__contains__, pair.mine)
            for end in _ENDS
            for twin in by_end.get((end, mine[word][end]), ())
            if mine[word] != theirs[twin]
        ),
        None,
    )


def _slot(pair: _Compared) -> tuple[str, str] | None:
    """The one word of each of two short texts that stands where a value is told."""
    if not pair.is_short:
        return None
    mine, theirs = ([word for word in side if _tells(word)] for side in (pair.mine, pair.theirs))
    if len(mine) != 1 or len(theirs) != 1:
        return None
    before = pair.one.before(mine[0])
    is_slot = before in BEFORE_A_VALUE and before == pair.other.before(theirs[0])
    return (mine[0], theirs[0]) if is_slot else None


def _first_names(pair: _Compared, left: tuple[str, ...], right: tuple[str, ...]) -> Sides | None:
    """A capital at the start may be a name's: it counts where the other text starts otherwise, the rest being equal."""
    if not len(pair.mine) == len(left) + 1 == len(pair.theirs):
        return None
    first, second = pair.one.first_name, pair.other.first_name
    are_told_apart = first in pair.mine and second in pair.theirs and first not in left
    return ((*left, first), (*right, second)) if are_told_apart and _tells(first) and _tells(second) else None


def _unspaced_values(pair: _Compared) -> Sides | None:
    """In a script without blanks: the few characters that alone differ, as rivals do or where a value is told."""
    if not (pair.one.is_unspaced and pair.other.is_unspaced):
        return None
    one, other = pair.one.units, pair.other.units
    shorter = min(len(one), len(other))
    start = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    rest = range(shorter - start)
    end = next((at for at in rest if one[-1 - at] != other[-1 - at]), shorter - start)
    mine, theirs = ("".join(side[start : len(side) - end]) for side in (one, other))
    if not (mine and theirs and max(len(mine), len(theirs)) <= _LONGEST_UNSPACED_VALUE):
        return None
    before, behind = "".join(one[max(0, start - 2) : start]), "".join(one[len(one) - end :][:2])
    is_slot = not _BEFORE_A_VALUE_UNSPACED.isdisjoint(before) and not is_value(mine + theirs)
    return ((mine,), (theirs,)) if is_slot or _are_rivals_within(before, (mine, theirs), behind) else None


def _are_rivals_within(before: str, both: tuple[str, str], behind: str) -> bool:
    """Whether two stretches are rivals together with what stands before and behind both of them."""
    return any(
        are_rivals(*(before[len(before) - left :] + one + behind[:right] for one in both))
        for left in range(len(before) + 1)
        for right in range(len(behind) + 1)
    )


def _other_value(pair: _Compared, values: Sides) -> Finding | None:
    """One value against one: a contradiction. More of them, or one that the other lacks: different things."""
    rest = pair.differing - len(values[0]) - len(values[1])
    is_one = len(values[0]) == len(values[1]) == 1 or _are_full_names(pair, values)
    if is_one and _is_about_one(rest, pair.total, share=(1 - _SUBJECT) / 4):
        return pair.finding(Verdict.OTHER_VALUE, values)
    return None


def _are_full_names(pair: _Compared, values: Sides) -> bool:
    """Whether all that differs are two names of several words behind a word that tells one."""
    (mine, before), (theirs, other_before) = (
        (side, statement.before(side[0])) if side else ((), "")
        for side, statement in zip(values, (pair.one, pair.other), strict=True)
    )
    return (
        before == other_before
        and before in BEFORE_A_VALUE
        and all(
            1 <= len(side) <= _LONGEST_NAME_WORDS and statement.has_together(side)
            for side, statement in ((mine, pair.one), (theirs, pair.other))
        )
    )


def _near(pair: _Compared) -> Finding | None:
    """What two texts come to of which neither turns round what the other one says, or tells another value."""
    if not _is_near(pair) or _has_two_words(pair):
        return None
    places = _exchanged(pair)
    if places is not None:
        return pair.finding(Verdict.NEGATED, places)
    return pair.finding(Verdict.NEAR, (pair.mine, pair.theirs))


def _is_near(pair: _Compared) -> bool:
    length = min(len(pair.one.words), len(pair.other.words))
    if pair.one.is_unspaced or pair.other.is_unspaced:
        return pair.likeness >= (_SAME_UNSPACED_SHORT if length < _FEW else _SAME)
    if length < _FEWEST and pair.differing:
        return False
    if pair.is_short and any(map(_tells, pair.mine)) and any(map(_tells, pair.theirs)):
        return False
    return pair.likeness >= _SAME
