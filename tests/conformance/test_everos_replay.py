"""EverOS's answers: those of 1.5.1 through the replay, those in which 1.0.2 differs beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.layouts.everos.ids import EverosError, Version
from memdesk.layouts.everos.kinds import EPISODE
from tests.agents.everos import build_path
from tests.conformance.cases import Answers, Case, laid_out
from tests.conformance.encodings import ANSWER, as_vector, read_vectors
from tests.conformance.everos_adapter import ADAPTER, append_answer, path_answer, skill_folder_answer
from tests.conformance.replay import main, replay

EVEROS = Path(__file__).parent / "vectors" / "everos.json"

OF_1_0: dict[str, Callable[[Case, Version], Answers]] = {
    "daily.append": append_answer,
    "path.parse": path_answer,
    "skill.dir_name": skill_folder_answer,
}


def test_every_answer_of_everos_replays() -> None:
    results, skipped = replay(read_vectors(EVEROS))
    assert [result for result in results if result.problem] == []
    assert len(results) == 107
    assert [(group.count, group.reason.partition(":")[0]) for group in skipped] == [
        (6, "api.id"),
        (2, "ome.parse"),
    ]


def test_what_is_written_or_shown_of_1_0_is_modelled_too() -> None:
    count = 0
    for vector in read_vectors(EVEROS):
        if vector.fn in OF_1_0 and "expected_1_0_2" in vector.fields:
            with laid_out(ADAPTER, vector) as case:
                answers = OF_1_0[vector.fn](case, Version.V1_0)
            wanted = vector.fields["expected_1_0_2"]
            assert (wanted if isinstance(wanted, dict) else {ANSWER: wanted}) in answers, vector.name
            count += 1
    assert count == 9


@pytest.mark.parametrize(
    ("fn", "changed"),
    [("entries.split", []), ("entry_id.format", "ep_1"), ("frontmatter.dump", None), ("daily.append", {})],
)
def test_a_changed_answer_fails(fn: str, changed: object, tmp_path: Path) -> None:
    items = [item for item in json.loads(EVEROS.read_bytes()) if item["fn"] == fn and item["expected"]]
    path = tmp_path / "some.json"
    path.write_text(json.dumps([items[0]]))
    assert main([str(path)]) == 0
    path.write_text(json.dumps([items[0] | {"expected": changed}]))
    assert main([str(path)]) == 1


@pytest.mark.parametrize("owner", ["a\0b", "x" * 256, "ä" * 128, "\ud800", "../../../..", "/abs"])
def test_what_can_be_no_path_is_refused(owner: str) -> None:
    with pytest.raises(EverosError):
        _ = build_path(EPISODE, owner, "2026-06-01").checked


def test_a_refusal_is_told_from_an_answer() -> None:
    [vector] = [
        as_vector({"fn": "entry_id.parse", "name": "n", "input": {"s": "ep_1"}, "expected": {"error": "E"}})
    ]
    assert [result.problem for result in replay([vector])[0]] == [""]
