"""Names found by some of their letters: what holds the words of a query comes before what has only their letters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

_WHOLE, _BEGINS, _BEGINS_WORD, _INSIDE, _BEGINS_WORD_BESIDE, _BESIDE, _LETTERS = range(7)
_MOST_GAPS = 2
"""Letters of a query may lie so many times its length apart; farther apart they mean nothing."""
_MOST_STARTS = 6
_LOOK_EVERY = 500
_WAY_S = 0.0001


class Name(NamedTuple):
    """What can be found: `title` by words and letters, `where` by words alone; both folded by `folded`."""

    title: str
    where: str = ""


class Hit(NamedTuple):
    """The name number `number` answers. `rank` is the better the smaller; equal ones keep their order."""

    rank: int
    length: int
    number: int


def make_way() -> None:
    """Let other threads run: a worker that never waits would hold up the window's by 5 ms each time."""
    time.sleep(_WAY_S)


def folded(text: str) -> str:
    """`text` in small letters, character for character, so that places in both are the same."""
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(each.lower() if len(each.lower()) == 1 else each for each in text)


def find_names(
    query: str, names: Sequence[Name], limit: int, is_wanted: Callable[[], bool] = lambda: True
) -> list[Hit]:
    """The best `limit` names that answer all words of `query`, the best first; fewer once `is_wanted` says no.

    Letters apart from each other are looked for only where too few names hold the words themselves.
    """
    words = folded(query).split()
    if not words:
        return [Hit(0, 0, number) for number in range(min(limit, len(names)))]
    found = nsmallest(limit, _hits(words, names, is_wanted, loosely=False))
    if len(found) < limit:
        known = {hit.number for hit in found}
        loose = (hit for hit in _hits(words, names, is_wanted, loosely=True) if hit.number not in known)
        found += nsmallest(limit - len(found), loose)
    return found


def found_places(query: str, title: str) -> list[int]:
    """Which characters of a title answer `query`, in order."""
    small, places = folded(title), set[int]()
    for word in folded(query).split():
        at = _best_place(word, small)
        places.update(range(at, at + len(word)) if at >= 0 else _letters(word, small) or ())
    return sorted(places)


def _hits(
    words: Sequence[str], names: Sequence[Name], is_wanted: Callable[[], bool], *, loosely: bool
) -> Iterator[Hit]:
    rank_of = _loose_rank if loosely else _rank
    for number, name in enumerate(names):
        if number % _LOOK_EVERY == 0:
            make_way()
            if not is_wanted():
                return
        worst = 0
        for word in words:
            rank = rank_of(word, name)
            if rank is None:
                break
            worst += rank
        else:
            yield Hit(worst, len(name.title), number)


def _rank(word: str, name: Name) -> int | None:
    title = name.title
    at = title.find(word)
    if at < 0:
        beside = _best_place(word, name.where)
        if beside < 0:
            return None
        return _BEGINS_WORD_BESIDE if _begins_word(name.where, beside) else _BESIDE
    if at == 0:
        return _WHOLE if len(title) == len(word) else _BEGINS
    return _BEGINS_WORD if _begins_word(title, _best_place(word, title)) else _INSIDE


def _loose_rank(word: str, name: Name) -> int | None:
    rank = _rank(word, name)
    if rank is not None:
        return rank
    places = _letters(word, name.title)
    return _LETTERS + places[-1] - places[0] if places else None


def _best_place(word: str, title: str) -> int:
    """Where a word stands in a title: where a word of it begins, if it does so anywhere; -1 for nowhere."""
    first = at = title.find(word)
    while at >= 0:
        if _begins_word(title, at):
            return at
        at = title.find(word, at + 1)
    return first


def _begins_word(title: str, at: int) -> bool:
    return at == 0 or not title[at - 1].isalnum()


def _letters(word: str, title: str) -> list[int] | None:
    """The places of the letters of a word, in order and close together, the first at the begin of a word."""
    most = len(word) * (1 + _MOST_GAPS)
    starts = (at for at, each in enumerate(title) if each == word[0] and _begins_word(title, at))
    for start in islice(starts, _MOST_STARTS):
        places = [start]
        for letter in word[1:]:
            at = title.find(letter, places[-1] + 1, start + most)
            if at < 0:
                break
            places.append(at)
        else:
            return places
    return None
