"""What evva from v1.4 on reads of the header of a fact: flat lines of a name and a value, no YAML (v1.4.0-alpha).

It looks for facts by their type and their description, in the begin of each file alone. Our own reading, which is that
of `shapes.fact_file`, differs where a header is odd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from memdesk.layouts.evva.model import cut_at_bytes
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.go_text import lower
from memdesk.text.document import trim
from memdesk.text.edits import Span

MOST_LINES, MOST_BYTES = 30, 4096
"""How much of a file evva looks through for a header and its end, whichever is less."""

_FENCE = "---"


class FlatHeader(NamedTuple):
    """A header as evva reads it: its values by name in lower case, and the line that ends it."""

    values: Mapping[str, Span]
    end: Span


def read_like_evva(text: str, unquoted: Callable[[str], str]) -> FlatHeader | None:
    """The header of a fact; None where evva sees none, and takes all for the body.

    Indentation counts nowhere, not even before the dashes that end it. Of equal names the first one counts that has a
    value, in quotes or not.
    """
    seen, _ = cut_at_bytes(text, MOST_BYTES)
    opening, *rest = islice(_lines(seen), MOST_LINES)
    if not seen.startswith(_FENCE) or opening.of(seen) != _FENCE:
        return None
    values: dict[str, Span] = {}
    for line in rest:
        if line.of(seen) == _FENCE:
            return FlatHeader(values, line)
        name, _, value = line.of(seen).partition(":")
        name, value = lower(trim(name)), trim(value)
        if name and not name.startswith("#") and unquoted(value):
            values.setdefault(name, Span(line.end - len(value), line.end))
    return None


def _lines(text: str) -> Iterator[Span]:
    """The lines of a text without the white space around each."""
    start = 0
    for line in text.split("\n"):
        yield trimmed(text, Span(start, start + len(line)))
        start += len(line) + 1
