"""Fields of headers and records: each value as what it is, and edits that touch it alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts import discover
from memdesk.layouts.contract import Change, Layout, Plan
from memdesk.layouts.documents import Codec, Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.everos import LAYOUT as EVEROS
from memdesk.layouts.foresthub import LAYOUT as FORESTHUB
from memdesk.layouts.ok import LAYOUT as OK
from memdesk.layouts.ok.model import TYPES
from memdesk.services.desk import Desk
from memdesk.services.forms.edits import FormEdits
from memdesk.services.forms.fields import FieldKind, FormField, form_fields, why_unreadable
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.text.document import decode
from memdesk.text.edits import apply_all
from memdesk.text.outline import Node, NodeKind
from tests.layouts.dict_view import DictView

SCOPE = Scope(ScopeKind.SHARED, "shared", "All projects")
FACT = Document("/ok/shared/memory/a.md", "/ok", "a.md", SCOPE, DocumentKind.RECORD, types=TYPES)
RECORD = Document("/r/u1.json", "/r", "u1", SCOPE, DocumentKind.RECORD, codec=Codec.JSON_RECORD)
SKILL_PATH = "/e/default_app/default_project/agents/bot/skills/skill_x/SKILL.md"
SKILL = Document(SKILL_PATH, "/e", "x", SCOPE, DocumentKind.MEMORY)
FORM_NODES = (NodeKind.FRONT_MATTER, NodeKind.FIELD)


def fields(layout: Layout, document: Document, text: str) -> Mapping[str, FormField]:
    nodes = [node for node in layout.outline(document, text).nodes if node.kind in FORM_NODES]
    return {field.name: field for field in form_fields(document, nodes, text)}


def writer(layout: Layout, document: Document, text: str) -> FormEdits:
    view = DictView({document.path: text})

    def compose(change: Change) -> Plan:
        return layout.compose(view, change)

    return FormEdits(compose)


def after(
    layout: Layout, document: Document, text: str, name: str, said: str, *, unlocked: bool = False
) -> str:
    field = fields(layout, document, text)[name]
    edits = writer(layout, document, text).of_value(document, text, field, said, unlocked=unlocked)
    return apply_all(text, edits)


FACT_TEXT = (
    "---\nname: a\ndescription: yes\nmetadata:\n  type: user\nn: 3\non: true\nday: 2026-01-02\n"
    "tags: [x, 'y z']\nmore:\n  a: 1\n  b: 2\n---\n\nBody.\n"
)


def test_what_each_value_of_a_fact_is() -> None:
    found = fields(OK, FACT, FACT_TEXT)
    kinds = {name: field.kind for name, field in found.items()}
    assert kinds == {
        "name": FieldKind.NAME,
        "description": FieldKind.LINE,
        "metadata.type": FieldKind.CHOICE,
        "n": FieldKind.NUMBER,
        "on": FieldKind.SWITCH,
        "day": FieldKind.DATE,
        "tags": FieldKind.LIST,
        "more.a": FieldKind.NUMBER,
        "more.b": FieldKind.NUMBER,
    }
    assert found["tags"].items == ("x", "y z")
    assert found["metadata.type"].choices == TYPES
    assert not found["on"].is_known
    assert found["description"].is_known


def test_a_fact_without_a_type_offers_one() -> None:
    text = "---\nname: a\n---\n\nBody.\n"
    assert fields(OK, FACT, text)["type"].kind is FieldKind.CHOICE
    assert after(OK, FACT, text, "type", "user") == "---\nname: a\nmetadata:\n  type: user\n---\n\nBody.\n"


def test_typed_values_stay_what_they_are() -> None:
    assert after(OK, FACT, FACT_TEXT, "n", "4.5") == FACT_TEXT.replace("n: 3", "n: 4.5")
    for name, said in (("n", "many"), ("day", "soon"), ("on", "perhaps")):
        with pytest.raises(Refused):
            after(OK, FACT, FACT_TEXT, name, said)


def test_items_of_a_list() -> None:
    edits = writer(OK, FACT, FACT_TEXT)
    field = fields(OK, FACT, FACT_TEXT)["tags"]
    made = edits.of_items(FACT, FACT_TEXT, field, ["x", "y z", "w"])
    assert apply_all(FACT_TEXT, made) == FACT_TEXT.replace("'y z'", "'y z', w")


def test_another_name_is_a_rename_and_a_whole_fact_can_go() -> None:
    edits = writer(OK, FACT, FACT_TEXT)
    change = edits.renaming(FACT, "Other Name")
    assert (change.kind.value, change.key, change.title) == ("rename", "", "Other Name")
    with pytest.raises(Refused, match="cannot make a file name"):
        edits.renaming(FACT, "日本")
    assert edits.removal(FACT) is not None
    assert writer(FORESTHUB, RECORD, "{}").removal(RECORD) is None


@pytest.mark.parametrize(
    ("said", "count"),
    [("runs hott", 1), ("runs hot, very", 1), ("run hot", 1), ("it runs hot", 1)],
)
def test_an_edit_is_what_was_typed_and_no_more(said: str, count: int) -> None:
    text = "---\nname: a\ndescription: runs hot\n---\n\nBody.\n"
    field = fields(OK, FACT, text)["description"]
    edits = writer(OK, FACT, text).of_value(FACT, text, field, said)
    assert len(edits) == count
    assert sum(len(edit.old) + len(edit.new) for edit in edits) == abs(len(said) - len("runs hot"))
    assert apply_all(text, edits) == text.replace("runs hot", said)


def test_what_is_typed_at_the_end_goes_to_the_end() -> None:
    text = "---\nname: a\ndescription: hot\n---\n\nBody.\n"
    field = fields(OK, FACT, text)["description"]
    (edit,) = writer(OK, FACT, text).of_value(FACT, text, field, "hott")
    assert edit.start == text.index("hot") + 3


RECORD_TEXT = (
    '{"id":"u1","label":"l","content":"a\\r\\n\\u00fc","maxSizeBytes":9,'
    '"type":"MemoryFile","k":[1,"x"],"b":false}'
)


def test_what_each_value_of_a_record_is() -> None:
    found = fields(FORESTHUB, RECORD, RECORD_TEXT)
    kinds = {field.node_id[0]: field.kind for field in found.values()}
    assert kinds == {
        "id": FieldKind.LINE,
        "label": FieldKind.LINE,
        "content": FieldKind.TEXT,
        "maxSizeBytes": FieldKind.NUMBER,
        "type": FieldKind.LINE,
        "k": FieldKind.CODE,
        "b": FieldKind.SWITCH,
    }
    content = next(field for field in found.values() if field.node_id[0] == "content")
    assert (content.text, content.size_bytes, content.cap_bytes) == ("a\r\nü", 5, 9)
    assert {field.node_id[0] for field in found.values() if field.why_locked} == {"id", "type", "k", "b"}
    # What is locked may still be a field that the agent knows, so its title is translated.
    assert {field.node_id[0] for field in found.values() if not field.is_known} == {"k", "b"}


@given(st.text(max_size=30))
def test_content_says_what_was_typed_and_nothing_else_moves(said: str) -> None:
    said = said.replace("\r", "").replace("\n", "\r\n")
    result = after(FORESTHUB, RECORD, RECORD_TEXT, "Content", said)
    start, end = RECORD_TEXT.index('"a\\r'), RECORD_TEXT.index(',"max')
    assert result.startswith(RECORD_TEXT[:start])
    assert result.endswith(RECORD_TEXT[end:])
    value = json.loads(result[start : len(result) - len(RECORD_TEXT) + end])
    assert value.replace("\r\n", "\n") == said.replace("\r\n", "\n")


def test_what_is_locked_is_refused_until_it_is_unlocked() -> None:
    for name, said in (("Id", "u2"), ("b", "true"), ("k", "[]")):
        with pytest.raises(MemdeskError):
            after(FORESTHUB, RECORD, RECORD_TEXT, name, said)
    assert after(FORESTHUB, RECORD, RECORD_TEXT, "Id", "u2", unlocked=True) == RECORD_TEXT.replace("u1", "u2")
    assert after(FORESTHUB, RECORD, RECORD_TEXT, "k", "[]", unlocked=True) == RECORD_TEXT.replace(
        '[1,"x"]', "[]"
    )
    with pytest.raises(Refused, match="no JSON"):
        after(FORESTHUB, RECORD, RECORD_TEXT, "k", "[", unlocked=True)


SKILL_TEXT = (
    '---\nid: bot_x\ntype: agent_skill\nagent_id: bot\nname: x\ndescription: "two: words"\n'
    "confidence: 0.5\nmaturity_score: 0.5\n---\n# x\n"
)


def test_quotes_of_a_header_stay() -> None:
    changed = after(EVEROS, SKILL, SKILL_TEXT, "description", 'a "word"')
    assert changed == SKILL_TEXT.replace('"two: words"', '"a \\"word\\""')


def test_a_header_that_is_no_yaml_says_why() -> None:
    text = SKILL_TEXT.replace("0.5", "[0.5", 1)
    nodes = [node for node in EVEROS.outline(SKILL, text).nodes if node.kind in FORM_NODES]
    assert "not YAML" in why_unreadable(nodes, text)
    sound = [node for node in EVEROS.outline(SKILL, SKILL_TEXT).nodes if node.kind in FORM_NODES]
    assert why_unreadable(sound, SKILL_TEXT) == ""


def test_every_field_of_every_sample_is_edited_alone(tmp_path: Path) -> None:
    desk = Desk(
        StateFolders.below(str(tmp_path / "ours")), Surroundings(str(tmp_path), {}), discover(installed=False)
    )
    kinds: set[tuple[str, FieldKind]] = set()
    for root in desk.samples.make():
        desk.workspace.open_root(root)
        for document in desk.workspace.documents(root.path):
            if document.exists and not document.why_read_only:
                kinds |= {(root.agent, kind) for kind in edit_each(desk, root.layout, document)}
    desk.close()
    lines = {agent for agent, kind in kinds if kind in (FieldKind.LINE, FieldKind.TEXT)}
    assert lines >= {"ok", "foresthub", "everos", "claude_code"}


def edit_each(desk: Desk, layout: Layout, document: Document) -> Iterator[FieldKind]:
    """Put a character behind each text that can be edited; only its own span may differ."""
    view = desk.workspace.view
    text = decode(view.read(document.path))
    edits = FormEdits(lambda change: layout.compose(view, change))
    outline = layout.outline(document, text)
    nodes = [node for node in outline.nodes if node.kind in FORM_NODES]
    for field in form_fields(document, nodes, text) if nodes else ():
        if field.why_locked or field.kind not in (FieldKind.LINE, FieldKind.TEXT):
            continue
        # Quotes that OK would drop are refused.
        said = field.text.strip("\"'") + "x"
        made = edits.of_value(document, text, field, said)
        node = outline.find(*field.node_id)
        assert node is not None
        assert made, (document.path, field.name)
        assert all(node.span.start <= edit.start <= edit.end <= node.span.end for edit in made)
        after_text = apply_all(text, made)
        now = {
            one.node_id: one.text
            for one in form_fields(document, nodes_of(layout, document, after_text), after_text)
        }
        was = {one.node_id: one.text for one in form_fields(document, nodes, text)}
        assert now == {**was, field.node_id: said}
        yield field.kind


def nodes_of(layout: Layout, document: Document, text: str) -> list[Node]:
    return [node for node in layout.outline(document, text).nodes if node.kind in FORM_NODES]
