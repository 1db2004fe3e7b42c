"""What is found to be let go, and how it goes: over the agents' samples, through the real store."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.contract import Change, Cut, Forecast, Injected, NextOut
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.preview import forecast
from memdesk.services.prune import step as prune_step
from memdesk.services.prune.prune import PRESELECTED_FROM, Candidate, Candidates
from memdesk.services.prune.reasons.reason import Rule, Weights
from memdesk.services.steps.step import Status
from memdesk.store.history import History
from memdesk.store.marks import MarkKind, digest_of
from memdesk.text.edits import Edit, Span
from tests.services.sample_desks import SampleDesk

UB_ENTRY = "Flags seemed to be ignored"


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


@pytest.fixture
def ub(tmp_path: Path) -> Iterator[SampleDesk]:
    """The sample of one agent, for what is asked of an entry and its neighbours."""
    samples = SampleDesk(tmp_path, ["ub"])
    yield samples
    samples.desk.close()


def look(samples: SampleDesk, **weights: int) -> Candidates:
    entries = samples.desk.entries
    named = {name.replace("_", "-"): value for name, value in weights.items()}
    return samples.desk.pruner.look(entries.read(entries.snapshot()), Weights(named))


def the_one(found: Candidates, words: str) -> Candidate:
    (one,) = (one for one in found.found if words in one.entry.text)
    return one


def memory_file(samples: SampleDesk, words: str) -> Path:
    return Path(the_one(look(samples, age_days=1), words).entry.document.path)


def add_line(path: Path, category: str, text: str, time: str) -> None:
    data = path.read_text()
    head = f"## {category}\n\n"
    assert head in data
    path.write_text(data.replace(head, f"{head}- {text} *({time})*\n", 1))


def test_every_candidate_has_evidence_and_none_of_the_users_own_is_preselected(samples: SampleDesk) -> None:
    found = look(samples)
    assert found.listed
    for one in found.found:
        assert one.reasons
        assert all(
            reason.evidence.endswith((".", "…")) and len(reason.evidence) > 12 for reason in one.reasons
        )
        assert one.strongest == max(one.reasons, key=Weights({}).points)
    assert any(one.is_preselected for one in found.listed)
    assert not any(one.is_preselected and one.is_by_hand for one in found.found)
    assert any(one.is_by_hand for one in found.found)
    points = [one.points for one in found.found]
    assert points == sorted(points, reverse=True)


def test_what_an_agent_rule_says_stands_beside_a_dead_path_and_an_age(ub: SampleDesk) -> None:
    one = the_one(look(ub), UB_ENTRY)
    evidence = {reason.rule: reason.evidence for reason in one.reasons}
    assert "There is no config/flags.yaml in " in evidence[Rule.PATH_GONE]
    assert "drops entries by their age" in evidence[Rule.EXPIRED]
    assert "by its own time" in evidence[Rule.AGE]
    assert "past the 4,000 bytes" in evidence[Rule.OVER_BUDGET]


def test_a_weight_of_zero_switches_a_reason_off_and_an_age_can_be_tuned(ub: SampleDesk) -> None:
    def rules(**weights: int) -> set[Rule]:
        return {reason.rule for one in look(ub, **weights).found for reason in one.reasons}

    assert Rule.PATH_GONE in rules()
    assert Rule.PATH_GONE not in rules(path_gone=0)
    assert Rule.AGE not in rules(age_days=100_000)


def test_a_newer_entry_with_another_value_supersedes_the_older_and_a_copy_is_named(
    ub: SampleDesk,
) -> None:
    path = memory_file(ub, UB_ENTRY)
    add_line(path, "project", "The staging database listens on port 5433", "2026-01-05T10:00:00Z")
    add_line(path, "project", "The staging database listens on port 5434", "2026-03-05T10:00:00Z")
    add_line(path, "project", "Reports are sent by the mailer on Monday mornings", "2026-03-06T10:00:00Z")
    add_line(path, "pattern", "Reports are sent on Monday mornings by the mailer", "2026-03-07T10:00:00Z")
    found = look(ub)
    old = {reason.rule: reason for reason in the_one(found, "port 5433").reasons}[Rule.SUPERSEDED]
    assert "says 5434 instead of 5433, and is 59 days newer" in old.evidence
    assert old.stays is not None
    assert old.stays.text.endswith("5434")
    assert not the_one(found, "port 5433").is_preselected
    assert all(one.entry.text != old.stays.text or Rule.SUPERSEDED not in _rules(one) for one in found.found)
    copies = [one for one in found.found if "Monday mornings" in one.entry.text]
    (goes,) = [one for one in copies if Rule.NEAR_DUPLICATE in _rules(one)]
    assert goes.entry.text.endswith("mornings")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Server 1 holds the nightly backups", "Server 2 holds the nightly backups"),
        ("The nightly backups are held by db-1", "The nightly backups are held by db-2"),
        ("Release 1.4 of the parser drops tabs", "Release 1.5 of the parser drops tabs"),
        ("The second build runs on port 8080", "The second build runs on port 8081"),
    ],
)
def test_what_differs_in_one_value_may_be_two_things(ub: SampleDesk, old: str, new: str) -> None:
    path = memory_file(ub, UB_ENTRY)
    add_line(path, "project", old, "2026-01-05T10:00:00Z")
    add_line(path, "project", new, "2026-03-05T10:00:00Z")
    found = [one for one in look(ub).found if one.entry.text in (old, new)]
    assert not any(one.is_preselected for one in found)


def test_what_is_only_nearly_the_same_is_listed_and_never_preselected(ub: SampleDesk) -> None:
    path = memory_file(ub, UB_ENTRY)
    add_line(path, "project", "Reports are sent by the mailer on Friday mornings", "2026-03-06T10:00:00Z")
    add_line(path, "pattern", "Reports are sent on Friday mornings by the mailer", "2026-03-07T10:00:00Z")
    add_line(path, "project", "The archive is cleared by the sweeper at night", "2026-03-06T10:00:00Z")
    add_line(path, "pattern", "The archive is cleared by the sweeper at night!", "2026-03-07T10:00:00Z")
    found = look(ub)
    (moved,) = [
        one
        for one in found.found
        if "Friday mornings" in one.entry.text and Rule.NEAR_DUPLICATE in _rules(one)
    ]
    (same,) = [
        one for one in found.found if "sweeper" in one.entry.text and Rule.NEAR_DUPLICATE in _rules(one)
    ]
    assert moved.points >= PRESELECTED_FROM
    assert not moved.is_preselected
    assert same.is_preselected


def _rules(one: Candidate) -> set[Rule]:
    return {reason.rule for reason in one.reasons}


def test_an_age_is_told_by_the_recorder_where_an_entry_says_none(samples: SampleDesk) -> None:
    path = Path(samples.context("evva", "api").folder or "") / "EVVA.md"
    long_ago = History(samples.desk.folders.history, clock=lambda: 1_700_000_000.0)
    long_ago.record_seen(str(path), path.read_bytes())
    long_ago.close()
    path.write_bytes(path.read_bytes() + b"\n## More\n\nof it\n")
    aged = [
        one for one in look(samples).found if one.entry.document.path == str(path) and Rule.AGE in _rules(one)
    ]
    assert aged
    assert all(
        "the history has seen it" in reason.evidence for one in aged for reason in one.reasons if reason.days
    )


def test_pinned_and_dismissed_entries_stay_out_until_a_dismissed_one_says_something_else(
    samples: SampleDesk,
) -> None:
    found = look(samples)
    one, other = [each for each in found.listed if each.is_preselected][:2]
    path, key, occurrence = other.address
    samples.desk.marks.put(MarkKind.PINNED, path, key, digest_of(other.entry.text), 1.0, occurrence)
    samples.desk.pruner.dismiss([one])
    after = look(samples)
    assert {each.address for each in after.found if each.is_pinned or each.is_dismissed} == {
        one.address,
        other.address,
    }
    assert len(after.listed) == len(found.listed) - 2
    samples.desk.pruner.propose_again([one])
    assert one.address in {each.address for each in look(samples).listed}


def _with_many_entries(samples: SampleDesk, count: int) -> Path:
    path = memory_file(samples, UB_ENTRY)
    lines = "".join(f"- Gauge {n} wants {n} volts *(2026-02-04T08:00:00Z)*\n" for n in range(count))
    path.write_text(path.read_text().replace("## project\n\n", f"## project\n\n{lines}", 1))
    return path


def test_a_version_is_unpacked_once_for_all_entries(ub: SampleDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(_with_many_entries(ub, 30))
    for number in range(3):
        session = ub.open(path)
        session.text.replace_all([Edit(0, "", f"Of mine, {number}.\n\n")])
        ub.desk.workspace.save(path, "edit")
    asked: Counter[int] = Counter()
    data = History.data

    def counted(history: History, version: int) -> bytes:
        asked[version] += 1
        return data(history, version)

    monkeypatch.setattr(History, "data", counted)
    assert any(one.entry.document.path == path for one in look(ub).found)
    assert set(asked.values()) == {1}


def test_what_is_foretold_of_one_entry_is_not_sought_among_all(
    samples: SampleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(_with_many_entries(samples, 300))
    entries = samples.desk.entries
    all_read = entries.read(entries.snapshot()).documents
    read = [one for each in all_read if each.document.path == path for one in each.entries]
    fates = forecast.Fates()
    out = tuple(NextOut(path, one.title, one.span) for one in read)
    cut = tuple(Cut(path, one.span, "", one.text, "past a cap", is_over_cap=True) for one in read)
    fates.take("ub", Injected((), (), cut=cut, forecasts=(Forecast("By age", out),)))
    compared: list[Span] = []
    judge = forecast.is_most_of

    def counted(part: Span, whole: Span) -> bool:
        compared.append(part)
        return judge(part, whole)

    monkeypatch.setattr(forecast, "is_most_of", counted)
    for place, one in enumerate(read, start=1):
        assert [found.place for found in fates.foretold(one)] == [place]
        assert [found.span for found in fates.cuts(one)] == [one.span]
    assert len(read) > 300
    assert len(compared) < 4 * len(read)


def test_what_is_foretold_of_a_few_words_is_so_of_the_entry(ub: SampleDesk) -> None:
    """The time behind them is longer than they are."""
    add_line(memory_file(ub, "A 502 right after"), "debug", "lamp flickers", "2025-01-01T00:00:00Z")
    assert Rule.EXPIRED in _rules(the_one(look(ub), "lamp flickers"))


# Letting go


def chosen(found: Candidates) -> list[Candidate]:
    return [one for one in found.listed if one.is_preselected]


def test_many_of_a_file_are_taken_out_at_once_as_one_after_the_other(
    ub: SampleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(_with_many_entries(ub, 40))
    found = look(ub)
    wanted = [one for one in found.found if one.entry.document.path == path]
    assert len(wanted) > 40
    desk = ub.desk
    job, view = None, SeenView(desk.workspace.disk)
    for one in sorted(wanted, key=lambda one: one.entry.span, reverse=True):
        job = desk.steps.and_then(job, view, [prune_step.change_of(one.entry)], "prune")
    composed: list[Change] = []
    layout = type(ub.root("ub").layout)
    monkeypatch.setattr(layout, "compose", lambda _, __, change: composed.append(change))
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, wanted, found)
    assert pruning.job is not None
    assert job is not None
    (at_once,), (one_by_one,) = pruning.job.files, job.files
    assert (at_once.before, at_once.after) == (one_by_one.before, one_by_one.after)
    assert not composed


def test_all_goes_in_one_step_and_one_undo_brings_all_of_it_back(samples: SampleDesk) -> None:
    found = look(samples)
    wanted = chosen(found)
    desk = samples.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, wanted, found)
    assert pruning.job is not None
    assert (len(pruning.goes), pruning.left_out) == (len(wanted), ())
    before = {path: _bytes(path) for path in pruning.job.paths}
    times = {path: os.stat(path).st_mtime_ns for path in before}
    assert len(before) > 3
    saving = prune_step.saving_of(pruning, desk.workspace.disk, found.documents.values())
    step = desk.steps.now(pruning.job)
    assert step.status is Status.SAVED
    after = {path: _bytes(path) for path in before}
    assert saving.size_bytes == sum(len(before[path] or b"") - len(after[path] or b"") for path in before)
    assert saving.gone == {path for path, data in after.items() if data is None}
    left = look(samples)
    assert not {one.entry.text for one in wanted} & {one.entry.text for one in left.listed}
    assert desk.steps.undo(step).status is Status.SAVED
    assert {path: _bytes(path) for path in before} == before
    # As old as they were: else nothing of it would be old ever again.
    assert {path: os.stat(path).st_mtime_ns for path in before} == times


def test_the_saving_of_a_prompt_is_what_its_agent_really_gets_less(samples: SampleDesk) -> None:
    found = look(samples)
    desk = samples.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, chosen(found), found)
    saving = prune_step.saving_of(pruning, desk.workspace.disk, found.documents.values())
    assert pruning.job is not None
    assert saving.given
    desk.steps.now(pruning.job)
    for given in saving.given:
        now = given.root.layout.injected(desk.workspace.disk, given.root.path, given.context)
        assert now.text == given.after.text != given.before.text
    assert saving.tokens_estimate == max(given.tokens_saved for given in saving.given) > 0


def test_a_file_that_changed_since_is_left_alone_and_named_and_the_rest_goes(samples: SampleDesk) -> None:
    found = look(samples)
    wanted = chosen(found)
    changed = Path(wanted[0].entry.document.path)
    changed.write_bytes(changed.read_bytes() + b"\n- and one more *(2026-05-01T09:00:00Z)*\n")
    kept = changed.read_bytes()
    desk = samples.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, wanted, found)
    (left,) = pruning.left_out
    assert (left.path, left.why) == (str(changed), "memory.md (ub, api) changed, look again.")
    assert left.entries == sum(one.entry.document.path == str(changed) for one in wanted)
    assert len(pruning.goes) == len(wanted) - left.entries
    assert pruning.job is not None
    step = desk.steps.now(pruning.job)
    assert step.status is Status.SAVED
    assert changed.read_bytes() == kept


def test_of_several_files_with_one_name_it_is_told_which_was_left_alone(samples: SampleDesk) -> None:
    found = look(samples)
    wanted = [one for one in found.listed if one.entry.document.title == "memory.md"]
    assert len({one.entry.document.path for one in wanted}) > 1
    changed = memory_file(samples, UB_ENTRY)
    add_line(changed, "preference", "Written by ub meanwhile", "2026-05-30T10:00:00Z")
    desk = samples.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, wanted, found)
    (left,) = pruning.left_out
    assert (left.path, left.why) == (str(changed), "memory.md (ub, api) changed, look again.")


def test_an_undo_of_many_files_tells_which_others_wrote(samples: SampleDesk) -> None:
    found = look(samples)
    wanted = [one for one in found.listed if one.entry.document.title == "memory.md"]
    desk, path = samples.desk, memory_file(samples, UB_ENTRY)
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, wanted, found)
    assert pruning.job is not None
    step = desk.steps.now(pruning.job)
    add_line(path, "preference", "Written by ub after it went", "2026-05-30T10:00:00Z")
    undone = desk.steps.undo(step)
    assert len(undone.was) > 1
    assert undone.message == f"Saved {path}, together with what another program wrote there meanwhile."


def test_an_undo_keeps_what_was_written_after_it_went(ub: SampleDesk) -> None:
    found = look(ub)
    one = the_one(found, UB_ENTRY)
    path = Path(one.entry.document.path)
    desk = ub.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, [one], found)
    assert pruning.job is not None
    step = desk.steps.now(pruning.job)
    assert UB_ENTRY not in path.read_text()
    add_line(path, "preference", "Written by ub after it went", "2026-05-30T10:00:00Z")
    assert desk.steps.undo(step).is_done
    assert UB_ENTRY in path.read_text()
    assert "Written by ub after it went" in path.read_text()


def test_what_is_foretold_of_unsaved_text_is_so_of_the_entries_as_they_are_shown(ub: SampleDesk) -> None:
    path = memory_file(ub, UB_ENTRY)
    session = ub.open(str(path))
    before = path.read_text()
    place = before.index("\n- ") + 1
    new = "".join(f"- The {number}th crate stands on the pier. *(2026-05-01)*\n" for number in range(12))
    session.text.replace_all([Edit(place, "", new)])
    unsaved = foretold_in(look(ub), path)
    path.write_text(session.text.text)
    ub.desk.workspace.refresh()
    assert not session.is_dirty
    assert unsaved == foretold_in(look(ub), path)
    assert unsaved


def foretold_in(found: Candidates, path: Path) -> set[tuple[str, Rule]]:
    """Which entries of a file its agent cuts, or gives up next."""
    rules = (Rule.OVER_BUDGET, Rule.EVICTED_NEXT)
    return {
        (one.entry.text, reason.rule)
        for one in found.found
        for reason in one.reasons
        if one.entry.document.path == str(path) and reason.rule in rules
    }


def test_a_document_with_unsaved_text_is_left_alone(ub: SampleDesk) -> None:
    path = memory_file(ub, UB_ENTRY)
    session = ub.open(str(path))
    start = session.text.text.index(UB_ENTRY)
    session.text.edit([Edit(start, "", "Once: ")])
    found = look(ub)
    desk = ub.desk
    pruning = prune_step.prepare(desk.steps, desk.workspace.disk, [the_one(found, UB_ENTRY)], found)
    assert pruning.job is None
    assert "not saved" in pruning.left_out[0].why


def _bytes(path: str) -> bytes | None:
    return Path(path).read_bytes() if Path(path).exists() else None
