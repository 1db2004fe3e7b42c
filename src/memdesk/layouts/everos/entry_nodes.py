"""Our own reading of one entry of a daily log: its marker, its inline fields, its sections, and its end.

Facts of an entry's node: `id`, every inline field by its own name, `deprecated_by` where the header says which entry
took its place, and `duplicate` ("yes") where a later one has the same id. Facts of a field's node: `known` ("yes"), and
`locked` ("yes") where it is EverOS's own record, which a change sets only when it is unlocked on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.layouts.everos.entries import AuditForm, Field, parse_audit_form
from memdesk.layouts.everos.header_nodes import LOCKED, first_words
from memdesk.layouts.everos.kinds import MAIN_SECTION, Kind
from memdesk.layouts.shapes.daily_log import LogEntry
from memdesk.layouts.shapes.python_text import trimmed
from memdesk.text.edits import Span
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sentence import say

FIELDS = "fields"
"""Key of an entry's inline fields below that of the entry; the field itself stands below it by its name."""

_MARKER = say("EverOS finds the entry by its id and its markers")
_RECORD = say("Who said it when is EverOS’s own record; its index never looks at changes of it alone")
_NOTHING = say("EverOS reads nothing here")
_UNCLOSED = say("Its closing marker is missing: EverOS sees neither this entry nor what follows")


def entry_node(kind: Kind, text: str, entry: LogEntry, span: Span, facts: Mapping[str, str]) -> Node:
    """The node of one entry; `span` is all that belongs to it, `facts` what the file around it says of it."""
    form = parse_audit_form(text, entry.body)
    main = form.section(MAIN_SECTION[kind.name])
    subject = form.sections.get("Subject", "")
    body = main.text if main else trimmed(text, entry.body)
    return Node(
        NodeKind.ENTRY,
        first_words(subject or body.of(text)) or entry.entry_id,
        span,
        body,
        entry.entry_id,
        editable=entry.is_closed,
        why_not="" if entry.is_closed else _UNCLOSED,
        facts=dict(form.inline) | {"id": entry.entry_id} | dict(facts),
        children=tuple(_parts(kind, text, entry, form, span)) if entry.is_closed else (),
    )


def _parts(kind: Kind, text: str, entry: LogEntry, form: AuditForm, span: Span) -> Iterator[Node]:
    """The head of an entry, its sections, and its end with the closing marker."""
    end = form.titled[-1].span.end if form.titled else entry.body.end
    yield _head(kind, text, entry, form, Span(span.start, form.head.end if form.titled else end))
    for section in form.titled:
        key = f"{entry.entry_id}/{section.title}"
        yield Node(NodeKind.SECTION, section.title, section.span, section.text, key)
    last = Span(end, span.end)
    yield _locked(f"{entry.entry_id}/end", "End", last, _MARKER)


def _head(kind: Kind, text: str, entry: LogEntry, form: AuditForm, span: Span) -> Node:
    key = f"{entry.entry_id}/{FIELDS}"
    starts = [text.rfind("\n", 0, field.value.start) + 1 for field in form.fields]
    # A body may stand in the line of its marker, and so may a field.
    if not starts or starts[0] <= span.start or sorted(set(starts)) != starts:
        return _locked(key, "Fields", span, _RECORD)
    nodes, at = (
        [_locked(f"{entry.entry_id}/marker", "Marker", Span(span.start, starts[0]), _MARKER)],
        starts[0],
    )
    for field, start in zip(form.fields, starts, strict=True):
        nodes += _between(key, Span(at, start))
        at = text.find("\n", field.value.end, span.end) + 1 or span.end
        nodes.append(_field(kind, key, field, Span(start, at)))
    nodes += _between(key, Span(at, span.end))
    return Node(
        NodeKind.FIELD,
        "Fields",
        span,
        span,
        key,
        editable=False,
        why_not=_RECORD,
        children=tuple(nodes),
    )


def _between(key: str, gap: Span) -> list[Node]:
    if gap.start >= gap.end:
        return []
    return [Node(NodeKind.LOOSE, "", gap, gap, f"{key}/", editable=False, why_not=_NOTHING)]


def _field(kind: Kind, key: str, field: Field, lines: Span) -> Node:
    # The index reads such a field as content, so that a change of it counts.
    is_content = f"inline:{field.key}" in kind.digest_keys
    return Node(
        NodeKind.FIELD,
        field.key,
        lines,
        field.value,
        f"{key}/{field.key}",
        editable=is_content,
        why_not="" if is_content else _RECORD,
        facts={"known": "yes"} if is_content else {"known": "yes", **LOCKED},
    )


def _locked(key: str, title: str, span: Span, why: str) -> Node:
    return Node(NodeKind.FIELD, title, span, span, key, editable=False, why_not=why)
