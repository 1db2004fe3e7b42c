"""Qt counts UTF-16 units, the document counts code points. Converted within one line only."""

from __future__ import annotations

import re

_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def unit_count(text: str) -> int:
    """How many UTF-16 units `text` takes."""
    return len(text) if text.isascii() else len(text) + len(_TWO_UNITS.findall(text))


def code_points(text: str, units: int) -> int:
    """How many whole code points of `text` lie in its first `units` UTF-16 units."""
    if text.isascii() or not _TWO_UNITS.search(text):
        return min(units, len(text))
    used = 0
    for i, character in enumerate(text):
        used += 2 if character > "\uffff" else 1
        if used > units:
            return i
    return len(text)
