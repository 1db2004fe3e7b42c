"""The history as a whole, over a real desk: export, move, clear, purge, and what stands in memory itself."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.steps.step import Status
from memdesk.store.clearing import Scope
from memdesk.store.history_place import FOLDER_NAME
from memdesk.store.marks import FILE_NAME as MARKS_NAME
from memdesk.store.marks import Mark, MarkKind, Marks
from tests.services.conftest import TEXT, make_desk, set_section
from tests.store.leftovers import places_of

SECRET = "hunter2-hunter2"


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample copies of other programs are none of ours."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def kept(desk: Desk, profile: DocumentSession) -> DocumentSession:
    """A profile that got a secret, was saved with it, and has unsaved text."""
    set_section(desk, profile, "Alpha", f"key {SECRET}\n")
    desk.workspace.save(profile.path)
    return profile


def test_it_says_what_there_is(desk: Desk, kept: DocumentSession, tmp_path: Path) -> None:
    usage = desk.keeping.usage()
    assert (usage.versions, usage.documents) == (2, 1)
    assert usage.folder == str(tmp_path / "state" / "data" / "history")
    assert usage.size_bytes > 0


def test_what_stands_in_memory_is_named_and_taken_out_there(
    desk: Desk, kept: DocumentSession, root: Path, tmp_path: Path
) -> None:
    found = desk.keeping.find(SECRET)
    assert (found.held.versions, [one.path for one in found.standing]) == (1, [kept.path])
    assert not found.standing[0].is_unsaved
    assert desk.keeping.take_out(kept, SECRET) == 1
    desk.workspace.save(kept.path)
    assert SECRET.encode() not in (root / "PROFILE.md").read_bytes()
    assert desk.keeping.purge(SECRET).versions == 1
    desk.keeping.after_purge(SECRET)
    assert not desk.keeping.find(SECRET).any
    assert not kept.text.can_undo
    assert places_of(SECRET, [tmp_path]) == []


def test_unsaved_text_is_named_too(desk: Desk, kept: DocumentSession) -> None:
    set_section(desk, kept, "Beta", "unsaved-s3cret\n")
    [standing] = desk.keeping.find("unsaved-s3cret").standing
    assert standing.is_unsaved
    assert desk.workspace.drafts is not None
    desk.workspace.drafts.flush_all()
    assert desk.keeping.purge("unsaved-s3cret").drafts == 1
    desk.keeping.after_purge("unsaved-s3cret")
    assert kept.text.can_undo, "text that still stands there keeps its way back"


def test_what_was_purged_is_not_restored_as_if_it_were_original(desk: Desk, kept: DocumentSession) -> None:
    desk.keeping.purge(SECRET)
    version = desk.restoring.versions(kept.path)[0]
    assert version.purged
    for node in (None, ("Alpha", 0)):
        with pytest.raises(Refused, match="was purged"):
            desk.restoring.prepare(kept.document, version, node)
    set_section(desk, kept, "Beta", "other\n")
    desk.workspace.save(kept.path)
    assert desk.restoring.restore(kept.document, version, ("Beta", 0)).status is Status.SAVED
    desk.keeping.purge_version(version.id)
    with pytest.raises(Refused, match="was purged"):
        desk.restoring.prepare(kept.document, desk.restoring.version(kept.path, version.id))


def test_the_settings_forget_it_too(desk: Desk, kept: DocumentSession, tmp_path: Path) -> None:
    desk.settings.project_folders.append(f"/srv/{SECRET}")
    desk.write_settings()
    assert desk.keeping.purge(SECRET).files == 1
    desk.keeping.after_purge(SECRET)
    desk.write_settings()
    assert desk.settings.project_folders == [f"/srv/{'*' * len(SECRET)}"]
    assert places_of(SECRET, [tmp_path / "state"]) == []


def test_copies_in_the_trash_of_the_system_are_purged_and_can_still_be_taken_back(
    desk: Desk, kept: DocumentSession, home: Path, root: Path
) -> None:
    text = f"key {SECRET}\n".encode()
    desk.system_trash.put(kept.path, text)
    mine = home / ".local" / "share" / "Trash" / "files" / "mine.md"
    mine.write_bytes(text)
    assert desk.keeping.purge(SECRET).files == 1
    assert mine.read_bytes() == text, "what others put there is none of ours"
    assert desk.system_trash.take_back(kept.path, text.replace(SECRET.encode(), b"*" * len(SECRET)))


def test_what_was_cleared_does_not_come_back_and_what_is_shown_is_kept_before_it_goes(
    desk: Desk, profile: DocumentSession
) -> None:
    path = Path(profile.path)
    desk.workspace.shown.follow(frozenset([profile.path]))
    for body in ("one\n", "two\n"):
        set_section(desk, profile, "Alpha", body)
        desk.workspace.save(profile.path)
        desk.workspace.refresh()
    mine = profile.data
    desk.keeping.clear(Scope())
    assert desk.history.versions(profile.path) == ()
    path.write_bytes(b"## Alpha\nof the agent\n")
    desk.workspace.refresh()
    desk.recorder.take([profile.path])
    kept = [desk.history.data(one.id) for one in desk.history.versions(profile.path)]
    assert kept == [path.read_bytes(), mine]


def test_it_moves_and_goes_on(desk: Desk, kept: DocumentSession, home: Path, tmp_path: Path) -> None:
    target = desk.keeping.move(str(tmp_path / "disk"))
    assert target == desk.keeping.usage().folder == str(tmp_path / "disk" / FOLDER_NAME)
    assert len(desk.history.versions(kept.path)) == 2
    with pytest.raises(Refused, match="Memdesk’s own files"):
        desk.claim(str(tmp_path / "disk"))
    with closing(make_desk(home, tmp_path)) as again:
        assert len(again.history.versions(kept.path)) == 2
    assert desk.keeping.find(SECRET).held.versions == 1
    desk.keeping.purge(SECRET)
    assert places_of(SECRET, [tmp_path / "disk", tmp_path / "state"]) == []


def test_nothing_is_put_into_memory(desk: Desk, kept: DocumentSession, root: Path) -> None:
    before = sorted(root.rglob("*"))
    for target in (root, root / "inside"):
        with pytest.raises(Refused, match="lies in the memory of"):
            desk.keeping.move(str(target))
        with pytest.raises(Refused, match="lies in the memory of"):
            desk.keeping.export(str(target / "out"))
    assert sorted(root.rglob("*")) == before


def test_it_is_exported_and_cleared(desk: Desk, kept: DocumentSession, root: Path, tmp_path: Path) -> None:
    assert desk.keeping.export(str(tmp_path / "out")) == 2
    index = json.loads((tmp_path / "out" / "index.json").read_bytes())
    assert [document["path"] for document in index["documents"]] == [kept.path]
    scope = Scope(str(root))
    assert desk.keeping.amount(scope) == desk.keeping.clear(scope)
    assert desk.keeping.usage().versions == 0
    assert (root / "PROFILE.md").read_bytes() != TEXT


def test_what_memdesk_itself_replaces_is_kept_where_nothing_is_recorded(
    desk: Desk, profile: DocumentSession, root: Path
) -> None:
    desk.recorded.decide([str(root)], is_recorded=False)
    assert desk.recorded.first_copies() == desk.recorded.among([profile.path]) == ()
    set_section(desk, profile, "Alpha", "changed\n")
    desk.workspace.save(profile.path)
    assert [version.why for version in desk.history.versions(profile.path)] == ["edit", "first seen"]


def test_marks_that_name_a_secret_go_and_all_others_stay(desk: Desk, tmp_path: Path) -> None:
    """Also where a crash comes next: what others have marked stands in the log of their database by then."""
    names = [f"key {number}" for number in range(200)]
    desk.marks.put_all(
        [Mark(MarkKind.PINNED, "/m/a.md", name, 0, "", 1.0) for name in (*names, f"my {SECRET}")]
    )
    assert desk.keeping.find(SECRET).held.files == 1
    assert desk.keeping.purge(SECRET).files == 1
    assert not desk.keeping.find(SECRET).any
    assert places_of(SECRET, [tmp_path]) == []
    desk.marks.put("pinned", "/m/a.md", "later", "", 2.0)
    desk.keeping.purge("something else")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{desk.folders.marks}/{MARKS_NAME}{end}", crashed)
    with closing(Marks(str(crashed))) as marks:
        assert {mark.key for mark in marks.of("pinned")} == {*names, "later"}
