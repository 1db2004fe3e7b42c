"""Whether two texts differ in one value of the same thing, and in nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.text.compare import common_prefix
from memdesk.text.compared import Compared
from memdesk.text.kinds import are_one_thing, first_rivals, is_unit
from memdesk.text.numerals import may_be_one
from memdesk.text.opposites import TURNING, first_opposites, is_negation
from memdesk.text.statement import FUNCTION_WORDS, says

_LONGEST_VALUE = 3
_LONGEST_VALUE_UNSPACED = 6
_LONGEST_TURNED = 5
_FEWEST_BEFORE_A_NUMBER = 2
_FEWEST_UNSPACED = 2
_BEFORE_ONE = (
    "is are was were uses use using prefers prefer called named speaks equals "
    "ist sind nutzt heisst est utilise es usa"
)
_TELLS_ONE = frozenset(_BEFORE_ONE.split(" "))
"""Words behind which stands what is so, and no place or tool of many."""
_ADVERBS = (
    "always never prefer prefers avoid avoids use uses "
    "immer nie toujours jamais siempre nunca sempre mai всегда никогда"
)
_MAY_BEGIN = frozenset(_ADVERBS.split(" "))
"""Opposites with which a rule begins; others are said of what it is about: `Dark mode`, `Light mode`."""
_NUMBER = re.compile(r"v?\d+(?:[.,:/-]\d+)*(?:%|[a-z]{1,3})?")
_NO_SENTENCE = re.compile(r"(?m)^\s*(?:[-*+]\s+)?(?:\||\[[ xX]?\])")
"""A row of a table, or an item to be ticked: each is about something of its own."""
_LABEL = re.compile(r"[>\s*_+-]*[^:.\n]{1,40}[:：]")
"""The begin of a field: a date or a number behind it is that of one record among others."""
_CODE = re.compile(r"`[^`\n]*`|(?<!\S)--\w[\w-]*")


def is_one_value(pair: Compared) -> bool:
    """Whether both say the same up to one stretch and behind it, and the stretches are two values, or yes and no."""
    one, other = pair.one, pair.other
    if _NO_SENTENCE.search(one.text) or _NO_SENTENCE.search(other.text):
        return False
    if _CODE.findall(one.text.casefold()) != _CODE.findall(other.text.casefold()):
        return False
    mine, theirs = tuple(one.units), tuple(other.units)
    start = common_prefix(mine, theirs)
    end = common_prefix(mine[start:][::-1], theirs[start:][::-1])
    before, behind = mine[:start], mine[len(mine) - end :]
    mine, theirs = mine[start : len(mine) - end], theirs[start : len(theirs) - end]
    has_label = _LABEL.match(one.text) is not None
    if pair.is_unspaced:
        is_short = not has_label and max(len(mine), len(theirs)) <= _LONGEST_VALUE_UNSPACED
        are_two = bool(mine and theirs) and len(before) >= _FEWEST_UNSPACED
        return is_short and (are_two or is_negation("".join(mine or theirs)))
    if sorted(mine) == sorted(theirs):
        return len(mine) <= _LONGEST_TURNED and not TURNING.isdisjoint(mine)
    is_within = any(map(says, before))
    return _are_yes_and_no(mine, theirs, is_within) or (
        is_within and _are_values(before, mine, theirs, behind, has_label=has_label)
    )


def _are_yes_and_no(mine: Sequence[str], theirs: Sequence[str], is_within: bool) -> bool:
    if len(mine) == len(theirs) == 1 and first_opposites(mine, theirs) is not None:
        return is_within or _MAY_BEGIN.issuperset((*mine, *theirs))
    one, other = ([word for word in side if not is_negation(word)] for side in (mine, theirs))
    if not is_within and "no" in (*mine, *theirs):
        # `No retries` without a verb is as well an item of what is missing.
        return False
    are_negated = len(one) < len(mine), len(other) < len(theirs)
    return are_negated[0] != are_negated[1] and FUNCTION_WORDS.issuperset((*one, *other))


def _are_values(
    before: Sequence[str],
    mine: Sequence[str],
    theirs: Sequence[str],
    behind: Sequence[str],
    *,
    has_label: bool,
) -> bool:
    if not (1 <= len(mine) <= _LONGEST_VALUE and 1 <= len(theirs) <= _LONGEST_VALUE):
        return False
    if first_rivals(mine, theirs) is not None or before[-1] in _TELLS_ONE:
        return True
    is_told = sum(map(says, before)) >= _FEWEST_BEFORE_A_NUMBER or not _TELLS_ONE.isdisjoint(before)
    are_units = is_unit(mine[0]) and is_unit(theirs[0]) and not are_one_thing(mine[0], theirs[0])
    are_numbers = all(_NUMBER.fullmatch(side[0]) or may_be_one(side[0]) for side in (mine, theirs))
    # `Phase 2 is done`: a number before the verb says which one it is about.
    are_numbers = are_numbers and _TELLS_ONE.isdisjoint(behind)
    return not has_label and (are_units or (are_numbers and is_told))
