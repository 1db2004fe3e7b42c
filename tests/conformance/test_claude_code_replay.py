"""The recorded answers of Claude Code replay, and the replay notices when one of them is another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conformance.encodings import as_vector, read_vectors
from tests.conformance.replay import adapter_for, replay

VECTORS = Path(__file__).parent / "vectors" / "claude_code.json"
KINDS = ("prompt", "key", "write")


def test_every_answer_of_claude_code_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    vectors = [vector for vector in read_vectors(VECTORS) if vector.fn in KINDS]
    assert adapter_for(vectors).agent == "claude_code"
    results, skipped = replay(vectors)
    assert [result for result in results if result.problem] == []
    assert (len(results), [group.reason for group in skipped]) == (207, [])
    assert list(tmp_path.iterdir()) == []


def _with_others(value: object) -> list[object]:
    """Values that differ from `value` in one place."""
    if isinstance(value, dict):
        return [{**value, key: other} for key, item in value.items() for other in _with_others(item)]
    if isinstance(value, list):
        last = _with_others(value[-1]) if value else []
        return [[*value, "x"], *([*value[:-1], other] for other in last)]
    return [f"{value} and more"]


@pytest.mark.parametrize(
    "name",
    [
        "imports: depth",
        "index: 202 lines",
        "index made: newest first",
        "below: Read twice",
        "subagent: memory user",
        "rule order: many rules",
        "key: emoji",
    ],
)
def test_another_answer_fails(name: str) -> None:
    item = next(item for item in json.loads(VECTORS.read_bytes()) if item["name"] == name)
    others = [{**item, "expected": other} for other in _with_others(item["expected"])]
    results, _ = replay([as_vector(json.loads(json.dumps(other))) for other in others])
    passed = [other["expected"] for other, result in zip(others, results, strict=True) if not result.problem]
    assert passed == []


def test_what_cannot_be_laid_out_is_skipped_with_its_reason() -> None:
    item = next(item for item in json.loads(VECTORS.read_bytes()) if item["fn"] == "prompt")
    item["input"]["as"] = "a user of Windows"
    results, [skipped] = replay([as_vector(item)])
    assert (results, skipped.count) == ([], 1)
    assert skipped.reason == "prompt: cannot be laid out: a user of Windows"
