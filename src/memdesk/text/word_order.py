"""Whether two texts with the same words say another thing, because two of the words have changed places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from operator import ne
from typing import NamedTuple

from memdesk.text.kinds import has_names
from memdesk.text.opposites import TURNING

_ROLES = (
    "of to in on at for with without by from into as before after when while where if because until than over under "
    "between during about in im am an zu zum zur auf für mit ohne von vom vor nach bei aus als wenn weil bis durch "
    "über de du des à au aux en pour avec sans par dans sur del al con por para sin da di per "
    "在 于 从 到 对 给 把 被 跟 向 由 当 比"
)
ROLES = frozenset(_ROLES.split(" "))
"""Words that say what those behind them have to do with the rest: with one of them, words may stand anywhere."""

_LISTING = re.compile(r"[,;/&+、，]|(?<!\w)(?:and|or|und|oder|et|ou|y|o|e)(?!\w)|[和或与及]")
_CLAUSE_END = re.compile(r"[，。；、！？\n]|[,;.!?](?=\s|$)")
_AROUND_WORDS = re.compile(r"^[\W_]+|[\W_]+$")
_WRITTEN = re.compile(r"\S+")
_ADVERB = re.compile(
    r"(?:tags|wochs|abends|morgens|nachts|lich|weise|mals|immer|meist|oft|dann|heute|jetzt|hier|dort)$"
)
_MOST = 400
"""Longer texts are not compared word by word: where so much is the same, no two words tell what it says."""
_LONGEST_ITEM = 4
"""An item of a list in a script without blanks has at most so many characters."""

Sides = tuple[tuple[str, ...], tuple[str, ...]]


class Ordered(NamedTuple):
    """A text as its order is looked at: by its words, or, in a script without blanks, by its characters."""

    text: str
    units: Sequence[str]
    puts_the_verb_second: bool = False
    """Whether the language turns subject and verb round behind whatever else comes first."""


class _Piece(NamedTuple):
    """What stands in the one text where the other one has something else."""

    gone: Sequence[str]
    come: Sequence[str]


def are_reordered(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether what both have stands in another order, and yet so much in the same that the order is one of words."""
    if one == other or max(len(one), len(other)) > _MOST:
        return False
    left = list(filter(set(other).__contains__, one))
    right = list(filter(set(one).__contains__, other))
    if left == right:
        return False
    if _swapped(left, right):
        return True
    frame = set(pairwise(one)).intersection(pairwise(other))
    return 2 * len(frame) >= min(len(one), len(other)) - 1


def are_far_in_order(
    one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]], own: int, others: int
) -> bool:
    """Whether two texts are surely not `are_reordered`: hardly any words stand side by side in both.

    The texts are given by each two words that stand side by side, with how many words only the one and the other has,
    any of which may be one misspelt in the other.
    """
    shared, slips = len(one & other), min(own, others)
    # A slip hides two pairs of neighbours, two words that changed places four.
    if 2 * (shared + 2 * slips) >= min(len(one), len(other)):
        return False
    return shared < min(len(one) - 2 * own - others, len(other) - 2 * others - own) - 4


def exchanged(one: Ordered, other: Ordered, words_of_form: frozenset[str]) -> Sides | None:
    """Two stretches of words that have changed places around others, in texts that `are_reordered`; None for none.

    A stretch that was only moved, one that takes its preposition along, items of a list, and whole clauses in another
    order change nothing.
    """
    if _clauses(one.text) == _clauses(other.text):
        return None
    pieces = list(_pieces(one.units, other.units))
    is_inverted = one.puts_the_verb_second and _has_adverbial(one.units, other.units)
    for first, second in combinations(pieces, 2):
        turned = None if is_inverted else _turned(first, second)
        mine, theirs = turned or (_kept(first.gone, second.come), _kept(first.come, second.gone))
        if mine == theirs or not (_tells(mine, words_of_form) and _tells(theirs, words_of_form)):
            continue
        if not (_has_its_role(mine) and _has_its_role(theirs)) and not _are_listed(one.text, mine, theirs):
            return mine, theirs
    return None


def _clauses(text: str) -> list[str]:
    """What stands between the marks of a text, in no order of its own."""
    return sorted(_AROUND_WORDS.sub("", clause).casefold() for clause in _CLAUSE_END.split(text))


def _has_adverbial(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether where, when or how is told in what stands otherwise: put first, it turns subject and verb round."""
    start = next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
    back = zip(reversed(one), reversed(other), strict=False)
    end = len(one) - next((at for at, (mine, theirs) in enumerate(back) if mine != theirs), 0)
    return any(unit in ROLES or has_names(unit) or _ADVERB.search(unit) for unit in one[start:end])


def _turned(first: _Piece, second: _Piece) -> Sides | None:
    """A stretch that was moved and turned round on its way, as the verb and the object behind the subject are."""
    there, here = (first.gone, second.come) if first.gone else (first.come, second.gone)
    is_moved = bool(first.gone) != bool(first.come) and bool(second.gone) != bool(second.come)
    return (tuple(there), tuple(here)) if is_moved and sorted(there) == sorted(here) else None


def _pieces(one: Sequence[str], other: Sequence[str]) -> Iterator[_Piece]:
    """Where the texts differ, after each other."""
    places = _swapped(one, other)
    if places:
        yield from (_Piece((one[at],), (other[at],)) for at in places)
        return
    for tag, start, end, begin, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Piece(one[start:end], other[begin:stop])


def _swapped(one: Sequence[str], other: Sequence[str]) -> Sequence[int]:
    """The two places, not side by side, at which alone the texts differ; empty where it is otherwise."""
    if len(one) != len(other) or sum(map(ne, one, other)) != 2:
        return ()
    places = [at for at, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs]
    return places if places[1] > places[0] + 1 else ()


def _kept(gone: Sequence[str], come: Sequence[str]) -> tuple[str, ...]:
    there = set(come)
    return tuple(unit for unit in gone if unit in there)


def _tells(units: Sequence[str], words_of_form: frozenset[str]) -> bool:
    return any(unit not in words_of_form or unit in TURNING for unit in units)


def _has_its_role(units: Sequence[str]) -> bool:
    return len(units) > 1 and not ROLES.isdisjoint(units)


def _are_listed(text: str, first: Sequence[str], last: Sequence[str]) -> bool:
    """Whether both are items of one list in the text, whose order means nothing."""
    lower = text.lower()
    begin, end = lower.find(first[-1]), lower.find(last[0])
    if begin < 0 or end < begin:
        return False
    between = _LISTING.split(lower[begin + len(first[-1]) : end])
    are_items = len(between) > 1 and all(map(_is_item, between))
    # What stands between an item and the sign of the list behind it belongs to neither.
    return are_items and not any(
        map(str.isascii, map(str.strip, filter(str.strip, (between[0], between[-1]))))
    )


def _is_item(text: str) -> bool:
    words = _WRITTEN.findall(text)
    return not words or (len(words) == 1 and (words[0].isascii() or len(words[0]) <= _LONGEST_ITEM))
