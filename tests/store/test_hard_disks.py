"""The file system says no: each time the user reads why, and the file is old or new, never half."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.store.confine import Root
from memdesk.store.database import HistoryError
from memdesk.store.outcomes import Declined, Saved
from memdesk.text.document import encode
from tests.store.conftest import Desk
from tests.store.lines import merge_lines
from tests.store.saver import NOBODY, Answer, Order, asked

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount a file system"
)


@pytest.fixture
def order() -> Iterator[Order]:
    """A save of a file that belongs to a user without rights, whoever runs the tests."""
    top = Path(tempfile.mkdtemp())
    (top / "memory").mkdir()
    path = top / "memory" / "a.md"
    path.write_bytes(b"one\n")
    for each in (top, top / "memory", path):
        if os.geteuid() == 0:
            os.chown(each, NOBODY, NOBODY)
    yield Order(
        state=str(top / "own"),
        root=str(top / "memory"),
        path=str(path),
        base="one\n",
        mine="two\n",
        as_nobody=os.geteuid() == 0,
    )
    (top / "memory").chmod(0o700)
    shutil.rmtree(top)


def test_a_save_without_root_rights(order: Order) -> None:
    assert asked(order) == Answer("Saved", data="two\n")


def test_a_read_only_file_is_refused(order: Order) -> None:
    Path(order.path).chmod(0o444)
    answer = asked(order)
    assert answer == Answer(
        "Declined", f"{order.path} is read-only, so it was not saved: Permission denied.", refused=True
    )
    assert Path(order.path).read_bytes() == b"one\n"


def test_in_a_read_only_folder_the_file_itself_is_written(order: Order) -> None:
    path = Path(order.path)
    inode = path.stat().st_ino
    path.parent.chmod(0o555)
    assert asked(order) == Answer("Saved", data="two\n")
    assert path.read_bytes() == b"two\n"
    assert path.stat().st_ino == inode
    assert os.listdir(order.root) == ["a.md"]


def test_in_a_read_only_folder_nothing_is_created(order: Order) -> None:
    Path(order.root).chmod(0o555)
    answer = asked(replace(order, create=True, path=f"{order.root}/new.md"))
    assert (answer.result, answer.refused) == ("Declined", True)
    assert os.listdir(order.root) == ["a.md"]


def test_a_read_only_file_in_a_read_only_folder(order: Order) -> None:
    Path(order.path).chmod(0o444)
    Path(order.root).chmod(0o555)
    assert asked(order).refused
    assert Path(order.path).read_bytes() == b"one\n"


def test_a_folder_that_may_not_be_entered(order: Order) -> None:
    Path(order.root).chmod(0)
    assert asked(order).refused


@needs_root
def test_a_file_of_somebody_else_stays_theirs(order: Order) -> None:
    """Not our file, so there is no lease, and no new file could be given its owner."""
    os.chown(order.path, 12345, NOBODY)
    Path(order.path).chmod(0o660)
    before = os.stat(order.path)
    assert asked(order) == Answer("Saved", data="two\n")
    after = os.stat(order.path)
    assert (after.st_ino, after.st_uid, after.st_mode) == (before.st_ino, 12345, before.st_mode)


def test_a_text_larger_than_files_may_be(order: Order) -> None:
    asked(order)  # so that the history is there
    order = replace(order, base="two\n", mine="x" * 8_000_000, largest_file_bytes=4_000_000)
    answer = asked(order)
    assert answer.result == "Declined"
    assert answer.sentence == f"The text is larger than a file may be here, so {order.path} was not saved."
    assert Path(order.path).read_bytes() == b"two\n"
    assert os.listdir(order.root) == ["a.md"]


def test_a_hard_linked_file_gets_its_old_text_back(order: Order) -> None:
    """It has to be written in place, and the limit strikes in the middle of the write."""
    asked(order)
    (Path(order.root) / "b.md").hardlink_to(order.path)
    order = replace(order, base="two\n", mine="x" * 8_000_000, largest_file_bytes=4_000_000)
    assert asked(order).result == "Declined"
    assert Path(order.path).read_bytes() == b"two\n"


def test_a_history_that_has_no_room(order: Order) -> None:
    answer = asked(replace(order, largest_file_bytes=20_000))
    assert answer.result == "Declined"
    assert answer.sentence.startswith(
        f"The history in {order.state}/data/history/history.sqlite cannot be used"
    )
    assert Path(order.path).read_bytes() == b"one\n"


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """A file system in memory at `folder`."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "memdesk-test", str(folder)],
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@needs_root
def test_a_full_disk(desk: Desk) -> None:
    disk = desk.root / "small"
    with mounted(disk, "size=64k"):
        path = disk / "a.md"
        path.write_bytes(b"one\n")
        result = desk.save(path, b"one\n", b"x" * 80_000)
        assert isinstance(result, Declined)
        assert not result.refused
        assert result.sentence == f"The disk is full, so {path} was not saved."
        assert path.read_bytes() == b"one\n"
        assert os.listdir(disk) == ["a.md"]

        (disk / "b.md").hardlink_to(path)
        assert isinstance(desk.save(path, b"one\n", b"x" * 80_000), Declined)
        assert path.read_bytes() == b"one\n"

        assert isinstance(desk.store.create(str(disk / "new.md"), b"x" * 80_000), Declined)
        assert sorted(os.listdir(disk)) == ["a.md", "b.md"]
        assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")


@needs_root
def test_a_disk_mounted_read_only(desk: Desk) -> None:
    disk = desk.root / "fixed"
    with mounted(disk, "size=64k"):
        path = disk / "a.md"
        path.write_bytes(b"one\n")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        result = desk.save(path, b"one\n", b"two\n")
        assert isinstance(result, Declined)
        assert result.refused
        assert result.sentence == f"{path} lies on a disk that is mounted read-only, so it was not saved."
        assert path.read_bytes() == b"one\n"


@needs_root
def test_a_file_that_is_a_mount_of_its_own(desk: Desk, tmp_path: Path) -> None:
    """As in a container that is given one file of its host: it cannot be renamed over."""
    path, host = desk.file("a.md", b""), tmp_path / "host.md"
    host.write_bytes(b"one\n")
    done = subprocess.run(["mount", "--bind", str(host), str(path)], stderr=subprocess.PIPE, check=False)
    if done.returncode:
        pytest.skip(f"no file can be mounted here: {done.stderr.decode().strip()}")
    try:
        assert desk.save(path, b"one\n", b"two\n") == Saved(b"two\n")
        assert host.read_bytes() == b"two\n"
    finally:
        subprocess.run(["umount", str(path)], check=True)


@needs_root
def test_a_file_made_immutable(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    if shutil.which("chattr") is None or subprocess.run(["chattr", "+i", str(path)], check=False).returncode:
        pytest.skip("chattr is missing, or means nothing on this file system")
    try:
        result = desk.save(path, b"one\n", b"two\n")
        assert isinstance(result, Declined)
        assert result.refused
        assert "Operation not permitted" in result.sentence
    finally:
        subprocess.run(["chattr", "-i", str(path)], check=True)


def test_the_memory_of_another_disk(desk: Desk) -> None:
    """A root on another file system than the history, as with a stick or a share."""
    other = Path("/dev/shm")
    if not os.access(other, os.W_OK):
        pytest.skip("there is no second file system to write to")
    with tempfile.TemporaryDirectory(dir=other) as folder:
        desk.roots.append(Root(folder))
        path = Path(folder) / "a.md"
        path.write_bytes(b"a: 1\nb: 2\n")
        result = desk.store.save(str(path), b"a: 1\n", encode("a: 2\n"), merge_lines)
        assert type(result).__name__ == "Merged"
        assert path.read_bytes() == b"a: 2\nb: 2\n"
        assert os.listdir(folder) == ["a.md"]


def test_a_full_history_says_so(desk: Desk) -> None:
    desk.history.record_seen("/m/a.md", b"one\n")
    with desk.history._database.reading() as connection:
        assert connection is not None
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(HistoryError, match="is full"):
        desk.history.record_seen("/m/a.md", os.urandom(200_000))
    assert [version.size_bytes for version in desk.history.versions("/m/a.md")] == [4]
