"""What kind of line a line is, judged by itself, for code that compares lines one by one."""

from __future__ import annotations

import re

_FENCES = ("```", "~~~")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\S")
_WORD = re.compile(r"\w")


def is_fence(line: str) -> bool:
    """Whether it may open or close a block of code."""
    return line.lstrip(" ").startswith(_FENCES)


def is_item(line: str) -> bool:
    """Whether it is an item of a list: one remembered thing by itself, as other lines need not be."""
    return _ITEM.match(line) is not None


def has_words(text: str) -> bool:
    """Whether it says anything; the marks of a notation say nothing."""
    return _WORD.search(text) is not None
