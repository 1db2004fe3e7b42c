"""One list of everything that is wrong: worst first, incremental, with what is ignored and what was not checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.layouts.contract import Severity
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.session import DocumentSession
from memdesk.services.preview.survival import survey
from memdesk.services.problems.checking import ENCODING_RULE
from memdesk.services.problems.listed import SEVERITIES, Report, matching
from memdesk.services.problems.problems import snapshot_of
from memdesk.services.problems.repairs import prepare_repairs
from memdesk.services.steps.converting import CONVERT
from tests.services.conftest import set_section
from tests.services.sample_desks import SampleDesk

TOKEN = "ghp_" + "a1B2" * 9


def _look(desk: Desk) -> Report:
    return desk.problems.look(desk.entries.snapshot())


def _changed(desk: Desk, path: Path) -> None:
    desk.problems.take_up(desk.workspace.refresh([str(path)]) | Changes(written=frozenset({str(path)})))


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleDesk]:
    """Samples that nobody changes."""
    samples = SampleDesk(tmp_path_factory.mktemp("samples"))
    yield samples
    samples.desk.close()


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    """Samples that a test may repair."""
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


def test_all_that_is_shown_as_a_problem_beside_a_text_is_listed(looked_at: SampleDesk) -> None:
    desk = looked_at.desk
    problems = _look(desk).problems
    lines = {(one.path, one.found.line) for one in problems}
    said = {(one.path, one.found.problem.message) for one in problems}
    listed: dict[bool, set[bool]] = {True: set(), False: set()}
    for root in desk.workspace.roots:
        for document in desk.workspace.list_documents(root):
            for loss in survey(root.layout, document, desk.workspace.disk):
                # What is said of several lines alike is listed once, where it is said first.
                is_listed = (document.path, loss.line) in lines or (document.path, loss.message) in said
                listed[loss.is_problem].add(is_listed)
    assert listed[True] == {True}
    # How an agent sorts and spells is no problem.
    assert False in listed[False]


def test_the_worst_comes_first_and_then_by_place(looked_at: SampleDesk) -> None:
    report = _look(looked_at.desk)
    ranks = [SEVERITIES.index(one.found.problem.severity) for one in report.problems]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == 3
    errors = [
        (one.path, one.found.line)
        for one in report.problems
        if not SEVERITIES.index(one.found.problem.severity)
    ]
    assert errors == sorted(errors)
    assert report.files > 100
    assert len({one.address for one in report.problems}) == len(report.problems)


def test_open_roots_and_the_shell_have_the_same_list(looked_at: SampleDesk) -> None:
    desk = looked_at.desk
    shell = desk.problems.look(snapshot_of(desk.workspace.roots))
    assert [one.address for one in _look(desk).problems] == [one.address for one in shell.problems]


def test_a_check_that_is_stopped_leaves_nothing_half(samples: SampleDesk, looked_at: SampleDesk) -> None:
    left = iter([True] * 40)
    stopped = samples.desk.problems.look(samples.desk.entries.snapshot(), lambda: next(left, False))
    whole = _look(samples.desk)
    assert stopped.files < whole.files
    assert len(whole.problems) == len(_look(looked_at.desk).problems)


def test_only_what_changed_is_checked_again(desk: Desk, root: Path) -> None:
    profile = root / "PROFILE.md"
    assert [one.found.problem.rule for one in _look(desk).problems] == []
    profile.write_bytes(f"## Alpha\n{TOKEN}\n".encode())
    assert not _look(desk).problems, "nobody has said that it changed"
    _changed(desk, profile)
    (found,) = _look(desk).problems
    assert (found.found.problem.rule, found.found.line) == ("secret", 2)
    assert TOKEN not in found.found.problem.message
    profile.write_bytes(b"## Alpha\nfirst\n")
    desk.problems.forget()
    assert not _look(desk).problems


def test_unsaved_text_is_checked(desk: Desk, profile: DocumentSession) -> None:
    assert not _look(desk).problems
    set_section(desk, profile, "Beta", f"The key is {TOKEN}.")
    desk.problems.take_up(Changes(edited=frozenset({profile.path})))
    assert [one.path for one in _look(desk).problems] == [profile.path]


def test_what_is_ignored_stays_so_while_other_lines_come(desk: Desk, root: Path) -> None:
    profile = root / "PROFILE.md"
    profile.write_bytes(f"## Alpha\n{TOKEN}\n".encode())
    (found,) = _look(desk).problems
    desk.problems.ignore([found], 1.0)
    report = _look(desk)
    assert not report.problems
    assert [one.address for one in report.ignored] == [found.address]
    profile.write_bytes(f"## Alpha\nmore\n\n{TOKEN}\n".encode())
    _changed(desk, profile)
    assert [one.found.line for one in _look(desk).ignored] == [4]
    profile.write_bytes(f"## Alpha\n{TOKEN[::-1].replace('_phg', '')}\nghp_{TOKEN[:3:-1]}\n".encode())
    _changed(desk, profile)
    assert _look(desk).problems, "another secret is another problem"
    desk.problems.heed([found])
    profile.write_bytes(f"## Alpha\n{TOKEN}\n".encode())
    _changed(desk, profile)
    assert [one.address for one in _look(desk).problems] == [found.address]


def test_what_was_not_checked_is_said(samples: SampleDesk) -> None:
    root = samples.root("foresthub")
    assert not _look(samples.desk).unchecked
    samples.desk.problems.take_up(samples.desk.attach(root.path, "workflow", ""))
    samples.desk.problems.forget()
    (unchecked,) = _look(samples.desk).unchecked
    assert unchecked.path == root.path
    assert "No workflow is open beside it" in unchecked.why


def test_a_file_that_cannot_be_read_is_said(desk: Desk, root: Path) -> None:
    snapshot = desk.entries.snapshot()
    (root / "PROFILE.md").unlink()
    (root / "PROFILE.md").mkdir()
    report = desk.problems.look(snapshot)
    assert [one.path for one in report.unchecked] == [str(root / "PROFILE.md")]
    assert report.files == 0


def test_repairs_of_several_files_are_one_step_with_one_undo(samples: SampleDesk) -> None:
    desk = samples.desk
    repairable = [one for one in _look(desk).problems if one.found.problem.repair]
    files = {one.path: Path(one.path).read_bytes() for one in repairable}
    assert len(files) > 1
    step = desk.steps.now(prepare_repairs(desk.workspace, desk.steps, repairable))
    assert set(step.was) == set(files)
    desk.problems.forget()
    left = {one.address for one in _look(desk).problems}
    assert len(left & {one.address for one in repairable}) < len(repairable)
    desk.steps.undo(step)
    assert {path: Path(path).read_bytes() for path in files} == files


def test_a_file_in_utf16_is_converted_by_its_row_and_back_by_undo(desk: Desk, root: Path) -> None:
    path, text = root / "PROFILE.md", "## Alpha\r\nfür 日本 \U0001f98a\n"
    data = text.encode("utf-16")
    path.write_bytes(data)
    _changed(desk, path)
    (one,) = _look(desk).of_file(str(path))
    assert one.found.problem.rule == ENCODING_RULE
    step = desk.steps.now(prepare_repairs(desk.workspace, desk.steps, [one]))
    assert path.read_bytes() == text.encode()
    versions = desk.history.versions(str(path))
    assert data in [desk.history.data(version.id) for version in versions]
    assert CONVERT in [version.why for version in versions]
    _changed(desk, path)
    assert ENCODING_RULE not in [each.found.problem.rule for each in _look(desk).of_file(str(path))]
    desk.steps.undo(step)
    assert path.read_bytes() == data


def test_what_is_gone_meanwhile_is_not_repaired(samples: SampleDesk) -> None:
    desk = samples.desk
    one = next(one for one in _look(desk).problems if one.found.problem.repair)
    desk.steps.now(prepare_repairs(desk.workspace, desk.steps, [one]))
    with pytest.raises(Refused):
        prepare_repairs(desk.workspace, desk.steps, [one])


def test_filters_narrow_the_list_down(looked_at: SampleDesk) -> None:
    problems = _look(looked_at.desk).problems
    errors = matching(problems, severities={Severity.ERROR})
    assert errors == tuple(one for one in problems if one.found.problem.severity is Severity.ERROR)
    evva = matching(problems, agent="evva")
    assert {one.root.agent for one in evva} == {"evva"}
    assert matching(problems, text=evva[0].found.problem.message.upper())
    assert matching(problems, rule=evva[0].found.problem.rule, agent="evva")
    assert not matching(problems, text="no such words")
