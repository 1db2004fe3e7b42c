"""The edit law of ForestHub's records: one change, nothing else moves, and the engine keeps what was changed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import NO_OP, Change, ChangeKind
from memdesk.layouts.foresthub import LAYOUT
from memdesk.layouts.foresthub.engine import is_label
from memdesk.layouts.foresthub.record import MemoryFile, RecordError, is_cap, read_like_engine
from memdesk.text.document import LineEnds, canonical, encode, line_ends, readable
from memdesk.text.edits import apply_all
from memdesk.text.json_text import NotJson
from memdesk.text.outline import Node, NodeKind
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import (
    PATH,
    ROOT,
    document,
    hostile_records,
    readable_records,
    record,
    workflow,
)
from tests.layouts.hostile import hostile_texts
from tests.text.json_texts import said_texts

CONTENT, LABEL, DESCRIPTION, CAP = "content", "label", "description", "maxSizeBytes"


def changed(
    text: str, kind: ChangeKind, key: str, occurrence: int = 0, body: str = "", index: int = 0
) -> str:
    """The text after a change that `compose` made."""
    change = Change(kind, document(), key, occurrence, body=body, index=index)
    plan = LAYOUT.compose(DictView({PATH: text}), change)
    assert not plan.creates
    assert set(plan.edits) == {PATH}
    return apply_all(text, plan.edits[PATH])


def nodes_of(text: str) -> list[Node]:
    return list(LAYOUT.outline(document(), text).nodes)


def fields_of(text: str) -> list[tuple[str, str]]:
    """Each field as it is written: key and value."""
    return [(node.key, node.body.of(text)) for node in nodes_of(text) if node.kind is NodeKind.FIELD]


def engine_reads(text: str) -> MemoryFile | None:
    try:
        return read_like_engine(text)
    except (NotJson, RecordError):
        return None


def after_start(text: str) -> MemoryFile:
    """What the record says after the engine's next start."""
    outcome = LAYOUT.next_write(DictView({PATH: text}), document(), NO_OP)
    assert not outcome.error
    return read_like_engine(outcome.texts[0])


def some_node(text: str, number: int) -> Node:
    nodes = [node for node in nodes_of(text) if node.kind is NodeKind.FIELD]
    assume(nodes)
    return nodes[number % len(nodes)]


def place_of(text: str, node: Node) -> int:
    return nodes_of(text).index(node)


@given(hostile_records(), said_texts())
def test_setting_the_content_changes_that_one_value(text: str, body: str) -> None:
    after = changed(text, ChangeKind.SET_BODY, CONTENT, body=body)
    node = LAYOUT.outline(document(), after).find(CONTENT)
    assert node is not None
    was = LAYOUT.outline(document(), text).find(CONTENT)
    wanted = body if was is None else with_its_line_ends(was.value or "", body)
    assert canonical(node.value or "") == canonical(wanted)
    fields, place = fields_of(after), place_of(after, node)
    assert fields[:place] + fields[place + 1 :] == [
        field for number, field in enumerate(fields_of(text)) if was is None or number != place
    ]
    if was is not None:
        assert around(after, node) == around(text, was)


def around(text: str, node: Node) -> tuple[str, str]:
    """What stands before and behind a value, the quotes of a string left out."""
    return text[: node.body.start].removesuffix('"'), text[node.body.end :].removeprefix('"')


def with_its_line_ends(was: str, body: str) -> str:
    return body.replace("\r\n", "\n").replace("\n", "\r\n") if line_ends(was) is LineEnds.CRLF else body


@given(readable_records(), said_texts())
def test_the_engine_keeps_the_content_that_was_set(text: str, body: str) -> None:
    after = changed(text, ChangeKind.SET_BODY, CONTENT, body=body)
    node = LAYOUT.outline(document(), after).find(CONTENT)
    assert node is not None
    assert after_start(after).content == readable(canonical(node.value or ""))


@given(readable_records(), st.sampled_from([LABEL, DESCRIPTION, CAP]), said_texts(), st.integers(-9, 9999))
def test_what_a_workflow_resets_can_be_set(text: str, key: str, said: str, cap: int) -> None:
    body = str(cap) if key == CAP else "fresh.label-1" if key == LABEL else said
    after = changed(text, ChangeKind.SET_BODY, key, body=body)
    started, before = after_start(after), after_start(text)
    values = {LABEL: started.label, DESCRIPTION: started.description, CAP: str(started.cap_bytes)}
    assert values[key] == readable(canonical(body))
    untouched = {name: value for name, value in values.items() if name != key}
    assert untouched == {
        name: value
        for name, value in (
            (LABEL, before.label),
            (DESCRIPTION, before.description),
            (CAP, str(before.cap_bytes)),
        )
        if name != key
    }
    assert started.content == before.content


@given(hostile_records(), st.integers(0, 9))
def test_a_field_is_taken_out_and_nothing_else(text: str, number: int) -> None:
    node = some_node(text, number)
    if node.key in ("id", "type") and not node.occurrence:
        with pytest.raises(Refused):
            changed(text, ChangeKind.REMOVE, node.key)
        return
    fields = fields_of(text)
    del fields[place_of(text, node)]
    after = changed(text, ChangeKind.REMOVE, node.key, node.occurrence)
    assert sorted(fields_of(after)) == sorted(fields)
    assert [raw for _, raw in fields_of(after)] == [raw for _, raw in fields]


@given(hostile_records(), st.integers(0, 9), st.integers(0, 9))
def test_a_field_is_moved_and_says_what_it_said(text: str, number: int, index: int) -> None:
    node = some_node(text, number)
    raws = [raw for _, raw in fields_of(text)]
    moved = raws.pop(place_of(text, node))
    raws.insert(min(index, len(raws)), moved)
    after = changed(text, ChangeKind.MOVE, node.key, node.occurrence, index=index)
    assert [raw for _, raw in fields_of(after)] == raws
    assert len(encode(after)) == len(encode(text))


@given(readable_records(), said_texts())
def test_lines_are_added_to_the_content(text: str, added: str) -> None:
    assume(added)
    before = after_start(text).content
    after = after_start(changed(text, ChangeKind.ADD, "", body=added)).content
    assert after.startswith(before)
    assert after.endswith("\n")
    gap = after[len(before) :].removesuffix("\n").removesuffix("\r")
    assert before == "" or before.endswith("\n") or gap.startswith(("\n", "\r\n"))


@given(hostile_texts())
def test_what_is_no_record_is_one_loose_node_and_refuses_changes(text: str) -> None:
    nodes = nodes_of(text)
    assert len(nodes) == bool(text)
    for node in nodes:
        assert (node.kind, node.editable, node.span.of(text)) == (NodeKind.LOOSE, False, text)
        assert node.facts["fault"]
        with pytest.raises(Refused, match="no JSON record"):
            changed(text, ChangeKind.SET_BODY, CONTENT, body="x")


@given(hostile_records(), st.integers(0, 9), st.sampled_from([ChangeKind.SET_BODY, ChangeKind.RENAME]))
def test_what_is_not_to_be_edited_is_refused_with_its_reason(
    text: str, number: int, kind: ChangeKind
) -> None:
    node = some_node(text, number)
    if not node.editable or kind is ChangeKind.RENAME:
        with pytest.raises(Refused) as refusal:
            changed(text, kind, node.key, node.occurrence, body="x")
        assert kind is ChangeKind.RENAME or refusal.value.sentence == f"{node.why_not}."


@pytest.mark.parametrize("kind", [ChangeKind.REMOVE, ChangeKind.MOVE])
@pytest.mark.parametrize("text", ["", "{}", record("u1")])
def test_a_field_that_is_not_there_is_not_found(text: str, kind: ChangeKind) -> None:
    with pytest.raises((NotFound, Refused)):
        changed(text, kind, CAP)


@pytest.mark.parametrize(
    ("key", "body", "words"),
    [
        ("id", "u2", "ForestHub tells records apart by it."),
        ("type", "x", "ForestHub writes it itself."),
        ("pinned", "x", "ForestHub does not know this field and drops it at its next start."),
        (LABEL, "has space", "“has space” is no label"),
        (LABEL, "", "“” is no label"),
        (CAP, "1.5", "“1.5” is no cap"),
        (CAP, "a", "“a” is no cap"),
    ],
)
def test_a_refusal_says_why(key: str, body: str, words: str) -> None:
    text = '{"id":"u1","label":"n","content":"","maxSizeBytes":4,"type":"t","pinned":1}'
    with pytest.raises(Refused) as refusal:
        changed(text, ChangeKind.SET_BODY, key, body=body)
    assert words in refusal.value.sentence


@pytest.mark.parametrize("uid", ["../zz", "a/b", "/tmp/x", "", "a" * 300, "a\0b"])
def test_an_id_that_leads_out_of_the_folder_is_refused_even_unlocked(uid: str) -> None:
    def plan(body: str) -> Mapping[str, object]:
        change = Change(ChangeKind.SET_BODY, document(), "id", body=body, unlocked=True)
        return LAYOUT.compose(DictView({PATH: record("u1")}), change).edits

    with pytest.raises(Refused, match="is no id"):
        plan(uid)
    assert plan("..zz-2")


@given(st.text(max_size=70))
@example("a" * 64)
@example("a" * 65)
@example("-a")
@example("a\n")
@example("é")
def test_a_label_is_set_where_the_engine_takes_it(label: str) -> None:
    try:
        after = changed(record("u1"), ChangeKind.SET_BODY, LABEL, body=label)
    except Refused:
        assert not is_label(label)
    else:
        assert is_label(label)
        view = DictView({PATH: after}, attachments=workflow([{"id": "u1", "label": label}]))
        assert not LAYOUT.next_write(view, document(), NO_OP).error


def test_no_cap_is_none_either_where_a_record_has_another_one() -> None:
    text = '{"id":"u1","maxSizeBytes":9,"content":"a","MaxSizeBytes": 12}'
    after = changed(text, ChangeKind.SET_BODY, CAP, body="")
    assert after == '{"id":"u1","maxSizeBytes":9,"content":"a","MaxSizeBytes": null}'
    assert read_like_engine(after).cap_bytes is None


@pytest.mark.parametrize(("body", "cap"), [("12", 12), (" 12\n", 12), ("0", 0), ("-3", -3), ("", None)])
def test_a_cap_is_set_and_taken_away(body: str, cap: int | None) -> None:
    for text in (record("u1"), record("u1", cap=9)):
        read = engine_reads(changed(text, ChangeKind.SET_BODY, CAP, body=body))
        assert read is not None
        assert read.cap_bytes == cap
    assert is_cap("-0")


def test_a_record_that_is_not_there_is_made_as_the_workflow_declares_it() -> None:
    declared = [{"id": "u1", "label": "log", "description": "Log", "maxSizeBytes": 64}]
    view = DictView(folders=(ROOT,), attachments=workflow(declared))
    [plan] = [LAYOUT.compose(view, Change(ChangeKind.SET_BODY, document(), CONTENT, body="first\n"))]
    text = apply_all("", plan.edits[PATH])
    assert text == record("u1", "first\n", "log", "Log", 64)
    view = DictView({PATH: text}, attachments=workflow(declared))
    assert LAYOUT.next_write(view, document(), NO_OP).effects == ()


def test_untouched_escapes_and_fields_keep_their_bytes() -> None:
    text = '{ "pinned": true,\r\n "content": "caf\\u00e9 \\/ \\u0026\\r\\n- b\\r\\n", "ID": "u1" }\r\n'
    after = changed(text, ChangeKind.SET_BODY, CONTENT, body="café / &\n- b & c\n")
    assert after == text.replace("- b", "- b \\u0026 c")
    assert changed(after, ChangeKind.SET_BODY, CONTENT, body="café / &\n- b\n") == text
