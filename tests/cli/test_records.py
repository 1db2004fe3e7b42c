"""JSON records from the shell: shown as what they say, and one field of them set through the one save."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import memdesk

RECORD = (
    b'{ "pinned": true,\r\n  "content": "- likes tea \\u0026 rye\\n- caf\\u00e9 \\/ bar\\n",\r\n'
    b'  "id": "u1", "label": "notes", "description": "Standing notes", "maxSizeBytes": 64, "type": "MemoryFile" }\r\n'
)
COPY = b'{"content":"OLD","description":"","id":"u1","label":"copy","type":"MemoryFile"}'


@pytest.fixture
def records(home: Path) -> Path:
    """A folder of ForestHub's with one record that somebody has edited by hand."""
    folder = home / "memory"
    folder.mkdir()
    (folder / "u1.json").write_bytes(RECORD)
    return folder


def test_one_value_is_spliced_and_nothing_else(records: Path) -> None:
    path = records / "u1.json"
    said = memdesk("--root", records, "show", path, "--section", "content").out
    assert said == "- likes tea & rye\n- café / bar\n".encode()
    ran = memdesk("--root", records, "set", path, "--section", "content", body=said + b"- naps < 20 min\n")
    assert ran.code == 0
    assert path.read_bytes() == RECORD.replace(b"bar\\n", b"bar\\n- naps \\u003c 20 min\\n")
    assert memdesk("--root", records, "set", path, "--section", "content", body=said).code == 0
    assert path.read_bytes() == RECORD


@pytest.mark.parametrize(
    ("field", "body", "words"),
    [
        ("id", "u2", "tells records apart"),
        ("pinned", "false", "does not know this field"),
        ("label", "has space", "is no label"),
        ("maxSizeBytes", "many", "is no cap"),
    ],
)
def test_what_the_engine_would_not_take_is_refused(records: Path, field: str, body: str, words: str) -> None:
    ran = memdesk("--root", records, "set", records / "u1.json", "--section", field, "--body", body)
    assert ran.code == 3
    assert words in ran.sentence
    assert (records / "u1.json").read_bytes() == RECORD


def test_the_tree_tells_what_fields_say(records: Path) -> None:
    (records / "u1_copy.json").write_bytes(COPY)
    [root] = memdesk("--root", records, "tree", records, "--json").json
    document, copy = root["documents"]
    assert (document["note"], copy["note"]) == ("", "It has the id “u1”, so ForestHub takes it for u1.json")
    assert (root["agent"], document["title"], document["kind"]) == ("foresthub", "notes", "record")
    bodies = {node["key"]: node["body"] for node in document["nodes"]}
    assert bodies["content"] == json.loads(RECORD)["content"]
    assert [node["key"] for node in document["nodes"] if not node["editable"]] == ["pinned", "id", "type"]


def test_preview_and_survive_know_which_file_wins(records: Path) -> None:
    (records / "u1_copy.json").write_bytes(COPY)
    preview = memdesk("--root", records, "preview", records, "--json").json
    assert preview["text"].endswith("- notes (RW, 3B): Standing notes\n")
    ran = memdesk("--root", records, "survive", records / "u1.json", "--json")
    assert ran.code == 1
    assert [loss["what"] for loss in ran.json["losses"]] == ["lost", "lost", "trimmed"]
    assert "content by that of u1_copy.json" in ran.json["losses"][1]["message"]


def test_no_file_of_ours_is_ever_one_that_the_engine_reads(records: Path) -> None:
    memdesk("--root", records, "set", records / "u1.json", "--section", "content", "--body", "x")
    assert [path.name for path in records.iterdir()] == ["u1.json"]
