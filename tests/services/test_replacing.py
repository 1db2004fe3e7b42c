"""Replace what was found, as one step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused, UsageError
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import parse
from memdesk.services.search.replacing import Prepared, Replacement, plan, prepare
from memdesk.services.search.search import MOST_MARKS, MOST_PLACES, Search
from memdesk.services.search.searchable import Index
from memdesk.text.edits import Edit
from tests.services.sample_desks import SampleDesk


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    for root in samples.desk.workspace.roots:
        samples.desk.workspace.documents(root.path)
    yield samples
    samples.desk.close()


@pytest.fixture(scope="module")
def patterns() -> Iterator[PatternFinder]:
    finder = PatternFinder()
    yield finder
    finder.close()


def _planned(
    samples: SampleDesk, patterns: PatternFinder, text: str, by: str, *, is_regex: bool = False
) -> tuple[Replacement, ...]:
    entries = samples.desk.entries
    index, query = Index(entries.read(entries.snapshot())), parse(text, is_regex=is_regex)
    found = Search(index, query, most_marks=MOST_PLACES).find(patterns, limit=1000).hits
    hits = [line for hit in found for line in hit.by_line()]
    assert hits
    return plan(index, query, hits, by, patterns, samples.desk.workspace.disk)


def _prepared(samples: SampleDesk, planned: tuple[Replacement, ...]) -> Prepared:
    sessions = samples.desk.workspace.sessions
    return prepare(
        samples.desk.steps,
        SeenView(samples.desk.workspace.disk),
        planned,
        lambda path: path in sessions and sessions[path].is_dirty,
    )


def test_all_files_change_in_one_step_and_come_back_by_one_undo(
    samples: SampleDesk, patterns: PatternFinder
) -> None:
    planned = _planned(samples, patterns, "in:projects pnpm", "yarn")
    changed = [one for one in planned if one.is_possible]
    paths = {one.hit.document.path for one in changed}
    assert len(paths) > 1
    before = {path: Path(path).read_bytes() for path in paths}
    prepared = _prepared(samples, planned)
    assert not prepared.left
    step = samples.desk.steps.now(prepared.job)
    assert step.is_done, step.message
    for one in changed:
        said = Path(one.hit.document.path).read_text(encoding="utf-8", errors="surrogateescape")
        assert "yarn" in said
    samples.desk.steps.undo(step)
    assert {path: Path(path).read_bytes() for path in paths} == before


@pytest.mark.parametrize("is_regex", [False, True])
def test_every_place_of_an_entry_is_replaced(
    samples: SampleDesk, patterns: PatternFinder, is_regex: bool
) -> None:
    path = Path(samples.root("evva").path) / "USER_PROFILE.md"
    path.write_text("## Preferences\n" + "- tidewater tidewater\n" * 3000)
    planned = _planned(samples, patterns, "tidewater", "marsh", is_regex=is_regex)
    prepared = _prepared(samples, planned)
    assert not prepared.left
    (after,) = (file.after for file in prepared.job.files if file.path == str(path))
    assert after is not None
    assert (after.count(b"tidewater"), after.count(b"marsh")) == (0, 6000)


@pytest.mark.parametrize("is_regex", [False, True])
def test_a_search_that_marks_less_than_there_is_says_so(
    samples: SampleDesk, patterns: PatternFinder, is_regex: bool
) -> None:
    path = Path(samples.root("evva").path) / "USER_PROFILE.md"
    entries = samples.desk.entries
    for count, is_cut in ((MOST_MARKS, False), (MOST_MARKS + 1, True)):
        path.write_text("## Preferences\n" + "- tidewater\n" * count)
        index = Index(entries.read(entries.snapshot()))
        found = Search(index, parse("tidewater", is_regex=is_regex)).find(patterns)
        assert [len(hit.marks) for hit in found.hits] == [MOST_MARKS]
        assert (found.has_more, found.has_more_marks) == (False, is_cut)
    path.write_text("## Preferences\n" + "- tidewater\n" * 3000)
    index = Index(entries.read(entries.snapshot()))
    assert Search(index, parse("tidewater", is_regex=is_regex)).find(patterns).has_more == is_regex


def test_letters_that_nobody_searched_for_stay(samples: SampleDesk, patterns: PatternFinder) -> None:
    path = Path(samples.root("evva").path) / "USER_PROFILE.md"
    path.write_text("## Preferences\n- conf conﬁg\n- groß, gros\n")
    for word, by in (("conf", "CONF"), ("gros", "klein")):
        prepared = _prepared(samples, _planned(samples, patterns, f"in:USER_PROFILE {word}", by))
        assert samples.desk.steps.now(prepared.job).is_done
    assert path.read_text().startswith("## Preferences\n- CONF conﬁg\n- groß, klein\n")


def test_what_is_the_agents_own_stays(samples: SampleDesk, patterns: PatternFinder) -> None:
    planned = _planned(samples, patterns, "ep_20260511_00000001", "x")
    assert all(not one.is_possible and one.why_not for one in planned if one.hit.entry.kind.value == "entry")
    with pytest.raises(Refused):
        _prepared(samples, tuple(one for one in planned if not one.is_possible))


def test_json_is_written_as_its_agent_writes_it(samples: SampleDesk, patterns: PatternFinder) -> None:
    planned = _planned(samples, patterns, 'agent:foresthub "14 °C"', '"15 °C"\nwarm')
    prepared = _prepared(samples, planned)
    assert samples.desk.steps.now(prepared.job).is_done
    entries = samples.desk.entries
    said = [e.text for e in entries.read(entries.snapshot()).entries if e.root.agent == "foresthub"]
    assert any('"15 °C"\nwarm' in text for text in said)


def test_groups_of_an_expression_come_back(samples: SampleDesk, patterns: PatternFinder) -> None:
    planned = _planned(samples, patterns, r"agent:ub (No) (generated) (mocks)", r"\3 \2", is_regex=True)
    [one] = planned
    assert one.swaps[0].text == "mocks generated"
    step = samples.desk.steps.now(_prepared(samples, planned).job)
    assert b"- mocks generated: write" in Path(step.paths[0]).read_bytes()
    with pytest.raises(UsageError) as raised:
        _planned(samples, patterns, r"agent:ub (mocks)", r"\7", is_regex=True)
    assert raised.value.sentence.startswith("“\\7” cannot replace anything: ")


def test_a_file_that_changed_is_left_alone_and_named(samples: SampleDesk, patterns: PatternFinder) -> None:
    planned = _planned(samples, patterns, "in:projects pnpm", "yarn")
    paths = sorted({one.hit.document.path for one in planned if one.is_possible})
    moved = Path(paths[0])
    moved.write_bytes(moved.read_bytes() + b"\nby another program\n")
    theirs = moved.read_bytes()
    unsaved = samples.open(paths[1])
    unsaved.text.replace_all([Edit(0, "", "mine ")])
    prepared = _prepared(samples, planned)
    assert prepared.left == {
        paths[0]: "It has changed since it was searched.",
        paths[1]: "It has unsaved text; save it first.",
    }
    step = samples.desk.steps.now(prepared.job)
    assert step.is_done
    assert moved.read_bytes() == theirs
    assert set(step.paths).isdisjoint(paths[:2])


def test_a_file_that_cannot_be_read_is_left_alone_and_named(
    samples: SampleDesk, patterns: PatternFinder
) -> None:
    planned = _planned(samples, patterns, "in:projects pnpm", "yarn")
    path = Path(next(one.hit.document.path for one in planned if one.is_possible))
    path.unlink()
    os.mkfifo(path)
    prepared = _prepared(samples, planned)
    path.unlink()
    assert prepared.left == {str(path): f"{path} cannot be read: not a regular file."}
    assert len(prepared.job.files) > 1


def test_what_would_change_an_index_that_cannot_be_read_is_not_offered(
    samples: SampleDesk, patterns: PatternFinder
) -> None:
    folder = Path(samples.root("ok").path) / "shared" / "memory"
    fact = next(path for path in folder.glob("*.md") if path.name != "MEMORY.md")
    said = next(line for line in fact.read_text().splitlines() if line.startswith("description: "))
    index = folder / "MEMORY.md"
    index.unlink()
    os.mkfifo(index)
    planned = _planned(samples, patterns, f'agent:ok "{said.removeprefix("description: ")}"', "quite another")
    index.unlink()
    [one] = [one for one in planned if any(node.key == "description" for node in one.nodes)]
    assert one.why_not == f"{index} cannot be read: not a regular file."


def test_where_all_is_refused_one_file_is_named_and_the_others_counted(
    samples: SampleDesk, patterns: PatternFinder
) -> None:
    planned = [one for one in _planned(samples, patterns, "in:projects pnpm", "yarn") if one.is_possible]
    paths = list(dict.fromkeys(one.hit.document.path for one in planned))
    for path in paths:
        Path(path).write_bytes(Path(path).read_bytes() + b"\nby another program\n")
    with pytest.raises(Refused) as raised:
        _prepared(samples, tuple(planned))
    why = f"{paths[0]}: It has changed since it was searched."
    assert raised.value.sentence == f"Nothing was replaced in {len(paths)} files. {why}"
    with pytest.raises(Refused) as raised:
        _prepared(samples, tuple(one for one in planned if one.hit.document.path == paths[0]))
    assert raised.value.sentence == f"Nothing was replaced. {why}"


def test_unsaved_text_is_not_offered_to_be_replaced(samples: SampleDesk, patterns: PatternFinder) -> None:
    path = next(one.hit.document.path for one in _planned(samples, patterns, "in:projects pnpm", "yarn"))
    samples.open(path).text.replace_all([Edit(0, "", "mine ")])
    planned = _planned(samples, patterns, "in:projects pnpm", "yarn")
    assert {one.why_not for one in planned if one.hit.document.path == path} == {
        "It has unsaved text; save it first."
    }
    assert any(one.is_possible for one in planned)


def test_a_name_that_its_agent_refuses_is_said_to_be_refused(
    samples: SampleDesk, patterns: PatternFinder
) -> None:
    folder = Path(samples.root("ok").path) / "shared" / "memory"
    fact = next(path for path in folder.glob("*.md") if path.name != "MEMORY.md")
    name = next(line for line in fact.read_text().splitlines() if line.startswith("name: ")).removeprefix(
        "name: "
    )
    planned = [
        one for one in _planned(samples, patterns, f"agent:ok {name}", "a name/of no file") if one.nodes
    ]
    named = [one for one in planned if any(node.key == "name" for node in one.nodes)]
    assert named
    with pytest.raises(Refused) as refused:
        _prepared(samples, tuple(one._replace(why_not="") for one in named))
    assert [one.why_not for one in named] == [refused.value.sentence.partition(": ")[2]] * len(named)
    assert not any(one.is_possible for one in named)


def test_only_one_thing_can_be_replaced(samples: SampleDesk, patterns: PatternFinder) -> None:
    with pytest.raises(UsageError):
        _planned(samples, patterns, "generated mocks", "x")
