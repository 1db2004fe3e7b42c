"""Where ForestHub keeps records, which documents there are, and what a workflow beside them adds."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from memdesk.layouts.documents import Codec, DocumentKind, FileKind, ScopeKind
from memdesk.layouts.foresthub import LAYOUT
from memdesk.layouts.foresthub.workflow import read_workflow
from tests.layouts.dict_view import DictView
from tests.layouts.foresthub_texts import PATH, ROOT, document, record, workflow


def test_the_environment_names_the_folder_before_the_defaults() -> None:
    view = DictView(folders=("/data/mem", ROOT), environment={"ENGINE_MEMORY_DIR": "/data//mem/"})
    assert [(place.path, place.found) for place in LAYOUT.places(view)] == [
        ("/data/mem", True),
        (ROOT, True),
        ("/var/lib/foresthub/memory", False),
        ("/var/lib/foresthub/workspace", False),
    ]
    assert "ENGINE_MEMORY_DIR" in LAYOUT.places(view)[0].why


@pytest.mark.parametrize("named", ["", "mem", "./mem"])
def test_a_folder_that_depends_on_where_the_engine_runs_is_no_place(named: str) -> None:
    assert len(LAYOUT.places(DictView(environment={"ENGINE_MEMORY_DIR": named}))) == 3


def test_only_linux_has_defaults() -> None:
    assert LAYOUT.places(DictView(platform="darwin")) == ()
    [place] = LAYOUT.places(DictView(platform="darwin", environment={"ENGINE_MEMORY_DIR": ROOT}))
    assert place.path == ROOT


@pytest.mark.parametrize(
    ("files", "score"),
    [
        ({"u1.json": record("u1")}, 1.0),
        ({"a.json": "[]", "whatever.json": record("u1")}, 1.0),
        ({"u1.json": '{"id":"u1","label":"notes"}'}, 0.9),
        ({"u1.json": '{"id":"u2","label":"notes"}'}, 0.0),
        ({"package.json": '{"name":"x","type":"module"}'}, 0.0),
        ({"u1.json": '{"type":"MemoryFile"'}, 0.0),
        ({"u1.md": record("u1")}, 0.0),
        ({}, 0.0),
    ],
)
def test_the_score_comes_from_content(files: dict[str, str], score: float) -> None:
    assert LAYOUT.score(DictView({f"{ROOT}/{name}": text for name, text in files.items()}), ROOT) == score


def test_every_file_that_the_engine_reads_is_a_document() -> None:
    files = {
        "u1.json": record("u1", label="notes"),
        "u1_copy.json": record("u1"),
        "broken.json": "{",
        ".hidden.json": record(".hidden", label="dots"),
        "notes.txt": "no",
        "u2.JSON": record("u2"),
        "sub.json/u3.json": record("u3"),
    }
    view = DictView({f"{ROOT}/{name}": text for name, text in files.items()})
    documents = list(LAYOUT.documents(view, ROOT))
    assert [document.title for document in documents] == ["dots", "broken.json", "notes", "u1_copy.json"]
    assert {(doc.kind, doc.codec, doc.scope.title) for doc in documents} == {
        (DocumentKind.RECORD, Codec.JSON_RECORD, "This device")
    }
    assert [bool(document.note) for document in documents] == [False, True, False, True]
    assert documents[3].note == "It has the id “u1”, so ForestHub takes it for u1.json"
    notes = documents[2]
    assert (notes.path, notes.root, notes.editable, notes.agent_rewrites) == (PATH, ROOT, True, True)
    assert notes.size_bytes == len(record("u1"))
    assert "unless a running engine overwrites it" in notes.reach
    assert notes.headings == ()


def test_what_cannot_be_edited_says_why() -> None:
    view = DictView(
        {PATH: record("u1")},
        kinds={f"{ROOT}/a.json": FileKind.MISSING, f"{ROOT}/b.json": FileKind.OTHER},
        read_only=frozenset({PATH}),
    )
    assert [(doc.title, doc.why_read_only) for doc in LAYOUT.documents(view, ROOT)] == [
        ("a.json", "This link leads nowhere"),
        ("b.json", "This is not a regular file"),
        ("notes", "There is no permission to write it"),
    ]


def test_the_first_of_many_records_come_before_the_last_are_looked_at() -> None:
    view = DictView({f"{ROOT}/u{number:05}.json": record(f"u{number:05}") for number in range(5_000)})
    assert len(list(islice(LAYOUT.documents(view, ROOT), 100))) == 100
    assert view.looks < 500


def test_a_workflow_parts_what_it_declares_from_the_rest() -> None:
    beside = workflow(
        [{"id": "u2", "label": "log"}, {"id": "u1"}, {"id": "../out"}, {"id": "u2", "label": "diary"}],
        {"Ada": [("u1", "r"), ("u2", "rw")], "Bo": [("u1", "rw")]},
    )
    view = DictView({PATH: record("u1"), f"{ROOT}/old.json": record("old", label="old")}, attachments=beside)
    found = [(doc.scope.title, doc.title, doc.exists, doc.note) for doc in LAYOUT.documents(view, ROOT)]
    assert found == [
        ("In the workflow", "diary", False, "Ada (reads and writes)"),
        ("In the workflow", "notes", True, "Ada (only reads), Bo (reads and writes)"),
        (
            "Not in the workflow",
            "old",
            True,
            "The workflow does not declare it, so ForestHub never shows it to an agent",
        ),
    ]
    *_, orphan = LAYOUT.documents(view, ROOT)
    assert LAYOUT.usual_operations(orphan) == ()
    assert [operation.name for operation in LAYOUT.usual_operations(document())] == ["append"]


def test_each_agent_of_the_workflow_is_a_context() -> None:
    view = DictView(attachments=workflow([], {"Ada": [], "Bo": []}))
    assert [(scope.kind, scope.key, scope.title) for scope in LAYOUT.contexts(view, ROOT)] == [
        (ScopeKind.LOCAL, "node-Ada", "Ada"),
        (ScopeKind.LOCAL, "node-Bo", "Bo"),
    ]
    assert [scope.title for scope in LAYOUT.contexts(DictView(), ROOT)] == ["An agent with all records"]


def test_a_workflow_may_be_opened_for_one_folder_of_several() -> None:
    beside = workflow([{"id": "u1"}])
    view = DictView({PATH: record("u1")}, attachments={f"workflow:{ROOT}": beside["workflow"]})
    assert [doc.scope.key for doc in LAYOUT.documents(view, ROOT)] == ["declared"]
    assert [doc.scope.key for doc in LAYOUT.documents(view, "/elsewhere")] == []


def test_a_workflow_is_read_in_all_its_parts() -> None:
    inner = {
        "schemaVersion": 1,
        "nodes": [
            {"id": "n1", "type": "Agent", "label": "By label", "arguments": {"memoryRefs": [{"id": "a"}]}},
            {"id": "n2", "type": "Agent"},
            {"id": "n3", "type": "Delay", "arguments": {"memoryRefs": [{"id": "a", "mode": "rw"}]}},
        ],
        "functions": [{"nodes": [{"id": "n4", "type": "Agent", "arguments": {"name": "Inner"}}]}, 5],
        "memory": [
            {
                "type": "MemoryFile",
                "id": "a",
                "label": "l",
                "description": "d",
                "content": "\ud800",
                "maxSizeBytes": 5,
            },
            {"type": "VectorDatabase", "id": "b", "label": "v"},
            {"type": "MemoryFile", "id": "c", "maxSizeBytes": True},
        ],
    }
    for content in (inner, {"workflow": inner, "secrets": {}}):
        found = read_workflow(json.dumps(content).encode())
        assert [(agent.id, agent.name, agent.mode_of("a")) for agent in found.agents] == [
            ("n1", "By label", "r"),
            ("n2", "n2", ""),
            ("n4", "Inner", ""),
        ]
        assert [(file.id, file.content, file.cap_bytes) for file in found.files] == [
            ("a", "\ufffd", 5),
            ("c", "", None),
        ]
        assert not found.fault


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"memory":[]}', b'"x"', b"[" * 100_000, b"\xef\xbb\xbf{}"]
)
def test_a_file_that_is_no_workflow_is_said_to_be_none(data: bytes) -> None:
    view = DictView({PATH: record("u1")}, attachments={"workflow": data})
    assert read_workflow(data).fault
    assert [doc.scope.title for doc in LAYOUT.documents(view, ROOT)] == ["This device"]
    [context] = LAYOUT.contexts(view, ROOT)
    assert any("workflow" in warning for warning in LAYOUT.injected(view, ROOT, context).warnings)
    assert [problem.rule for problem in LAYOUT.checks(view, ROOT)] == ["broken-workflow"]


def test_the_engine_has_no_temporary_files() -> None:
    assert not LAYOUT.is_temporary(".u1.json.tmp")
    assert LAYOUT.project_key(DictView(), "/srv/api") == ""
