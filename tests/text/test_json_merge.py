"""Merging JSON records: by field and by what each says, never by how it is written, and always into a record."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.services.documents.conflict import Choice, settling_edits
from memdesk.text.edits import apply_all
from memdesk.text.json_field import read_record
from memdesk.text.json_merge import merge_records
from tests.text.json_texts import records

KEYS = ("content", "description", "label", "cap", "pinned")
VALUES = st.sampled_from(["- tea\n- rye\n", "- tea\n", "", "x", 0, 1, True, None, 4096, [1], {"a": "b"}])
FIELDS = st.dictionaries(st.sampled_from(KEYS), VALUES)


def written(fields: dict[str, object], *, pretty: bool = False, ascii_only: bool = False) -> str:
    return json.dumps(
        fields,
        indent=2 if pretty else None,
        separators=None if pretty else (",", ":"),
        ensure_ascii=ascii_only,
    )


def said(text: str) -> dict[str, object]:
    fields: dict[str, object] = json.loads(text)
    return fields


def same(a: object, b: object) -> bool:
    return json.dumps(a) == json.dumps(b)


ABSENT = object()


@given(FIELDS, FIELDS, FIELDS, st.booleans(), st.booleans())
def test_each_field_is_merged_by_itself(
    base: dict[str, object], mine: dict[str, object], theirs: dict[str, object], pretty: bool, other: bool
) -> None:
    texts = written(base), written(mine, pretty=pretty), written(theirs, pretty=other, ascii_only=True)
    merge = merge_records(*texts)
    fields, clashing = said(merge.text), {clash.key for clash in merge.clashes}
    for key in KEYS:
        old, own, new = (side.get(key, ABSENT) for side in (base, mine, theirs))
        if own is old or (own is not ABSENT and old is not ABSENT and same(own, old)):
            expected = new
        elif new is old or (new is not ABSENT and old is not ABSENT and same(new, old)):
            expected = own
        elif own is ABSENT or new is ABSENT:
            expected = own if new is ABSENT else new
        elif key in clashing or same(own, new):
            expected = own
        else:
            assert isinstance(own, str)
            assert isinstance(new, str)
            continue
        found = fields.get(key, ABSENT)
        assert found is expected or same(found, expected)


@given(FIELDS, FIELDS, FIELDS, st.sampled_from(Choice))
def test_whatever_is_chosen_stays_a_record(
    base: dict[str, object], mine: dict[str, object], theirs: dict[str, object], choice: Choice
) -> None:
    merge = merge_records(written(base), written(mine), written(theirs))
    for clash in merge.clashes:
        assert clash.span.of(merge.text) == clash.mine
    settled = said(apply_all(merge.text, settling_edits(merge, choice)))
    assert settled.keys() == said(merge.text).keys()
    for clash in merge.clashes:
        if choice is Choice.THEIRS:
            assert same(settled[clash.key], theirs[clash.key])


@given(records(), records(), records())
def test_any_three_texts_come_together_or_clash(base: str, mine: str, theirs: str) -> None:
    assert merge_records(base, mine, base).text == mine
    assert merge_records(base, base, theirs).text == theirs
    assert merge_records(base, mine, mine).text == mine
    merge_records(base, mine, theirs)


def test_lines_that_both_added_to_a_text_are_kept() -> None:
    base = '{"content":"- tea\\n","id":"u"}'
    mine = '{\n "content": "- tea\\n- mine & more\\n",\n "id": "u"\n}'
    theirs = '{"content":"- tea\\n- theirs\\n","id":"u","type":"MemoryFile"}'
    merge = merge_records(base, mine, theirs)
    assert (
        merge.text == '{"content":"- tea\\n- theirs\\n- mine \\u0026 more\\n","id":"u","type":"MemoryFile"}'
    )
    assert merge.clean
    assert merge.taken == ("content", "type")


def test_only_the_same_line_clashes_and_both_can_be_kept() -> None:
    base, mine, theirs = (
        written({"content": f"- {item}\n- end\n", "cap": cap}) for item, cap in (("a", 1), ("b", 2), ("c", 3))
    )
    merge = merge_records(base, mine, theirs)
    assert [(clash.key, clash.mine, clash.theirs) for clash in merge.clashes] == [
        ("content", '"- b\\n- end\\n"', '"- c\\n- end\\n"'),
        ("cap", "2", "3"),
    ]
    assert (
        apply_all(merge.text, settling_edits(merge, Choice.BOTH))
        == '{"content":"- c\\n- end\\n- b\\n","cap":2}'
    )


def test_what_the_disk_has_stays_as_it_is_written() -> None:
    base = '{"content":"caf\\u00e9\\/bar\\n","note":"x"}'
    theirs = '{ "note": "y", "content": "caf\\u00e9\\/bar\\n" }\n'
    mine = base.replace("bar", "bar and more")
    assert merge_records(base, mine, theirs).text == theirs.replace("bar", "bar and more")


def test_an_edit_outlives_a_removal() -> None:
    base, mine, theirs = '{"a":"1","b":"2"}', '{"a":"1","b":"3"}', '{"a":"1"}'
    assert merge_records(base, mine, theirs).text == '{"a":"1","b":"3"}'
    assert merge_records(base, mine, theirs).kept_against_delete == ("b",)
    assert merge_records(base, theirs, mine).text == mine
    assert merge_records(base, theirs, '{"a":"0","b":"2"}').text == '{"a":"0"}'


def test_a_key_in_other_letters_is_the_same_field() -> None:
    merge = merge_records('{"Content":"a\\n"}', '{"Content":"a\\nb\\n"}', '{"content":"a\\n","type":"t"}')
    assert merge.text == '{"content":"a\\nb\\n","type":"t"}'


@pytest.mark.parametrize("broken", ['{"a":"x', "", "[]", '{"a":"1","A":"2"}'])
def test_a_text_that_is_no_record_clashes_as_a_whole(broken: str) -> None:
    merge = merge_records('{"a":"x"}', '{"a":"mine"}', broken)
    assert not merge.clean or broken == ""
    assert "mine" in merge.text


def test_a_merged_record_reads_again() -> None:
    merge = merge_records('{"a":1}', '{"a":1,"é & <":"new"}', '{"b":2,"a":1}')
    assert [member.key for member in read_record(merge.text).members] == ["b", "a", "é & <"]
