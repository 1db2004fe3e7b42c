"""What is remembered twice across agents, and how one comes of several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.services.duplicates.duplicates import DuplicateGroup, evidence_of
from memdesk.services.remembered.entries import Entry
from memdesk.services.steps.step import Status
from memdesk.services.uniting.uniting import Union, combined, prepare
from memdesk.text.document import decode
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


LINKS = """See [[tide_two]], [[tide_two|the table]], [it](./tide_two.md "a title") and [its end](tide_two.md#end).

[table]: tide_two.md
"""


def _merge(samples: SampleDesk, kept: Path, removed: Path) -> None:
    samples.desk.workspace.relist()
    desk = samples.desk
    entries = desk.entries.read(desk.entries.snapshot())
    one, other = (
        next(entry for entry in entries.entries if entry.document.path == str(path))
        for path in (kept, removed)
    )
    desk.steps.now(prepare(desk.steps, desk.workspace.disk, Union(one, one.text, (other,)), entries))
    assert not removed.exists()


def test_every_way_to_link_leads_to_what_stays(samples: SampleDesk) -> None:
    one, other, naming = _two_facts(samples)
    naming.write_text(naming.read_text().replace("See [[tide_two]] and [the table](tide_two.md)", LINKS))
    _merge(samples, one, other)
    assert "tide_two" not in naming.read_text()
    assert '[it](tide_one.md "a title") and [its end](tide_one.md#end)' in naming.read_text()
    assert "[table]: tide_one.md\n" in naming.read_text()


@pytest.mark.parametrize("stays_far", [False, True])
def test_links_from_another_folder_lead_to_what_stays(samples: SampleDesk, stays_far: bool) -> None:
    near, other, naming = _two_facts(samples)
    naming.write_text(naming.read_text().replace("See [[tide_two]]", "See [[tide_two]] or [[tide_two|both]]"))
    root = Path(samples.root("claude_code").path)
    far = next(path.parent for path in root.rglob("MEMORY.md") if path.parent != near.parent)
    path_there = os.path.relpath(other, far)
    linking = _fact(far, "far_one", f"As [there]({path_there}).")
    index = far / "MEMORY.md"
    index.write_text(
        f"{index.read_text()}\nRead [first]({path_there}).\n\n- [Tides]({path_there}) — far away\n"
    )
    kept = _fact(far, "tide_far", SAID) if stays_far else near
    _merge(samples, kept, other)
    leads = os.path.relpath(kept, far)
    assert f"[there]({leads})" in linking.read_text()
    assert f"[first]({leads})" in index.read_text()
    assert f"[Tides]({leads})" in index.read_text()
    back = os.path.relpath(kept, near.parent)
    said = (
        f"See [tide_two]({back}) or [both]({back}) and"
        if stays_far
        else "See [[tide_one]] or [[tide_one|both]] and"
    )
    assert said in naming.read_text()


def test_links_to_a_fact_lead_to_the_document_that_says_it_now(samples: SampleDesk) -> None:
    _one, other, naming = _two_facts(samples)
    profile = next(path for path in Path(samples.root("evva").path).rglob("USER_PROFILE.md"))
    _merge(samples, profile, other)
    back = os.path.relpath(profile, other.parent)
    assert f"See [tide_two]({back}) and [the table]({back})" in naming.read_text()


IN_CODE = """Write `[it](tide_two.md)` or `[[tide_two]]` to link.

```sh
[[ -f tide_two ]] && cat "[x](tide_two.md)"
```
"""


def test_what_stands_in_code_stays_as_it_is(samples: SampleDesk) -> None:
    one, other, naming = _two_facts(samples)
    naming.write_text(f"{naming.read_text()}\n{IN_CODE}")
    _merge(samples, one, other)
    assert naming.read_text().endswith(IN_CODE)
    assert "See [[tide_one]] and [the table](tide_one.md) before sailing." in naming.read_text()


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_path_with_blanks_is_linked_to_as_links_give_it(samples: SampleDesk, line_end: str) -> None:
    one, other, naming = _two_facts(samples)
    kept, removed = (path.rename(path.with_name(f"{path.stem} (100%41).md")) for path in (one, other))
    old = "tide_two%20%28100%2541%29.md"
    links = f"At [a]({old}#end), [b](<tide_two (100%2541).md> 'x').{line_end}{line_end}[c]: {old}{line_end}"
    naming.write_bytes(naming.read_bytes().replace(b"\n", line_end.encode()) + links.encode())
    _merge(samples, kept, removed)
    assert naming.read_bytes().endswith(links.replace("tide_two", "tide_one").encode())


def test_a_line_of_the_index_that_stays_leads_to_what_stays_elsewhere(samples: SampleDesk) -> None:
    one, other, _naming = _two_facts(samples)
    index = one.parent / "MEMORY.md"
    index.write_text(f"{index.read_text()}- [first](tide_one.md) and [second](tide_two.md) — both\n")
    profile = next(path for path in Path(samples.root("evva").path).rglob("USER_PROFILE.md"))
    _merge(samples, profile, other)
    assert "tide_two" not in index.read_text()
    assert f"and [second]({os.path.relpath(profile, one.parent)}) — both" in index.read_text()


def test_a_fact_in_a_folder_of_the_store_goes_with_its_line(samples: SampleDesk) -> None:
    one, other, _naming = _two_facts(samples)
    (one.parent / "tides").mkdir()
    below = other.rename(one.parent / "tides" / other.name)
    index = one.parent / "MEMORY.md"
    index.write_text(index.read_text().replace("(tide_two.md)", "(tides/tide_two.md)"))
    _merge(samples, one, below)
    assert index.read_text().count("tide_one.md") == 1
    assert "tide_two" not in index.read_text()


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


def test_combined_takes_no_line_away_that_one_of_them_says_twice(samples: SampleDesk) -> None:
    own = "Start it so:\n\n```\na {\n}\nb {\n}\n```\n\nIt takes a minute."
    _fact(_claude_folder(samples), "tide_one", own)
    samples.desk.workspace.relist()
    entries = samples.desk.entries
    entry = next(one for one in entries.read(entries.snapshot()).entries if one.text.strip() == own)
    other = entry._replace(text="Start it so:\n\n```\nc\n```\nIt takes a minute.\nAnd a second.")
    assert combined([entry]) == own
    assert combined([entry, entry]) == own
    assert combined([entry, other]) == f"{own}\n```\nc\n```\nAnd a second."


def test_of_items_of_one_section_that_say_the_same_one_gets_what_the_others_add(samples: SampleDesk) -> None:
    evva = next(Path(samples.root("evva").path).rglob("USER_PROFILE.md"))
    before = evva.read_text()
    evva.write_text(f"{before}\n## Mine\n\n- {SAID}\n- {SAID}\n- Bread is baked on Friday.\n- {SAID}\n")
    samples.desk.workspace.relist()
    group, desk = _group_with(samples, "tide table of the harbour is"), samples.desk
    entries = desk.entries.read(desk.entries.snapshot())
    union = Union(group.members[0], f"{SAID}\nBy a script.", group.members[1:])
    job = prepare(desk.steps, desk.workspace.disk, union, entries)
    assert decode(job.files[0].after or b"").endswith(
        f"## Mine\n\n- {SAID}\n- By a script.\n- Bread is baked on Friday.\n"
    )
    evva.write_text(f"{before}\n## Mine\n\n- {SAID}\n- Bread is baked on Friday.\n")
    for text in (union.text, SAID):
        with pytest.raises(Refused, match="has changed since it was shown"):
            prepare(desk.steps, desk.workspace.disk, union._replace(text=text), entries)


@pytest.mark.parametrize("stays", [0, 1, 2])
def test_one_of_several_entries_that_say_the_same_says_more_and_the_others_go(
    samples: SampleDesk, stays: int
) -> None:
    memory = next(Path(samples.root("ub").path).rglob("memory.md"))
    head, *_others = (line for line in memory.read_text().splitlines() if line.startswith("## "))
    entry = f"- {SAID} *(2026-05-01T08:00:00Z)*\n"
    memory.write_text(memory.read_text().replace(f"{head}\n\n", f"{head}\n\n{3 * entry}", 1))
    samples.desk.workspace.relist()
    group, desk = _group_with(samples, "tide table of the harbour is"), samples.desk
    kept = group.members[stays]
    union = Union(kept, f"{SAID} By a script.", tuple(one for one in group.members if one is not kept))
    job = prepare(desk.steps, desk.workspace.disk, union, desk.entries.read(desk.entries.snapshot()))
    after = decode(job.files[0].after or b"")
    assert after == memory.read_text().replace(3 * entry, entry.replace(SAID, union.text))


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
