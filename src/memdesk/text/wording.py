"""The words of a text in any script, freed from case, marks, punctuation and stamps: what texts are compared by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.numerals import HAN_COUNTED, HAN_NUMERAL, NUMBER_OF, han_number

# Scripts that put no blanks between words: each pair of neighbouring characters stands for a word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# `\w` leaves out the vowel signs that are written above, below and beside a letter.
_SIGNS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
)
_LETTER = rf"[\w{_SIGNS}]"
_TOKEN = re.compile(rf"{_LETTER}+(?:[-./:@#\\'’]+{_LETTER}+)*")
_PLAIN_TOKEN = re.compile(r"\w+(?:[-./:@#\\']+\w+)*")
_PLAIN_WORD = re.compile(r"\w+")
_RUN = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_COUNT = re.compile(rf"({HAN_NUMERAL})(?={HAN_COUNTED})")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_INNER = re.compile(r"[-./:@#\\'’]")
_PART = re.compile(rf"{_LETTER}+")
_STAMP = r"\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?)?"
_STAMPED = re.compile(rf"^[\s*-]*(?:[\[(<]{_STAMP}[\])>]|{_STAMP}:?(?=\s))\s*|\s*[\[(<]{_STAMP}[\])>]\s*$")
_DIGIT = re.compile(r"\d")
_VALUE_MARK = re.compile(r"[./:@#\\_]")
_OF_ONE_THING = re.compile(r"[.@\\:]|/.*/")

_NOT = re.compile(r"n['’]?t$")
_NUMBER_WORDS = frozenset(NUMBER_OF)
_DIGIT_OF = {zero + digit: str(digit) for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xE50) for digit in range(10)}
"""The digits of Arabic, Persian, Hindi, Bengali and Thai texts as those that all others have."""


_EVENT = re.compile(rf"[\s*-]*({_STAMP})(?=[\s:])")


class Word(NamedTuple):
    """One word of a text: its normal form, and where it stands."""

    form: str
    span: Span


def words_of(text: str) -> list[str]:
    """The normal forms of the words of a text, in order.

    Numbers, versions, dates, paths and names with inner marks stay whole; a number that is written as a word is its
    digits; a script without blanks gives each pair of neighbouring characters.
    """
    if text.isascii():
        folded = text.lower()
        found = _PLAIN_TOKEN.findall(_unstamped(folded) if "-" in folded else folded)
    else:
        found = _TOKEN.findall(_folded(_unstamped(text)))
    if all(map(str.isalnum, found)) and text.isascii():
        return found if _NUMBER_WORDS.isdisjoint(found) else [NUMBER_OF.get(form, form) for form in found]
    return [form for token in found for form in _forms(token)]


def plain_words(text: str) -> tuple[str, ...]:
    """All the words of a text, stamps and parts of paths included, in lower case."""
    return tuple(_PLAIN_WORD.findall(text.casefold()))


def located_words(text: str) -> Iterator[Word]:
    """The words of a text with their places in it."""
    for match in _TOKEN.finditer(text):
        yield from _located(match[0], match.start())


def event_stamp(text: str) -> str:
    """When something happened, of a line of a log that begins with that; empty for what is simply so.

    A stamp in brackets is not meant: it tells when something was noted.
    """
    found = _EVENT.match(text) if not text[:1].isalpha() else None
    return found[1] if found is not None else ""


def is_value(form: str) -> bool:
    """Whether a word means one thing and nothing near it: it has a digit, or is a path, an address, a name in code."""
    if form.isalpha():
        return False
    return bool(_DIGIT.search(form)) or (not form.isalnum() and bool(_VALUE_MARK.search(form)))


def values_of(forms: Iterable[str]) -> frozenset[str]:
    """The words among these that are values."""
    return frozenset([form for form in forms if not form.isalpha() and is_value(form)])


def is_unspaced(form: str) -> bool:
    """Whether a word is a stretch of a script without blanks."""
    return not form.isascii() and bool(_IS_UNSPACED.search(form))


def _unstamped(text: str) -> str:
    return _STAMPED.sub("", text)


def _forms(token: str) -> Iterator[str]:
    if not token.isascii() and _IS_UNSPACED.search(token):
        for run in _RUN.findall(token):
            if _IS_UNSPACED.match(run):
                for at, piece in enumerate(_COUNT.split(run)):
                    yield from (han_number(piece),) if at % 2 else _pairs(piece)
            else:
                yield from (form for part in _TOKEN.findall(run) for form in _forms(part))
        return
    yield from (NUMBER_OF.get(part, part) for part in _parts(token.strip("_")) if part)


def _pairs(run: str) -> Iterator[str]:
    """Each two neighbouring characters; of one alone, that one."""
    return (run[at : at + 2] for at in range(max(1, len(run) - 1))) if run else iter(())


def _parts(token: str) -> tuple[str, ...] | list[str]:
    """A token that is one thing as it is, else the words that marks join in it."""
    if not _INNER.search(token):
        return (token,)
    if _NOT.search(token):
        return (_NOT.sub("nt", token),)
    if _DIGIT.search(token) or _OF_ONE_THING.search(token):
        return (token,)
    parts = _PART.findall(token)
    return parts[:-1] if parts[-1] == "s" and "-" not in token else parts


def _located(token: str, start: int) -> Iterator[Word]:
    if _IS_UNSPACED.search(token):
        for run in _RUN.finditer(token):
            at = start + run.start()
            if _IS_UNSPACED.match(run[0]):
                yield from _located_pairs(run[0], at)
            else:
                for part in _TOKEN.finditer(run[0]):
                    yield from _located(part[0], at + part.start())
        return
    whole = list(_forms(_folded(token)))
    if len(whole) == 1:
        yield Word(whole[0], Span(start, start + len(token)))
        return
    for part in _PART.finditer(token):
        word = _folded(part[0]).strip("_")
        form = NUMBER_OF.get(word, word)
        if form in whole:
            yield Word(form, Span(start + part.start(), start + part.end()))


def _located_pairs(run: str, start: int) -> Iterator[Word]:
    at = start
    for number, piece in enumerate(_COUNT.split(run)):
        if number % 2:
            yield Word(han_number(piece), Span(at, at + len(piece)))
        else:
            for step, pair in enumerate(_pairs(piece)):
                yield Word(_folded(pair), Span(at + step, at + step + len(pair)))
        at += len(piece)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().translate(_DIGIT_OF)
