"""What an agent gets of an index that it cuts at so many lines, bytes or characters: positions and counts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.layouts.shapes.go import trimmed
from memdesk.text.code_stretches import without
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.sentence import say


def _trimmed_whole(text: str) -> Sequence[Span]:
    return (trimmed(text, Span(0, len(text))),)


def _nothing(_text: str) -> Sequence[Span]:
    return ()


@dataclass(frozen=True, slots=True)
class IndexCaps:
    """How much of an index an agent gets.

    `kept` is what it takes of the file before it counts, `as_read` the text as it reads it, character for character. Of
    that it gets the first `most_lines`; where these are longer than `most_size`, in `unit` as `size_of` counts, it gets
    the whole lines that fit, with their line ends or, without `counts_line_end`, without the last one's. What is
    `unseen` counts and is not given. `why` says who set the caps.
    """

    most_lines: int
    most_size: int
    kept: Callable[[str], Sequence[Span]] = _trimmed_whole
    why: str = ""
    as_read: Callable[[str], str] = str
    unseen: Callable[[str], Sequence[Span]] = _nothing
    size_of: Callable[[str], int] = byte_length
    unit: str = "bytes"
    counts_line_end: bool = True


class ShownIndex(NamedTuple):
    """What an agent gets of an index: stretches of its text, in order.

    `lines` and `size` count all that it takes of the file, as it counts. `cut_at` is where what it does not get starts,
    None where it gets all; `why` says which cap did that.
    """

    shown: tuple[Span, ...]
    lines: int
    size: int
    cut_at: int | None = None
    why: str = ""


def shown_index(text: str, caps: IndexCaps) -> ShownIndex:
    """What an agent gets of the index whose whole text is `text`."""
    kept = [span for span in caps.kept(text) if span.end > span.start]
    text = caps.as_read(text)
    joined = "".join(span.of(text) for span in kept)
    lines = joined.count("\n") + (bool(joined) and not joined.endswith("\n"))
    size = caps.size_of(joined)
    end, why = _end(joined, lines, caps)
    unseen = caps.unseen(text)
    shown = tuple(rest for span in _first(kept, end) for rest in without(span, unseen))
    if end == len(joined):
        return ShownIndex(shown, lines, size)
    return ShownIndex(shown, lines, size, _position(kept, end), why)


def _end(joined: str, lines: int, caps: IndexCaps) -> tuple[int, str]:
    """How many characters the agent gets, and which cap decides that."""
    end, why = len(joined), ""
    if lines > caps.most_lines:
        end, why = (
            _end_of_lines(joined, caps.most_lines),
            say("past the first {most_lines} lines", most_lines=caps.most_lines),
        )
    if caps.size_of(joined[:end]) > caps.most_size:
        most = bisect_left(range(end + 1), caps.most_size + 1, key=lambda at: caps.size_of(joined[:at])) - 1
        # A line that is longer than that by itself is cut inside.
        last = joined.rfind("\n", 0, most if caps.counts_line_end else most + 1)
        end = last if last >= 0 else most
        why = say("past the first {most:,} {unit}", most=caps.most_size, unit=caps.unit)
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
