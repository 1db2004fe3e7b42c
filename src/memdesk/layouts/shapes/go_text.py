"""How programs written in Go treat characters, where Python does it otherwise."""

from __future__ import annotations

import re
import unicodedata

from memdesk.text.document import GO_WHITE_SPACE, encode, readable

_WHITE_SPACE = re.compile(f"[{GO_WHITE_SPACE}]+")
_LARGE_I_WITH_DOT = "\u0130"


def lower(text: str) -> str:
    """`text` in lower case, character by character, as Go's `strings.ToLower` does it.

    Python lower-cases a final sigma otherwise and makes two characters of a dotted capital I. Bytes that are not UTF-8
    become U+FFFD.
    """
    if text.isascii():
        return text.lower()
    return "".join("i" if char == _LARGE_I_WITH_DOT else char.lower() for char in readable(text))


def equal_fold(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but case, as Go's `strings.EqualFold` compares: character by character."""
    return _folded(one) == _folded(other)


def _folded(text: str) -> str:
    return "".join(map(_simple_fold, readable(text)))


def _simple_fold(character: str) -> str:
    """The one character that stands for all which differ from this one in case alone."""
    for folded in (character.casefold(), character.lower()):
        if len(folded) == 1:
            return folded
    return character


def is_letter_or_digit(character: str) -> bool:
    """Whether Go's `unicode.IsLetter` or `unicode.IsDigit` takes it: a letter, or a decimal digit of any script.

    Python's tables answer, which may be of another version of Unicode than the program's.
    """
    category = unicodedata.category(character)
    return category[0] == "L" or category == "Nd"


def one_line(text: str) -> str:
    """`text` with every run of white space made one blank and none at its ends, as `strings.Fields` has it."""
    # Only the blank is white space among the signs of ASCII that can be printed.
    parts = text.split(" ") if text.isascii() and text.isprintable() else _WHITE_SPACE.split(text)
    return " ".join(filter(None, parts))


def in_byte_order(name: str) -> bytes:
    """The sort key by which Go orders texts."""
    return encode(name)
