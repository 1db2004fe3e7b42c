"""The history over everything: what each version changed, what was removed by whom, and the way back for it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.desk import Desk
from memdesk.services.documents.merging import merge_sections
from memdesk.services.history.timeline import Deed, Timeline
from memdesk.services.history.trash import Removed, RemovedKind, TrashScan, gone_below
from memdesk.services.machine.machine import Surroundings
from memdesk.services.remembered.tallies import Fate, Noun
from memdesk.services.steps.restoring import Place
from memdesk.services.steps.step import Status, StepJob
from memdesk.store.clearing import Scope
from memdesk.store.folders import StateFolders
from memdesk.store.history_place import FILE_NAME
from memdesk.store.outcomes import FileChange
from memdesk.store.timeline import EVERYTHING
from memdesk.store.versions import GONE_FROM_DISK
from tests.services.sample_desks import SampleDesk

PROFILE = b"## Preferences\n- short\n\n## Working style\n- tests first\n\n## Recurring topics\n- SQLite\n"
FIRST = b"## Project facts\nGo.\n\n## Decisions\nUse SQLite.\n\n## Open issues\n\n## References\n\n## Mine\nKept.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    projects = tmp_path / "home" / ".evva" / "projects"
    for name in ("-srv-api", "-srv-web"):
        (projects / name).mkdir(parents=True)
        (projects / name / "MEMORY.md").write_bytes(FIRST)
    (projects.parent / "USER_PROFILE.md").write_bytes(PROFILE)
    return tmp_path / "home"


@pytest.fixture
def desk(tmp_path: Path, home: Path) -> Iterator[Desk]:
    folders = StateFolders(*(str(tmp_path / name) for name in ("data", "state", "config", "cache")))
    desk = Desk(folders, Surroundings(str(home), {}), discover(installed=False))
    desk.workspace.open_root(desk.claim(str(home / ".evva")))
    look(desk)
    yield desk
    desk.close()


def look(desk: Desk) -> None:
    """The recorder sees everything that is and was there."""
    (root,) = desk.workspace.roots
    listed = [document.path for document in desk.workspace.documents(root.path) if document.exists]
    known = [version.path for version in desk.timeline.queries.newest_of_each()]
    desk.recorder.take(dict.fromkeys([*listed, *known]))
    desk.workspace.relist()


def memory(home: Path, project: str = "-srv-api") -> Path:
    return home / ".evva" / "projects" / project / "MEMORY.md"


def write(desk: Desk, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    look(desk)


def trash(desk: Desk) -> list[Removed]:
    scan, found = TrashScan(desk.timeline), list[Removed]()
    while not scan.is_done:
        found += scan.more(1)
    return found


def restore(desk: Desk, *removed: Removed) -> list[Place]:
    restored = desk.restoring.prepare_all([kept for one in removed for kept in one.kept])
    assert desk.steps.now(restored.job).status is Status.SAVED
    return [placed.place for placed in restored.places]


def test_what_a_version_changed(desk: Desk, home: Path) -> None:
    timeline: Timeline = desk.timeline
    write(
        desk, memory(home), FIRST.replace(b"Use SQLite.", b"Use Postgres.").replace(b"## Mine\nKept.\n", b"")
    )
    write(desk, memory(home), FIRST + b"\n## New\nOne.\n\n## Newer\nTwo.\n")
    memory(home).unlink()
    look(desk)
    write(desk, memory(home), FIRST)
    assert timeline.look()
    found = [timeline.summary(version) for version in timeline.queries.page(EVERYTHING, None, 5)]
    assert [summary.deed for summary in found] == [
        Deed.MADE,
        Deed.REMOVED,
        Deed.CHANGED,
        Deed.CHANGED,
        Deed.FIRST_SEEN,
    ]
    assert found[3].tallies == ((Fate.CHANGED, Noun.SECTION, 1), (Fate.REMOVED, Noun.SECTION, 1))
    assert (Fate.ADDED, Noun.SECTION, 3) in found[2].tallies


def test_a_renamed_section_has_changed(desk: Desk, home: Path) -> None:
    before = FIRST + b"## Old name\nfour words of text here\n"
    write(desk, memory(home), before)
    write(desk, memory(home), before.replace(b"## Old name", b"## New name"))
    desk.timeline.look()
    newest = desk.timeline.queries.page(EVERYTHING, None, 1)[0]
    assert desk.timeline.summary(newest).tallies == ((Fate.CHANGED, Noun.SECTION, 1),)
    assert trash(desk) == []


def test_a_section_that_an_agent_removed_comes_back_in_its_place(desk: Desk, home: Path) -> None:
    before = FIRST.replace(b"## Mine", b"## Ours\nTogether.\n\n## Mine")
    write(desk, memory(home), before)
    write(desk, memory(home), FIRST)
    (removed,) = trash(desk)
    assert (removed.kind, removed.title, removed.path) == (
        RemovedKind.SECTION,
        "Ours",
        str(memory(home)),
    )
    assert removed.text == "## Ours\nTogether.\n\n"
    assert restore(desk, removed) == [Place.WHERE_IT_WAS]
    assert memory(home).read_bytes() == before
    assert trash(desk) == []


def test_a_section_comes_back_beside_another_one_with_its_heading(desk: Desk, tmp_path: Path) -> None:
    path, both = tmp_path / "notes" / "NOTES.md", "## Notes\nThe tide table.\n\n## Notes\nThe pier.\n"
    path.parent.mkdir()
    desk.workspace.open_root(desk.claim(str(path.parent)))
    for text in (both, "## Notes\nThe pier.\n"):
        path.write_text(text)
        desk.recorder.take([str(path)])
        desk.workspace.relist()
    [one] = trash(desk)
    assert one.text.strip() == "## Notes\nThe tide table."
    restore(desk, one)
    assert path.read_text() == both
    assert trash(desk) == []


def test_what_is_removed_twice_is_there_once(desk: Desk, home: Path) -> None:
    before = FIRST + b"## Ours\nTogether.\n"
    for data in (before, FIRST, before, FIRST):
        write(desk, memory(home), data)
    assert [one.title for one in trash(desk)] == ["Ours"]


def test_a_file_that_is_gone_is_found_and_comes_back(desk: Desk, home: Path) -> None:
    (home / ".evva" / "USER_PROFILE.md").unlink()
    look(desk)
    (removed,) = trash(desk)
    assert removed.kind is RemovedKind.FILE
    assert removed.past.document.title == "USER_PROFILE.md"
    assert removed.past.document.headings, "the layout tells what it was"
    assert removed.past.document.kind is DocumentKind.MEMORY
    restore(desk, removed)
    assert (home / ".evva" / "USER_PROFILE.md").read_bytes() == PROFILE
    assert trash(desk) == []


def test_a_folder_comes_back_as_one_step_with_one_undo(desk: Desk, home: Path) -> None:
    projects = home / ".evva" / "projects"
    shutil.rmtree(projects)
    look(desk)
    (removed,) = trash(desk)
    assert (removed.kind, removed.path, len(removed.kept)) == (RemovedKind.FOLDER, str(projects), 2)
    assert {kept.document.scope.key for kept in removed.kept} == {"-srv-api", "-srv-web"}
    step = desk.steps.now(desk.restoring.prepare_all(removed.kept).job)
    assert len(step.was) == 2
    assert memory(home).read_bytes() == memory(home, "-srv-web").read_bytes() == FIRST
    desk.steps.undo(step)
    assert not memory(home).exists()
    assert not memory(home, "-srv-web").exists()


def test_what_went_long_before_its_folder_stays_away(desk: Desk, home: Path) -> None:
    history = desk.history
    memory(home).unlink()
    look(desk)
    clock, history._clock = history._clock, lambda: clock() + 3600
    shutil.rmtree(home / ".evva" / "projects")
    look(desk)
    assert [one.kind for one in trash(desk)] == [RemovedKind.FILE, RemovedKind.FILE]
    below = gone_below(desk.timeline, str(home / ".evva" / "projects"))
    assert [kept.document.path for kept in below] == [str(memory(home, "-srv-web"))]


def test_several_at_once_are_one_step(desk: Desk, home: Path) -> None:
    before = FIRST + b"## Ours\nTogether.\n\n## More\nof it\n"
    write(desk, memory(home), before)
    write(desk, memory(home), FIRST)
    (home / ".evva" / "USER_PROFILE.md").unlink()
    look(desk)
    removed = trash(desk)
    assert {one.title for one in removed} == {"Ours", "More", "USER_PROFILE.md"}
    restored = desk.restoring.prepare_all([kept for one in removed for kept in one.kept])
    step = desk.steps.now(restored.job)
    now = memory(home).read_bytes()
    assert b"## Ours\nTogether.\n" in now
    assert b"## More\nof it\n" in now
    assert now.startswith(FIRST)
    assert len(step.was) == 2
    desk.steps.undo(step)
    assert memory(home).read_bytes() == FIRST
    assert not (home / ".evva" / "USER_PROFILE.md").exists()


def test_a_root_that_is_not_open_has_no_trash_but_a_history(desk: Desk, home: Path) -> None:
    (home / ".evva" / "USER_PROFILE.md").unlink()
    look(desk)
    desk.workspace.close_root(str(home / ".evva"))
    assert trash(desk) == []
    (gone,) = (one for one in desk.timeline.look() if one.is_gone)
    assert gone.past.agent == ""
    assert gone.past.document.title == "USER_PROFILE.md"


def test_a_removed_file_is_in_the_system_trash_too_if_that_is_wanted(desk: Desk, home: Path) -> None:
    path = memory(home)
    files = home / ".local" / "share" / "Trash" / "files"
    job = StepJob(None, (FileChange(str(path), FIRST, None, merge_sections),), "remove")
    step = desk.steps.now(job)
    assert not files.exists(), "nobody asked for it"
    desk.steps.undo(step)
    desk.settings.also_system_trash = True
    step = desk.steps.now(job)
    assert (files / "MEMORY.md").read_bytes() == FIRST
    desk.steps.undo(step)
    assert path.read_bytes() == FIRST
    assert list(files.iterdir()) == []
    assert desk.steps.redo(step).gone == (str(path),)
    assert [file.name for file in files.iterdir()] == ["MEMORY.md"]
    (removed,) = trash(desk)
    restore(desk, removed)
    assert list(files.iterdir()) == []


def test_a_system_trash_that_cannot_be_used_stops_nothing(desk: Desk, home: Path) -> None:
    (home / ".local" / "share").mkdir(parents=True)
    (home / ".local" / "share" / "Trash").write_bytes(b"in the way")
    desk.settings.also_system_trash = True
    job = StepJob(None, (FileChange(str(memory(home)), FIRST, None, merge_sections),), "remove")
    step = desk.steps.now(job)
    assert step.status is Status.SAVED
    assert not memory(home).exists()
    assert "The trash of the system was left as it was" in step.note
    assert step.message.endswith(step.note)


def test_what_went_while_nobody_looked_is_noted_at_the_start(desk: Desk, home: Path) -> None:
    memory(home).unlink()
    assert [one.was_seen for one in trash(desk)] == [False]
    assert desk.note_missing() == 1
    assert desk.note_missing() == 0
    (removed,) = trash(desk)
    assert (removed.was_seen, removed.version.why) == (True, GONE_FROM_DISK)
    shutil.move(home / ".evva", home / "elsewhere")
    assert desk.note_missing() == 0, "a root that is not there may only be unmounted"


def test_a_fact_goes_with_the_line_that_names_it(tmp_path: Path) -> None:
    samples = SampleDesk(tmp_path / "samples")
    desk, root = samples.desk, samples.root("ok")
    fact = next(one for one in desk.workspace.documents(root.path) if one.kind is DocumentKind.RECORD)
    index = Path(fact.path).parent / "MEMORY.md"
    name, before, said = Path(fact.path).name, index.read_bytes(), Path(fact.path).read_bytes()
    assert name.encode() in before
    step = desk.steps.now(desk.steps.prepare_file_removal(fact))
    assert step.gone == (fact.path,)
    assert name.encode() not in index.read_bytes()
    desk.steps.undo(step)
    assert (index.read_bytes(), Path(fact.path).read_bytes()) == (before, said)
    desk.close()


@pytest.mark.parametrize("agent", ["ok", "claude_code"])
@pytest.mark.parametrize("how_many", [1, 3])
def test_a_fact_comes_back_from_the_trash_with_the_line_that_names_it(
    tmp_path: Path, agent: str, how_many: int
) -> None:
    samples = SampleDesk(tmp_path / "samples")
    desk, root = samples.desk, samples.root(agent)
    documents = desk.workspace.documents(root.path)
    desk.recorder.take(one.path for one in documents if one.exists)
    named: dict[str, list[Document]] = {}
    for one in documents:
        index = Path(one.path).parent / "MEMORY.md"
        if (
            one.kind is DocumentKind.RECORD
            and index.exists()
            and f"({Path(one.path).name})" in index.read_text()
        ):
            named.setdefault(str(index), []).append(one)
    path, facts = max(named.items(), key=lambda item: len(item[1]))
    index = Path(path)
    before = index.read_bytes()
    for fact in facts[4 : 4 + how_many]:
        desk.steps.now(desk.steps.prepare_file_removal(fact))
    assert index.read_bytes() != before
    removed = [one for one in trash(desk) if one.kind is RemovedKind.FILE]
    assert len(removed) == how_many
    for gone in removed:
        restore(desk, gone)
    assert index.read_bytes() == before
    desk.close()


def test_instructions_in_a_project_folder_come_back(tmp_path: Path) -> None:
    samples = SampleDesk(tmp_path / "samples")
    desk, root = samples.desk, samples.root("claude_code")
    documents = [one for one in desk.workspace.documents(root.path) if one.narrow and one.exists]
    desk.recorder.take(one.path for one in documents)
    local = next(one for one in documents if one.title == "CLAUDE.local.md")
    said = Path(local.path).read_bytes()
    Path(local.path).unlink()
    desk.recorder.take([local.path])
    desk.workspace.relist()
    (removed,) = trash(desk)
    assert (removed.path, removed.past.document.narrow) == (local.path, True)
    restore(desk, removed)
    assert Path(local.path).read_bytes() == said
    desk.close()


def test_one_damaged_text_hides_nothing_else(desk: Desk, home: Path) -> None:
    path = memory(home)
    for data in (FIRST + b"## Ours\nTogether.\n", FIRST, FIRST + b"## More\nof it\n", FIRST):
        write(desk, path, data)
    damaged = next(one for one in desk.history.versions(str(path)) if b"More" in desk.history.data(one.id))
    desk.close()
    database = sqlite3.connect(Path(desk.folders.history) / FILE_NAME)
    with database:
        digest = bytes.fromhex(damaged.sha256)
        database.execute("UPDATE texts SET packed = x'00' WHERE sha256 = ?", (digest,))
    database.close()
    assert [one.title for one in trash(desk)] == ["Ours"]


def test_the_history_of_a_throwaway_copy_goes_with_it(desk: Desk, home: Path) -> None:
    sample = desk.samples.make()[0]
    desk.workspace.open_root(sample)
    listed = [one.path for one in desk.workspace.documents(sample.path) if one.exists]
    assert desk.recorder.take(listed).versions
    desk.close()
    left = {one.path for one in desk.timeline.queries.newest_of_each()}
    assert left
    assert left.isdisjoint(listed)


def test_a_history_that_is_cleared_meanwhile_holds_nothing_more(desk: Desk, home: Path) -> None:
    write(desk, memory(home), FIRST.replace(b"## Mine\nKept.\n", b""))
    version = desk.timeline.queries.page(EVERYTHING, None, 1)[0]
    desk.keeping.clear(Scope())
    assert desk.timeline.past(version.path).document.path == str(memory(home))
    assert desk.timeline.summary(version).deed is not Deed.FIRST_SEEN
