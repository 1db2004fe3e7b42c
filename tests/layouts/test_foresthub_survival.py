"""What ForestHub's start and an agent's append do to a record: every changed byte has its effect, repairs work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.foresthub import LAYOUT
from memdesk.layouts.foresthub.record import read_like_engine
from memdesk.text.edits import apply_all
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

APPEND = Operation("append", "content")
COPY = f"{ROOT}/u1_copy.json"


def outcome(files: dict[str, str], operation: Operation = NO_OP, **attachments: bytes) -> Outcome:
    return LAYOUT.next_write(DictView(files, attachments=attachments), document(), operation)


def effects_of(text: str, operation: Operation = NO_OP, **attachments: bytes) -> tuple[Effect, ...]:
    return outcome({PATH: text}, operation, **attachments).effects


@given(readable_records(), st.sampled_from([NO_OP, APPEND]), st.booleans())
def test_there_is_an_effect_exactly_where_a_byte_changes(
    text: str, operation: Operation, is_known: bool
) -> None:
    beside = workflow([{"id": "u1", "maxSizeBytes": 64}], {"Ada": [("u1", "rw")]}) if is_known else {}
    done = outcome({PATH: text}, operation, **beside)
    assert len(done.texts) == 1
    own = [effect for effect in done.effects if effect.kind is not EffectKind.JOINED]
    assert bool(own) == (done.texts[0] != text)
    assert list(done.effects) == sorted(done.effects, key=lambda effect: list(EffectKind).index(effect.kind))
    for effect in done.effects:
        assert 0 <= effect.span.start <= effect.span.end <= len(text)
        assert "ForestHub would" in effect.message
        assert effect.why


@given(hostile_records(), readable_records())
def test_a_copy_beside_it_changes_nothing_of_that_law(other: str, text: str) -> None:
    done = outcome({PATH: text, COPY: other})
    if done.error:
        assert done.texts == (text,)
    assert bool(done.effects) == (done.texts[0] != text)


@given(readable_records())
def test_a_repair_keeps_what_the_record_says_and_takes_its_effect_away(text: str) -> None:
    for operation in (NO_OP, APPEND):
        for effect in effects_of(text, operation):
            if effect.repair:
                repaired = apply_all(text, effect.repair)
                before, after = read_like_engine(text), read_like_engine(repaired)
                assert after.content.rstrip("\r\n") == before.content.rstrip("\r\n")
                assert (after.id, after.label, after.description, after.cap_bytes) == (
                    before.id,
                    before.label,
                    before.description,
                    before.cap_bytes,
                )
                assert not any(left.kind is effect.kind for left in effects_of(repaired, operation))


def test_what_the_engine_wrote_survives() -> None:
    text = record("u1", "- tea & rye\n", cap=64)
    assert effects_of(text) == ()
    assert effects_of(text, APPEND) == ()
    done = outcome({PATH: text}, Operation("append", "content", "- new\n"))
    assert done.texts == (record("u1", "- tea & rye\n- new\n", cap=64),)


def test_fields_of_others_and_hidden_ones_are_lost() -> None:
    text = '{"content":"a","CONTENT":"b","id":"u1","label":"n","description":"","pinned":true,"type":"MemoryFile"}'
    assert [(effect.kind, effect.span.of(text), effect.message) for effect in effects_of(text)] == [
        (
            EffectKind.LOST,
            '"content":"a"',
            "ForestHub would drop the field “content”, which a later one hides, at its next start",
        ),
        (EffectKind.LOST, '"pinned":true', "ForestHub would drop the field “pinned” at its next start"),
        (EffectKind.TRIMMED, text, "ForestHub would write this record in its own form at its next start"),
    ]


def test_another_form_is_one_effect_with_one_repair() -> None:
    text = '{\n  "id": "u1",\n  "label": "n",\n  "content": "caf\\u00e9 & more"\n}\n'
    [effect] = effects_of(text)
    assert effect.kind is EffectKind.TRIMMED
    assert apply_all(text, effect.repair) == record("u1", "café & more", "n", "")


def test_a_later_copy_takes_the_content() -> None:
    done = outcome({PATH: record("u1", "newest"), COPY: record("u1", "OLD", "copy")})
    assert done.texts == (record("u1", "OLD"),)
    [effect] = done.effects
    assert effect.message == "ForestHub would replace this content by that of u1_copy.json at its next start"
    assert LAYOUT.next_write(
        DictView({PATH: record("u1", "newest"), COPY: record("u1", "OLD")}), document(COPY), NO_OP
    ) == Outcome(COPY, (record("u1", "OLD"),))


def test_the_workflow_resets_all_but_the_content() -> None:
    beside = workflow(
        [{"id": "u1", "label": "log", "description": "new", "maxSizeBytes": 9}], {"Ada": [("u1", "rw")]}
    )
    text = record("u1", "kept", "mine", "old")
    done = outcome({PATH: text}, NO_OP, **beside)
    assert done.texts == (record("u1", "kept", "log", "new", 9),)
    assert [(effect.kind, effect.message.removesuffix(" at its next start")) for effect in done.effects] == [
        (EffectKind.LOST, "ForestHub would set the description to “new”"),
        (EffectKind.LOST, "ForestHub would set the label to “log”"),
        (EffectKind.ADDED, "ForestHub would set the size cap to “9”"),
    ]


@pytest.mark.parametrize("text", ["null", '{"content":"mine"}', record("u2", "mine")])
def test_a_record_without_its_id_is_overwritten_where_the_workflow_declares_it(text: str) -> None:
    beside = workflow([{"id": "u1", "content": "seed\n"}])
    done = outcome({PATH: text}, NO_OP, **beside)
    assert done.texts == (record("u1", "seed\n"),)
    [effect] = done.effects
    assert (effect.kind, effect.span.of(text)) == (EffectKind.LOST, text)
    assert "the text that the workflow declares" in effect.message
    assert outcome({PATH: text}) == Outcome(PATH, (text,))


def test_what_is_not_declared_is_left_alone() -> None:
    assert outcome({PATH: "{ }"}, NO_OP, **workflow([])) == Outcome(PATH, ("{ }",))


def test_a_last_line_without_an_end_is_joined_by_the_next_append() -> None:
    for content, line, added in (("- a\n- b", "- b", "\\n"), ("a", "a", "\\n"), ("x\r\ny", "y", "\\r\\n")):
        text = record("u1", content)
        [effect] = effects_of(text, APPEND)
        assert (effect.kind, effect.span.of(text)) == (EffectKind.JOINED, line)
        assert [edit.new for edit in effect.repair] == [added]
        assert effects_of(apply_all(text, effect.repair), APPEND) == ()
    assert effects_of(record("u1", ""), APPEND) == ()
    [full] = effects_of(record("u1", "1234", cap=4), APPEND)
    assert full.repair == ()


def test_an_append_that_is_refused_does_nothing_and_says_why() -> None:
    over = outcome({PATH: record("u1", "12345", cap=4)}, APPEND)
    assert (over.texts, over.effects) == ((record("u1", "12345", cap=4),), ())
    assert over.error == "memory write would exceed max size"
    beside = workflow([{"id": "u1"}], {"Ada": [("u1", "r")]})
    assert (
        outcome({PATH: record("u1", "x")}, APPEND, **beside).error == "No agent of the workflow may write it"
    )


def test_nothing_is_written_where_the_engine_does_not_start() -> None:
    done = outcome({PATH: '{ "id": "u1" }', f"{ROOT}/broken.json": "{"})
    assert done.texts == ('{ "id": "u1" }',)
    assert done.error.startswith("ForestHub would not start: memory: read local: ")


def test_what_a_start_wrote_before_it_stopped_is_written() -> None:
    beside = workflow([{"id": "u1"}, {"id": "u2", "label": "no label"}])
    done = outcome({PATH: '{ "id": "u1", "content": "x" }'}, NO_OP, **beside)
    assert done.texts == (record("u1", "x"),)
    assert "invalid file name" in done.error
    assert done.effects


def test_what_is_no_character_is_lost() -> None:
    text = '{"content":"a\udcff\\ud800b","description":"","id":"u1","label":"n","type":"MemoryFile"}'
    lost = effects_of(text)[0]
    assert (lost.kind, lost.span.of(text), lost.repair) == (EffectKind.LOST, "\udcff\\ud800", ())
    assert "U+FFFD" in lost.message


def test_a_missing_record_is_made_by_a_start_and_one_that_cannot_be_read_is_said_so() -> None:
    [effect] = outcome({}, NO_OP, **workflow([{"id": "u1"}])).effects
    assert effect.kind is EffectKind.ADDED
    view = DictView({PATH: record("u1")}, unreadable=frozenset({PATH}))
    assert LAYOUT.next_write(view, document(), NO_OP) == Outcome(PATH, ("",), error="Permission denied")
