"""A buffer and the disk that a worker brings together: good as long as neither has moved, of no account after."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from memdesk.services.workspace import workspace
from memdesk.store.outcomes import Saved
from memdesk.text.edits import Edit
from memdesk.text.merge_result import Merge
from tests.services.conftest import TEXT, session_of

GAMMA_BY_THEM = TEXT.replace(b"third", b"third by them")


def type_in(session: DocumentSession, old: str, new: str) -> None:
    session.text.edit([Edit(session.text.text.index(old), old, new)])


@pytest.fixture
def session() -> DocumentSession:
    session = session_of(TEXT)
    type_in(session, "first", "first by me")
    return session


def test_what_a_worker_made_is_not_made_again(session: DocumentSession) -> None:
    met = session.prepare_meeting().run(GAMMA_BY_THEM)
    assert met.merge is not None
    told_apart = met.merge.text + "\nby the worker\n"
    session.take_disk(GAMMA_BY_THEM, met._replace(merge=Merge(told_apart)))
    assert session.text.text == told_apart


@pytest.mark.parametrize("is_dirty", [True, False])
def test_it_comes_to_the_same(session: DocumentSession, is_dirty: bool) -> None:
    here = session if is_dirty else session_of(TEXT)
    ahead = session_of(TEXT)
    if is_dirty:
        type_in(ahead, "first", "first by me")
    met = ahead.prepare_meeting().run(GAMMA_BY_THEM)
    assert (met.merge is not None) == is_dirty
    assert ahead.take_disk(GAMMA_BY_THEM, met) == here.take_disk(GAMMA_BY_THEM)
    assert ahead.data == here.data
    assert ahead.outline() == here.outline()
    assert ahead.unsaved_nodes() == here.unsaved_nodes()
    assert ahead.text.can_undo == here.text.can_undo


def test_what_was_typed_meanwhile_is_merged_too(session: DocumentSession) -> None:
    met = session.prepare_meeting().run(GAMMA_BY_THEM)
    type_in(session, "second", "second by me")
    assert not session.fits(met, GAMMA_BY_THEM)
    assert session.take_disk(GAMMA_BY_THEM, met).arrival is Arrival.MERGED
    for words in (b"first by me", b"second by me", b"third by them"):
        assert words in session.data
    session.text.undo()
    session.text.undo()
    assert session.data == GAMMA_BY_THEM


def test_what_was_undone_meanwhile_does_not_come_back(session: DocumentSession) -> None:
    met = session.prepare_meeting().run(GAMMA_BY_THEM)
    session.text.undo()
    session.take_disk(GAMMA_BY_THEM, met)
    assert session.data == GAMMA_BY_THEM


def test_another_disk_text_or_base_is_not_taken_for_it(session: DocumentSession) -> None:
    met = session.prepare_meeting().run(GAMMA_BY_THEM)
    more = GAMMA_BY_THEM + b"\n## More\nlater\n"
    assert session.take_disk(more, met).arrival is Arrival.MERGED
    assert session.data == more.replace(b"first", b"first by me")
    assert not session.fits(met, GAMMA_BY_THEM)
    session.take_disk(GAMMA_BY_THEM, met)
    assert b"later" not in session.data


def test_any_order_of_keys_writes_and_workers_loses_nothing() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        session, disk, mine, theirs = session_of(TEXT), TEXT, 0, 0
        met = None
        for _ in range(30):
            act = chance.choice(("key", "write", "work", "take"))
            if act == "key":
                mine += 1
                type_in(session, "first", f"first m{mine}.")
            elif act == "write":
                theirs += 1
                disk = disk.replace(b"third", f"third t{theirs}.".encode())
            elif act == "work":
                met = session.prepare_meeting().run(disk)
            else:
                session.take_disk(disk, met)
        session.take_disk(disk, met)
        for n in range(1, mine + 1):
            assert f"m{n}.".encode() in session.data, seed
        for n in range(1, theirs + 1):
            assert session.data.count(f"t{n}.".encode()) == 1, seed


def test_the_workspace_takes_up_what_fits_and_looks_again_else(
    desk: Desk, root: Path, profile: DocumentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, work = str(root / "PROFILE.md"), desk.workspace
    assert not work.prepare_disk_state([path]).meetings, "so small a text takes no time"
    monkeypatch.setattr(workspace, "LARGE", 1)
    type_in(profile, "first", "first by me")
    (root / "PROFILE.md").write_bytes(GAMMA_BY_THEM)
    state = work.prepare_disk_state([path]).run()
    type_in(profile, "second", "second by me")
    before = profile.data
    assert work.refresh([path], state).look_again == {path}
    assert profile.data == before
    (arrived,) = work.refresh([path], work.prepare_disk_state([path]).run()).arrived
    assert arrived.taken.arrival is Arrival.MERGED
    assert profile.data == before.replace(b"third", b"third by them")


def test_what_was_read_before_a_save_is_looked_at_again(
    desk: Desk, root: Path, profile: DocumentSession
) -> None:
    path, work = str(root / "PROFILE.md"), desk.workspace
    type_in(profile, "first", "first by me")
    state = work.prepare_disk_state([path]).run()
    assert isinstance(work.save(path)[0], Saved)
    assert work.refresh([path], state).look_again == {path}
    assert b"first by me" in profile.data
    assert not work.refresh([path], work.prepare_disk_state([path]).run())._replace(written=frozenset())
