"""The ladder of a save as a value: what is said before a save, and what the save then really does."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.optional import AgentLock, LockKind
from memdesk.store import confine, footing, swap
from memdesk.store.confine import Root, Walk
from memdesk.store.footing import Because, Reading
from memdesk.store.mounts import file_system_of, kind_among
from memdesk.store.outcomes import Declined, Merged, Saved
from memdesk.store.save import Store
from memdesk.store.ways import Way
from tests.store.conftest import Desk
from tests.store.saver import NOBODY, Order
from tests.store.stander import in_words, stood

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rungs of Linux are tried")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files to other users"
)


def refuse(number: int) -> object:
    """A call that the file system does not have."""

    def call(*_arguments: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    return call


def inode_of(path: Path) -> int:
    return path.stat().st_ino


def test_looking_writes_nothing(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    before = (desk.root.stat().st_mtime_ns, path.stat().st_mtime_ns, path.stat().st_ctime_ns)
    found = desk.store.footing(str(path))
    assert (found.path, found.names, found.why_not) == (str(path), 1, None)
    assert (desk.root.stat().st_mtime_ns, path.stat().st_mtime_ns, path.stat().st_ctime_ns) == before
    assert not Path(desk.folders.history).exists()


def test_an_exchange_is_proven_by_the_last_save(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.file("a.md", b"one\n")
    monkeypatch.setattr(footing, "file_system_of", lambda _path: "ext4")
    assert in_words(desk.store.footing(str(path))) == ("EXCHANGED", "FILE_SYSTEM", "LEASE")
    monkeypatch.setattr(footing, "file_system_of", lambda _path: "fuse.sshfs")
    assert in_words(desk.store.footing(str(path))) == ("", "UNTRIED", "LEASE")
    assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
    assert in_words(desk.store.footing(str(path))) == ("EXCHANGED", "LAST_SAVE", "LEASE")


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.ENOTSUP])
def test_without_an_exchange_the_old_file_is_linked_aside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """As on a file system in user space, or a network's, which has no exchange."""
    monkeypatch.setattr(swap, "exchange", refuse(number))
    path = desk.file("a.md", b"a: 1\nagent: 2\n")
    assert desk.save(path, b"a: 1\n", b"a: mine\n") == Merged(
        b"a: mine\nagent: 2\n", theirs=b"a: 1\nagent: 2\n"
    )
    found = desk.store.footing(str(path))
    assert (found.way, found.because) == (Way.LINKED_ASIDE, Because.LAST_SAVE)
    assert desk.listing() == ["a.md"]


def test_who_writes_while_the_old_file_is_linked_aside_is_seen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rename is the last call before which another program can write into the file that goes."""
    path, replace = desk.file("a.md", b"a: 1\nb: 2\n"), os.replace
    waiting = [b"a: 1\nb: 3\n"]

    def late(name: str, other: str, *, src_dir_fd: int | None = None, dst_dir_fd: int | None = None) -> None:
        if waiting:
            path.write_bytes(waiting.pop())
        replace(name, other, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(swap, "exchange", refuse(errno.EINVAL))
    monkeypatch.setattr(os, "replace", late)
    result = desk.save(path, b"a: 1\nb: 2\n", b"a: mine\nb: 2\n")
    assert result == Merged(b"a: mine\nb: 3\n", theirs=b"a: 1\nb: 3\n")
    assert path.read_bytes() == b"a: mine\nb: 3\n"
    assert desk.store.footing(str(path)).way is Way.LINKED_ASIDE
    assert desk.listing() == ["a.md"]


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EMLINK])
def test_without_links_it_is_renamed_over_unseen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(swap, "exchange", refuse(errno.EINVAL))
    monkeypatch.setattr(os, "link", refuse(number))
    path = desk.file("a.md", b"one\n")
    assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
    found = desk.store.footing(str(path))
    assert (found.way, found.because) == (Way.UNSEEN, Because.LAST_SAVE)
    assert path.read_bytes() == b"two\n"
    assert desk.listing() == ["a.md"]


def test_a_file_with_several_names_is_written_into(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    (desk.root / "b.md").hardlink_to(path)
    found, before = desk.store.footing(str(path)), inode_of(path)
    assert (found.way, found.because, found.names) == (Way.IN_PLACE, Because.HARD_LINKS, 2)
    assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
    assert inode_of(path) == before


@pytest.mark.parametrize("number", [errno.EACCES, errno.EBUSY, errno.EXDEV])
def test_a_new_file_that_is_refused_is_remembered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path, other = desk.file("a.md", b"one\n"), desk.file("b.md", b"one\n")
    with monkeypatch.context() as patched:
        patched.setattr(swap, "exchange", refuse(number))
        before = inode_of(path)
        assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
        assert inode_of(path) == before
    found = desk.store.footing(str(path))
    assert (found.way, found.because) == (Way.IN_PLACE, Because.REFUSED)
    assert found.refusal == os.strerror(number)
    assert desk.store.footing(str(other)).because is not Because.REFUSED
    assert desk.save(path, b"two\n", b"three\n") == Saved(b"three\n")
    assert desk.store.footing(str(path)).because is Because.LAST_SAVE


@pytest.fixture
def order() -> Iterator[Order]:
    """A save of a file in a folder that belongs to a user without rights, whoever runs the tests."""
    top = Path(tempfile.mkdtemp())
    (top / "memory").mkdir()
    path = top / "memory" / "a.md"
    path.write_bytes(b"one\n")
    is_root = os.geteuid() == 0
    for each in (top, top / "memory", path) if is_root else ():
        os.chown(each, NOBODY, NOBODY)
    yield Order(str(top / "own"), str(top / "memory"), str(path), "one\n", "two\n", as_nobody=is_root)
    (top / "memory").chmod(0o700)
    shutil.rmtree(top)


def test_a_folder_that_takes_no_file(order: Order) -> None:
    before = inode_of(Path(order.path))
    Path(order.root).chmod(0o555)
    said = stood(order)
    assert said.before == said.after == ("IN_PLACE", "CLOSED_FOLDER", "LEASE")
    assert (said.result, inode_of(Path(order.path))) == ("Saved", before)


@needs_root
def test_a_file_of_somebody_else(order: Order) -> None:
    before = inode_of(Path(order.path))
    os.chown(order.path, 12345, NOBODY)
    Path(order.path).chmod(0o660)
    said = stood(order)
    assert said.before == said.after == ("IN_PLACE", "FOREIGN_OWNER", "SETTLE_FOREIGN")
    assert (said.result, inode_of(Path(order.path))) == ("Saved", before)


@needs_root
def test_a_file_of_a_group_that_is_not_ours(order: Order) -> None:
    before = inode_of(Path(order.path))
    os.chown(order.path, NOBODY, 12345)
    said = stood(order)
    assert said.before[:2] == said.after[:2] == ("IN_PLACE", "FOREIGN_OWNER")
    assert (said.result, inode_of(Path(order.path))) == ("Saved", before)


def test_an_own_file_of_a_user_without_rights(order: Order) -> None:
    said = stood(order)
    assert said.before[0] in ("EXCHANGED", "")
    assert said.after == ("EXCHANGED", "LAST_SAVE", "LEASE")


@needs_root
def test_a_file_that_is_a_mount_of_its_own(desk: Desk, tmp_path: Path) -> None:
    path, host = desk.file("a.md", b""), tmp_path / "host.md"
    host.write_bytes(b"one\n")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "memdesk-test", str(disk)]
    if subprocess.run(mount, stderr=subprocess.PIPE, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        (disk / "host.md").write_bytes(b"one\n")
        subprocess.run(["mount", "--bind", str(disk / "host.md"), str(path)], check=True)
        try:
            found = desk.store.footing(str(path))
            assert (found.way, found.because) == (Way.IN_PLACE, Because.OWN_MOUNT)
            assert found.file_system == "tmpfs"
            assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
        finally:
            subprocess.run(["umount", str(path)], check=True)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_link_says_where_it_leads(desk: Desk) -> None:
    real = desk.file("real/a.md", b"one\n")
    (desk.root / "a.md").symlink_to(real)
    assert desk.store.footing(str(desk.root / "a.md")).path == str(real)


def test_what_stands_in_the_way_is_said(desk: Desk, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_bytes(b"x")
    found = desk.store.footing(str(outside))
    assert isinstance(found.why_not, Declined)
    assert "outside every open memory folder" in found.why_not.sentence
    os.mkfifo(desk.root / "pipe.md")
    assert desk.store.footing(str(desk.root / "pipe.md")).why_not is not None


def test_a_document_that_is_not_there_yet(desk: Desk) -> None:
    found = desk.store.footing(str(desk.root / "new.md"))
    assert (found.way, found.because, found.reading, found.why_not) == (None, Because.NEW_FILE, None, None)
    missing = desk.store.footing(str(desk.root / "no" / "such" / "new.md"))
    assert (missing.because, missing.why_not) == (Because.NEW_FILE, None)
    assert desk.listing() == []


def test_somebody_who_writes_is_seen(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    with path.open("ab"):
        assert desk.store.footing(str(path)).reading is Reading.BUSY
    assert desk.store.footing(str(path)).reading is Reading.LEASE


def test_the_way_inside_is_the_systems_or_our_own(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.file("sub/a.md", b"one\n")
    assert desk.store.footing(str(path)).walk in (Walk.ONE_CALL, Walk.STEP_BY_STEP)
    monkeypatch.setattr(confine, "open_folder_beneath", refuse(errno.ENOSYS))
    assert desk.store.footing(str(path)).walk is Walk.STEP_BY_STEP
    assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")


def test_the_agents_lock_is_named(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    lock = AgentLock(f"{path}.lock", LockKind.WHOLE_FILE)
    roots = [Root(str(desk.root))]
    store = Store(desk.folders, desk.history, lambda: roots, lock_of=lambda _path: lock)
    assert store.footing(str(path)).lock == lock
    assert desk.store.footing(str(path)).lock is None
    assert desk.listing() == ["a.md"]


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:21 / /proc rw - proc proc rw
30 22 0:40 / /home/me/my\\040notes rw master:2 - fuse.sshfs me@host: rw
31 22 0:41 / /home/me rw - nfs4 server:/home rw
32 22 0:42 / /home/me rw - btrfs /dev/sdb rw
not a mount
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/etc/passwd", "ext4"),
        ("/home/me/my notes/a.md", "fuse.sshfs"),
        ("/home/me/my notes", "fuse.sshfs"),
        ("/home/me/a.md", "btrfs"),
        ("/home/me2/a.md", "ext4"),
    ],
)
def test_the_kind_of_a_file_system(path: str, kind: str) -> None:
    assert kind_among(MOUNTS, path) == kind


def test_the_kind_of_file_system_here() -> None:
    assert file_system_of("/proc/self") == "proc"
