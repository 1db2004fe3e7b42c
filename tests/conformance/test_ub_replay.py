"""The recorded answers of ub replay, and the replay notices when one of them is another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conformance.encodings import as_vector, read_vectors
from tests.conformance.replay import adapter_for, replay

VECTORS = Path(__file__).parent / "vectors" / "ub.json"


def test_every_answer_of_ub_replays() -> None:
    vectors = read_vectors(VECTORS)
    assert adapter_for(vectors).agent == "ub"
    results, skipped = replay(vectors)
    assert [result for result in results if result.problem] == []
    assert (len(results), [group.reason for group in skipped]) == (185, [])


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
