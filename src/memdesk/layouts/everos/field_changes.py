"""Our own edits of what EverOS calls its own in an entry: an inline field is set or taken out, an id is changed.

A field of the content is anybody's to set; who said it when, and ids, are set only when they are unlocked on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.entry_nodes import FIELDS
from memdesk.layouts.everos.ids import (
    EverosError,
    optional_timestamp,
    parse_entry_id,
    parse_list,
    parse_timestamp,
)
from memdesk.layouts.everos.kinds import Kind
from memdesk.layouts.everos.nodes import not_possible
from memdesk.layouts.shapes.daily_log import LogEntry, close_marker, open_marker, read_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.front_matter import find_front_matter, read_mapping, set_key
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import say

_ID = re.compile(r"[A-Za-z0-9_-]+")
_REQUIRED = ("timestamp", "quality_score")


def is_inline_field(node: Node) -> bool:
    """Whether a node is one inline field of an entry."""
    return node.kind is NodeKind.FIELD and f"/{FIELDS}/" in node.key


def change_field(text: str, outline: Outline, node: Node, change: Change) -> tuple[Edit, ...]:
    """The edits that set an inline field, or take its line out. Raises `Refused` for what EverOS could not read."""
    if change.kind not in (ChangeKind.SET_BODY, ChangeKind.REMOVE):
        raise not_possible(change)
    body = change.body if change.kind is ChangeKind.SET_BODY else ""
    if body == node.body.of(text):
        return ()
    _check_value(node.title, body)
    edit = replace(text, node.body, body) if body else replace(text, node.span, "")
    _check_others(text, edit, outline, node, body)
    return (edit,)


def _check_value(name: str, body: str) -> None:
    if not body and name in _REQUIRED:
        raise Refused("EverOS fails on the whole file where “{name}” is missing.", name=name)
    if "\n" in body or "\r" in body:
        raise Refused("“{name}” is one line.", hint="Write it without line ends.", name=name)
    try:
        _CHECKS.get(name, _accept)(body)
    except ValueError as error:
        raise Refused(
            "EverOS could not read “{body}” as {name}, and would fail on the whole file.",
            hint=_HINTS.get(name, ""),
            body=body,
            name=name,
        ) from error


def _check_list(body: str) -> None:
    if body and not parse_list(body):
        raise EverosError(say("{body!r} is no list", body=body))


def _check_number(body: str) -> None:
    float(body)


def _check_whole_number(body: str) -> None:
    int(body or "0")


def _accept(body: str) -> None:
    """Any text will do."""


_CHECKS: Mapping[str, Callable[[str], object]] = {
    "timestamp": parse_timestamp,
    "start_time": optional_timestamp,
    "end_time": optional_timestamp,
    "duration_days": _check_whole_number,
    "quality_score": _check_number,
    "sender_ids": _check_list,
}
_AS_ISO = say("Write it like 2026-06-01T09:30:00+00:00.")
_HINTS = {
    "timestamp": _AS_ISO,
    "start_time": _AS_ISO,
    "end_time": _AS_ISO,
    "duration_days": say("Write a whole number."),
    "quality_score": say("Write a number."),
    "sender_ids": say("Write names between brackets: [alice, bob]."),
}


def _check_others(text: str, edit: Edit, outline: Outline, node: Node, body: str) -> None:
    """The other fields and sections of the entry say what they said. Raises `Refused`."""
    entry = next(entry for entry in outline.nodes if node in entry.walk())
    before = _form(text, entry.key, entry.occurrence)
    after = _form(apply_all(text, (edit,)), entry.key, entry.occurrence)
    wanted = {key: value for key, value in before.inline.items() if key != node.title}
    if body:
        wanted[node.title] = body.strip(PYTHON_WHITE_SPACE)
    if dict(after.inline) != wanted or after.sections != before.sections:
        raise Refused(
            "“{name}” cannot be set without changing what EverOS reads of other lines.",
            hint="Edit the entry as text.",
            name=node.title,
        )


def _form(text: str, entry_id: str, occurrence: int) -> AuditForm:
    found = _entries(text, entry_id)[occurrence]
    return parse_audit_form(text, found.body)


def _entries(text: str, entry_id: str) -> list[LogEntry]:
    header = find_front_matter(text, behind_mark=True)
    start = header.span.end if header else 0
    return [entry for entry in read_entries(text, start) if entry.entry_id == entry_id]


# Ids


def rename_entry(kind: Kind, text: str, node: Node, change: Change, day: date) -> tuple[Edit, ...]:
    """The edits that give an entry another id: both markers, its heading, and a counter that would fall behind.

    Raises `Refused` unless it is unlocked, and for an id that EverOS would not give.
    """
    if not change.unlocked:
        raise Refused(
            "The id of an entry is EverOS’s: the index and other files find the entry by it.",
            hint="Unlock it first, if it must be changed.",
        )
    sequence = _sequence_of(kind, change.title, day)
    if _entries(text, change.title):
        raise Refused("There is an entry {title} already.", title=change.title)
    entry = _entries(text, node.key)[node.occurrence]
    opening = Span(entry.span.start, entry.span.start + len(open_marker(node.key)))
    closing = Span(entry.span.end - len(close_marker(node.key)), entry.span.end)
    edits = [
        replace(text, opening, open_marker(change.title)),
        replace(text, closing, close_marker(change.title)),
    ]
    heading = re.compile(rf"^##[ \t]+({re.escape(node.key)})[ \t\r]*$", re.MULTILINE)
    if found := heading.search(text, opening.end, closing.start):
        edits.insert(1, replace(text, Span(*found.span(1)), change.title))
    return (*_counted(text, sequence), *edits)


def _sequence_of(kind: Kind, entry_id: str, day: date) -> int:
    try:
        found = parse_entry_id(entry_id)
    except EverosError as error:
        raise _no_id(kind, entry_id, day) from error
    if (
        not _ID.fullmatch(entry_id)
        or (found.prefix, found.day) != (kind.prefix, day)
        or str(found) != entry_id
    ):
        raise _no_id(kind, entry_id, day)
    return found.sequence


def _no_id(kind: Kind, entry_id: str, day: date) -> Refused:
    return Refused(
        "“{entry_id}” is no id of an entry of this file.",
        hint="Write {prefix}_{day}_ and a number of eight digits.",
        entry_id=entry_id,
        prefix=kind.prefix,
        day=day.strftime("%Y%m%d"),
    )


def _counted(text: str, sequence: int) -> tuple[Edit, ...]:
    """The edit that lets the counter keep up: EverOS before 1.5 would give the number again."""
    header = find_front_matter(text)
    count = read_mapping(text, header).get("entry_count")
    if isinstance(count, int) and not isinstance(count, bool) and count < sequence:
        return set_key(text, "entry_count", sequence)
    return ()
