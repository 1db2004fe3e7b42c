"""Where in the words of a row stands what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.ui.editor.found import Found
from memdesk.ui.entries.row import Row, RowKind, visible

_MOST_MARKS = 100
"""More in one row cannot be seen."""


class Mark(NamedTuple):
    """A stretch of words, in characters; whether it is the hit that one stands at."""

    start: int
    end: int
    is_current: bool


class RowMarks(NamedTuple):
    """The marks in what leads a row, and in its text."""

    lead: tuple[Mark, ...] = ()
    text: tuple[Mark, ...] = ()


NO_MARKS = RowMarks()


def marks_of(row: Row, found: Found) -> RowMarks:
    """What is to be marked in `row`. Where a row says less than its node, it is marked by the words that were found."""
    node = row.node
    if node is None or not found.spans:
        return NO_MARKS
    end = node.body.start if row.kind is RowKind.HEAD else node.span.end
    spans = found.within(node.span.start, end)[:_MOST_MARKS]
    is_written_so = node.value is None and row.text == node.body.of(found.text)
    lead, text = list[Mark](), list[Mark]()
    for span in spans:
        is_current = span == found.current
        if is_written_so and node.body.start <= span.start and span.end <= node.body.end:
            text.append(_exactly(row.text, span, node.body.start, is_current=is_current))
            continue
        words = visible(span.of(found.text))
        said = list(_said(words, row.shown_text, is_current=is_current))
        text += said
        if not said:
            lead += _said(words, row.shown_lead, is_current=is_current)
    return RowMarks(tuple(dict.fromkeys(lead)), tuple(dict.fromkeys(text)))


def _exactly(text: str, span: Span, start: int, *, is_current: bool) -> Mark:
    """A row shows runs of blanks as one, and hidden characters by name: what stands before counts as shown."""
    before, behind = (len(visible(f"{text[: at - start]}|")) - 1 for at in span)
    return Mark(before, max(before, behind), is_current)


def _said(words: str, shown: str, *, is_current: bool) -> Iterator[Mark]:
    for place in re.finditer(re.escape(words), shown) if words else ():
        yield Mark(*place.span(), is_current)
