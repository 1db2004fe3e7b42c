"""What evva no longer reads once a file gets longer: it stops at a cap, so the end goes first."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import takewhile
from statistics import median_low

from memdesk.layouts.contract import Forecast, ForecastKind, NextOut
from memdesk.layouts.evva.model import cut_at_bytes
from memdesk.layouts.evva.names import CAP_BYTES
from memdesk.layouts.shapes.go import trimmed
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.sentence import say

_NEARLY_FULL = 0.9
_SHOWN_NEXT = 3


def forecasts_of(path: str, text: str, cap_bytes: int = CAP_BYTES) -> Iterator[Forecast]:
    """What of the file at `path`, whose whole text is `text`, is cut off next.

    That is of interest where there is little room left, or where one more fact as long as the usual ones suffices.
    """
    size = byte_length(text)
    # One long fact may be too much for a file that is far from full, but none is longer than all of them.
    if 2 * size < cap_bytes:
        return
    usual = usual_bytes(text)
    seen, split = cut_at_bytes(text, cap_bytes)
    lines = list(_lines(seen))
    # The cap may split a character; its bytes stand between the last line and the cap as well.
    over = max(0, usual - max(0, cap_bytes - size)) - byte_length(split or "")
    pushed = list(takewhile(lambda span: byte_length(seen[span.end :]) < over, reversed(lines)))
    if not pushed and size < _NEARLY_FULL * cap_bytes:
        return
    last = lines[::-1][: max(_SHOWN_NEXT, len(pushed))]
    room = max(0, cap_bytes - size)
    rule = say(
        "evva reads {cap_bytes:,} bytes of {name}, with room for {room:,} more; what no longer fits goes "
        "from the end. One more fact above would take about {usual:,} bytes.",
        cap_bytes=cap_bytes,
        name=posixpath.basename(path),
        room=room,
        usual=usual,
    )
    next_out = tuple(NextOut(path, span.of(text), span, around=excerpt(text, span).around) for span in last)
    yield Forecast(rule, next_out, ForecastKind.CUT, len(pushed))


def usual_bytes(text: str) -> int:
    """How long one more fact is taken to be: as the lines usually are, with a line end."""
    return median_low([byte_length(span.of(text)) for span in _lines(text)] or [0]) + 1


def _lines(text: str) -> Iterator[Span]:
    """Where the lines stand that say something, without the white space around them."""
    at = 0
    for line in text.split("\n"):
        span = trimmed(text, Span(at, at + len(line)))
        if span.start < span.end:
            yield span
        at += len(line) + 1
