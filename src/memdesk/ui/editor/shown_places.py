"""What of a document can be seen where it is shown as cards, rows and fields: not what only a format needs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from memdesk.layouts.documents import Document
from memdesk.services.forms.fields import form_fields, why_unreadable
from memdesk.text.document import line_content
from memdesk.text.editable import EditableText
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind, Outline
from memdesk.ui.editor.page_parts import Group, PagePart, PartKind, page_parts
from memdesk.ui.editor.section_lines import SectionLines


def shown_spans(
    text: EditableText, outline: Outline, document: Document, shown: frozenset[PartKind]
) -> list[Span]:
    """Where what is seen stands in `text`, in order: headings, bodies, entries, and fields with their names.

    Left out are fences of a header, braces of a record, and blank lines between sections. Parts of a kind that is not
    `shown` are text.
    """
    parts = page_parts(text, outline, document, shown)
    spans = (span for part in parts for span in _of_part(text, document, part))
    return sorted(span for span in spans if span.start < span.end)


def shown_only(places: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """Those of `places` that share a character with one of `spans`, which are sorted and apart."""
    ends = [span.end for span in spans]
    firsts = (bisect_right(ends, place.start) for place in places)
    return [
        place
        for place, at in zip(places, firsts, strict=True)
        if at < len(spans) and spans[at].start < max(place.end, place.start + 1)
    ]


def _of_part(text: EditableText, document: Document, part: PagePart) -> Iterator[Span]:
    if part.section is not None:
        yield from _of_section(text, part.section)
    elif part.kind is PartKind.FORM and why_unreadable(part.nodes, text.text):
        yield from (node.span for node in part.nodes)
    elif part.kind is PartKind.FORM:
        yield from (field.span for field in form_fields(document, part.nodes, text.text))
    for group in part.groups:
        yield from _of_group(text, group)


def _of_section(text: EditableText, section: SectionLines) -> Iterator[Span]:
    if section.has_heading:
        yield _lines(text, section.start, section.top)
    yield _lines(text, section.first, section.first + section.count)


def _of_group(text: EditableText, group: Group) -> Iterator[Span]:
    holder = group.node
    if holder is not None and holder.kind is NodeKind.SECTION:
        line = text.line_of(holder.span.start)
        yield _lines(text, line, line + 1)
    yield from (node.span for node in group.entries)


def _lines(text: EditableText, first: int, end: int) -> Span:
    """These lines, without the end of the last one."""
    if first >= end:
        return Span(0, 0)
    start, last = text.start(first), text.start(end - 1)
    return Span(start, last + len(line_content(text.line(end - 1))))
