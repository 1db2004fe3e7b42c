"""Three-way merge of JSON records: field by field, by what the fields say; texts by line.

Theirs stays as it is written, since the disk is what a merge starts from, and gets what mine changed. How a record is
spaced, ordered and escaped is never worth a clash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memdesk.text.edits import apply_all
from memdesk.text.json_field import (
    Member,
    NotRecord,
    Record,
    insert,
    meaning_of,
    read_record,
    remove,
    set_raw,
    set_text,
)
from memdesk.text.json_string import write_string
from memdesk.text.json_text import NotJson
from memdesk.text.merge import keep_both, merge_texts
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.outline import Outline


class _Field(NamedTuple):
    """A field of one side: its key, its value as it is written, and what that says."""

    key: str
    raw: str
    said: str

    @property
    def is_text(self) -> bool:
        return self.raw.startswith('"')


class _Sides(NamedTuple):
    """One field in base, mine and theirs, None where a side has none."""

    base: _Field | None
    mine: _Field | None
    theirs: _Field | None


def merge_records(base: str, mine: str, theirs: str) -> Merge:
    """`base` with the changes of both sides. A text that is no record, or has a key twice, is merged as one node.

    Keys are the same in any case of letters. A clash has the values as they are written.
    """
    if theirs in (mine, base):
        return Merge(mine)
    if mine == base:
        return Merge(theirs)
    old, own, other = _fields(base), _fields(mine), _fields(theirs)
    if old is None or own is None or other is None:
        return merge_texts(base, mine, theirs, lambda _: Outline(()))
    sides = {key: _Sides(old.get(key), own.get(key), other.get(key)) for key in {**own, **other, **old}}
    return _Merging(theirs, sides, list(own)).merge()


def _fields(text: str) -> dict[str, _Field] | None:
    """The fields of a record by key; None for what is none, or has a key twice."""
    try:
        record = read_record(text)
    except (NotJson, NotRecord):
        return None
    fields = {member.key.casefold(): _field(record, member) for member in record.members}
    return fields if len(fields) == len(record.members) else None


def _field(record: Record, member: Member) -> _Field:
    raw = record.raw(member)
    is_text = record.is_text(member)
    return _Field(
        member.key, raw, record.said(member) if is_text else json.dumps(meaning_of(raw), sort_keys=True)
    )


def _same(a: _Field | None, b: _Field | None) -> bool:
    if a is None or b is None:
        return a is b
    return (a.is_text, a.said) == (b.is_text, b.said)


class _Merging:
    """A merge under way: `text` is theirs with the changes of mine made so far, `order` the keys as mine has them."""

    def __init__(self, text: str, sides: Mapping[str, _Sides], order: Sequence[str]) -> None:
        self._text = text
        self._sides = sides
        self._order = order
        self._taken: list[str] = []
        self._kept: list[str] = []
        self._returned: list[str] = []
        self._clashing: list[str] = []

    def merge(self) -> Merge:
        for key, sides in self._sides.items():
            self._merge_field(key, sides)
        clashes = tuple(self._clash(key) for key in self._clashing)
        flags = (tuple(map(self._name, keys)) for keys in (self._taken, self._kept, self._returned))
        return Merge(self._text, clashes, *flags)

    def _name(self, key: str) -> str:
        return next(side.key for side in self._sides[key] if side is not None)

    def _merge_field(self, key: str, sides: _Sides) -> None:
        base, mine, theirs = sides
        if _same(mine, theirs):
            return
        if _same(mine, base) or (mine is None and not _same(theirs, base)):
            self._taken.append(key)
            if mine is None and base is not None and theirs is not None:
                self._returned.append(key)
        elif _same(theirs, base) or theirs is None or mine is None:
            self._put(key, mine)
            if theirs is None and base is not None:
                self._kept.append(key)
        elif not self._merge_said(key, sides):
            self._put(key, mine)
            self._clashing.append(key)

    def _merge_said(self, key: str, sides: _Sides) -> bool:
        """Merge two texts line by line; whether they go together."""
        base, mine, theirs = sides
        if mine is None or theirs is None or not (mine.is_text and theirs.is_text):
            return False
        old = base.said if base is not None and base.is_text else ""
        merge = merge_texts(old, mine.said, theirs.said, lambda _: Outline(()))
        if merge.clean:
            self._put(key, _Field(mine.key, write_string(merge.text), merge.text))
            self._taken.append(key)
        return merge.clean

    def _put(self, key: str, field: _Field | None) -> None:
        """Make a field say what `field` says, as theirs writes what both say alike; None takes it out."""
        record = read_record(self._text)
        member = _member(record, key)
        if field is None:
            edits = [remove(record, member)] if member else []
        elif member is None:
            edits = [insert(record, field.key, field.raw, self._place(record, key))]
        else:
            edits = list(
                set_text(record, member, field.said) if field.is_text else set_raw(record, member, field.raw)
            )
        self._text = apply_all(self._text, edits)

    def _place(self, record: Record, key: str) -> int | None:
        """Before the field that follows it in mine; None for the end."""
        behind = self._order[self._order.index(key) + 1 :] if key in self._order else []
        present = [member.key.casefold() for member in record.members]
        return next((present.index(other) for other in behind if other in present), None)

    def _clash(self, key: str) -> Clash:
        base, mine, theirs = self._sides[key]
        record = read_record(self._text)
        member = _member(record, key)
        if member is None or mine is None or theirs is None:
            raise AssertionError("a field that clashes is on both sides and in the text")
        both = (
            write_string(keep_both(mine.said, theirs.said)) if mine.is_text and theirs.is_text else mine.raw
        )
        raw = None if base is None else base.raw
        return Clash(mine.key, 0, raw, record.raw(member), theirs.raw, member.value, both)


def _member(record: Record, key: str) -> Member | None:
    return next((member for member in record.members if member.key.casefold() == key), None)
