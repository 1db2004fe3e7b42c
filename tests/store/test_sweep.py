"""Settling what an interrupted save left: each state is laid out by hand, as a crash or a power cut leaves it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memdesk.store.confine import Root
from memdesk.store.outcomes import Merged, Saved
from memdesk.store.sweep import Ending, Swept
from memdesk.store.versions import PendingSave
from tests.store.conftest import Desk

TEMPORARY = ".memdesk-0123456789ab.tmp~"
OLD = ".memdesk-0123456789ab.old.tmp~"
BEFORE, AFTER, FOREIGN = b"before\n", b"after, by us\n", b"by another program\n"


def interrupt(desk: Desk, disk: bytes | None, beside: dict[str, bytes]) -> PendingSave:
    """A save of `AFTER` over `BEFORE` that left these files."""
    path = desk.root / "a.md"
    if disk is not None:
        path.write_bytes(disk)
    for name, data in beside.items():
        (desk.root / name).write_bytes(data)
    return desk.history.record_save(
        str(path), BEFORE, BEFORE, AFTER, "edit", file=str(path), temporary=TEMPORARY
    )


@pytest.mark.parametrize(
    ("disk", "beside", "ending", "left"),
    [
        pytest.param(BEFORE, {}, Ending.CLEARED, BEFORE, id="before anything was written"),
        pytest.param(BEFORE, {TEMPORARY: b""}, Ending.CLEARED, BEFORE, id="new file empty"),
        pytest.param(BEFORE, {TEMPORARY: AFTER[:5]}, Ending.CLEARED, BEFORE, id="new file half written"),
        pytest.param(BEFORE, {TEMPORARY: AFTER}, Ending.CLEARED, BEFORE, id="before the swap"),
        pytest.param(AFTER, {TEMPORARY: BEFORE}, Ending.CLEARED, AFTER, id="after the swap"),
        pytest.param(AFTER, {OLD: BEFORE}, Ending.CLEARED, AFTER, id="after linking aside"),
        pytest.param(BEFORE, {OLD: BEFORE, TEMPORARY: AFTER}, Ending.CLEARED, BEFORE, id="linked aside only"),
        pytest.param(AFTER, {}, Ending.CLEARED, AFTER, id="before the journal was closed"),
        pytest.param(AFTER, {TEMPORARY: FOREIGN}, Ending.GIVEN_BACK, FOREIGN, id="never looked at"),
        pytest.param(b"newer\n", {TEMPORARY: FOREIGN}, Ending.KEPT, b"newer\n", id="written over since"),
        pytest.param(b"", {TEMPORARY: FOREIGN}, Ending.GIVEN_BACK, FOREIGN, id="power cut, empty file"),
        pytest.param(b"\0" * 20, {TEMPORARY: FOREIGN}, Ending.GIVEN_BACK, FOREIGN, id="power cut, NULs"),
        pytest.param(None, {TEMPORARY: FOREIGN}, Ending.KEPT, None, id="file removed since"),
    ],
)
def test_each_state_is_settled(
    desk: Desk, disk: bytes | None, beside: dict[str, bytes], ending: Ending, left: bytes | None
) -> None:
    interrupt(desk, disk, beside)
    path = desk.root / "a.md"
    assert desk.store.sweep() == (Swept(str(path), ending),)
    assert (path.read_bytes() if path.exists() else None) == left
    texts = desk.texts(path)
    assert {BEFORE, AFTER, *(data for data in beside.values() if data == FOREIGN)} <= set(texts)
    ours = next(
        version for version in desk.history.versions(str(path)) if desk.history.data(version.id) == AFTER
    )
    assert ours.landed == (left == AFTER)
    assert desk.store.sweep() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="who may make links there is another matter")
@pytest.mark.parametrize(("disk", "ending"), [(b"newer\n", Ending.KEPT), (AFTER, Ending.GIVEN_BACK)])
def test_a_link_that_somebody_put_in_the_way_is_settled_too(desk: Desk, disk: bytes, ending: Ending) -> None:
    interrupt(desk, disk, {})
    path, link = desk.root / "a.md", desk.root / TEMPORARY
    link.symlink_to("elsewhere.md")
    assert desk.store.sweep() == (Swept(str(path), ending),)
    assert not link.is_symlink()
    if ending is Ending.GIVEN_BACK:
        assert os.readlink(path) == "elsewhere.md"
    else:
        assert path.read_bytes() == disk
    assert {b"elsewhere.md", AFTER} <= set(desk.texts(path))


@pytest.mark.parametrize(
    ("found", "left", "ending"),
    [
        (AFTER[:4] + BEFORE[4:], BEFORE, Ending.MENDED),
        (BEFORE, BEFORE, Ending.CLEARED),
        (AFTER, AFTER, Ending.CLEARED),
        (FOREIGN, FOREIGN, Ending.CLEARED),
    ],
)
def test_a_file_that_was_written_in_place(desk: Desk, found: bytes, left: bytes, ending: Ending) -> None:
    desk.history.mark_in_place(interrupt(desk, found, {}))
    assert [swept.ending for swept in desk.store.sweep()] == [ending]
    assert (desk.root / "a.md").read_bytes() == left


def test_the_next_save_settles_it_as_well(desk: Desk) -> None:
    interrupt(desk, AFTER, {TEMPORARY: FOREIGN})
    path = desk.root / "a.md"
    assert desk.save(path, BEFORE, BEFORE) == Merged(FOREIGN, theirs=FOREIGN)
    desk.assert_settled()
    assert desk.save(path, FOREIGN, AFTER) == Saved(AFTER)


def test_a_file_is_not_taken_for_our_litter_by_its_name(desk: Desk) -> None:
    """Only the journal tells; a name that looks like ours may be anybody's."""
    stranger = desk.root / ".memdesk-ffffffffffff.tmp~"
    stranger.write_bytes(FOREIGN)
    interrupt(desk, BEFORE, {TEMPORARY: AFTER})
    desk.store.sweep()
    assert stranger.read_bytes() == FOREIGN
    stranger.unlink()


def test_a_save_that_is_going_on_is_left_alone(desk: Desk) -> None:
    entry = interrupt(desk, BEFORE, {TEMPORARY: AFTER})
    with desk.store._locks.held(entry.file):
        assert desk.store.sweep() == ()
        assert (desk.root / TEMPORARY).exists()
    assert len(desk.store.sweep()) == 1


def test_a_save_that_ended_while_others_were_settled_is_left_as_it_ended(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(desk, AFTER, {})
    path, pending = desk.root / "a.md", desk.history.pending

    def listed_a_moment_ago(file: str | None = None) -> tuple[PendingSave, ...]:
        found = pending(file)
        if file is None:
            for entry in found:
                desk.history.finish(entry, landed=True)
            path.write_bytes(FOREIGN)
        return found

    monkeypatch.setattr(desk.history, "pending", listed_a_moment_ago)
    assert desk.store.sweep() == ()
    assert [version.landed for version in desk.history.versions(str(path))] == [True, True]


def test_what_lies_in_a_root_that_is_closed_waits(desk: Desk, tmp_path: Path) -> None:
    interrupt(desk, BEFORE, {TEMPORARY: AFTER})
    own, desk.roots[:] = desk.roots[:], [Root(str(tmp_path / "elsewhere"))]
    assert desk.store.sweep() == ()
    assert len(desk.history.pending()) == 1
    desk.roots[:] = own
    assert len(desk.store.sweep()) == 1


def test_a_folder_that_is_gone_needs_no_clearing(desk: Desk) -> None:
    path = desk.file("sub/a.md", BEFORE)
    desk.history.record_save(str(path), None, BEFORE, AFTER, "edit", file=str(path), temporary=TEMPORARY)
    path.unlink()
    path.parent.rmdir()
    assert [swept.ending for swept in desk.store.sweep()] == [Ending.CLEARED]
    assert AFTER in desk.texts(path)


def test_one_that_cannot_be_settled_does_not_keep_others_from_it(desk: Desk) -> None:
    """A program does not stop writing into the file that the first one left."""
    interrupt(desk, BEFORE, {TEMPORARY: FOREIGN})
    other = desk.file("b.md", BEFORE)
    name = ".memdesk-ba9876543210.tmp~"
    desk.history.record_save(str(other), None, BEFORE, AFTER, "edit", file=str(other), temporary=name)
    with (desk.root / TEMPORARY).open("ab"):
        assert desk.store.sweep() == (Swept(str(other), Ending.CLEARED),)
    assert [swept.path for swept in desk.store.sweep()] == [str(desk.root / "a.md")]


def test_what_lies_on_a_disk_that_is_away_waits(desk: Desk, tmp_path: Path) -> None:
    interrupt(desk, AFTER, {TEMPORARY: FOREIGN})
    away = desk.root.rename(tmp_path / "unplugged")
    assert desk.store.sweep() == ()
    away.rename(desk.root)
    assert [swept.ending for swept in desk.store.sweep()] == [Ending.GIVEN_BACK]
    assert (desk.root / "a.md").read_bytes() == FOREIGN


@pytest.mark.parametrize("damaged", [(BEFORE,), (AFTER,), (BEFORE, AFTER)])
@pytest.mark.parametrize(
    ("disk", "beside", "ending", "left"),
    [
        pytest.param(BEFORE, {TEMPORARY: AFTER}, Ending.CLEARED, BEFORE, id="before the swap"),
        pytest.param(AFTER, {TEMPORARY: BEFORE}, Ending.CLEARED, AFTER, id="after the swap"),
        pytest.param(AFTER, {TEMPORARY: FOREIGN}, Ending.GIVEN_BACK, FOREIGN, id="never looked at"),
        pytest.param(b"newer\n", {TEMPORARY: FOREIGN}, Ending.KEPT, b"newer\n", id="written over since"),
    ],
)
def test_a_damaged_record_is_settled_by_what_its_texts_were(
    desk: Desk,
    damaged: tuple[bytes, ...],
    disk: bytes,
    beside: dict[str, bytes],
    ending: Ending,
    left: bytes,
) -> None:
    interrupt(desk, disk, beside)
    desk.damage(*damaged)
    path = desk.root / "a.md"
    assert desk.store.sweep() == (Swept(str(path), ending),)
    assert path.read_bytes() == left
    versions = desk.history.versions(str(path))
    kept = {desk.history.kept(version.id).data for version in versions}
    assert FOREIGN in kept or FOREIGN not in beside.values()
    assert desk.save(path, left, b"mine\n") == Saved(b"mine\n")


def test_a_half_written_file_whose_record_is_damaged_is_kept_aside_and_named(desk: Desk) -> None:
    half = AFTER[:4] + BEFORE[4:]
    desk.history.mark_in_place(interrupt(desk, half, {}))
    desk.damage(BEFORE)
    path = desk.root / "a.md"
    assert desk.store.sweep() == (Swept(str(path), Ending.DAMAGED),)
    assert path.read_bytes() == half
    assert half in {desk.history.kept(version.id).data for version in desk.history.versions(str(path))}
    assert desk.save(path, half, AFTER) == Saved(AFTER)


def test_a_save_keeps_anew_what_is_damaged_in_the_history(desk: Desk) -> None:
    path = desk.file("a.md", BEFORE)
    assert desk.save(path, BEFORE, AFTER) == Saved(AFTER)
    desk.damage(BEFORE, AFTER)
    assert desk.save(path, AFTER, BEFORE) == Saved(BEFORE)
    assert {BEFORE, AFTER} == set(desk.texts(path))
