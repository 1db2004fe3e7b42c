"""Whether two texts that are much alike are about two things: by whole stretches of words instead of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.text.compared import Compared
from memdesk.text.statement import DETERMINERS, FUNCTION_WORDS
from memdesk.text.unspaced import own_starts, own_stretches

_SUBJECT_WORDS = 2
_STRETCH_WORDS = 5
"""So many words of two stretches, at least two of each, are another thing; fewer may be another wording."""


def begin_otherwise(pair: Compared) -> bool:
    """Whether what the texts begin with, or what one begins with and a stretch of the other, are two subjects."""
    if not (pair.mine and pair.theirs):
        return False
    if pair.is_unspaced:
        return own_starts(pair.one.units, pair.other.units)
    tell_what = pair.one.words[0] in DETERMINERS and pair.other.words[0] in DETERMINERS
    if not tell_what and min(len(pair.mine), len(pair.theirs)) < _SUBJECT_WORDS:
        return False
    if pair.one.begin not in pair.mine and pair.other.begin not in pair.theirs:
        return False
    one, other = _stretches_of_both(pair)
    if min(max(one), max(other)) >= _SUBJECT_WORDS:
        return max(one[0], other[0]) >= _SUBJECT_WORDS
    return tell_what and min(one[0], other[0]) >= 1


def have_own_stretches(pair: Compared) -> bool:
    """Whether each text has a stretch of several words that the other one lacks."""
    if pair.is_unspaced:
        return own_stretches(pair.one.units, pair.other.units)
    if pair.differing < _STRETCH_WORDS:
        return False
    least, most = sorted(map(max, _stretches_of_both(pair)))
    return least >= _SUBJECT_WORDS and least + most >= _STRETCH_WORDS


def _stretches_of_both(pair: Compared) -> tuple[list[int], list[int]]:
    return _stretches(pair.one.words, pair.mine), _stretches(pair.other.words, pair.theirs)


def _stretches(words: Sequence[str], own: Iterable[str]) -> list[int]:
    """How many telling words of its own a text has before the first that it shares, between that and the next, ..."""
    sizes, there = [0], frozenset(own)
    for word in words:
        if word in there:
            sizes[-1] += word not in FUNCTION_WORDS
        elif word not in FUNCTION_WORDS:
            sizes.append(0)
    return sizes
