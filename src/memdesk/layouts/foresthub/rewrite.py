"""What changes in a record when the engine's start writes it anew, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.foresthub.folder import Folder
from memdesk.layouts.foresthub.record import (
    CAP,
    CONTENT,
    DESCRIPTION,
    ID,
    LABEL,
    RECORD_TYPE,
    TYPE,
    MemoryFile,
    fields_of,
    read_like_engine,
    write_like_engine,
)
from memdesk.layouts.foresthub.run import Run
from memdesk.text.compare import edits_between
from memdesk.text.edits import Edit, Span
from memdesk.text.json_field import Member, NotRecord, Record, insert, read_record, remove, set_text
from memdesk.text.json_string import REPLACEMENT, read_string, write_string
from memdesk.text.sentence import say

_INVALID = re.compile("[\udc80-\udcff]")
_TITLES = {DESCRIPTION: say("description"), LABEL: say("label"), CAP: say("size cap"), TYPE: say("type")}
_ANEW = say("It writes a record anew from the fields that it knows.")
_DECLARED = say("The workflow declares it so; of a record only the content is kept.")
_LAST_COUNTS = say("Both have the same id inside, and the last file by name counts.")
_OWN_FORM = say("It writes a record on one line, its own fields in its own order and escaped in its own way.")


MADE, OVERWRITTEN, OWN_FORM = "made-at-start", "overwritten-at-start", "own-form"
DUPLICATE_ID, RESET, NO_CHARACTERS = "duplicate-id", "reset-at-start", "no-characters"
UNKNOWN_FIELD, DOUBLED_FIELD = "unknown-field", "doubled-field"


class Finding(NamedTuple):
    """One thing that a write does, and the rule it comes from."""

    rule: str
    effect: Effect


@dataclass(frozen=True)
class Rewrite:
    """The write of `file` over `text`, in a run of the engine."""

    text: str
    file: MemoryFile
    run: Run

    @cached_property
    def record(self) -> Record | None:
        """The record that stands there; None for nothing yet, and for a file with nothing but null."""
        try:
            return read_record(self.text) if self.text else None
        except NotRecord:
            return None

    @cached_property
    def own(self) -> MemoryFile:
        """What the engine reads there."""
        return read_like_engine(self.text)

    def findings(self) -> Iterator[Finding]:
        """What the write does, in no order; nothing exactly where it changes no byte."""
        if not self.text:
            message = say("ForestHub would make this record at its next start")
            yield Finding(
                MADE, Effect(EffectKind.ADDED, Span(0, 0), message, say("The workflow declares it."))
            )
        elif self.record is None or self.own.id != self.file.id:
            yield self._overwritten()
        else:
            lost = [
                *self._dropped(self.record),
                *self._replaced(self.record),
                *self._no_characters(self.record),
            ]
            yield from lost
            yield from self._own_form(self.record, is_alone=not lost)

    def _overwritten(self) -> Finding:
        winner = self.run.folder.winner(self.file.id)
        source = (
            say("{name}, which has its id", name=winner.name)
            if winner
            else say("the text that the workflow declares")
        )
        message = say("ForestHub would overwrite this file with {source}, at its next start", source=source)
        why = say("It finds a record by the id inside, and writes it to the file named by the id.")
        repair = () if self.own.id else with_id(self.run.folder, self.file.id, self.text)
        return Finding(OVERWRITTEN, Effect(EffectKind.LOST, Span(0, len(self.text)), message, why, repair))

    def _dropped(self, record: Record) -> Iterator[Finding]:
        """Fields that the engine does not know, or that a later one of the same name hides."""
        known = [said.member for said in fields_of(record)]
        for member in _unread(record):
            hidden = say(", which a later one hides,") if member in known else ""
            message = say(
                "ForestHub would drop the field “{key}”{hidden} at its next start",
                key=member.key,
                hidden=hidden,
            )
            rule = DOUBLED_FIELD if hidden else UNKNOWN_FIELD
            yield Finding(rule, Effect(EffectKind.LOST, member.span, message, _ANEW))

    def _replaced(self, record: Record) -> Iterator[Finding]:
        """Fields that say something else afterwards."""
        read = {said.name: said.member for said in fields_of(record) if said.is_read}
        for name, value in self._new_values():
            span = read[name].span if name in read else Span(record.span.end - 1, record.span.end)
            kind = EffectKind.LOST if name in read else EffectKind.ADDED
            if name == CONTENT:
                winner = self.run.folder.winner(self.file.id)
                other = winner.name if winner else say("another file")
                message = say(
                    "ForestHub would replace this content by that of {other} at its next start", other=other
                )
                yield Finding(DUPLICATE_ID, Effect(kind, span, message, _LAST_COUNTS))
            else:
                message = say(
                    "ForestHub would set the {titles} to “{value}” at its next start",
                    titles=_TITLES[name],
                    value=value,
                )
                why = _ANEW if name == TYPE else _DECLARED
                yield Finding(RESET, Effect(kind, span, message, why))

    def _new_values(self) -> Iterator[tuple[str, str]]:
        """The fields that change, and what they say then."""
        own, new = self.own, self.file
        cap = "none" if new.cap_bytes is None else f"{new.cap_bytes:,}"
        pairs = (
            (CONTENT, own.content, new.content, new.content),
            (LABEL, own.label, new.label, new.label),
            (DESCRIPTION, own.description, new.description, new.description),
            (CAP, own.cap_bytes, new.cap_bytes, cap),
            (TYPE, own.type or RECORD_TYPE, RECORD_TYPE, RECORD_TYPE),
        )
        return ((name, shown) for name, before, after, shown in pairs if before != after)

    def _no_characters(self, record: Record) -> Iterator[Finding]:
        """Bytes that are not UTF-8 and halves of escapes, in fields that are kept."""
        for said in fields_of(record):
            inside = record.inside(said.member)
            spans = list(_no_characters(inside.of(record.text))) if said.is_read else []
            if spans:
                span = Span(inside.start + spans[0].start, inside.start + spans[-1].end)
                message = say(
                    "ForestHub would put U+FFFD in place of what is no character, at its next start"
                )
                yield Finding(
                    NO_CHARACTERS, Effect(EffectKind.LOST, span, message, say("It keeps text as UTF-8."))
                )

    def _own_form(self, record: Record, *, is_alone: bool) -> Iterator[Finding]:
        """Blanks, order, escapes and missing fields; where nothing else changes, the record can be put so before."""
        form = write_like_engine(replace(self.own, type=self.own.type or RECORD_TYPE))
        if form != _INVALID.sub(REPLACEMENT, _without(record, _unread(record))):
            repair = edits_between(self.text, write_like_engine(self.file)) if is_alone else ()
            message = say("ForestHub would write this record in its own form at its next start")
            whole = Span(0, len(self.text))
            yield Finding(OWN_FORM, Effect(EffectKind.TRIMMED, whole, message, _OWN_FORM, repair))


def with_id(folder: Folder, uid: str, text: str) -> tuple[Edit, ...]:
    """The edits that give a record the id `uid`; none where another file has it, or the text is no record."""
    try:
        record = read_record(text)
    except NotRecord:
        return ()
    if folder.by_id.get(uid):
        return ()
    member = next((said.member for said in fields_of(record) if said.name == ID and said.is_read), None)
    return set_text(record, member, uid) if member else (insert(record, ID, write_string(uid)),)


def _unread(record: Record) -> list[Member]:
    read = [said.member for said in fields_of(record) if said.is_read]
    return [member for member in record.members if member not in read]


def _without(record: Record, members: Sequence[Member]) -> str:
    """The text of a record without some of its fields."""
    for place in reversed([record.members.index(member) for member in members]):
        record = read_record(remove(record, record.members[place]).apply(record.text))
    return record.text


def _no_characters(raw: str) -> Iterator[Span]:
    for run in read_string(raw).runs():
        if not run.is_escape:
            yield from (
                Span(*(run.raw.start + at for at in found.span())) for found in _INVALID.finditer(run.text)
            )
        elif run.text == REPLACEMENT and run.raw.of(raw).lower() != "\\ufffd":
            yield run.raw
