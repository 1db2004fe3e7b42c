"""Fields of JSON records: nothing is lost in reading them, and changing one of them touches nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import canonical
from memdesk.text.edits import Edit, apply_all
from memdesk.text.json_field import (
    Member,
    NotRecord,
    Record,
    insert,
    meaning_of,
    move,
    read_record,
    remove,
    set_raw,
    set_text,
)
from memdesk.text.json_text import NotJson
from tests.text.json_texts import VALUES, records, said_texts

PRETTY = '{\n  "id": "u1",\n  "content": "a\\u0026b",\n  "pinned": true\n}\n'
COMPACT = '{"id":"u1","content":"x"}'


def written(record: Record) -> list[tuple[str, str]]:
    """The fields as they are written, key and value."""
    return [(member.name.of(record.text), record.raw(member)) for member in record.members]


def after(record: Record, *edits: Edit) -> Record:
    return read_record(apply_all(record.text, edits))


def some_member(record: Record, number: int) -> Member | None:
    return record.members[number % len(record.members)] if record.members else None


@given(records())
def test_a_record_reads_as_python_reads_it(text: str) -> None:
    record = read_record(text)
    whole = meaning_of(record.span.of(text))
    assert isinstance(whole, dict)
    last = {member.key: meaning_of(record.raw(member)) for member in record.members}
    assert whole.keys() == last.keys()
    assert all(whole[key] == value for key, value in last.items())
    outside = text[: record.span.start] + text[record.span.end :]
    assert outside.strip(" \t\r\n\ufeff") == ""


@given(records(), st.integers(0, 9), said_texts())
def test_a_field_is_made_to_say_something_else(text: str, number: int, said: str) -> None:
    record = read_record(text)
    if member := some_member(record, number):
        changed = after(record, *set_text(record, member, said))
        place = record.members.index(member)
        assert canonical(changed.said(changed.members[place])) == canonical(said)
        assert written(changed)[:place] + written(changed)[place + 1 :] == (
            written(record)[:place] + written(record)[place + 1 :]
        )
        same_around(record, member, changed, changed.members[place])


def same_around(old: Record, was: Member, new: Record, now: Member) -> None:
    assert old.text[: was.value.start] == new.text[: now.value.start]
    assert old.text[was.value.end :] == new.text[now.value.end :]


@given(records(), st.integers(0, 9), st.sampled_from(VALUES))
def test_a_value_is_put_in_place_of_another(text: str, number: int, raw: str) -> None:
    record = read_record(text)
    if member := some_member(record, number):
        changed = after(record, *set_raw(record, member, raw))
        now = changed.members[record.members.index(member)]
        assert changed.raw(now) == raw
        same_around(record, member, changed, now)


@given(records(), st.integers(0, 9), st.sampled_from(VALUES))
def test_a_field_is_added(text: str, index: int, raw: str) -> None:
    record = read_record(text)
    place = min(index, len(record.members))
    changed = after(record, insert(record, "new & old", raw, index))
    assert changed.members[place].key == "new & old"
    fields = written(changed)
    assert fields.pop(place)[1] == raw
    assert fields == written(record)
    assert after(record, insert(record, "k", raw)).members[-1].key == "k"


@given(records(), st.integers(0, 9))
def test_a_field_is_taken_out(text: str, number: int) -> None:
    record = read_record(text)
    if member := some_member(record, number):
        fields = written(record)
        del fields[record.members.index(member)]
        assert written(after(record, remove(record, member))) == fields


@given(records(), st.integers(0, 9), st.integers(0, 9))
def test_a_field_is_moved(text: str, number: int, index: int) -> None:
    record = read_record(text)
    if member := some_member(record, number):
        fields = written(record)
        place = record.members.index(member)
        field = fields.pop(place)
        fields.insert(min(index, len(fields)), field)
        edits = move(record, member, index)
        assert written(after(record, *edits)) == fields
        assert bool(edits) == (min(index, len(fields) - 1) != place)


def test_a_new_field_looks_like_its_neighbours() -> None:
    pretty, compact = read_record(PRETTY), read_record(COMPACT)
    assert '"pinned": true,\n  "k": 1\n}' in insert(pretty, "k", "1").apply(PRETTY)
    assert insert(pretty, "k", "1", 0).apply(PRETTY).startswith('{\n  "k": 1,\n  "id": "u1",\n')
    assert insert(compact, "k", "1").apply(COMPACT) == '{"id":"u1","content":"x","k":1}'
    assert insert(compact, "k", "1", 1).apply(COMPACT) == '{"id":"u1","k":1,"content":"x"}'
    assert insert(read_record("{ }"), "k", "1").apply("{ }") == '{"k":1 }'


def test_taking_a_field_out_leaves_no_trace() -> None:
    record = read_record(PRETTY)
    first, _, last = record.members
    assert remove(record, first).apply(PRETTY) == '{\n  "content": "a\\u0026b",\n  "pinned": true\n}\n'
    assert remove(record, last).apply(PRETTY) == '{\n  "id": "u1",\n  "content": "a\\u0026b"\n}\n'


@pytest.mark.parametrize(
    ("text", "kind"), [("[]", "list"), ("null", "null"), ('"x"', "text"), ("1", "number")]
)
def test_another_value_is_no_record(text: str, kind: str) -> None:
    with pytest.raises(NotRecord, match=kind):
        read_record(text)


def test_a_value_that_is_none_is_refused() -> None:
    record = read_record(COMPACT)
    with pytest.raises(NotJson):
        set_raw(record, record.members[0], '"a" "b"')
