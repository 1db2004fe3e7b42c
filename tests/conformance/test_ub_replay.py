"""The recorded answers of ub replay, and the replay notices when one of them is another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conformance.encodings import Json, as_vector, read_vectors
from tests.conformance.replay import adapter_for, replay

VECTORS = Path(__file__).parent / "vectors" / "ub.json"


def test_every_answer_of_ub_replays() -> None:
    vectors = read_vectors(VECTORS)
    assert adapter_for(vectors).agent == "ub"
    results, skipped = replay(vectors)
    assert [result for result in results if result.problem] == []
    assert (len(results), [group.reason for group in skipped]) == (192, [])


@pytest.mark.parametrize("fn", sorted({vector.fn for vector in read_vectors(VECTORS)}))
def test_another_answer_fails(fn: str) -> None:
    items = json.loads(VECTORS.read_bytes())
    # Names of functions tell the agents apart, and some are those of another agent too.
    own = as_vector(next(item for item in items if item["fn"] == "ParseBullet"))
    item = next(item for item in items if item["fn"] == fn)
    for key in item["expected"]:
        changed = json.loads(json.dumps(item))
        changed["expected"][key] = {"another": "answer"}
        results, _ = replay([own, as_vector(changed)])
        assert [bool(result.problem) for result in results] == [False, True], key


def test_a_random_answer_may_be_any_of_those_given_and_no_other() -> None:
    item = next(item for item in json.loads(VECTORS.read_bytes()) if "expected_any" in item)
    [result], _ = replay([as_vector(item)])
    assert not result.problem
    item["expected_any"].append({**item["expected"], "auto": "## \n\n"})
    [result], _ = replay([as_vector(item)])
    assert result.problem


def test_a_session_may_go_on_from_any_of_several_texts() -> None:
    """Without a category an entry is first or second; where it is second, the next write takes it for a preference."""
    loose, preferred = (
        f"- {text} *(2026-05-0{day}T00:00:00Z)*\n" for day, text in enumerate(("loose", "prefer"), 1)
    )
    start = f"{loose}\n## preference\n\n{preferred}\n"
    steps: list[Json] = [
        {"now": "2026-06-01T10:00:00Z", "scope": "auto", "category": "debug", "text": text}
        for text in ("first", "second")
    ]
    results: list[Json] = [
        {"path": "$ROOT/state/ub/memory/$KEY($ROOT/ws)/memory.md", "heading": "## 2026-06-01T10:00:00Z"}
    ] * 2
    debug = "## debug\n\n- first *(2026-06-01T10:00:00Z)*\n- second *(2026-06-01T10:00:00Z)*\n\n"
    for kept in (f"## \n\n{loose}\n## preference\n\n{preferred}\n", f"## preference\n\n{preferred}{loose}\n"):
        vector: Json = {
            "fn": "Session",
            "name": "random",
            "input": {"auto": start, "steps": steps},
            "expected": {"auto": kept + debug, "auto_mode": "0644", "global": None, "results": results},
        }
        [result] = replay([as_vector(vector)])[0]
        assert not result.problem
