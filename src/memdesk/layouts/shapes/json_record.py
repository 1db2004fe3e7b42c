"""JSON records: one object in a file, shown and edited field by field; every byte that nobody edits stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change
from memdesk.text.edits import Span
from memdesk.text.json_field import Member, NotRecord, Record, read_record
from memdesk.text.json_text import NotJson, line_and_column
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline
from memdesk.text.sentence import say

_NO_RECORD = say("It is no JSON record; correct it in its source")


@dataclass(frozen=True, slots=True)
class Field:
    """What a layout says of one field: its key in the outline, its title, why it is not edited, and facts.

    `is_read` is False for a field that another one of the same key takes the place of.
    """

    key: str
    title: str
    why_not: str = ""
    is_read: bool = True
    facts: Mapping[str, str] = field(default_factory=dict)


Describe = Callable[[Record], Sequence[Field]]
"""Describes the fields of a record, one for one."""


def record_outline(text: str, describe: Describe) -> Outline:
    """One node per field; a text that is no record is loose, with the fault and its place as facts.

    Of fields with one key the one that is read counts as the first, and the others follow in their order.
    """
    try:
        record = read_record(text)
    except (NotJson, NotRecord) as error:
        return _loose(text, error)
    if not record.members:
        return Outline((_empty(text),))
    fields = describe(record)
    seen: Counter[str] = Counter(known.key for known in fields if known.is_read)
    return Outline(
        tuple(
            _node(record, member, known, Span(*ends), 0 if known.is_read else _next(seen, known.key))
            for member, known, ends in zip(record.members, fields, pairwise(_starts(record)), strict=True)
        )
    )


def _starts(record: Record) -> list[int]:
    """Where each field's part of the text starts, and its end: braces and commas belong to the field before them."""
    return [0, *(member.name.start for member in record.members[1:]), len(record.text)]


def _next(seen: Counter[str], key: str) -> int:
    seen[key] += 1
    return seen[key] - 1


def _node(record: Record, member: Member, known: Field, span: Span, occurrence: int) -> Node:
    return Node(
        NodeKind.FIELD,
        known.title,
        span,
        record.inside(member),
        known.key,
        occurrence,
        editable=not known.why_not,
        why_not=known.why_not,
        facts=known.facts,
        value=record.said(member),
    )


def _empty(text: str) -> Node:
    """An object without any field."""
    whole = Span(0, len(text))
    return Node(
        NodeKind.LOOSE, "", whole, whole, PREAMBLE_KEY, editable=False, why_not=say("It has no fields yet")
    )


def _loose(text: str, error: NotJson | NotRecord) -> Outline:
    if not text:
        return Outline(())
    facts = {
        "fault": say("a {error} is no record", error=error) if isinstance(error, NotRecord) else str(error)
    }
    if isinstance(error, NotJson):
        line, column = line_and_column(text, error.position)
        facts |= {"line": str(line), "column": str(column)}
    whole = Span(0, len(text))
    node = Node(
        NodeKind.LOOSE, "", whole, whole, PREAMBLE_KEY, editable=False, why_not=_NO_RECORD, facts=facts
    )
    return Outline((node,))


def record_to_change(text: str, change: Change) -> Record:
    """The record that `text` is. Raises `Refused` where it is none."""
    try:
        return read_record(text)
    except (NotJson, NotRecord):
        raise Refused(
            "{name} is no JSON record, so its fields cannot be changed.",
            hint="Correct it in its source first.",
            name=change.document.title,
        ) from None


def member_to_change(record: Record, change: Change, describe: Describe) -> Member:
    """The field that `change` names. Raises `NotFound`."""
    nodes = record_outline(record.text, describe).nodes
    for node, member in zip(nodes, record.members, strict=False):
        if (node.key, node.occurrence) == (change.key, change.occurrence):
            return member
    raise NotFound("There is no field “{key}” in {name}.", key=change.key, name=change.document.title)
