"""Saving, as its caller sees it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.store.confine import Root
from memdesk.store.outcomes import Conflicted, Declined, Merged, Saved, Unchanged, Vanished
from memdesk.text.merge_result import Merge
from tests.store.conftest import Desk


def never(base: str, mine: str, theirs: str) -> Merge:
    """A merge that has nothing to do."""
    raise AssertionError("there is nothing to merge")


def facts_of(path: Path) -> list[int]:
    """What the system tells of a file, but for when it was read."""
    status = path.stat()
    return [*status[:7], status.st_mtime_ns, status.st_ctime_ns]


def test_what_was_typed_is_on_disk(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    assert desk.save(path, b"one\n", b"two\n", never) == Saved(b"two\n")
    assert path.read_bytes() == b"two\n"
    assert desk.listing() == ["a.md"]


@pytest.mark.parametrize(
    ("base", "mine"),
    [
        pytest.param(b"\xff\xfe\x00 bad \x80\xc3", b"\xff\xfe\x00 bad \x80\xc3\n- more", id="no UTF-8"),
        pytest.param(b"", b"\0", id="from empty, NUL"),
        pytest.param(b"x\n", b"", id="to empty"),
        pytest.param(b" \r\n\t", b" \r\r\n", id="white space, CR"),
        pytest.param(b"\xef\xbb\xbf## A\r\n", b"\xef\xbb\xbf## A\r\nb\r\n", id="BOM, CRLF"),
        pytest.param(b"line\n" * 1_000_000, b"line\n" * 1_000_001, id="5 MB"),
        pytest.param(b"x" * 1_000_000, b"y" + b"x" * 1_000_000, id="one line of 1 MB"),
    ],
)
def test_bytes_are_written_as_they_are(desk: Desk, base: bytes, mine: bytes) -> None:
    path = desk.file("a.md", base)
    assert desk.save(path, base, mine, never) == Saved(mine)
    assert path.read_bytes() == mine
    assert desk.texts(path) == [mine, base]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(base=st.binary(max_size=200), mine=st.binary(max_size=200))
def test_any_bytes_survive(desk: Desk, base: bytes, mine: bytes) -> None:
    path = desk.file("any.md", base)
    desk.save(path, base, mine, never)
    assert path.read_bytes() == mine
    assert mine in desk.texts(path) or mine == base


def test_nothing_to_write_touches_nothing(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    before = facts_of(path)
    assert desk.save(path, b"one\n", b"one\n", never) == Unchanged(b"one\n")
    assert desk.save(path, b"old\n", b"one\n", never) == Unchanged(b"one\n")
    assert facts_of(path) == before
    assert not Path(desk.folders.history).exists()


def test_what_the_disk_got_meanwhile_is_merged_in(desk: Desk) -> None:
    path = desk.file("a.md", b"a: 1\nagent: 2\n")
    saved = desk.save(path, b"a: 1\n", b"a: mine\n")
    assert saved == Merged(b"a: mine\nagent: 2\n", theirs=b"a: 1\nagent: 2\n")
    assert path.read_bytes() == b"a: mine\nagent: 2\n"


def test_a_save_without_an_edit_takes_what_the_disk_got(desk: Desk) -> None:
    path = desk.file("a.md", b"new\n")
    before = facts_of(path)
    assert desk.save(path, b"old\n", b"old\n", never) == Merged(b"new\n", theirs=b"new\n")
    assert facts_of(path) == before


def test_what_cannot_be_merged_is_not_written(desk: Desk) -> None:
    path = desk.file("a.md", b"a: theirs\n")
    before = facts_of(path)
    result = desk.save(path, b"a: 1\n", b"a: mine\n")
    assert isinstance(result, Conflicted)
    assert result.theirs == b"a: theirs\n"
    assert [clash.key for clash in result.clashes] == ["a"]
    assert facts_of(path) == before


@pytest.mark.parametrize("gone", ["the file", "its folder", "its root"])
def test_a_file_that_is_gone_is_not_made_again_unasked(desk: Desk, gone: str) -> None:
    path = desk.file("sub/a.md", b"one\n")
    path.unlink()
    if gone != "the file":
        path.parent.rmdir()
    if gone == "its root":
        desk.root.rmdir()
    assert desk.save(path, b"one\n", b"two\n", never) == Vanished()
    assert not path.exists()
    if gone != "its root":
        assert desk.store.create(str(path), b"two\n") == Saved(b"two\n")


def test_a_root_that_is_gone_is_not_made(desk: Desk) -> None:
    path = desk.root / "a.md"
    desk.root.rmdir()
    result = desk.store.create(str(path), b"one\n")
    assert isinstance(result, Declined)
    assert result.sentence == f"The folder that should hold {path} is gone, so it was not saved."
    assert not desk.root.exists()


def test_a_root_that_was_made_anew_is_written_again(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    path.unlink()
    desk.root.rmdir()
    desk.root.mkdir()
    assert desk.save(path, b"one\n", b"two\n", never) == Vanished()
    assert desk.store.create(str(path), b"two\n") == Saved(b"two\n")
    assert path.read_bytes() == b"two\n"


def test_creating_makes_private_folders_and_files(desk: Desk) -> None:
    path = desk.root / "projects" / "-srv-api" / "MEMORY.md"
    assert desk.store.create(str(path), b"# Memory\n") == Saved(b"# Memory\n")
    assert path.read_bytes() == b"# Memory\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in path.parents[:2]} == {0o700}


def test_a_file_of_a_project_is_made_as_the_user_makes_files(desk: Desk, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    desk.roots.append(Root(str(project), "EVVA.md"))
    twin = project / "twin"
    twin.touch()
    assert desk.store.create(str(project / "EVVA.md"), b"x\n") == Saved(b"x\n")
    assert (project / "EVVA.md").stat().st_mode == twin.stat().st_mode


def test_creating_never_overwrites(desk: Desk) -> None:
    path = desk.file("a.md", b"theirs\n")
    assert desk.store.create(str(path), b"mine\n") == Conflicted(b"theirs\n", ())
    assert desk.store.create(str(path), b"theirs\n") == Unchanged(b"theirs\n")
    assert path.read_bytes() == b"theirs\n"


def test_owner_mode_and_attributes_stay(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.note", b"kept")
    except OSError as error:
        pytest.skip(f"extended attributes are not to be had here: {error.strerror}")
    before = path.stat()
    assert desk.save(path, b"one\n", b"two\n", never) == Saved(b"two\n")
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert os.getxattr(path, "user.note") == b"kept"


def test_the_time_of_the_change_shows(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    desk.save(path, b"one\n", b"two\n", never)
    assert path.stat().st_mtime > 1_000_000_000


def test_a_foreign_owner_stays(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    try:
        os.chown(path, 12345, 23456)
    except PermissionError:
        pytest.skip("only root can give a file away")
    assert desk.save(path, b"one\n", b"two\n", never) == Saved(b"two\n")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


def test_every_name_of_a_hard_linked_file_has_the_new_text(desk: Desk) -> None:
    path = desk.file("a.md", b"a longer text than the new one\n")
    other = desk.root / "other.md"
    other.hardlink_to(path)
    assert desk.save(path, path.read_bytes(), b"short\n", never) == Saved(b"short\n")
    assert path.read_bytes() == other.read_bytes() == b"short\n"
    assert path.samefile(other)


def test_a_link_stays_and_its_target_is_written(desk: Desk) -> None:
    target = desk.file("real/a.md", b"one\n")
    link = desk.root / "a.md"
    link.symlink_to("real/a.md")
    assert desk.save(link, b"one\n", b"two\n", never) == Saved(b"two\n")
    assert link.is_symlink()
    assert target.read_bytes() == b"two\n"
    assert desk.texts(link) == [b"two\n", b"one\n"]


def test_a_link_to_nothing_is_created_through(desk: Desk) -> None:
    link = desk.root / "a.md"
    link.symlink_to("real.md")
    assert desk.store.create(str(link), b"one\n") == Saved(b"one\n")
    assert link.is_symlink()
    assert (desk.root / "real.md").read_bytes() == b"one\n"


def test_a_file_that_became_a_folder_is_refused(desk: Desk) -> None:
    path = desk.root / "a.md"
    path.mkdir()
    for result in (desk.save(path, b"one\n", b"two\n", never), desk.store.create(str(path), b"two\n")):
        assert isinstance(result, Declined)
        assert result.refused
        assert result.sentence == f"{path} is a folder, not a file."


def test_a_pipe_is_refused_at_once(desk: Desk) -> None:
    path = desk.root / "a.md"
    os.mkfifo(path)
    result = desk.save(path, b"one\n", b"two\n", never)
    assert isinstance(result, Declined)
    assert result.refused
    assert result.sentence == f"{path} is a pipe, a socket or a device, not a file."


def test_a_name_too_long_is_declined(desk: Desk) -> None:
    result = desk.store.create(str(desk.root / ("n" * 300)), b"one\n")
    assert isinstance(result, Declined)
    assert result.sentence.endswith("is too long for this disk.")


def test_the_longest_name_can_be_saved(desk: Desk) -> None:
    path = desk.file("n" * 252 + ".md", b"one\n")
    assert desk.save(path, b"one\n", b"two\n", never) == Saved(b"two\n")


def test_a_name_that_is_not_text_can_be_saved(desk: Desk) -> None:
    path = desk.file(os.fsdecode(b"caf\xe9.md"), b"one\n")
    assert desk.save(path, b"one\n", b"two\n", never) == Saved(b"two\n")
    assert desk.texts(path) == [b"two\n", b"one\n"]


def test_what_is_our_own_is_not_memory(desk: Desk) -> None:
    desk.roots.append(Root(os.path.dirname(desk.folders.data)))
    path = Path(desk.folders.history) / "a.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"one\n")
    result = desk.save(path, b"one\n", b"two\n", never)
    assert isinstance(result, Declined)
    assert result.refused
    assert path.read_bytes() == b"one\n"


def test_without_a_history_nothing_is_written(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    database = Path(desk.folders.history) / "history.sqlite"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"this is no database" * 100)
    before = facts_of(path)
    result = desk.save(path, b"one\n", b"two\n", never)
    assert isinstance(result, Declined)
    assert not result.refused
    assert result.sentence == f"The history in {database} cannot be used: file is not a database."
    assert facts_of(path) == before
    database.unlink()


def test_each_save_follows_the_one_before(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    desk.save(path, b"one\n", b"two\n", never)
    desk.save(path, b"two\n", b"three\n", never)
    assert desk.texts(path) == [b"three\n", b"two\n", b"one\n"]
    newest, middle, oldest = desk.history.versions(str(path))
    assert (newest.parent, middle.parent, oldest.parent) == (middle.id, oldest.id, None)
    assert [version.author.value for version in (newest, middle, oldest)] == ["you", "you", "program"]
