"""What is remembered twice across agents, and how one comes of several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.services.duplicates.duplicates import DuplicateGroup, evidence_of
from memdesk.services.remembered.entries import Entry
from memdesk.services.steps.step import Status
from memdesk.services.uniting.uniting import Union, combined, prepare
from memdesk.text.similar import Kind
from tests.services.sample_desks import SampleDesk

SAID = "The tide table of the harbour is fetched at six each morning."


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    made = SampleDesk(tmp_path)
    yield made
    made.desk.close()


def _groups(samples: SampleDesk) -> tuple[DuplicateGroup, ...]:
    desk = samples.desk
    return desk.duplicates.find(desk.entries.read(desk.entries.snapshot()))


def _group_with(samples: SampleDesk, words: str) -> DuplicateGroup:
    (found,) = (group for group in _groups(samples) if any(words in one.text for one in group.members))
    return found


def _fact(folder: Path, name: str, body: str) -> Path:
    path = folder / f"{name}.md"
    path.write_text(f"---\nname: {name}\ndescription: About {name}.\ntype: project\n---\n\n{body}\n")
    index = folder / "MEMORY.md"
    index.write_text(index.read_text() + f"- [{name}]({name}.md) — About {name}.\n")
    return path


def _claude_folder(samples: SampleDesk) -> Path:
    root = Path(samples.root("claude_code").path)
    return next(path for path in root.rglob("MEMORY.md") if list(path.parent.glob("*_*.md"))).parent


def _two_facts(samples: SampleDesk) -> tuple[Path, Path, Path]:
    folder = _claude_folder(samples)
    one = _fact(folder, "tide_one", SAID)
    other = _fact(folder, "tide_two", f"{SAID}\n")
    naming = _fact(folder, "tide_naming", "See [[tide_two]] and [the table](tide_two.md) before sailing.")
    samples.desk.workspace.relist()
    return one, other, naming


def _member(group: DuplicateGroup, path: Path) -> Entry:
    return next(entry for entry in group.members if entry.document.path == str(path))


def test_identical_bodies_under_other_names(samples: SampleDesk) -> None:
    one, other, _ = _two_facts(samples)
    group = _group_with(samples, "tide table of the harbour is")
    assert group.kind is Kind.EXACT
    assert {entry.document.path for entry in group.members} == {str(one), str(other)}
    assert evidence_of(group, 0).shared


def test_a_file_that_is_there_by_two_names_stands_there_by_the_one_that_is_no_link(
    samples: SampleDesk,
) -> None:
    one, other, _ = _two_facts(samples)
    (one.parent / "a_link.md").symlink_to(other)
    samples.desk.workspace.relist()
    group = _group_with(samples, "tide table of the harbour is")
    assert {entry.document.path for entry in group.members} == {str(one), str(other)}


def test_a_merge_repoints_links_collapses_the_index_and_is_undone_at_once(samples: SampleDesk) -> None:
    one, other, naming = _two_facts(samples)
    index = one.parent / "MEMORY.md"
    before = {path: path.read_bytes() for path in (one, other, naming, index)}
    group = _group_with(samples, "tide table of the harbour is")
    desk = samples.desk
    text = f"{SAID}\nBy the script in the tools folder."
    union = Union(_member(group, one), text, (_member(group, other),))
    job = prepare(desk.steps, desk.workspace.disk, union, desk.entries.read(desk.entries.snapshot()))
    assert set(job.paths) == {str(one), str(other), str(naming), str(index)}
    step = desk.steps.now(job)
    assert step.status is Status.SAVED
    assert not other.exists()
    assert "By the script in the tools folder." in one.read_text()
    assert "See [[tide_one]] and [the table](tide_one.md) before sailing." in naming.read_text()
    assert "tide_two" not in index.read_text()
    assert index.read_text().count("tide_one.md") == 1
    desk.steps.undo(step)
    assert {path: path.read_bytes() for path in before} == before


def test_what_changed_since_is_refused(samples: SampleDesk) -> None:
    one, other, _ = _two_facts(samples)
    group = _group_with(samples, "tide table of the harbour is")
    other.write_text(other.read_text().replace("six", "seven"))
    desk = samples.desk
    union = Union(_member(group, one), SAID, (_member(group, other),))
    with pytest.raises(Refused, match="has changed since it was shown"):
        prepare(desk.steps, desk.workspace.disk, union, desk.entries.read(desk.entries.snapshot()))


def test_a_dismissed_group_stays_away_until_a_text_changes(samples: SampleDesk) -> None:
    one, _, _ = _two_facts(samples)
    group = _group_with(samples, "tide table of the harbour is")
    dismissed = samples.desk.duplicates.dismiss(group, 1.0)
    assert group not in _groups(samples)
    samples.desk.marks.turn_back(dismissed)
    assert group in _groups(samples)
    samples.desk.duplicates.dismiss(group, 1.0)
    one.write_text(one.read_text().replace("each morning", "each mornning"))
    assert _group_with(samples, "tide table of the harbour is").kind is Kind.NEAR


def test_across_agents(samples: SampleDesk) -> None:
    folder = _claude_folder(samples)
    fact = _fact(folder, "tide_one", SAID)
    evva = next(Path(samples.root("evva").path).rglob("USER_PROFILE.md"))
    text = evva.read_text()
    evva.write_text(f"{text}\n## Mine\n\nEach morning at six the tide tabel of the harbour is fetched.\n")
    samples.desk.workspace.relist()
    found = _group_with(samples, "tide table of the harbour is")
    assert found.kind is Kind.NEAR
    assert {str(fact), str(evva)} == {one.document.path for one in found.members}


def test_combined_keeps_each_line_once(samples: SampleDesk) -> None:
    one, other, _ = _two_facts(samples)
    group = _group_with(samples, "tide table of the harbour is")
    assert combined(group.members) == SAID
    assert one != other


def test_items_of_a_list_in_a_section_are_entries_of_their_own(samples: SampleDesk) -> None:
    evva = next(Path(samples.root("evva").path).rglob("USER_PROFILE.md"))
    before = evva.read_text()
    evva.write_text(
        f"{before}\n## Mine\n\n- {SAID}\n- Bread is baked on Friday.\n\n"
        f"## Theirs\n\n- Boats leave from the pier.\n"
        f"- {SAID.replace('six', '**six**')}\n- {SAID[:-1]}\n\nThat is all.\n"
    )
    samples.desk.workspace.relist()
    group = _group_with(samples, "tide table of the harbour is")
    assert group.kind is Kind.EXACT
    assert [member.node_id[0] for member in group.members] == ["Mine", "Theirs", "Theirs"]
    desk = samples.desk
    union = Union(group.members[0], f"{SAID}\nBy a script.", group.members[1:])
    job = prepare(desk.steps, desk.workspace.disk, union, desk.entries.read(desk.entries.snapshot()))
    desk.steps.now(job)
    after = evva.read_text()
    assert f"## Mine\n\n- {SAID}\n- By a script.\n- Bread is baked on Friday.\n" in after
    assert "## Theirs\n\n- Boats leave from the pier.\n\nThat is all.\n" in after
