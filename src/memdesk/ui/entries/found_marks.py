"""Where in the words of a row the hits of a search stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    shown = _shown_by(row)
    if shown is None or not found.spans:
        return NO_MARKS
    spans, node = found.nearest(*shown, _MOST_MARKS), row.node
    is_written_so = node is not None and node.value is None and row.text == node.body.of(found.text)
    lead, text = list[Mark](), list[Mark]()
    for span in spans:
        is_current = span == found.current
        if is_written_so and node is not None and node.body.start <= span.start and span.end <= node.body.end:
            text.append(_exactly(row.text, span, node.body.start, is_current=is_current))
            continue
        words = visible(span.of(found.text))
        said = list(_said(words, row.shown_text, is_current=is_current))
        named = [] if said else list(_said(words, row.shown_lead, is_current=is_current))
        if not said and not named:
            # What a row does not say (its stamp, its id, its sections) is somewhere behind all that it does.
            where = said if row.shown_text else named
            where.append(Mark(0, len(row.shown_text or row.shown_lead), is_current))
        text += said
        lead += named
    return RowMarks(tuple(dict.fromkeys(lead)), tuple(dict.fromkeys(text)))


def _shown_by(row: Row) -> Span | None:
    """What of the document a row stands for: a folded head for its group as well."""
    node = row.node
    if row.kind is RowKind.HEAD and row.folded and row.group.entries:
        first, last = row.group.entries[0].span, row.group.entries[-1].span
        return Span(node.span.start if node is not None else first.start, last.end)
    if node is None:
        return None
    return Span(node.span.start, node.body.start) if row.kind is RowKind.HEAD else node.span


def over_masks(words: str, unmasked: str, marks: Sequence[Mark]) -> Sequence[Mark]:
    """The marks for `words`, which are `unmasked` with its secrets masked; `marks` are those of `unmasked`.

    A masked part is marked as a whole or not at all. So one sees that a secret holds a hit, and not where in it.
    """
    if words == unmasked:
        return marks
    if len(words) != len(unmasked):
        return [Mark(0, len(words), mark.is_current) for mark in marks]
    hidden = [at for at, (one, other) in enumerate(zip(words, unmasked, strict=True)) if one != other]
    return tuple(dict.fromkeys(_around(mark, hidden) for mark in marks))


def _around(mark: Mark, hidden: Sequence[int]) -> Mark:
    """`mark`, with all of each hidden stretch that it touches."""
    start, end, is_current = mark
    if any(start <= at < end for at in hidden):
        known = frozenset(hidden)
        while start - 1 in known:
            start -= 1
        while end in known:
            end += 1
    return Mark(start, end, is_current)


def _exactly(text: str, span: Span, start: int, *, is_current: bool) -> Mark:
    """A row shows runs of blanks as one, and hidden characters by name: what stands before counts as shown."""
    before, behind = (len(visible(f"{text[: at - start]}|")) - 1 for at in span)
    return Mark(before, max(before, behind), is_current)


def _said(words: str, shown: str, *, is_current: bool) -> Iterator[Mark]:
    for place in re.finditer(re.escape(words), shown) if words else ():
        yield Mark(*place.span(), is_current)
