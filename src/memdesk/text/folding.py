"""Text as a search reads it: without regard to case and to the accents of Latin, Greek and Cyrillic letters.

Two characters are alike where Unicode's case folding makes them so, or where they differ by a mark of the block
"Combining Diacritical Marks" alone: `é`, `E` and `e` are, and so are `й` and `и`. Marks of other scripts (vowel signs,
dakuten, nukta) and the parts of a Hangul syllable make another letter, so they stay.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property

from memdesk.text.edits import Span

_FIRST_MARK, _LAST_MARK = 0x0300, 0x036F


class _Table(dict[int, str]):
    """What each character becomes, for `str.translate`; filled as characters come up."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


_TABLE = _Table()


def _fold_character(character: str) -> str:
    parts = unicodedata.normalize("NFD", character)
    kept = "".join(part for part in parts if not _FIRST_MARK <= ord(part) <= _LAST_MARK)
    return (kept if len(kept) < len(parts) else character).casefold()


def fold(text: str) -> str:
    """`text` as it is compared; it may be shorter or longer."""
    return text.lower() if text.isascii() else text.translate(_TABLE)


class Folded:
    """A text with its folded form, and the way between places in the two."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = fold(text)
        self.is_same = text.isascii()
        """Whether every place is the same in both."""

    @cached_property
    def _shifts(self) -> tuple[list[int], list[int]]:
        """Places behind the characters whose folded form is not one character: in the folded text and in the text."""
        folded, places = [0], [0]
        at = 0
        for place, character in enumerate(self.text):
            length = len(_TABLE[ord(character)])
            at += length
            if length != 1:
                folded.append(at)
                places.append(place + 1)
        return folded, places

    def place_of(self, at: int) -> int:
        """Where in the text the character stands that the folded text has at `at`; inside of one, its begin."""
        if self.is_same:
            return at
        folded, places = self._shifts
        known = bisect_right(folded, at) - 1
        place = places[known] + at - folded[known]
        return min(place, places[known + 1] - 1) if known + 1 < len(places) else place

    def folded_place(self, place: int) -> int:
        """Where in the folded text stands what the text has at `place`."""
        if self.is_same:
            return place
        folded, places = self._shifts
        known = bisect_right(places, place) - 1
        return folded[known] + place - places[known]

    def places_of(self, folded: str, within: Span | None = None) -> Iterator[Span]:
        """The characters of the text that become `folded`, wherever they stand in `within` of the folded text.

        Marks on the last character are included, and no two places overlap. A place that holds only a part of what
        one character becomes (the f of `ﬁ`, one s of `ß`) is none: whoever replaced it would take the rest as well.
        """
        at, end = (0, len(self.folded)) if within is None else within
        while folded and (at := self.folded.find(folded, at, end)) >= 0:
            place = self._span_of(at, at + len(folded))
            at += 1 if place is None else len(folded)
            if place is not None:
                yield place

    def _span_of(self, start: int, end: int) -> Span | None:
        """The characters that `start` to `end` of the folded text come from; None where either lies within one."""
        if self.is_same:
            return Span(start, end)
        first, last = self.place_of(start), self.place_of(end - 1) + 1
        if self.folded_place(first) != start or self.folded_place(last) != end:
            return None
        while last < len(self.text) and not _TABLE[ord(self.text[last])]:
            last += 1
        return Span(first, last)


def is_word_edge(text: str, place: int) -> bool:
    """Whether a word begins or ends at `place`: letters and digits do not stand on both sides of it.

    Scripts that write no spaces have such edges only where they meet others.
    """
    if place <= 0 or place >= len(text):
        return True
    return not (_is_of_word(text[place - 1]) and _is_of_word(text[place]))


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character) in ("Mn", "Mc")


def line_of(text: str, place: int) -> Span:
    """The line that holds `place`, without its line end."""
    end = text.find("\n", place)
    return Span(text.rfind("\n", 0, place) + 1, len(text) if end < 0 else end)


def index_at(starts: list[int], place: int) -> int:
    """Which of the stretches that begin at `starts`, in order, holds `place`; stretches that are empty do not."""
    return max(0, bisect_left(starts, place + 1) - 1)
