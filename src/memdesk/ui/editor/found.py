"""The hits in the document on screen, for parts that do not show them as lines of its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memdesk.text.edits import Span
from memdesk.ui.widgets.found_mark import FoundMark


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

    def nearest(self, start: int, end: int, most: int) -> Sequence[Span]:
        """So many of those `within`, among them the current one."""
        spans = self.within(start, end)
        current = self.current
        at = bisect_left(spans, current) if current is not None else 0
        first = max(0, min(at - most // 2, len(spans) - most))
        return spans[first : first + most]

    def mark_of(self, spans: Collection[Span]) -> FoundMark:
        """How to mark what holds these."""
        if not spans:
            return FoundMark.NONE
        return FoundMark.CURRENT if self.current in spans else FoundMark.FOUND


NOTHING_FOUND = Found()
