"""The recorded answers replay, and the replay bites: on a changed answer, an unknown function, a lost file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.encodings import Fields, Scratch, read_vectors
from tests.conformance.replay import main, replay
from tests.conformance.unprivileged import is_root, needs_rights_to_matter

VECTORS = Path(__file__).parent / "vectors"
EVVA = VECTORS / "evva.json"


def items() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(EVVA.read_bytes())
    return found


def named(name: str) -> dict[str, object]:
    return next(item for item in items() if item["name"] == name)


def write(folder: Path, *vectors: object) -> str:
    path = folder / "some.json"
    path.write_bytes(json.dumps(vectors).encode())
    return str(path)


def test_every_answer_of_evva_replays() -> None:
    results, skipped = replay(read_vectors(EVVA))
    assert [result for result in results if result.problem] == []
    assert [group.reason for group in skipped] == []
    kinds = [result.kind for result in results]
    assert (kinds.count("model"), kinds.count("edit")) == (167, 113)


def test_every_answer_of_ok_replays() -> None:
    results, skipped = replay(read_vectors(VECTORS / "ok.json"))
    assert [result for result in results if result.problem] == []
    assert skipped == []
    assert len(results) == 164


def test_the_replay_runs_as_a_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.conformance.replay", str(EVVA)]
    ran = subprocess.run(command, capture_output=True, check=False, cwd=Path(__file__).parents[2])
    assert ran.returncode == 0
    assert ran.stdout.decode().rstrip("\n").split("\n")[-1] == "280 passed, 0 failed"


def corrupt_text(item: dict[str, object]) -> None:
    expected = item["expected"]
    assert isinstance(expected, dict)
    key = next(iter(expected))
    expected[key] = f"{expected[key]}x" if isinstance(expected[key], str) else "x"


def corrupt_digest(item: dict[str, object]) -> None:
    expected = item["expected"]
    assert isinstance(expected, dict)
    key = next(key for key in expected if key.endswith("_sha256"))
    expected[key] = "0" * 64


def corrupt_files(item: dict[str, object]) -> None:
    expected = item["expected"]
    assert isinstance(expected, dict)
    expected["files"][0]["mode"] = "0644"


def corrupt_any(item: dict[str, object]) -> None:
    item["expected_any"] = [{"result": "## Working style\nb\n"}]


def add_a_field(item: dict[str, object]) -> None:
    expected = item["expected"]
    assert isinstance(expected, dict)
    expected["more"] = ""


@pytest.mark.parametrize(
    ("name", "corrupt"),
    [
        ("canonical file, middle section replaced", corrupt_text),
        ("unknown section refused", corrupt_text),
        ("limit 10, ASCII", corrupt_text),
        ("parse fuzz 001", corrupt_text),
        ("key: one segment", corrupt_text),
        ("64 KiB + 1: cut, one warning", corrupt_digest),
        ("64 KiB + 1: cut, one warning", add_a_field),
        ("write replaces; the old mode 0644 becomes 0600", corrupt_files),
        ("read-only home: error, nothing left behind", corrupt_text),
        ("unreadable profile: warning, body empty", corrupt_text),
        ("empty file, two sections set at once", corrupt_any),
    ],
)
def test_a_changed_answer_fails(
    name: str,
    corrupt: Callable[[dict[str, object]], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    item = named(name)
    corrupt(item)
    assert main([write(tmp_path, item)]) == 1
    assert f"«{name}»" in capsys.readouterr().out


def test_a_changed_reading_by_the_document_fails_as_edit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    item = named("heading with trailing spaces")
    item["doc_sections"] = [["Preferences", "other"]]
    assert main([write(tmp_path, item)]) == 1
    shown = capsys.readouterr().out
    assert "FAILED edit MergeSections" in shown
    assert shown.endswith("1 passed, 1 failed\n")


def test_an_unknown_function_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    item = named("key: root") | {"fn": "Forecast"}
    assert main([write(tmp_path, item, named("key: root"))]) == 1
    assert "FAILED model Forecast «key: root»: unknown function Forecast" in capsys.readouterr().out


def test_a_case_that_is_not_understood_fails_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = {"fn": "Load", "name": "broken", "input": {}, "expected": {}}
    assert main([write(tmp_path, broken, named("key: root"))]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize("content", [b"{}", b"[1]", b"[", b'[{"fn": "x"}]'])
def test_a_file_that_is_none_is_said_to_be_so(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(content)
    assert main([str(path)]) == 2
    assert main([str(tmp_path / "missing.json")]) == 2
    assert main([]) == 2


@pytest.mark.skipif(not is_root(), reason="only root has to give rights away before they matter")
def test_permission_cases_run_without_roots_rights() -> None:
    guarded = [vector for vector in read_vectors(EVVA) if needs_rights_to_matter(vector)]
    assert len(guarded) == 4
    results, skipped = replay(guarded)
    assert (len(results), skipped) == (4, [])


def test_the_spellings_of_a_text_agree_with_it() -> None:
    scratch = Scratch({"$ROOT": "/tmp/x", "$ROOTKEY": "-tmp-x"})
    spelled: list[tuple[Fields, str]] = [
        ({"a": "$ROOT/$ROOTKEY"}, "/tmp/x/-tmp-x"),
        ({"a_b64": "/w=="}, "\udcff"),
        ({"a_parts": [["é", 2], ["x", 1]]}, "ééx"),
    ]
    for fields, text in spelled:
        assert scratch.text(fields, "a") == text
        assert scratch.agrees(dict(fields), {"a": text})
        assert not scratch.agrees(dict(fields), {"a": text + "x"})
        assert not scratch.agrees(dict(fields), {"a": text, "b": ""})
