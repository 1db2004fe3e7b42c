"""What an agent gets of an index that it cuts at so many lines, or bytes: positions, counts and injected pieces."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.layouts.shapes.go import trimmed
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.sentence import say


def _trimmed_whole(text: str) -> Sequence[Span]:
    return (trimmed(text, Span(0, len(text))),)


@dataclass(frozen=True, slots=True)
class IndexCaps:
    """How much of an index an agent gets.

    `kept` is what it takes of the file before it counts. Of that it gets the first `most_lines`; where these have more
    than `most_bytes`, it gets the whole lines that fit with their line ends. `why` says who set the caps.
    """

    most_lines: int
    most_bytes: int
    kept: Callable[[str], Sequence[Span]] = _trimmed_whole
    why: str = ""


class ShownIndex(NamedTuple):
    """What an agent gets of an index: stretches of its text, in order.

    `lines` and `size_bytes` count all that it takes of the file, as it counts. `cut_at` is where what it does not get
    starts, None where it gets all; `why` says which cap did that.
    """

    shown: tuple[Span, ...]
    lines: int
    size_bytes: int
    cut_at: int | None = None
    why: str = ""


def shown_index(text: str, caps: IndexCaps) -> ShownIndex:
    """What an agent gets of the index whose whole text is `text`."""
    kept = [span for span in caps.kept(text) if span.end > span.start]
    joined = "".join(span.of(text) for span in kept)
    lines = joined.count("\n") + (bool(joined) and not joined.endswith("\n"))
    size_bytes = byte_length(joined)
    end, why = _end(joined, lines, caps)
    shown = tuple(_first(kept, end))
    if end == len(joined):
        return ShownIndex(shown, lines, size_bytes)
    return ShownIndex(shown, lines, size_bytes, _position(kept, end), why)


def _end(joined: str, lines: int, caps: IndexCaps) -> tuple[int, str]:
    """How many characters the agent gets, and which cap decides that."""
    end, why = len(joined), ""
    if lines > caps.most_lines:
        end, why = (
            _end_of_lines(joined, caps.most_lines),
            say("past the first {most_lines} lines", most_lines=caps.most_lines),
        )
    if byte_length(joined[:end]) > caps.most_bytes:
        most = bisect_left(range(end + 1), caps.most_bytes + 1, key=lambda at: byte_length(joined[:at])) - 1
        # A line that is longer than that by itself is cut inside.
        last = joined.rfind("\n", 0, most)
        end = last if last >= 0 else most
        why = say("past the first {most_bytes:,} bytes", most_bytes=caps.most_bytes)
    return end, why


def _end_of_lines(joined: str, count: int) -> int:
    at = -1
    for _ in range(count):
        at = joined.index("\n", at + 1)
    return at


def _first(kept: Sequence[Span], count: int) -> Iterator[Span]:
    """The first characters of `kept`."""
    for span in kept:
        if count <= 0:
            return
        yield Span(span.start, min(span.end, span.start + count))
        count -= span.end - span.start


def _position(kept: Sequence[Span], count: int) -> int:
    """Where the character stands that so many of `kept` stand before."""
    for span in kept:
        if count < span.end - span.start:
            return span.start + count
        count -= span.end - span.start
    return kept[-1].end
