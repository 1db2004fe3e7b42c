"""Looking at a file without waiting, and knowing whether somebody was writing it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memdesk.store import rest as rest_module
from memdesk.store.leases import Lease, write_lease
from memdesk.store.rest import at_rest, read_at_rest
from memdesk.store.stable_read import SETTLE_S


@contextmanager
def no_lease(_descriptor: int) -> Iterator[Lease]:
    """What a file of somebody else, a network or another system answers."""
    yield Lease.UNKNOWN


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that nobody has touched for a while."""
    path = tmp_path / "a.md"
    path.write_bytes(b"old\n")
    long_ago_s = time.time() - 60
    os.utime(path, (long_ago_s, long_ago_s))
    return path


def lasted(path: Path) -> bool:
    with at_rest(str(path)) as rest:
        pass
    return rest.lasted


def test_a_lease_tells(path: Path) -> None:
    assert lasted(path)
    with path.open("ab"):
        assert not lasted(path)
    path.write_bytes(b"just now\n")
    assert lasted(path)


def test_who_holds_it_alone_is_not_disturbed(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    with write_lease(descriptor) as lease:
        assert lease is Lease.HELD
        assert not lasted(path)
        with pytest.raises(BlockingIOError):
            read_at_rest(str(path), read_now, patience_s=0.01)
    os.close(descriptor)
    assert lasted(path)


def read_now(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return os.read(descriptor, 100)
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("what", ["missing", "folder", "pipe"])
def test_what_is_no_file_is_at_rest(tmp_path: Path, what: str) -> None:
    path = tmp_path / "a.md"
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    assert lasted(path)


def test_without_a_lease_a_file_must_have_settled(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest_module, "read_lease", no_lease)
    assert lasted(path)
    path.write_bytes(b"half")
    assert not lasted(path)
    old_s = time.time() - 2 * SETTLE_S
    os.utime(path, (old_s, old_s))
    assert lasted(path)


def test_without_a_lease_it_must_stay_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest_module, "read_lease", no_lease)
    with at_rest(str(path)) as rest:
        path.write_bytes(b"begun while it was looked at")
    assert not rest.lasted


def test_a_clock_that_was_set_back_holds_nothing_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest_module, "read_lease", no_lease)
    ahead_s = time.time() + 3600
    os.utime(path, (ahead_s, ahead_s))
    assert lasted(path)


def test_a_read_waits_for_a_writer_and_not_forever(path: Path) -> None:
    writer = os.open(path, os.O_WRONLY | os.O_TRUNC)
    os.write(writer, b"first half, ")
    assert read_at_rest(str(path), read_now, patience_s=0.02) == b"first half, "

    def finish() -> None:
        os.write(writer, b"second half\n")
        os.close(writer)

    timer = threading.Timer(0.05, finish)
    timer.start()
    assert read_at_rest(str(path), read_now, patience_s=20) == b"first half, second half\n"
    timer.join()
