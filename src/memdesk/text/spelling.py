"""Whether two words that look nearly the same are one word misspelt, or two words of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from memdesk.text.common_words import COMMON
from memdesk.text.wording import is_value

_LEAST_LETTERS = 4
"""A word of fewer is hardly ever misspelt: one of them with another letter is another word."""
_FEW_PAIRS = 100
_SHORT = 4
"""In a word of so many letters, another letter makes another word."""


_LONGEST = 40
"""What has more letters is a key, a gene, a row of one letter, but no word of a language."""


def are_one_slip_apart(one: str, other: str) -> bool:
    """Whether two words differ by one letter, or by two neighbours the wrong way round. Values are no words."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < 3 or len(long) - len(short) > 1 or short == long or not _is_one_slip(short, long):
        return False
    return not (is_value(one) or is_value(other))


def is_misspelt(one: str, other: str) -> bool:
    """Whether two words differ as a slip of the pen or an ending makes it, and are not known as two words."""
    return are_one_slip_apart(one, other) and not are_two_words(one, other)


def are_two_words(one: str, other: str) -> bool:
    """Whether two words that are one slip apart are two all the same.

    A letter replaced in a short one makes them two, and that both are known.
    """
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < _LEAST_LETTERS:
        return True
    if is_other_form(short, long):
        return False
    if one in COMMON and other in COMMON:
        return True
    return len(short) == len(long) <= _SHORT and sorted(short) != sorted(long)


def is_other_form(one: str, other: str) -> bool:
    """Whether one word is the other one with an ending."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return long == short + "s" or (long == short + "d" and short.endswith("e"))


def _is_one_slip(short: str, long: str) -> bool:
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    rest, other = short[start:], long[start:]
    if len(rest) < len(other):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])


def deletions(word: str) -> Sequence[str]:
    """The word, and all that is left of it without one letter: two words one slip apart have one of these in common.

    Of a word that nobody types, only itself: its deletions would take the square of its length.
    """
    if len(word) > _LONGEST:
        return [word]
    return [word, *[word[:at] + word[at + 1 :] for at in range(len(word))]]


def slips_between(mine: Iterable[str], theirs: Iterable[str]) -> list[tuple[str, str]]:
    """The words that only one text and only another one has, and that are one slip apart.

    Of many, without comparing each with each.
    """
    ours = [word for word in mine if len(word) > 2 and word.isalpha()]
    there = [word for word in theirs if len(word) > 2 and word.isalpha()]
    is_few = len(ours) * len(there) <= _FEW_PAIRS
    near = product(ours, there) if is_few else _with_a_deletion_in_common(ours, there)
    # A slip leaves the first letter as it is, or the last one.
    return [
        (word, other)
        for word, other in near
        if (word[0] == other[0] or word[-1] == other[-1])
        and -2 < len(word) - len(other) < 2
        and word != other
        and (_is_one_slip(word, other) if len(word) <= len(other) else _is_one_slip(other, word))
    ]


def _with_a_deletion_in_common(mine: Iterable[str], theirs: Iterable[str]) -> Iterator[tuple[str, str]]:
    by_form: defaultdict[str, list[str]] = defaultdict(list)
    for word in theirs:
        for form in set(deletions(word)):
            by_form[form].append(word)
    for word in mine:
        others = dict.fromkeys(other for form in deletions(word) for other in by_form.get(form, ()))
        yield from ((word, other) for other in others)
