"""Finds which of many texts, which come and go, are like one given text; judged as `similar` does."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from math import ceil
from typing import NamedTuple

from memdesk.text.compared import Verdict
from memdesk.text.statement import Statement
from memdesk.text.vocabulary import Vocabulary, is_telling
from memdesk.text.wording import event_stamp, values_of, words_of

_LEAST_SHARED = 0.4
"""Texts that have less than this share of the words of the longer one in common are not looked at."""
_MOST_STALE = 2
"""With so many times the texts that are there, everything is made anew."""


class Like(NamedTuple):
    """A text that says the same as the one asked for, or nearly. `score` is from 0 to 1."""

    text: str
    is_same: bool
    score: float


class Lookup:
    """Texts by their words. One thread at a time."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._vocabulary = Vocabulary()
        self._said: Counter[str] = Counter()
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []
        self._words: list[tuple[str, ...]] = []
        self._values: list[frozenset[str]] = []
        self._sizes = array("I")
        self._holding: dict[str, array[int] | None] = {}
        """The texts that hold a word, by number; None of a word that brings no texts together."""
        self._untelling: dict[tuple[str, ...], list[int]] = {}
        """The texts of which no word brings any together, by their words."""

    def follow(self, texts: Iterable[str]) -> None:
        """Let these be the texts: what is new is taken in, what is there no more is left out."""
        wanted = dict.fromkeys(texts)
        if len(self._texts) > _MOST_STALE * len(wanted):
            self._clear()
        for text in [text for text in self._numbers if text not in wanted]:
            self._remove(text)
        for text in wanted:
            if text not in self._numbers:
                self._add(text)

    def find(self, text: str) -> Iterator[Like]:
        """All texts that say the same or nearly, those that do so most first; the text itself, if it is there."""
        words = words_of(text)
        asked = Statement(text, words)
        found = [
            like for number in self._candidates(words) if (like := self._judged(asked, number)) is not None
        ]
        yield from sorted(found, key=lambda like: (like.is_same, like.score), reverse=True)

    def _add(self, text: str) -> None:
        words = words_of(text)
        number = self._numbers[text] = len(self._texts)
        size = 0
        for word in set(words):
            if word not in self._holding:
                self._holding[word] = array("I") if is_telling(word) else None
            holding = self._holding[word]
            if holding is not None:
                holding.append(number)
                size += 1
        self._texts.append(text)
        self._words.append(tuple(words))
        if not size:
            self._untelling.setdefault(tuple(words), []).append(number)
        self._values.append(values_of(words))
        self._sizes.append(size)
        said = " ".join(words)
        if words and not self._said[said]:
            self._vocabulary.add(words)
        self._said[said] += 1

    def _remove(self, text: str) -> None:
        words = self._words[self._numbers.pop(text)]
        said = " ".join(words)
        self._said[said] -= 1
        if words and not self._said[said]:
            del self._said[said]
            self._vocabulary.remove(words)

    def _candidates(self, words: list[str]) -> Iterator[int]:
        """The texts that share enough words and all values; where no word brings texts together, equal ones."""
        telling = [word for word in dict.fromkeys(words) if is_telling(word)]
        if not telling:
            yield from filter(self._is_there, self._untelling.get(tuple(words), ()))
            return
        known = frozenset(word for word in telling if word in self._holding)
        holding = sorted((self._holding[word] or () for word in known), key=len)
        # Who holds the least share of them holds one of the rarest.
        rarest = holding[: len(known) - ceil(_LEAST_SHARED * len(known)) + 1]
        values = values_of(words)
        for number in sorted(set(chain.from_iterable(rarest))):
            # What has another value says another thing: of a pattern with many values, hardly any is to be judged.
            if values != self._values[number]:
                continue
            count = len(known.intersection(self._words[number]))
            if count >= _LEAST_SHARED * max(len(known), self._sizes[number]) and self._is_there(number):
                yield number

    def _is_there(self, number: int) -> bool:
        return self._numbers.get(self._texts[number]) == number

    def _judged(self, asked: Statement, number: int) -> Like | None:
        text, words = self._texts[number], self._words[number]
        if words == asked.words:
            is_same_event = event_stamp(text) == asked.event
            return Like(text, is_same=True, score=1.0) if words and is_same_event else None
        found = self._vocabulary.compare(asked, Statement(text, words))
        if found is None or found.verdict is not Verdict.NEAR:
            return None
        return Like(text, is_same=False, score=found.score)
