"""A part of a text, shown by itself: that a line is one of a private key, only the lines around it tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.secrets import LONGEST_SECRET, private_keys


class Excerpt(NamedTuple):
    """The part `span` of `around`, which holds all of every secret that the part touches."""

    around: str = ""
    span: Span = Span(0, 0)

    @property
    def text(self) -> str:
        """The part as it is."""
        return self.span.of(self.around)

    def shown(self, masked: Callable[[str], str]) -> str:
        """The part as it is shown. `masked` hides the secrets of a text, one character for one."""
        return self.span.of(masked(self.around))


def excerpt(text: str, part: Span) -> Excerpt:
    """The `part` of `text`. It takes as long in a text of a megabyte as in one of a page."""
    first = max(0, part.start - LONGEST_SECRET)
    near = text[first : part.end + LONGEST_SECRET]
    start, end = part.start - first, part.end - first
    line_end = near.find("\n", end)
    low, high = near.rfind("\n", 0, start) + 1, len(near) if line_end < 0 else line_end
    for key in private_keys(near):
        if key.start < end and start < key.end:
            low, high = min(low, key.start), max(high, key.end)
    return Excerpt(near[low:high], Span(start - low, end - low))
