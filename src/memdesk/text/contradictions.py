"""Whether two texts on one subject say the same, or contrary things: by the words that only one of them has."""

from __future__ import annotations

from collections.abc import Container, Sequence
from operator import ne

from memdesk.text.compared import SHORT_WORDS, Compared, Finding, Verdict, compared
from memdesk.text.kinds import OF_MANY_NAMES, first_rivals
from memdesk.text.numerals import may_be_one
from memdesk.text.one_value import is_one_value
from memdesk.text.opposites import TURNING, first_counterparts, first_opposites, negations_among
from memdesk.text.spelling import are_one_slip_apart, are_two_words, slips_between
from memdesk.text.statement import BEFORE_A_VALUE, FUNCTION_WORDS, Statement, says
from memdesk.text.subject import begin_otherwise, have_own_stretches
from memdesk.text.unspaced import unspaced_values
from memdesk.text.word_order import Ordered, Sides, are_far_in_order, are_reordered, exchanged
from memdesk.text.wording import is_value

_SAME = 0.75
_SAME_UNSPACED_SHORT = 0.85
_SUBJECT = 0.6
_FEW = 10
_FEWEST = 4
"""Of fewer words each one tells."""
_MOST_OTHERS = 3
"""Of a long text, whole sentences may be in one alone, which then contradict nothing."""
_LONGEST_NAME_WORDS = 3
_LONGEST_LITERAL = 2
_ENDS = (0, -1)
_UNSAID = FUNCTION_WORDS | TURNING


def judge(one: Statement, other: Statement) -> Finding | None:
    """What two texts that share some words come to; None where they are about different things, or two events.

    They are contrary only where one stretch is all that differs, and it can be nothing but another value of the same
    thing: most texts that differ in a name, a file or a number are about two things.
    """
    if one.event and other.event and one.event != other.event:
        return None
    pair = compared(one, other)
    found = _judged(pair)
    return found if found is None or found.verdict is Verdict.NEAR or is_one_value(pair) else None


def _judged(pair: Compared) -> Finding | None:
    one = pair.one
    turned = _turned(pair)
    if turned is not None:
        return pair.finding(Verdict.NEGATED, turned)
    if not pair.differing and not one.is_unspaced:
        return _near(pair)
    return None if begin_otherwise(pair) else _differently(pair)


def deciding_words(statement: Statement, deciding: Container[str]) -> tuple[str, ...] | None:
    """The words by which a text may contradict others, in no order of its own; `deciding` are those of any text.

    Two texts that have the same ones may be contrary in their order alone. None for a text that is short or in a script
    without blanks: there any word may decide.
    """
    if len(statement.words) <= SHORT_WORDS or statement.is_unspaced:
        return None
    names, literals, paths = statement.names, statement.literals, statement.paths
    found = [
        word
        for word in statement.words
        if word in deciding or word in names or word in literals or word in paths
    ]
    return (statement.first_name, *sorted(found))


def may_be_turned(one: Statement, other: Statement) -> bool:
    """Whether two texts with the same `deciding_words` may be contrary, by the order of their words.

    They cannot where that order is the same, or quite another one.
    """
    own, others = _own_words(one, other)
    are_turning = one.turning and other.turning
    if are_turning and _turned_round(one, other, are_same_words=not (own or others)) is not None:
        return True
    if not _may_be_reordered(one, other, own, others, may_be_respelt=True):
        return False
    mine, theirs = one.counted.keys() - other.counted.keys(), other.counted.keys() - one.counted.keys()
    return are_reordered(one.words, _with_twins(other.words, slips_between(mine, theirs)))


def _own_words(one: Statement, other: Statement) -> tuple[int, int]:
    """How many words only the one has, and only the other."""
    shared = len(one.counted.keys() & other.counted.keys())
    return len(one.counted) - shared, len(other.counted) - shared


def _may_be_reordered(
    one: Statement, other: Statement, own: int, others: int, *, may_be_respelt: bool
) -> bool:
    """Whether a closer look has to tell if words have changed places; only one has `own`, the other `others`.

    `may_be_respelt` tells whether some of these may be the same but for the spelling.
    """
    # Two that were misspelt and changed places stand where the other has words of its own, too.
    is_told_by_place = own < 2 or not may_be_respelt
    is_told_by_place &= own == others and len(one.words) == len(other.words)
    # Each word that only one has stands where the other has one of its own.
    if is_told_by_place and sum(map(ne, one.words, other.words)) == own:
        return False
    return not are_far_in_order(one.neighbours, other.neighbours, own, others)


def _differently(pair: Compared) -> Finding | None:
    """What two texts come to that begin with one thing."""
    flipped = _negations(pair)
    if flipped is not None:
        rest = pair.differing - len(flipped[0]) - len(flipped[1])
        if pair.is_unspaced:
            # A character more or less is in two of their pairs.
            rest //= 2
        return pair.finding(Verdict.NEGATED, flipped) if _is_about_one(rest, pair.total) else None
    if first_counterparts(pair.mine, pair.theirs) is not None:
        return None
    stretch = unspaced_values(pair)
    if stretch is not None:
        return pair.finding(Verdict.OTHER_VALUE, stretch)
    values = _values(pair)
    return _other_value(pair, values) if values is not None else _near(pair)


def _has_two_words(pair: Compared) -> bool:
    """Whether a word of one looks like a slip for one of the other, and is none: then they tell of two things."""
    return any(
        says(word) and says(twin) and are_one_slip_apart(word, twin) and are_two_words(word, twin)
        for word, twin in pair.alike
        if word in pair.mine and twin in pair.theirs
    )


def _turned(pair: Compared) -> Sides | None:
    """What stands before and behind a word such as `over`, where the other text has it the other way round."""
    one, other = pair.one, pair.other
    if not (one.turning and other.turning) or pair.likeness < _SAME:
        return None
    return _turned_round(one, other, are_same_words=not pair.differing)


def _turned_round(one: Statement, other: Statement, *, are_same_words: bool) -> Sides | None:
    for word in sorted(one.turning & other.turning):
        mine = _beside_word(one.words, word)
        theirs = _beside_word(other.words, word) if mine is not None and mine[0] in other.words else None
        if mine is None or theirs is None:
            continue
        is_next = mine == theirs[::-1] and mine[0] != mine[1]
        if is_next or (are_same_words and _are_exchanged(one.words, other.words, word)):
            return mine, theirs
    return None


def _beside_word(words: Sequence[str], word: str) -> tuple[str, str] | None:
    """What is told next to a word, before it and behind it; None where nothing is on one side."""
    at = words.index(word)
    before = next(filter(_tells, reversed(words[:at])), None)
    behind = next(filter(_tells, words[at + 1 :]), None)
    return (before, behind) if before is not None and behind is not None else None


def _are_exchanged(one: Sequence[str], other: Sequence[str], word: str) -> bool:
    """Whether all that one text tells before a word the other one tells behind it."""
    at, there = one.index(word), other.index(word)
    before, behind = set(filter(_tells, one[:at])), set(filter(_tells, one[at + 1 :]))
    is_other_way = before == set(filter(_tells, other[there + 1 :])) and before != behind
    return is_other_way and behind == set(filter(_tells, other[:there]))


def _tells(word: str) -> bool:
    return word not in _UNSAID


def _exchanged(pair: Compared) -> Sides | None:
    """Words that have changed places, so that who does what to whom is another thing."""
    own, others = _own_words(pair.one, pair.other)
    has_words = not (pair.one.is_unspaced or pair.other.is_unspaced)
    may_be_respelt = bool(pair.respelt)
    if has_words and not _may_be_reordered(pair.one, pair.other, own, others, may_be_respelt=may_be_respelt):
        return None
    one, other = pair.one.units, _with_twins(pair.other.units, pair.respelt)
    if not are_reordered(one, other):
        return None
    mine = Ordered(pair.one.text, one, pair.one.is_german)
    return exchanged(mine, Ordered(pair.other.text, other), FUNCTION_WORDS)


def _with_twins(units: Sequence[str], twins: Sequence[tuple[str, str]]) -> Sequence[str]:
    """What a text is made of, with the words of another one instead of those that are the same but for the spelling."""
    meant = {twin: word for word, twin in twins}
    return [meant.get(unit, unit) for unit in units] if meant else units


def _negations(pair: Compared) -> Sides | None:
    """The words that turn one side round; None where both say yes, or both no."""
    opposite = first_opposites(pair.mine, pair.theirs)
    if opposite is not None:
        return (opposite[0],), (opposite[1],)
    mine, theirs = negations_among(pair.mine), negations_among(pair.theirs)
    return (mine, theirs) if bool(mine) != bool(theirs) else None


def _is_about_one(others: int, total: int, share: float = (1 - _SUBJECT) / 2) -> bool:
    """Whether both are about one thing, with so many words beside that only one has."""
    return others <= min(_MOST_OTHERS, share * total) and total > 3


def _values(pair: Compared) -> Sides | None:
    """Numbers, versions, dates, paths, names and the like that are different; None where there are none."""
    left, right = _values_in(pair.one, pair.mine), _values_in(pair.other, pair.theirs)
    if left or right:
        left = left or tuple(filter(may_be_one, pair.mine))
        right = right or tuple(filter(may_be_one, pair.theirs))
    if bool(left) != bool(right):
        # Behind a German capital there may be any noun: that one of them is left out means no other value.
        left, right = _without_german_names(pair.one, left), _without_german_names(pair.other, right)
    if left or right:
        return _first_names(pair, left, right) or (left, right)
    rivals = first_rivals(pair.mine, pair.theirs) or _beside(pair) or _slot(pair)
    if rivals is not None:
        return (rivals[0],), (rivals[1],)
    return _first_names(pair, (), ())


def _without_german_names(statement: Statement, words: tuple[str, ...]) -> tuple[str, ...]:
    if not statement.is_german:
        return words
    return tuple(word for word in words if word not in statement.names or is_value(word))


def _values_in(statement: Statement, words: Sequence[str]) -> tuple[str, ...]:
    names, literals = statement.names, statement.literals
    return tuple(
        [
            word
            for word in words
            if word in names
            or word in literals
            or (not word.isalpha() and is_value(word))
            or (word in OF_MANY_NAMES and statement.measures(word))
        ]
    )


def _beside(pair: Compared) -> tuple[str, str] | None:
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


def _slot(pair: Compared) -> tuple[str, str] | None:
    """The one word of each of two short texts that stands where a value is told."""
    if not pair.is_short:
        return None
    mine, theirs = ([word for word in side if _tells(word)] for side in (pair.mine, pair.theirs))
    if len(mine) != 1 or len(theirs) != 1:
        return None
    before = pair.one.before(mine[0])
    is_slot = before in BEFORE_A_VALUE and before == pair.other.before(theirs[0])
    return (mine[0], theirs[0]) if is_slot else None


def _first_names(pair: Compared, left: tuple[str, ...], right: tuple[str, ...]) -> Sides | None:
    """A capital at the start may be a name's: it counts where the other text starts otherwise, the rest being equal."""
    if not len(pair.mine) == len(left) + 1 == len(pair.theirs):
        return None
    first, second = pair.one.first_name, pair.other.first_name
    are_told_apart = first in pair.mine and second in pair.theirs and first not in left
    return ((*left, first), (*right, second)) if are_told_apart and _tells(first) and _tells(second) else None


def _other_value(pair: Compared, values: Sides) -> Finding | None:
    """One value against one: a contradiction. More of them, or one that the other lacks: different things."""
    rest = pair.differing - len(values[0]) - len(values[1])
    is_one = (
        len(values[0]) == len(values[1]) == 1 or _are_full_names(pair, values) or _are_literals(pair, values)
    )
    if _have_others(pair, values):
        return None
    if is_one and _is_about_one(rest, pair.total, share=(1 - _SUBJECT) / 4):
        return pair.finding(Verdict.OTHER_VALUE, values)
    return None


def _have_others(pair: Compared, values: Sides) -> bool:
    """Whether each has words beside the values that the other one lacks: then they are about two things."""
    return all(
        any(map(says, set(side).difference(value)))
        for side, value in zip((pair.mine, pair.theirs), values, strict=True)
    )


def _are_literals(pair: Compared, values: Sides) -> bool:
    """Whether all that differs are a few words of one stretch of code each."""
    return all(
        1 <= len(side) <= _LONGEST_LITERAL
        and all(word in statement.literals for word in side)
        and len({statement.literals[word] for word in side}) == 1
        for side, statement in zip(values, (pair.one, pair.other), strict=True)
    )


def _are_full_names(pair: Compared, values: Sides) -> bool:
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


def _near(pair: Compared) -> Finding | None:
    """What two texts come to of which neither turns round what the other one says, or tells another value."""
    if not _is_near(pair) or (pair.alike and _has_two_words(pair)) or have_own_stretches(pair):
        return None
    places = _exchanged(pair)
    if places is not None:
        return pair.finding(Verdict.NEGATED, places)
    return pair.finding(Verdict.NEAR, (pair.mine, pair.theirs))


def _is_near(pair: Compared) -> bool:
    length = min(len(pair.one.words), len(pair.other.words))
    if pair.one.is_unspaced or pair.other.is_unspaced:
        return pair.likeness >= (_SAME_UNSPACED_SHORT if length < _FEW else _SAME)
    if length < _FEWEST and pair.differing:
        return False
    if pair.is_short and any(map(_tells, pair.mine)) and any(map(_tells, pair.theirs)):
        return False
    return pair.likeness >= _SAME
