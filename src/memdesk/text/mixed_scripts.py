"""Words that are spelled with letters of another script that look the same: `pаypal` with a Cyrillic `а`.

Only lookalikes count. Texts in several languages mix scripts all the time (`Pythonом`, `3G-сеть`, `Δt`), and none of
that misleads. The pairs are those of the Unicode table of confusables that no usual font tells apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.sentence import marked


class MixedWord(NamedTuple):
    """A word, the letters in it that are not what they look like, the script these are of, and what it reads as."""

    span: Span
    letters: tuple[int, ...]
    script: str
    reads_as: str


_CYRILLIC = "асԁеһіјӏорԛѕѵԝхуАВЕКМНОРСТУХІЈЅ"
_AS_LATIN = "acdehijlopqsvwxyABEKMHOPCTYXIJS"
_GREEK = "οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_GREEK_AS_LATIN = "oABEZHIKMNOPTYX"
_ARMENIAN = "օսոհցզյ"
_ARMENIAN_AS_LATIN = "ounhgqj"
_TWINS = {
    script: dict(zip(foreign, latin, strict=True))
    for script, foreign, latin in (
        (marked("Cyrillic"), _CYRILLIC, _AS_LATIN),
        (marked("Greek"), _GREEK, _GREEK_AS_LATIN),
        (marked("Armenian"), _ARMENIAN, _ARMENIAN_AS_LATIN),
    )
}
_LATIN_TWINS = dict(zip(_AS_LATIN, _CYRILLIC, strict=True))
_RANGES = {"Cyrillic": "\u0400-\u052f", "Greek": "\u0370-\u03ff", "Armenian": "\u0530-\u058f"}
_LETTERS = {script: re.compile(f"[{letters}]") for script, letters in _RANGES.items()}
_LATIN = "A-Za-z\u00c0-\u024f"
_LATIN_LETTER = re.compile(f"[{_LATIN}]")
_WORD = re.compile(f"[{_LATIN}{''.join(_RANGES.values())}]+")
_FOREIGN = re.compile(f"[{''.join(_RANGES.values())}]")


def find_mixed_words(text: str) -> Iterator[MixedWord]:
    """The words of `text` that pretend, in order."""
    if text.isascii() or not _FOREIGN.search(text):
        return
    for found in _WORD.finditer(text):
        word = found.group()
        if _LATIN_LETTER.search(word) and (pretence := _pretence(word)):
            script, places, reads_as = pretence
            letters = tuple(found.start() + place for place in places)
            yield MixedWord(Span(*found.span()), letters, script, reads_as)


def _pretence(word: str) -> tuple[str, list[int], str] | None:
    """Which letters of a word of several scripts are lookalikes; None where the others show that it is mixed."""
    for script, twins in _TWINS.items():
        foreign = [place for place, letter in enumerate(word) if _LETTERS[script].match(letter)]
        if foreign and all(word[place] in twins for place in foreign):
            return script, foreign, "".join(twins.get(letter, letter) for letter in word)
    latin = [place for place, letter in enumerate(word) if _LATIN_LETTER.match(letter)]
    if 2 * len(latin) < len(word) and all(word[place] in _LATIN_TWINS for place in latin):
        return marked("Latin"), latin, "".join(_LATIN_TWINS.get(letter, letter) for letter in word)
    return None
