"""JSON records: where each field of an object stands in a text, and the edits that change one of them alone.

Everything else keeps its bytes: the order of the fields, blanks, escapes, fields that nobody knows. A new field takes
its blanks from its neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from memdesk.text.document import BYTE_ORDER_MARK, readable
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.json_string import read_string, string_edits, write_string
from memdesk.text.json_text import (
    check_ends,
    end_of_string,
    end_of_value,
    past_blank,
    past_colon,
)

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


class NotRecord(ValueError):
    """A text that is JSON, but no object; the message names what it is."""


@dataclass(frozen=True, slots=True)
class Member:
    """One field: its key decoded and as it is written, quotes included, and its value as it is written."""

    key: str
    name: Span
    value: Span

    @property
    def span(self) -> Span:
        """The field from its key to the end of its value."""
        return Span(self.name.start, self.value.end)


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of an object in a text, in their order; `span` is the object with its braces."""

    text: str
    span: Span
    members: tuple[Member, ...]

    def raw(self, member: Member) -> str:
        """The value of a field as it is written."""
        return member.value.of(self.text)

    def is_text(self, member: Member) -> bool:
        """Whether the value of a field is a string."""
        return self.text.startswith('"', member.value.start)

    def said(self, member: Member) -> str:
        """What a field says: a string decoded, any other value as it is written."""
        inside = self.inside(member)
        return read_string(inside.of(self.text)).text if self.is_text(member) else inside.of(self.text)

    def inside(self, member: Member) -> Span:
        """The value of a field without the quotes of a string."""
        quotes = 1 if self.is_text(member) else 0
        return Span(member.value.start + quotes, member.value.end - quotes)


def read_record(text: str) -> Record:
    """The object that `text` is. A byte order mark in front is passed over.

    Raises:
        NotJson: where it is none.
        NotRecord: it is another value.
    """
    start = past_blank(text, 1 if text.startswith(BYTE_ORDER_MARK) else 0)
    check_ends(text, end := end_of_value(text, start))
    if not text.startswith("{", start):
        raise NotRecord(kind_of(text[start:end]))
    return Record(text, Span(start, end), tuple(_members(text, start)))


def _members(text: str, start: int) -> Iterator[Member]:
    at = past_blank(text, start + 1)
    while text.startswith('"', at):
        name = Span(at, end_of_string(text, at, ""))
        start = past_colon(text, at)
        value = Span(start, end_of_value(text, start))
        yield Member(read_string(text[name.start + 1 : name.end - 1]).text, name, value)
        comma = past_blank(text, value.end)
        at = past_blank(text, comma + 1)


_KINDS = {'"': "text", "{": "object", "[": "list", "t": "true", "f": "false", "n": "null"}


def kind_of(raw: str) -> str:
    """What a value is, in words: `text`, `number`, `object`, `list`, or the constant itself."""
    return _KINDS.get(raw[:1], "number")


def meaning_of(raw: str) -> JsonValue:
    """What a value says, for comparing; a value that cannot be decoded says its own characters."""
    try:
        value: JsonValue = json.loads(readable(raw))
    except (ValueError, RecursionError):
        return raw
    return value


def set_text(record: Record, member: Member, text: str) -> tuple[Edit, ...]:
    """The edits that make a field say `text`; what it says alike keeps the way it is written."""
    if record.is_text(member):
        return string_edits(record.text, record.inside(member), text)
    return set_raw(record, member, write_string(text))


def set_raw(record: Record, member: Member, raw: str) -> tuple[Edit, ...]:
    """The edits that put the value `raw` in place of that of a field. Raises `NotJson` where it is none."""
    check_ends(raw, end_of_value(raw, 0))
    edit = replace(record.text, member.value, raw)
    return (edit,) if edit.old != raw else ()


def insert(record: Record, key: str, raw: str, index: int | None = None) -> Edit:
    """The edit that adds a field before the one at `index`, else behind the last one."""
    members, text = record.members, record.text
    place = len(members) if index is None else max(0, min(index, len(members)))
    colon = text[members[0].name.end : members[0].value.start] if members else ":"
    field = f"{write_string(key)}{colon}{raw}"
    if not members:
        return Edit(record.span.start + 1, "", field)
    if place < len(members):
        between = 1 if place == 0 and len(members) > 1 else place
        return Edit(members[place].name.start, "", f"{field},{_gap_before(record, between)}")
    return Edit(members[-1].value.end, "", f",{_gap_before(record, len(members) - 1)}{field}")


def _gap_before(record: Record, place: int) -> str:
    """The blanks in front of the field at `place`."""
    name = record.members[place].name
    start = name.start
    while record.text[start - 1] in " \t\r\n":
        start -= 1
    return record.text[start : name.start]


def remove(record: Record, member: Member) -> Edit:
    """The edit that takes a field out, with the comma that its going makes needless."""
    members = record.members
    place = members.index(member)
    if place + 1 < len(members):
        return replace(record.text, Span(member.name.start, members[place + 1].name.start), "")
    start = members[place - 1].value.end if place else member.name.start
    return replace(record.text, Span(start, member.value.end), "")


def move(record: Record, member: Member, index: int) -> tuple[Edit, ...]:
    """The edits that make a field the one at `index`; commas and blanks between fields stay where they are."""
    order: list[Member] = [other for other in record.members if other != member]
    order.insert(max(0, min(index, len(order))), member)
    return tuple(_refilled(record, order))


def _refilled(record: Record, order: Sequence[Member]) -> Iterator[Edit]:
    for old, new in zip(record.members, order, strict=True):
        if old != new:
            yield replace(record.text, old.span, new.span.of(record.text))
