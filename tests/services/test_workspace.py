"""Roots, documents and sessions over a real disk and the real store."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.errors import NotFound, NotListed, Refused, StorageError
from memdesk.layouts import discover
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import AgentLock, LockKind
from memdesk.layouts.shapes.files import info_of
from memdesk.layouts.view import View
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.preview.preview import Previewer, context_for
from memdesk.services.preview.survival import survey
from memdesk.services.roots.listing import Listing
from memdesk.services.roots.roots import PLAIN, Documents, MemoryRoot
from memdesk.services.workspace.workspace import LARGE
from memdesk.store.outcomes import Conflicted, Declined, Merged, Saved, Vanished
from memdesk.text.edits import Edit
from tests.services.conftest import TEXT, make_desk, set_section
from tests.services.notes_layout import Notes, snapshot


def type_in(session: DocumentSession, old: str, new: str) -> None:
    session.text.edit([Edit(session.text.text.index(old), old, new)])


def test_roots_are_found_and_opened(desk: Desk, root: Path) -> None:
    assert [opened.path for opened in desk.workspace.roots] == [str(root)]
    assert [document.title for document in desk.workspace.documents(str(root))] == ["PROFILE.md"]
    assert desk.workspace.documents(str(root))[0].exists


def test_a_folder_is_opened_by_hand_and_remembered(home: Path, tmp_path: Path, desk: Desk) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "PROFILE.md").write_bytes(b"## Alpha\n")
    assert desk.add_root(str(other)).roots == {str(other)}
    again = make_desk(home, tmp_path)
    again.open_found()
    assert str(other) in [opened.path for opened in again.workspace.roots]
    assert again.remove_root(str(other)).roots == {str(other)}
    third = make_desk(home, tmp_path)
    third.open_found()
    assert str(other) not in [opened.path for opened in third.workspace.roots]


def test_our_own_folders_are_no_memory(desk: Desk, tmp_path: Path) -> None:
    os.makedirs(desk.folders.drafts)
    for path in (desk.folders.drafts, str(tmp_path)):
        with pytest.raises(Refused):
            desk.add_root(path)
    with pytest.raises(NotFound):
        desk.add_root(str(tmp_path.parent / "nowhere"))


def test_what_a_step_takes_away_was_not_written_by_others(desk: Desk, root: Path) -> None:
    others, ours = root / "others.md", root / "ours.md"
    for path in (others, ours):
        path.write_bytes(b"## Alpha\n")
    desk.workspace.relist()
    assert {str(others), str(ours)} <= {one.path for one in desk.workspace.documents(str(root))}
    others.unlink()
    with desk.workspace.saves.writing([str(ours)]):
        ours.unlink()
        changes = desk.workspace.refresh([str(others), str(ours)])
    assert changes == Changes(listed=frozenset({str(root)}), written=frozenset({str(others)}))


def test_a_save_reaches_the_disk_and_the_watcher_is_told_first(
    desk: Desk, root: Path, profile: DocumentSession
) -> None:
    path, told = root / "PROFILE.md", list[tuple[str, bytes | None, bytes]]()

    class Watching:
        def note_own_write(self, name: str, data: bytes) -> None:
            told.append((name, data, path.read_bytes()))

        def note_own_landed(self, name: str, data: bytes | None) -> None:
            told.append((name, data, path.read_bytes()))

    desk.workspace.informed = Watching()
    type_in(profile, "first", "mine")
    result, changes = desk.workspace.save(str(path))
    assert isinstance(result, Saved)
    assert path.read_bytes() == TEXT.replace(b"first", b"mine")
    saved = TEXT.replace(b"first", b"mine")
    assert told == [(str(path), saved, TEXT), (str(path), saved, saved)]
    assert changes.edited == {str(path)}
    assert not profile.is_dirty


def test_a_save_merges_what_came_meanwhile(desk: Desk, root: Path, profile: DocumentSession) -> None:
    type_in(profile, "first", "mine")
    (root / "PROFILE.md").write_bytes(TEXT.replace(b"third", b"theirs"))
    result, changes = desk.workspace.save(profile.path)
    assert isinstance(result, Merged)
    assert (root / "PROFILE.md").read_bytes() == TEXT.replace(b"first", b"mine").replace(b"third", b"theirs")
    assert profile.data == (root / "PROFILE.md").read_bytes()
    assert [arrived.taken.nodes for arrived in changes.arrived] == [(("Gamma", 0),)]


def test_a_clash_writes_nothing_until_it_is_settled(desk: Desk, root: Path, profile: DocumentSession) -> None:
    type_in(profile, "first", "mine")
    theirs = TEXT.replace(b"first", b"theirs")
    (root / "PROFILE.md").write_bytes(theirs)
    result, _ = desk.workspace.save(profile.path)
    assert isinstance(result, Conflicted)
    assert (root / "PROFILE.md").read_bytes() == theirs
    assert profile.conflict
    profile.resolve(Choice.BOTH)
    assert isinstance(desk.workspace.save(profile.path)[0], Saved)
    assert (root / "PROFILE.md").read_bytes() == TEXT.replace(b"first", b"theirs\nmine")


def test_a_document_that_is_not_there_yet_is_made_by_its_first_save(desk: Desk, root: Path) -> None:
    (root / "PROFILE.md").unlink()
    desk.workspace.relist()
    session = desk.workspace.open_document(str(root / "PROFILE.md"))
    assert session.base is None
    assert os.listdir(root) == []
    set_section(desk, session, "Beta", "fresh")
    assert isinstance(desk.workspace.save(session.path)[0], Saved)
    assert (root / "PROFILE.md").read_bytes() == b"## Alpha\n\n## Beta\nfresh\n"
    assert desk.workspace.documents(str(root))[0].exists


def test_a_first_save_never_overwrites(desk: Desk, root: Path) -> None:
    (root / "PROFILE.md").unlink()
    session = desk.workspace.open_document(str(root / "PROFILE.md"))
    set_section(desk, session, "Beta", "fresh")
    (root / "PROFILE.md").write_bytes(b"## Other\ntheirs\n")
    result, _ = desk.workspace.save(session.path)
    assert isinstance(result, Saved)
    written = (root / "PROFILE.md").read_bytes()
    assert b"## Other\ntheirs\n" in written
    assert b"## Beta\nfresh\n" in written


def test_a_file_removed_under_unsaved_text_is_made_again_by_the_next_save(
    desk: Desk, root: Path, profile: DocumentSession
) -> None:
    type_in(profile, "first", "mine")
    (root / "PROFILE.md").unlink()
    result, changes = desk.workspace.save(profile.path)
    assert isinstance(result, Vanished)
    assert [arrived.taken.arrival for arrived in changes.arrived] == [Arrival.REMOVED]
    assert isinstance(desk.workspace.save(profile.path)[0], Saved)
    assert (root / "PROFILE.md").read_bytes() == TEXT.replace(b"first", b"mine")


def test_a_refresh_tells_what_became_of_whom(desk: Desk, root: Path, profile: DocumentSession) -> None:
    path = str(root / "PROFILE.md")
    desk.workspace.documents(str(root))
    (root / "PROFILE.md").write_bytes(TEXT + b"more\n")
    changes = desk.workspace.refresh([path])
    assert changes.written == changes.edited == {path}
    assert not changes.listed
    assert [arrived.taken.arrival for arrived in changes.arrived] == [Arrival.RELOADED]
    assert desk.workspace.documents(str(root))[0].size_bytes == len(TEXT) + 5
    assert not desk.workspace.refresh()
    assert desk.workspace.refresh([path]).edited == frozenset()


def test_a_new_document_and_a_busy_log(desk: Desk, root: Path) -> None:
    desk.workspace.documents(str(root))
    (root / "agent.log").write_bytes(b"1")
    (root / "NEW.md").write_bytes(b"x")
    assert desk.workspace.refresh([str(root / "agent.log"), str(root / "NEW.md")]).listed == {str(root)}
    assert [document.title for document in desk.workspace.documents(str(root))] == ["NEW.md", "PROFILE.md"]
    (root / "agent.log").write_bytes(b"22")
    assert not desk.workspace.refresh([str(root / "agent.log")])
    (root / "NEW.md").unlink()
    assert desk.workspace.refresh([str(root / "NEW.md")]).listed == {str(root)}
    assert [document.title for document in desk.workspace.documents(str(root))] == ["PROFILE.md"]


def test_a_document_that_went_and_came_back_is_one_again(desk: Desk, root: Path) -> None:
    path = root / "NEW.md"
    for data in (b"One.", None, b"Two."):
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        desk.workspace.refresh([str(path)])
        titles = [document.title for document in desk.workspace.documents(str(root))]
        assert ("NEW.md" in titles) == (data is not None)


def test_what_else_changed_at_once_hides_no_document(desk: Desk, root: Path) -> None:
    desk.workspace.documents(str(root))
    paths = {str(root / name) for name in ("0.log", "PROFILE.md", "z.log")}
    for path in paths:
        Path(path).write_bytes(b"changed")
    changes = desk.workspace.refresh(paths)
    assert changes.written == {str(root / "PROFILE.md")}
    assert changes.listed == {str(root)}


def test_what_is_half_written_is_looked_at_later(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    session = desk.workspace.open_document(str(path))
    with path.open("wb") as agent:
        agent.write(b"## Alpha\n")
        agent.flush()
        changes = desk.workspace.refresh([str(path)])
        assert changes.look_again == {str(path)}
        assert session.data == TEXT
        agent.write(b"all of it\n")
    assert desk.workspace.refresh([str(path)]).look_again == {
        str(path)
    }  # most of it is gone: looked at twice
    desk.workspace.refresh([str(path)])
    assert session.data == b"## Alpha\nall of it\n"


def test_a_document_is_opened_once_it_is_whole(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    writer = os.open(path, os.O_WRONLY | os.O_TRUNC)

    def finish() -> None:
        os.write(writer, TEXT)
        os.close(writer)

    timer = threading.Timer(0.02, finish)
    timer.start()
    assert desk.workspace.open_document(str(path)).data == TEXT
    timer.join()


def test_a_worker_reads_what_is_opened(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    small = desk.workspace.prepare_opening(str(path))
    assert small is not None
    assert not small.is_large
    path.write_bytes(b"## Alpha\n" + b"a line\n" * LARGE)
    desk.workspace.refresh([str(path)])
    job = desk.workspace.prepare_opening(str(path))
    assert job is not None
    assert job.is_large
    session = job.run()
    assert desk.workspace.finish_opening(job, session) == Changes()
    assert desk.workspace.open_document(str(path)) is session
    assert desk.workspace.prepare_opening(str(path)) is None, "open already"


def test_what_is_written_while_a_worker_reads_is_looked_at_again(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    path.write_bytes(b"## Alpha\n" + b"a line\n" * LARGE)
    desk.workspace.refresh([str(path)])
    job = desk.workspace.prepare_opening(str(path))
    assert job is not None
    session = job.run()
    with path.open("ab") as file:
        file.write(b"- by an agent\n")
    desk.workspace.refresh([str(path)])
    assert desk.workspace.finish_opening(job, session).look_again == {str(path)}
    desk.workspace.refresh([str(path)])
    assert session.text.text.endswith("- by an agent\n")


def test_what_a_worker_read_of_a_closed_root_is_not_open(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    path.write_bytes(b"## Alpha\n" + b"a line\n" * LARGE)
    desk.workspace.refresh([str(path)])
    job = desk.workspace.prepare_opening(str(path))
    assert job is not None
    desk.workspace.close_root(str(root))
    desk.workspace.finish_opening(job, job.run())
    assert not desk.workspace.sessions


class LockedNotes(Notes):
    """The same agent, which takes a lock beside each document it writes."""

    def lock_of(self, view: View, document: Document) -> AgentLock | None:
        return AgentLock(f"{document.path}.lock", LockKind.WHOLE_FILE)


def test_the_lock_that_a_layout_names_is_taken(home: Path, tmp_path: Path, root: Path) -> None:
    path, locked = root / "PROFILE.md", root / "PROFILE.md.lock"
    plain = make_desk(home, tmp_path)
    plain.open_found()
    assert plain.workspace.lock_of(str(path)) is None
    plain.close()
    desk = make_desk(home, tmp_path, (LockedNotes(),))
    desk.open_found()
    profile = desk.workspace.open_document(str(path))
    assert desk.workspace.lock_of(str(path)) == AgentLock(str(locked), LockKind.WHOLE_FILE)
    set_section(desk, profile, "Alpha", "mine")
    assert not locked.exists()
    assert isinstance(desk.workspace.save(str(path))[0], Saved)
    assert locked.exists()
    desk.close()


def test_a_change_behind_a_link_reaches_the_session(desk: Desk, root: Path, tmp_path: Path) -> None:
    (tmp_path / "real.md").write_bytes(b"## A\n")
    (root / "LINK.md").symlink_to(tmp_path / "real.md")
    session = desk.workspace.open_document(str(root / "LINK.md"))
    (tmp_path / "real.md").write_bytes(b"## A\nnew\n")
    assert desk.workspace.refresh([str(tmp_path / "real.md")]).edited == {session.path}
    assert session.data == b"## A\nnew\n"


def test_a_file_that_becomes_a_folder(desk: Desk, root: Path, profile: DocumentSession) -> None:
    type_in(profile, "first", "mine")
    (root / "PROFILE.md").unlink()
    (root / "PROFILE.md").mkdir()
    changes = desk.workspace.refresh([profile.path])
    assert changes.edited == {profile.path}
    assert "is a folder" in profile.obstacle
    assert b"mine" in profile.data
    result, _ = desk.workspace.save(profile.path)
    assert isinstance(result, Declined)
    assert "folder" in result.sentence
    (root / "PROFILE.md").rmdir()
    desk.workspace.refresh()
    assert profile.obstacle == ""
    assert isinstance(desk.workspace.save(profile.path)[0], Saved)


def test_what_cannot_be_read_is_said(desk: Desk, root: Path) -> None:
    os.mkfifo(root / "PIPE.md")
    (root / "PROFILE.md").unlink()
    (root / "PROFILE.md").mkdir()
    with pytest.raises(StorageError, match="is a folder"):
        desk.workspace.open_document(str(root / "PROFILE.md"))
    with pytest.raises(StorageError, match="cannot be read"):
        desk.workspace.open_document(str(root / "PIPE.md"))
    with pytest.raises(NotFound):
        desk.workspace.open_document(str(root / "missing.md"))


def test_drafts_come_back_after_a_quit_and_after_a_kill(home: Path, tmp_path: Path, root: Path) -> None:
    first = make_desk(home, tmp_path)
    first.open_found()
    session = first.workspace.open_document(str(root / "PROFILE.md"))
    assert first.workspace.drafts
    type_in(session, "first", "mine")
    assert first.workspace.drafts.due(10.0) == ()
    assert first.workspace.drafts.due(11.0) == ()
    (job,) = first.workspace.drafts.due(12.5)
    assert first.workspace.drafts.due(12.6) == (), "it is being written"
    first.workspace.drafts.finish(job, job.run())
    assert first.workspace.drafts.due(30.0) == ()
    # Killed here: nothing is closed. Meanwhile an agent writes.
    (root / "PROFILE.md").write_bytes(TEXT.replace(b"third", b"theirs"))
    second = make_desk(home, tmp_path)
    second.open_found()
    assert second.workspace.drafts
    assert [draft.path for draft in second.workspace.drafts.left_behind()] == [session.path]
    back = second.workspace.open_document(session.path)
    assert back.data == TEXT.replace(b"first", b"mine").replace(b"third", b"theirs")
    type_in(back, "second", "mine too")
    second.close()
    third = make_desk(home, tmp_path)
    third.open_found()
    assert third.workspace.drafts
    again = third.workspace.open_document(session.path)
    assert b"mine too" in again.data
    third.workspace.save(session.path)
    third.workspace.drafts.due(0.0)
    assert third.workspace.drafts.left_behind() == ()
    third.close()
    assert make_desk(home, tmp_path).workspace.sessions == {}


@pytest.mark.parametrize("starts_without_it", [0, 1, 2])
def test_a_draft_of_a_file_that_is_gone_keeps_what_it_was_made_from(
    home: Path, tmp_path: Path, root: Path, starts_without_it: int
) -> None:
    path = root / "PROFILE.md"
    first = make_desk(home, tmp_path)
    first.open_found()
    session = first.workspace.open_document(str(path))
    type_in(session, "first", "mine")
    path.unlink()
    first.workspace.refresh()
    assert session.is_removed
    first.close()
    for _ in range(starts_without_it):
        desk = make_desk(home, tmp_path)
        desk.open_found()
        (known,) = (
            one
            for root in desk.workspace.roots
            for one in desk.workspace.documents(root.path)
            if one.path == str(path)
        )
        back = desk.workspace.open_document(known.path)
        assert back.is_removed
        assert back.data == TEXT.replace(b"first", b"mine")
        desk.close()
    path.write_bytes(TEXT.replace(b"third", b"theirs"))
    last = make_desk(home, tmp_path)
    last.open_found()
    back = last.workspace.open_document(str(path))
    assert back.conflict is None
    assert back.data == TEXT.replace(b"first", b"mine").replace(b"third", b"theirs")
    last.close()


def test_what_is_given_up_while_it_waits_to_be_written_stays_gone(
    desk: Desk, root: Path, profile: DocumentSession
) -> None:
    drafts = desk.workspace.drafts
    assert drafts
    type_in(profile, "first", "mine")
    drafts.due(0.0)
    (job,) = drafts.due(5.0)
    desk.workspace.discard(profile.path)
    drafts.due(6.0)
    drafts.finish(job, job.run())
    assert drafts.left_behind() == ()
    assert not os.path.isdir(desk.folders.drafts) or not os.listdir(desk.folders.drafts)
    type_in(profile, "first", "mine again")
    drafts.due(7.0)
    (job,) = drafts.due(12.0)
    drafts.flush_all()
    type_in(profile, "second", "newer")
    drafts.flush_all()
    drafts.finish(job, job.run())
    desk.workspace.close_document(profile.path)
    assert b"newer" in desk.workspace.open_document(profile.path).data


def test_a_draft_given_up_is_gone(desk: Desk, root: Path, profile: DocumentSession) -> None:
    assert desk.workspace.drafts
    type_in(profile, "first", "mine")
    desk.workspace.drafts.flush_all()
    desk.workspace.discard(profile.path)
    assert profile.data == TEXT
    desk.workspace.close_document(profile.path)
    assert desk.workspace.drafts.left_behind() == ()


def test_what_is_closed_unsaved_comes_back(desk: Desk, root: Path, profile: DocumentSession) -> None:
    type_in(profile, "first", "mine")
    desk.workspace.close_document(profile.path)
    again = desk.workspace.open_document(str(root / "PROFILE.md"))
    assert again is not profile
    assert again.data == TEXT.replace(b"first", b"mine")


def test_narrow_roots_are_one_file(home: Path, tmp_path: Path, desk: Desk, root: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "other.md").write_bytes(b"x")
    desk.add_project_folder(str(project))
    session = desk.workspace.open_document(str(project / "RULES.md"))
    session.text.edit([Edit(0, "", "## Rules\n")])
    assert isinstance(desk.workspace.save(session.path)[0], Saved)
    assert (project / "RULES.md").read_bytes() == b"## Rules\n"
    narrow = [watched for watched in desk.workspace.watch_roots() if watched.narrow_file]
    assert [(watched.path, watched.narrow_file) for watched in narrow] == [(str(project), "RULES.md")]
    assert desk.workspace.watch_roots() == desk.workspace.watch_roots()
    assert desk.workspace.watch_roots()[0].is_temporary("x.tmp")


def test_looking_changes_nothing(home: Path, tmp_path: Path) -> None:
    evva = home / ".evva"
    for number in range(300):
        folder = evva / "projects" / f"-srv-{number}"
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_bytes(b"## Decisions\n%d\r\n\n## Notes\nby hand\n" % number)
    (evva / "USER_PROFILE.md").write_bytes(b"## Preferences\nshort\n")
    before = snapshot(str(home))
    desk = make_desk(home, tmp_path, discover())
    desk.open_found()
    previewer = Previewer(desk.workspace)
    documents = [document for document in desk.workspace.documents(str(evva)) if document.exists]
    assert len(documents) == 301
    for document in documents[:40]:
        session = desk.workspace.open_document(document.path)
        set_section(desk, session, session.outline().nodes[0].key, "changed")
        assert session.is_dirty
        context = context_for(previewer.contexts(str(evva)), document)
        assert previewer.preview(str(evva), context).injected.parts
        survey(session.layout, document, desk.workspace.view)
        session.text.undo()
        assert not session.is_dirty
    desk.workspace.refresh()
    assert desk.workspace.drafts
    desk.workspace.drafts.flush_all()
    desk.close()
    assert snapshot(str(home)) == before


def test_a_closed_root_takes_its_documents_along(desk: Desk, root: Path, profile: DocumentSession) -> None:
    changes = desk.workspace.close_root(str(root))
    assert changes.roots == {str(root)}
    assert changes.edited == {profile.path}
    assert desk.workspace.sessions == {}
    assert desk.workspace.watch_roots() == ()


def test_what_half_a_list_does_not_hold_is_not_said_to_be_no_document(
    root: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (root / "ZEBRA.md").write_bytes(TEXT)
    documents = Notes.documents

    def breaks_off(layout: Notes, view: View, path: str) -> Iterator[Document]:
        if path == str(root):
            yield next(documents(layout, view, path))
            raise ZeroDivisionError

    monkeypatch.setattr(Notes, "documents", breaks_off)
    desk = make_desk(home, tmp_path)
    workspace = desk.workspace
    # A folder around it is listed to the end, and says nothing of what is in this one.
    workspace.open_root(MemoryRoot(str(home), Notes(), "by hand"))
    desk.open_found()
    assert workspace.look_up(str(root / "PROFILE.md")) is not None
    assert workspace.look_up(str(tmp_path / "other.md")) is None
    for ask in (workspace.look_up, workspace.merge_of):
        with pytest.raises(NotListed, match="could not be listed to the end"):
            ask(str(root / "ZEBRA.md"))
    desk.close()
    assert caplog.records


def _listing_of_one(tmp_path: Path) -> tuple[Listing, Path, Callable[[], Documents]]:
    """The listing of a folder that was opened by hand, its one file, and what lists it anew."""
    folder, plain = tmp_path / "notes", next(layout for layout in discover() if layout.name == PLAIN)
    folder.mkdir()
    path = folder / "a.md"
    path.write_bytes(b"one\n")
    root, view = (
        MemoryRoot(str(folder), plain, "opened by hand"),
        MachineView(Surroundings(str(tmp_path), {})),
    )
    return (
        Listing(root, view, lambda root: root.list_documents(view)),
        path,
        lambda: root.list_documents(view),
    )


def _noted(listing: Listing, path: Path) -> bool:
    return listing.note_change(str(path), info_of(MachineView(Surroundings(str(path.parent), {})), str(path)))


def test_a_list_that_is_older_than_a_change_is_not_the_last_word(tmp_path: Path) -> None:
    listing, path, documents = _listing_of_one(tmp_path)
    assert listing.find(str(path)) is not None
    path.unlink()
    assert _noted(listing, path)
    begun, without = listing.begin(), documents()
    path.write_bytes(b"one\n")
    listing.take(without, begun)
    assert _noted(listing, path), "nobody has asked yet what came back"
    listing.take(without, begun)
    assert not listing.is_known
    found = listing.find(str(path))
    assert found is not None
    assert found.exists


def test_a_file_that_was_gone_while_the_list_was_made_may_come_back(tmp_path: Path) -> None:
    listing, path, _ = _listing_of_one(tmp_path)
    assert _noted(listing, path)
    path.unlink()
    assert listing.find(str(path)) is None
    path.write_bytes(b"one\n")
    assert _noted(listing, path)
    assert listing.find(str(path)) is not None


def test_a_list_that_breaks_off_leaves_what_was_known(
    desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (root / "Z.md").write_bytes(b"last\n")
    workspace, path, every = desk.workspace, str(root), Notes.documents
    titles = [one.title for one in workspace.documents(path)]

    def break_off(layout: Notes, view: View, root: str) -> Iterator[Document]:
        yield next(every(layout, view, root))
        raise ZeroDivisionError

    workspace.relist()
    with monkeypatch.context() as patch:
        patch.setattr(Notes, "documents", break_off)
        assert [one.title for one in workspace.documents(path)] == titles
        workspace.take_documents(path, workspace.list_documents(workspace.root(path)))
        assert [one.title for one in workspace.last_documents(path)] == titles
        assert workspace.listed_documents(path) is None
        with pytest.raises(NotListed, match="could not be listed to the end"):
            workspace.list_documents(workspace.root(path)).whole()
    (root / "Z.md").unlink()
    assert [one.title for one in workspace.documents(path)] == ["PROFILE.md"]
    assert workspace.listed_documents(path) is not None
    assert caplog.records
