"""What was found in the document on screen, for those who show it otherwise than as lines of its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from memdesk.text.edits import Span


@dataclass(frozen=True, slots=True)
class Found:
    """Where it stands in `text`: `spans`, sorted, and the `current` one of them."""

    text: str = ""
    spans: Sequence[Span] = ()
    current: Span | None = None

    def within(self, start: int, end: int) -> Sequence[Span]:
        """Those that share a character with what stands from `start` to `end`."""
        first = bisect_right(self.spans, start, key=lambda span: span.end)
        return self.spans[first : bisect_left(self.spans, end, key=lambda span: span.start)]


NOTHING_FOUND = Found()
