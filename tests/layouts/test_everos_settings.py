"""EverOS's settings: one field for each key, set without touching comments, refused where EverOS would refuse them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.everos.changes import changes_of
from memdesk.layouts.everos.reading import outline_of
from memdesk.text.edits import apply_all
from memdesk.text.outline import NodeKind
from tests.layouts.everos_texts import ROOT, document
from tests.text.test_toml_values import hostile_toml

PATH = f"{ROOT}/ome.toml"
NOW = datetime(2026, 6, 1, tzinfo=UTC)
SETTINGS = """# Mine.

[strategies.extract_foresight]
enabled = true
max_retries = 2  # enough

# On Sundays.
[strategies.reflect_episodes]
enabled = false
cron = "15 3 * * 0"   # early
"""


def done(text: str, kind: ChangeKind, key: str, body: str = "") -> str:
    return apply_all(text, changes_of(text, Change(kind, document(PATH), key, body=body), NOW))


def test_tables_are_forms_and_keys_are_fields() -> None:
    outline = outline_of(document(PATH), SETTINGS)
    assert [(node.kind, node.title) for node in outline.nodes] == [
        (NodeKind.PREAMBLE, "Settings"),
        (NodeKind.FRONT_MATTER, "strategies.extract_foresight"),
        (NodeKind.FRONT_MATTER, "strategies.reflect_episodes"),
    ]
    fields = {node.key: node.body_text(SETTINGS) for node in outline.walk() if node.kind is NodeKind.FIELD}
    titles = [node.title for node in outline.walk() if node.kind is NodeKind.FIELD]
    assert titles[:2] == ["extract_foresight: enabled", "extract_foresight: max_retries"]
    assert fields == {
        "strategies.extract_foresight/enabled": "true",
        "strategies.extract_foresight/max_retries": "2",
        "strategies.reflect_episodes/enabled": "false",
        "strategies.reflect_episodes/cron": "15 3 * * 0",
    }


def test_a_value_is_spliced_and_comments_stay() -> None:
    after = done(SETTINGS, ChangeKind.SET_BODY, "strategies.extract_foresight/max_retries", "5")
    assert after == SETTINGS.replace("= 2  # enough", "= 5  # enough")
    after = done(SETTINGS, ChangeKind.SET_BODY, "strategies.reflect_episodes/cron", "0 4 * * *")
    assert after == SETTINGS.replace('"15 3 * * 0"', '"0 4 * * *"')
    after = done(SETTINGS, ChangeKind.REMOVE, "strategies.reflect_episodes/enabled")
    assert after == SETTINGS.replace("enabled = false\n", "")


@pytest.mark.parametrize(
    ("kind", "key", "body"),
    [
        (ChangeKind.SET_BODY, "strategies.extract_foresight/max_retries", "-1"),
        (ChangeKind.SET_BODY, "strategies.extract_foresight/max_retries", "many"),
        (ChangeKind.SET_BODY, "strategies.extract_foresight/enabled", "yes"),
        (ChangeKind.SET_BODY, "strategies.extract_foresight", "enabled = false"),
        (ChangeKind.SET_BODY, "\n", "strategy = 1\n"),
        (ChangeKind.MOVE, "strategies.extract_foresight/enabled", ""),
    ],
)
def test_what_everos_would_refuse_is_not_written(kind: ChangeKind, key: str, body: str) -> None:
    with pytest.raises(Refused):
        done(SETTINGS, kind, key, body)


@given(hostile_toml())
def test_an_outline_loses_no_character(text: str) -> None:
    outline = outline_of(document(PATH), text)
    assert "".join(leaf.span.of(text) for leaf in outline.leaves()) == text
    for node in outline.walk():
        assert outline.find(node.key, node.occurrence) == node
        if node.editable and node.kind is NodeKind.FIELD:
            try:
                after = done(text, ChangeKind.SET_BODY, node.key, "7")
            except MemdeskError:
                continue
            assert after.startswith(text[: node.body.start])
            assert after.endswith(text[node.body.end :])
