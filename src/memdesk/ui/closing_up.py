"""Leaves out the blank beside a fact that is filled into a Chinese sentence, where both neighbours are Chinese.

Quotation marks count as Chinese ones, which have the same codes as the Western: no blank parts them from Chinese.
"""

from __future__ import annotations

import re

_EDGE = "\ufdd0"
"""Marks where a fact begins and ends. Unicode keeps it from ever being a character, so no text holds it."""
_WIDE = "[\u201c\u201d\u3000-\u9fff\uff00-\uffef]"
_BLANK = re.compile(f"(?<={_WIDE})(?:{_EDGE}+ {_EDGE}*| {_EDGE}+)(?={_WIDE})")


class Framed(str):
    """A fact of a template, between marks once it is filled in."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return f"{_EDGE}{super().__format__(spec)}{_EDGE}"


def closed_up(text: str) -> str:
    """`text`, filled with framed facts, without the frames and the blanks between a Chinese fact and what is around."""
    return _BLANK.sub("", text).replace(_EDGE, "") if _EDGE in text else text
