"""Whether two texts on one subject say the same, or contrary things: by the words that only one of them has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from memdesk.text.opposites import TURNING, are_one_unit, are_opposite, are_rivals, is_negation, is_unit
from memdesk.text.wording import event_stamp, is_misspelt, is_unspaced, is_value

_WORDS_OF_FORM = (
    "the a an of to in on at for and or is are was were be been it its that this these those with as by we i you "
    "he she they my our your their his her user users please should would will can could also just very really "
    "when where which who what there here then so but if from into has have had do does did "
    "der die das ein eine und oder ist sind im in am zu auf für mit von dem den des "
    "le la les un une des et ou est sont dans à au aux du de pour avec que qui "
    "el los las una y o es son en del por para con que se lo al il lo gli e di da"
)
_WORDS_BEFORE_A_VALUE = (
    "is are was were be uses use using prefers prefer to in on at with via called named runs run by likes like "
    "speaks speak lives wants equals ist sind nutzt heißt auf mit est utilise en es usa"
)
_FUNCTION_WORDS = frozenset(_WORDS_OF_FORM.split(" "))
_BEFORE_A_VALUE = frozenset(_WORDS_BEFORE_A_VALUE.split(" "))
_JOINED = re.compile(r"[\w.@-]+(?:/[\w.@-]+)+")
_PART = re.compile(r"\w+")
_FIRST = re.compile(r"[\W_]*(\w+)")
_SAME = 0.75
_SAME_UNSPACED_SHORT = 0.85
_SHORT_WORDS = 7
_SUBJECT = 0.6
_FEW = 10
_FEWEST = 4
"""Of fewer words each one tells."""
_MOST_OTHERS = 3
"""Of a long text, whole sentences may be in one alone, which then contradict nothing."""


class Verdict(StrEnum):
    """How two texts stand to each other."""

    NEAR = "near"
    OTHER_VALUE = "other value"
    NEGATED = "negated"


class Finding(NamedTuple):
    """What two texts come to. `differing` are the words that only one has, by its side; those that decided it first.

    `score` is how much of the words both have, from 0 to 1.
    """

    verdict: Verdict
    score: float
    differing: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class Statement:
    """A text as it is compared: by its words."""

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text
        self.words = tuple(words)
        self.event = event_stamp(text)
        """When it happened, where it tells of an event."""
        self.counted: Mapping[str, int] = Counter(self.words)
        """How often each word is in it."""

    @cached_property
    def is_unspaced(self) -> bool:
        """Whether most of it is in a script without blanks."""
        return 2 * sum(map(is_unspaced, self.words)) > len(self.words)

    def names(self, word: str) -> bool:
        """Whether a word of it is a name: written with a capital letter where no sentence begins, or within."""
        at = self._lower.find(word)
        written = self.text[at : at + len(word)] if at >= 0 else ""
        if written.islower() or written.lower() != word:
            return False
        before = self.text[:at].rstrip(" *_`\"'([")
        begins = not before or before[-1] in ".!?\n:-"
        return any(letter.isupper() for letter in written[1 if begins else 0 :])

    @cached_property
    def _lower(self) -> str:
        return self.text.lower()

    @cached_property
    def first_name(self) -> str:
        """The first word, where it may be a name."""
        first = _FIRST.match(self.text)
        return first[1].casefold() if first is not None and first[1][:1].isupper() else ""

    def measures(self, word: str) -> bool:
        """Whether a word of it says what the number before it counts."""
        return is_unit(word) and is_value(self.before(word))

    def path_with(self, word: str) -> tuple[str, ...]:
        """The parts of what slashes join of which one holds the word: a branch, a package; empty where none does."""
        for joined in _JOINED.findall(self._lower) if "/" in self.text else ():
            if word in _PART.findall(joined):
                return tuple(joined.split("/"))
        return ()

    def before(self, word: str) -> str:
        """The word that stands before the first `word`; empty at the start."""
        at = self.words.index(word)
        return self.words[at - 1] if at else ""


def judge(one: Statement, other: Statement) -> Finding | None:
    """What two texts that share some words come to; None where they are about different things, or two events."""
    if one.event and other.event and one.event != other.event:
        return None
    left, right = _more_in(one.counted, other.counted), _more_in(other.counted, one.counted)
    _pair_misspelt(left, right)
    mine, theirs = _elements(left), _elements(right)
    total = len(one.words) + len(other.words)
    score = 1 - (len(mine) + len(theirs)) / total if total else 0.0
    turned = _turned(one, other)
    if turned is not None and score >= _SAME:
        return Finding(Verdict.NEGATED, score, turned)
    if not (mine or theirs):
        return Finding(Verdict.NEAR, score, ((), ()))
    flipped = _negations(mine, theirs)
    if flipped is not None:
        rest = len(mine) + len(theirs) - len(flipped[0]) - len(flipped[1])
        return Finding(Verdict.NEGATED, score, flipped) if _is_about_one(rest, total) else None
    values = _values(one, other, mine, theirs)
    if values is not None:
        return _other_value(values, score, total, mine, theirs)
    near = _is_near(one, other, mine, theirs, score)
    return Finding(Verdict.NEAR, score, (mine, theirs)) if near else None


def _more_in(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """The words that are more often in one text than in the other, and how much more often."""
    return {word: count - common for word, count in one.items() if count > (common := other.get(word) or 0)}


def _elements(counted: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(word for word, count in counted.items() for _ in range(count))


def _pair_misspelt(left: dict[str, int], right: dict[str, int]) -> None:
    """Take away the words that only a slip of the pen tells apart."""
    for word in list(left):
        twin = next((found for found in right if right[found] and is_same_word(word, found)), None)
        if twin is not None:
            both = min(left[word], right[twin])
            left[word] -= both
            right[twin] -= both


def is_same_word(one: str, other: str) -> bool:
    """Whether two words are one, misspelt or in another form, and not rivals or opposites."""
    if is_unit(one) and is_unit(other):
        return are_one_unit(one, other)
    return is_misspelt(one, other) and not are_rivals(one, other) and not are_opposite(one, other)


def _turned(one: Statement, other: Statement) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What stands before and behind a word such as `over`, where the other text has it the other way round."""
    for word in TURNING & one.counted.keys() & other.counted.keys():
        mine, theirs = _sides(one.words, word), _sides(other.words, word)
        if mine is not None and theirs is not None and mine == theirs[::-1] and mine[0] != mine[1]:
            return mine, theirs
    return None


def _sides(words: Sequence[str], word: str) -> tuple[str, str] | None:
    at = words.index(word)
    before = next((w for w in reversed(words[:at]) if _says(w)), None)
    behind = next((w for w in words[at + 1 :] if _says(w)), None)
    return (before, behind) if before is not None and behind is not None else None


def _says(word: str) -> bool:
    return word not in _FUNCTION_WORDS and word not in TURNING


def _negations(mine: Sequence[str], theirs: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words that turn one side round; None where both say yes, or both no."""
    for word in mine:
        for twin in theirs:
            if are_opposite(word, twin):
                return (word,), (twin,)
    no = tuple(tuple(word for word in side if is_negation(word)) for side in (mine, theirs))
    return (no[0], no[1]) if bool(no[0]) != bool(no[1]) else None


def _is_about_one(others: int, total: int, share: float = (1 - _SUBJECT) / 2) -> bool:
    """Whether both are about one thing, with so many words beside that only one has."""
    return others <= min(_MOST_OTHERS, share * total) and total > 3


def _values(
    one: Statement, other: Statement, mine: Sequence[str], theirs: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Numbers, versions, dates, paths, names and the like that are different; None where there are none."""
    left, right = (
        tuple(w for w in side if _is_value_in(statement, w))
        for statement, side in ((one, mine), (other, theirs))
    )
    if left or right:
        return _with_first_names(one, other, mine, theirs, left, right)
    is_short = min(len(one.words), len(other.words)) <= _SHORT_WORDS
    for word in mine:
        for twin in theirs:
            before = one.before(word)
            is_slot = is_short and before == other.before(twin) and before in _BEFORE_A_VALUE
            said = [w for w in (*mine, *theirs) if _says(w)]
            are_apart = are_rivals(word, twin) or _are_beside(one.path_with(word), other.path_with(twin))
            if are_apart or (is_slot and said == [word, twin] and _says(word) and _says(twin)):
                return (word,), (twin,)
    return _with_first_names(one, other, mine, theirs, (), ()) if one.first_name else None


def _are_beside(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two paths are in one folder, or have one name in two."""
    return bool(one and other) and one != other and (one[0] == other[0] or one[-1] == other[-1])


def _is_value_in(statement: Statement, word: str) -> bool:
    return is_value(word) or statement.names(word) or statement.measures(word)


def _with_first_names(
    one: Statement,
    other: Statement,
    mine: Sequence[str],
    theirs: Sequence[str],
    left: tuple[str, ...],
    right: tuple[str, ...],
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """A capital at the start may be a name's: it counts where the other text starts otherwise, the rest being equal."""
    first, second = one.first_name, other.first_name
    are_told_apart = (
        first in mine and second in theirs and first not in left and _says(first) and _says(second)
    )
    if are_told_apart and len(mine) == len(left) + 1 == len(theirs):
        return (*left, first), (*right, second)
    return (left, right) if left or right else None


def _other_value(
    values: tuple[tuple[str, ...], tuple[str, ...]],
    score: float,
    total: int,
    mine: Sequence[str],
    theirs: Sequence[str],
) -> Finding | None:
    """One value against one: a contradiction. More of them, or one that the other lacks: different things."""
    rest = len(mine) + len(theirs) - len(values[0]) - len(values[1])
    if len(values[0]) == len(values[1]) == 1 and _is_about_one(rest, total, share=(1 - _SUBJECT) / 4):
        return Finding(Verdict.OTHER_VALUE, score, values)
    return None


def _is_near(
    one: Statement, other: Statement, mine: Sequence[str], theirs: Sequence[str], score: float
) -> bool:
    length = min(len(one.words), len(other.words))
    if one.is_unspaced or other.is_unspaced:
        return score >= (_SAME_UNSPACED_SHORT if length < _FEW else _SAME)
    if length < _FEWEST and (mine or theirs):
        return False
    said = [any(_says(word) for word in side) for side in (mine, theirs)]
    if length <= _SHORT_WORDS and all(said):
        return False
    return score >= _SAME
