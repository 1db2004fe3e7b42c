"""Values and subjects in scripts that put no blanks between words, such as Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memdesk.text.compared import Compared
from memdesk.text.kinds import COUNTED_UNSPACED, are_rivals
from memdesk.text.word_order import Sides
from memdesk.text.wording import is_value

_LONGEST_VALUE = 3
_SLOT = re.compile(
    r"(?:叫|姓|住[在于]?|位于|(?<![但还只总可都这那就也而要正])是|(?<![因认作成以改较更极称])为)\w?$"
)
"""Behind these signs is told what something is; left out are the words that end with the same sign."""
_ENDS = re.compile(r"\W*(?:$|[，。；、！？\n])")
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴徐孙朱胡郭林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖董袁潘蒋蔡叶苏魏吕沈姚卢姜崔谭陆汪范廖贾夏韦邹孟熊秦邱尹薛闫"
    "雷侯陶黎贺顾郝龚邵"
)
_LONGEST_NAME = 3
_FAR = 3
_LEAST_STRETCH = 2
_JOINING = frozenset("的之の")
"""What joins two nouns, and says nothing alone."""
_SUBJECT, _STRETCH = 5, 7
"""So many characters of both, at the start or between others, are no other wording but another thing."""


class _Middle(NamedTuple):
    """What two rows of characters have between what both begin and end with."""

    mine: str
    theirs: str
    before: str
    behind: str


def unspaced_values(pair: Compared) -> Sides | None:
    """In a script without blanks: the few characters that alone differ, where they are two values."""
    if not pair.is_unspaced:
        return None
    middle = _middle(pair.one.units, pair.other.units)
    if not (middle.mine and middle.theirs and max(map(len, middle[:2])) <= _LONGEST_VALUE):
        return None
    is_told = _are_in_a_slot(pair, middle) or _are_names(middle) or _are_units(middle)
    return ((middle.mine,), (middle.theirs,)) if is_told or _are_rivals_within(middle) else None


def own_starts(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two texts begin with two things: with several characters that the other one has nowhere."""
    begin = [_own_at_start(one, other), _own_at_start(other, one)]
    return min(begin) >= _LEAST_STRETCH and sum(begin) >= _SUBJECT


def own_stretches(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two texts have a longer stretch of other characters in one place."""
    middle = _middle(one, other)
    sizes = [len(middle.mine), len(middle.theirs)]
    is_long = min(sizes) >= _LEAST_STRETCH and sum(sizes) >= _STRETCH
    return is_long and set(middle.mine).isdisjoint(middle.theirs)


def _own_at_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How many characters a text begins with that the other one has nowhere, but for those that only join."""
    there = set(other)
    telling = [letter for letter in one if letter not in _JOINING]
    return next((at for at, letter in enumerate(telling) if letter in there), len(telling))


def _middle(one: Sequence[str], other: Sequence[str]) -> _Middle:
    shorter = min(len(one), len(other))
    start = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    rest = range(shorter - start)
    end = next((at for at in rest if one[-1 - at] != other[-1 - at]), shorter - start)
    mine, theirs = ("".join(side[start : len(side) - end]) for side in (one, other))
    return _Middle(
        mine, theirs, "".join(one[max(0, start - _FAR) : start]), "".join(one[len(one) - end :][:2])
    )


def _are_in_a_slot(pair: Compared, middle: _Middle) -> bool:
    """Whether both stand where a value is told, and end what is said."""
    if not _SLOT.search(middle.before) or is_value(middle.mine + middle.theirs):
        return False
    return all(
        _ENDS.match(text, text.rfind(middle.before + value) + len(middle.before + value))
        for text, value in ((pair.one.text, middle.mine), (pair.other.text, middle.theirs))
    )


def _are_names(middle: _Middle) -> bool:
    """Whether both are names of people, or given names behind one surname."""
    if middle.before[-1:] in _SURNAMES and max(map(len, middle[:2])) < _LONGEST_NAME:
        return middle.behind[:1] in _BEHIND_A_NAME
    return all(len(name) > 1 and name[0] in _SURNAMES for name in middle[:2])


_BEHIND_A_NAME = frozenset(["", *"是的说在和与负喜住有管审写"])


def _are_units(middle: _Middle) -> bool:
    """Whether both say what the number before them counts."""
    return middle.before[-1:].isdigit() and all(unit in COUNTED_UNSPACED for unit in middle[:2])


def _are_rivals_within(middle: _Middle) -> bool:
    """Whether two stretches are rivals together with what stands before and behind both of them."""
    before, behind = middle.before, middle.behind
    return any(
        are_rivals(*(before[len(before) - left :] + one + behind[:right] for one in middle[:2]))
        for left in range(len(before) + 1)
        for right in range(len(behind) + 1)
    )
