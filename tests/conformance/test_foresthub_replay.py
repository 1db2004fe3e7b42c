"""The recorded answers of ForestHub replay, and the replay notices when one of them is another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.encodings import as_vector, read_vectors
from tests.conformance.replay import adapter_for, replay

VECTORS = Path(__file__).parent / "vectors" / "foresthub.json"
ITEMS: list[dict[str, Any]] = json.loads(VECTORS.read_bytes())


def test_every_answer_of_foresthub_replays() -> None:
    vectors = read_vectors(VECTORS)
    assert adapter_for(vectors).agent == "foresthub"
    results, skipped = replay(vectors)
    assert [result for result in results if result.problem] == []
    assert (len(results), [group.reason for group in skipped]) == (74, [])


def fails(item: dict[str, Any]) -> bool:
    [result], _ = replay([as_vector(item)])
    return bool(result.problem)


@pytest.mark.parametrize(
    "item", [item for item in ITEMS if item["fn"] != "session"], ids=lambda item: item["name"]
)
def test_another_record_fails(item: dict[str, Any]) -> None:
    key = "result" if "result" in item["expected"] else "error_kind"
    assert fails(item | {"expected": item["expected"] | {key: "another"}})


@pytest.mark.parametrize("key", ["changed", "restore", "steps", "hydrate_calls", "pushes"])
def test_another_session_fails(key: str) -> None:
    others: dict[str, Any] = {
        "changed": {"mem/u1.json": "x"},
        "restore": {"error": "x", "error_kind": "not_found"},
        "steps": [],
        "hydrate_calls": 7,
        "pushes": [["u1", "x"]],
    }
    for item in ITEMS:
        if key in item["expected"] and item["expected"][key] != others[key]:
            assert fails(item | {"expected": item["expected"] | {key: others[key]}}), item["name"]


def test_an_error_that_is_for_people_alone_may_be_worded_otherwise() -> None:
    item = next(item for item in ITEMS if item["expected"].get("error_kind") == "other")
    assert not fails(item | {"expected": {"error": "other words", "error_kind": "other"}})
    step = next(item for item in ITEMS if item["name"] == "append unknown file")
    reworded = [{"error": "other words", "error_kind": "not_found"}]
    assert fails(step | {"expected": step["expected"] | {"steps": reworded}})
