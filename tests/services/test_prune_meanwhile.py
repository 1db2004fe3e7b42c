"""What is let go while another program takes away, empties or replaces a file of it in the very moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.services.prune.reasons.reason import Weights
from memdesk.services.prune.step import PruneRun, prepare
from memdesk.services.steps.step import Status, StepJob
from memdesk.store.outcomes import Applied
from tests.services.sample_desks import SampleDesk

AGENTS = ("ub", "evva", "claude_code")


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _turn_into_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


@pytest.fixture
def found(samples: SampleDesk) -> Candidates:
    entries = samples.desk.entries
    return samples.desk.pruner.look(entries.read(entries.snapshot()), Weights({"age-days": 1}))


@pytest.fixture
def wanted(samples: SampleDesk, found: Candidates) -> tuple[Candidate, ...]:
    """What could go from several files, if nobody meddled: two entries at most of each of four files of an agent."""
    files: dict[str, dict[str, list[Candidate]]] = {agent: {} for agent in AGENTS}
    for one in found.listed:
        if one.entry.root.agent in files:
            files[one.entry.root.agent].setdefault(one.entry.document.path, []).append(one)
    some = [
        one for of_agent in files.values() for of_file in list(of_agent.values())[:4] for one in of_file[:2]
    ]
    goes = prepare(samples.desk.steps, samples.desk.workspace.disk, some, found).goes
    assert {one.entry.root.agent for one in goes} == set(AGENTS)
    return goes


@pytest.mark.parametrize(
    ("meddle", "number"), [(Path.unlink, 0), (_empty, -1), (_empty, 0), (_turn_into_a_folder, 1)]
)
def test_it_is_left_alone_and_named_and_the_rest_goes_as_one_step(
    samples: SampleDesk,
    found: Candidates,
    wanted: tuple[Candidate, ...],
    meddle: Callable[[Path], None],
    number: int,
) -> None:
    steps = samples.desk.steps
    run = PruneRun(steps, samples.desk.workspace.disk, wanted, found)
    job = run.prepare()
    assert job is not None
    texts = {path: Path(path).read_bytes() for path in job.paths}
    chosen = list(dict.fromkeys(one.entry.document.path for one in wanted))
    assert len(chosen) > 3
    hit = Path(chosen[number])
    meddle(hit)
    step = steps.finish(*steps.run_and(job, run.after))
    assert step.status in (Status.SAVED, Status.MERGED)
    assert {left.path for left in run.pruning.left_out} == {str(hit)}
    left = run.pruning.left_out[0]
    assert left.title in left.why or str(hit) in left.why
    assert len(run.pruning.goes) + left.entries == len(wanted)
    assert {one.entry.document.path for one in run.pruning.goes} == set(chosen) - {str(hit)}
    assert set(chosen) - {str(hit)} <= set(step.was) <= set(texts) - {str(hit)}
    as_met = _text(hit)
    assert steps.undo(step).status in (Status.SAVED, Status.MERGED)
    assert _text(hit) == as_met
    assert all(Path(path).read_bytes() == text for path, text in texts.items() if path != str(hit))


def test_one_after_the_other_is_left_alone(
    samples: SampleDesk, found: Candidates, wanted: tuple[Candidate, ...]
) -> None:
    """An agent is at work all the time: it empties another file between any two attempts."""
    steps = samples.desk.steps
    run = PruneRun(steps, samples.desk.workspace.disk, wanted, found)
    job = run.prepare()
    assert job is not None
    chosen = list(dict.fromkeys(one.entry.document.path for one in wanted))
    hit = [Path(path) for path in chosen[:3]]
    waiting = list(hit)
    _empty(waiting.pop())

    def after(applied: Applied) -> StepJob | None:
        job = run.after(applied)
        if waiting and job is not None:
            _empty(waiting.pop())
        return job

    step = steps.finish(*steps.run_and(job, after))
    assert step.status in (Status.SAVED, Status.MERGED)
    assert not any(path.read_bytes() for path in hit)
    assert {left.path for left in run.pruning.left_out} == set(map(str, hit))


def test_where_every_file_says_no_nothing_goes(samples: SampleDesk, found: Candidates) -> None:
    only = [one for one in found.listed if one.entry.root.agent == "ub"]
    path = only[0].entry.document.path
    only = [one for one in only if one.entry.document.path == path]
    run = PruneRun(samples.desk.steps, samples.desk.workspace.disk, only, found)
    job = run.prepare()
    assert job is not None
    _empty(Path(path))
    step = samples.desk.steps.finish(*samples.desk.steps.run_and(job, run.after))
    assert step.status is Status.CONFLICT
    assert (step.was, Path(path).read_bytes()) == ({}, b"")


def _text(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
