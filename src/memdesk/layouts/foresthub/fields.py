"""The fields of a record as people see them, those that the engine does not know included."""

from __future__ import annotations

from memdesk.layouts.foresthub.record import (
    CAP,
    CONTENT,
    DESCRIPTION,
    ID,
    LABEL,
    TYPE,
    fields_of,
    is_cap,
)
from memdesk.layouts.shapes.json_record import Field, record_outline
from memdesk.text.document import byte_length, readable
from memdesk.text.json_field import Member, Record
from memdesk.text.outline import Outline
from memdesk.text.sentence import say

_TITLES = {
    CONTENT: say("Content"),
    DESCRIPTION: say("Description"),
    ID: "Id",
    LABEL: say("Label"),
    CAP: say("Size cap in bytes"),
    TYPE: say("Type"),
}
LOCKED = {
    ID: say("ForestHub tells records apart by it"),
    TYPE: say("ForestHub writes it itself"),
}
_RESET = say("Set anew from the workflow at each start of ForestHub")
UNKNOWN = say("ForestHub does not know this field and drops it at its next start")
_DOUBLED = say("ForestHub reads a later field of this name")


def outline(text: str) -> Outline:
    """The fields of a record. What one says is the node's value.

    Facts: `bytes` and `cap` of the content, `lines` of a text that may have many, `reset` where the engine takes the
    field from the workflow.
    """
    return record_outline(text, describe)


def describe(record: Record) -> list[Field]:
    """The fields of a record, known or not, in their order."""
    known = {said.member: said for said in fields_of(record)}
    cap = next((record.raw(said.member) for said in known.values() if said.name == CAP and said.is_read), "")
    last = {member.key: member for member in record.members}
    return [
        _known(record, member, known[member].name, cap, is_read=known[member].is_read)
        if member in known
        else Field(member.key, member.key, UNKNOWN, last[member.key] == member)
        for member in record.members
    ]


def _known(record: Record, member: Member, name: str, cap: str, *, is_read: bool) -> Field:
    facts: dict[str, str] = {"lines": "many"} if name in (CONTENT, DESCRIPTION) else {}
    if name == CONTENT:
        facts |= {"bytes": str(byte_length(readable(record.said(member))))}
        facts |= {"cap": cap} if is_cap(cap) else {}
    elif name not in LOCKED:
        facts |= {"reset": _RESET}
    why_not = LOCKED.get(name, "") if is_read else _DOUBLED
    return Field(name, _TITLES[name], why_not, is_read, facts)
