"""Variations of what programs do in a row, start from, and are given in another type."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.encodings import as_vector, read_vectors
from tests.conformance.replay import adapter_for, replay
from tests.conformance.unprivileged import is_root

VECTORS = Path(__file__).parent / "vectors"
OWN = {agent: read_vectors(VECTORS / f"{agent}.json") for agent in ("evva", "foresthub", "ok", "ub")}


def problem(agent: str, fn: str, given: dict[str, Any], expected: dict[str, Any]) -> str:
    """Replay a case beside one that only this agent has, since names of functions tell the agents apart."""
    own = next(vector for vector in OWN[agent] if adapter_for([vector]).agent == agent)
    fields: dict[str, Any] = {
        "fn": fn,
        "name": "a case",
        "input": given,
        "expected": expected,
        "agrees_with_doc": True,
    }
    results, _ = replay([own, as_vector(fields)])
    return next((result.problem for result in results if result.name == "a case"), "not replayed")


AUTO = "- x *(2026-06-01T12:00:00Z)*\n"
KEPT = f"## project\n\n{AUTO}\n"
TOLD = {"now": "2026-06-01T12:00:00Z", "category": "project", "text": "x"}
MEMORY = "ub/memory/$KEY($ROOT/ws)/memory.md"


@pytest.mark.parametrize(("cwd", "state"), [("$ROOT", "rel"), ("$ROOT/ws", "../rel"), ("ws", "./rel/x")])
@pytest.mark.parametrize("workspace", ["$ROOT/ws", "$ROOT/ws/../ws"])
def test_ub_writes_below_a_relative_folder_of_where_it_starts(cwd: str, state: str, workspace: str) -> None:
    given = TOLD | {"scope": "auto", "env": {"HOME": "$ROOT/h", "XDG_STATE_HOME": state}, "cwd": cwd}
    answer = {"heading": "## 2026-06-01T12:00:00Z", "path": f"{state.removeprefix('./')}/{MEMORY}"}
    left = {"auto": KEPT, "auto_mode": "0644", "global": None}
    assert problem("ub", "Append", given | {"workspace": workspace}, answer | left) == ""
    assert problem("ub", "Append", given | {"workspace": workspace}, answer | left | {"auto": None}) != ""


@pytest.mark.parametrize(
    ("workspace", "cwd", "canonical"),
    [("..", "$ROOT/p/sub", "$ROOT/p"), ("sub/./", "$ROOT/p", "$ROOT/p/sub"), ("l", "$ROOT", "$ROOT/p")],
)
def test_ub_takes_a_relative_workspace_from_where_it_starts(workspace: str, cwd: str, canonical: str) -> None:
    files = [
        {"path": "$ROOT/p/sub", "kind": "dir"},
        {"path": "$ROOT/l", "kind": "symlink", "target": "$ROOT/p"},
    ]
    given = {"workspace": workspace, "files": files, "cwd": cwd}
    expected = {"canonical": canonical, "result": f"$KEY({canonical})"}
    assert problem("ub", "ProjectKey", given, expected) == ""


def test_ub_reads_what_it_kept_below_a_relative_folder() -> None:
    given = {
        "env": {"HOME": "$ROOT/h", "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": "c"},
        "cwd": "ws",
        "auto": KEPT,
        "global": "g\n",
        "max_chars": 4000,
        "query": "X",
        "category": "",
    }
    told = f"<!-- global instructions -->\ng\n---\n<!-- auto memory -->\n{KEPT}"
    assert problem("ub", "Read", given, {"result": told}) == ""
    entry = {"category": "project", "text": "x", "timestamp": "2026-06-01T12:00:00Z"}
    entry |= {"unix": 1780315200, "nanos": 0}  # type: ignore[dict-item]
    assert problem("ub", "Recall", given, {"entries": [entry]}) == ""


@pytest.mark.parametrize(
    ("text", "plain"),
    [("  Go-1.22,\tnow! ", "go 1 22 now"), ("…", ""), ("x²", "x"), ("٣", "٣"), ("ẞ İ", "ß i")],
)
def test_ub_compares_letters_and_digits_alone(text: str, plain: str) -> None:
    assert problem("ub", "Normalize", {"text": text}, {"result": plain}) == ""


@pytest.mark.parametrize(
    ("cwd", "chdir", "local"), [(".", "p", ""), ("", "p", ""), ("p", "", "p/"), ("../p", "q", "../p/")]
)
def test_ok_starts_in_a_relative_folder(cwd: str, chdir: str, local: str) -> None:
    """OK calls its local documents as it was given their folder, and imports nothing into one that it calls "."."""
    files = {"p/AGENTS.md": "@a.md", "p/AGENTS.local.md": "@a.md", "p/a.md": "a", "q/x": ""}
    given = {"files": files, "chdir": chdir, "cwd": cwd, "user_dir": "{ROOT}/u"}
    body, shown = ("a", "a") if local else ("a", "@a.md")
    docs = [
        {"path": "{ROOT}/p/AGENTS.md", "scope": "project", "body": body},
        {"path": f"{local}AGENTS.local.md", "scope": "local", "body": shown},
    ]
    block = "".join(f"\n\n## {doc['path']} ({doc['scope']})\n\n{doc['body']}" for doc in docs) + "\n"
    head = (
        "# Memory\n\nPersistent context loaded from memory files. "
        "Treat it as durable, user-authored guidance for this project."
    )
    expected = {"block": head + block, "docs": docs, "empty": False, "index": "", "changed": {}}
    expected["store_dir"] = "{ROOT}/u/projects/{ROOTSLUG}-p/memory"
    assert problem("ok", "load", given, expected) == ""


def test_ok_writes_documents_by_relative_paths() -> None:
    given = {"files": {"p/CLAUDE.md": "c\n"}, "chdir": "p", "cwd": ".", "user_dir": ""}
    expected = {"user": "", "ancestor": "CLAUDE.md", "project": "CLAUDE.md", "local": "AGENTS.local.md"}
    writable = ["{ROOT}/p/AGENTS.local.md", "{ROOT}/p/CLAUDE.md"]
    assert problem("ok", "doc_paths", given, expected | {"writable": writable, "changed": {}}) == ""
    written = {"error": None, "path": "CLAUDE.md", "changed": {"p/CLAUDE.md": "new\n"}}
    assert problem("ok", "write_doc", given | {"path": "CLAUDE.md", "body": "new"}, written) == ""
    noted = {"error": None, "changed": {"p/sub/AGENTS.md": "# Project memory\n\n## Notes\n\n- n\n"}}
    assert problem("ok", "append_doc", given | {"path": "sub/AGENTS.md", "note": "n"}, noted) == ""


def test_ok_takes_several_notes_one_after_the_other() -> None:
    given = {
        "path": "AGENTS.md",
        "chdir": "p",
        "notes": ["a", " ", "b\nc"],
        "files": {"p/AGENTS.md": "## Notes\n"},
    }
    changed = {"p/AGENTS.md": "## Notes\n- a\n- b c\n"}
    assert problem("ok", "append_docs", given, {"changed": changed}) == ""
    assert problem("ok", "append_docs", given, {"changed": {}}) != ""
    blocked = {"path": "{ROOT}/f/AGENTS.md", "notes": ["a"], "files": {"f": ""}}
    assert (
        problem("ok", "append_docs", blocked, {"changed": {}, "error": "mkdir {ROOT}/f: not a directory"})
        == ""
    )


def test_ok_saves_several_facts_one_after_the_other() -> None:
    """Each save counts what those before it left; one that is refused does not keep the next from being made."""
    store = "u/projects/{ROOTSLUG}-p/memory"
    old = {f"{store}/old{number:02}.md": "o" for number in range(79)}
    given = {
        "store": {"kind": "project", "user_dir": "u", "cwd": "p"},
        "memories": [
            {"name": name, "description": "d", "type": "", "body": name} for name in ("b", "?", "a")
        ],
        "files": old,
        "mtimes": {path: 1_000_000_000 - number for number, path in enumerate(old)},
    }
    lines = {name: f"- [{name}]({name}.md) — d\n" for name in "ab"}
    frozen = hashlib.sha256(lines["b"].encode()).hexdigest()[:16]
    fact = "---\nname: {0}\ndescription: d\nmetadata:\n  type: project\n---\n\n{0}\n"
    changed = {f"{store}/{name}.md": fact.format(name) for name in "ab"}
    changed |= {f"{store}/MEMORY.md": f"# Memory\n{lines['b']}{lines['a']}--- freeze: {frozen}\n"}
    saves = [
        {"error": None, "path": f"{store}/b.md"},
        {"error": "memory needs a name", "path": ""},
        {"error": None, "path": f"{store}/a.md"},
    ]
    expected = {"saves": saves, "changed": changed | {f"{store}/old78.md": None}}
    assert problem("ok", "store_save", given, expected) == ""
    assert problem("ok", "store_save", given, {"saves": saves, "changed": changed}) != ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"name": True, "description": "d", "body": "b"}, "bool into Go struct field .name of type string"),
        ({"description": "d", "Body": ["b"]}, "array into Go struct field .body of type string"),
        ({"body": {"a": 1}, "type": 2}, "object into Go struct field .body of type string"),
    ],
)
def test_ok_refuses_arguments_of_another_type(arguments: dict[str, Any], words: str) -> None:
    given = {"store": {"kind": "project", "user_dir": "{ROOT}/u", "cwd": "{ROOT}"}, "args": arguments}
    expected = {"error": f"invalid arguments: json: cannot unmarshal {words}", "result": "", "changed": {}}
    assert problem("ok", "remember", given, expected) == ""


def test_ok_takes_null_for_nothing() -> None:
    given = {"store": {"kind": "disabled"}, "args": {"description": None, "body": "b", "more": 1}}
    expected = {"error": "description and body are required", "result": "", "changed": {}}
    assert problem("ok", "remember", given, expected) == ""


def test_a_link_that_is_written_through_stays_and_one_that_is_replaced_goes() -> None:
    given = {"files": {"p/x.md": "x\n"}, "symlinks": {"p/AGENTS.md": "x.md"}, "path": "{ROOT}/p/AGENTS.md"}
    write = given | {"cwd": "{ROOT}/p", "user_dir": "", "body": "new"}
    written = {"error": None, "path": "{ROOT}/p/AGENTS.md", "changed": {"p/x.md": "new\n"}}
    assert problem("ok", "write_doc", write, written) == ""
    noted = {"error": None, "changed": {"p/AGENTS.md": "x\n\n## Notes\n\n- n\n"}}
    assert problem("ok", "append_doc", given | {"note": "n"}, noted) == ""


FILE = {"id": "u1", "label": "notes", "description": "d", "content": "one"}
READ = {"op": "read", "uid": "u1"}


def record(content: str, **other: str) -> str:
    """A record as the engine writes it."""
    fields = {
        "content": content,
        "description": "d",
        "id": "u1",
        "label": "notes",
        **other,
        "type": "MemoryFile",
    }
    return json.dumps(fields, separators=(",", ":"))


@pytest.mark.parametrize(
    ("steps", "outcomes", "left"),
    [
        (  # What another program wrote counts from the next start on, and what it deleted is seeded anew.
            [{"op": "external_write", "write": {"mem/u1.json": record("theirs")}}, READ],
            [{}, {"result": "one"}],
            record("theirs"),
        ),
        (
            [
                {"op": "external_write", "write": {"mem/u1.json": record("theirs", label="x")}},
                {"op": "restore", "declared": [FILE]},
                READ,
            ],
            [{}, {}, {"result": "theirs"}],
            record("theirs"),
        ),
        (
            [
                {"op": "append", "uid": "u1", "content": "!"},
                {"op": "external_write", "write": {"mem/u1.json": None}},
                {"op": "restore", "declared": [FILE | {"content": "seed"}]},
                READ,
            ],
            [{}, {}, {}, {"result": "seed"}],
            record("seed"),
        ),
        (  # A start that fails for a bad record leaves what was there, in memory and on disk.
            [
                {"op": "external_write", "write": {"mem/x.json": "{"}},
                {"op": "restore", "declared": [FILE | {"label": "other"}]},
                READ,
                {"op": "external_write", "write": {"mem/x.json": None}},
            ],
            [{}, {"error": "", "error_kind": "other"}, {"result": "one"}, {}],
            record("one"),
        ),
        (  # One that fails at the second label has written the first.
            [
                {"op": "append", "uid": "u1", "content": "!"},
                {
                    "op": "restore",
                    "declared": [FILE | {"label": "other"}, FILE | {"id": "u2", "label": "a b"}],
                },
                {"op": "uids"},
            ],
            [{}, {"error": "", "error_kind": "other"}, {"result": ["u1"]}],
            record("one!").replace("notes", "other"),
        ),
        (  # A file that is not declared any more is not known, and its record stays.
            [{"op": "restore", "declared": []}, READ],
            [{}, {"error": "memory file not found: u1", "error_kind": "not_found"}],
            record("one"),
        ),
        (
            [
                {
                    "op": "call_tool",
                    "refs": [{"id": "u1", "mode": "rw"}],
                    "tool": "append_memory",
                    "args": {"file": "notes", "content": 5},
                }
            ],
            [{"error": "", "error_kind": "other"}],
            record("one"),
        ),
    ],
)
def test_foresthub_starts_again_and_others_write_meanwhile(
    steps: list[dict[str, Any]], outcomes: list[dict[str, Any]], left: str
) -> None:
    given = {"declared": [FILE], "steps": steps, "files": {}}
    expected = {"restore": {}, "steps": outcomes, "changed": {"mem/u1.json": left}}
    assert problem("foresthub", "session", given, expected) == ""
    assert problem("foresthub", "session", given, expected | {"changed": {"mem/u1.json": f"{left} "}}) != ""


def test_evva_starts_in_a_relative_folder() -> None:
    given = {
        "workdir": "../w",
        "app_home": "h",
        "load_project_memory": True,
        "cwd": "$ROOT/x",
        "files": [
            {"path": "$ROOT/x/h/projects/$ROOTKEY-w/MEMORY.md", "text": "m"},
            {"path": "$ROOT/w/EVVA.md", "text": "r"},
        ],
    }
    expected = {"project_memory": "m", "project_memory_index": "", "user_profile": "", "warnings": []}
    assert problem("evva", "Load", given, expected | {"workdir_memory": "r"}) == ""
    written = {"files": [{"path": "$ROOT/x/h/projects/$ROOTKEY-w/MEMORY.md", "mode": "0600", "text": "new"}]}
    write = {"workdir": "../w", "app_home": "h", "cwd": "x", "content": "new", "files": []}
    assert problem("evva", "WriteProjectMemory", write, written) == ""


@pytest.mark.parametrize(
    ("allowed", "updates", "expected", "by_document"),
    [
        (["A", "A", "B"], {"A": "x"}, "## A\nx\n\n## B\n", [["A", "x"], ["A", "x"], ["B", ""]]),
        (["A "], {"A ": "x"}, "## A \nx\n", [["A", "x"]]),
        ([" "], {}, "##  \n", [["", ""]]),
    ],
)
def test_evva_appends_what_is_allowed_as_it_stands(
    allowed: list[str], updates: dict[str, str], expected: str, by_document: list[list[str]]
) -> None:
    given = {"existing": "", "updates": updates, "allowed": allowed}
    vector: dict[str, Any] = {
        "fn": "MergeSections",
        "name": "x",
        "input": given,
        "expected": {"result": expected},
    }
    results, _ = replay([as_vector(vector | {"agrees_with_doc": False, "doc_sections": by_document})])
    assert [result.problem for result in results] == ["", ""]


@pytest.mark.skipif(not is_root(), reason="only root has to give rights away before they matter")
def test_a_folder_that_may_not_be_searched_gives_nothing_and_takes_nothing() -> None:
    given = {
        "app_home": "$ROOT/h",
        "workdir": "$ROOT/w",
        "content": "new",
        "files": [
            {"path": "$ROOT/h/projects/$ROOTKEY-w/MEMORY.md", "text": "old"},
            {"path": "$ROOT/h", "kind": "dir", "mode": "600"},
        ],
    }
    folder = "$ROOT/h/projects"
    error = f"memdir: mkdir {folder}/$ROOTKEY-w: mkdir {folder}: permission denied"
    assert problem("evva", "WriteProjectMemory", given, {"error": error, "files": []}) == ""


def test_a_replay_writes_nothing_where_it_is_started(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.conformance.replay", *map(str, sorted(VECTORS.glob("*.json")))]
    path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    ran = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, check=False)
    assert ran.returncode == 0
    assert list(tmp_path.iterdir()) == []
