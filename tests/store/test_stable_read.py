"""Reading a file only at a moment when nobody writes it."""

from __future__ import annotations

import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.store.leases import Lease, read_lease, write_lease
from memdesk.store.open_folder import OpenFolder
from memdesk.store.stable_read import StillBeingWritten, _read_twice, read_stable, require_regular_file


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[OpenFolder]:
    with OpenFolder.at(str(tmp_path)) as opened:
        yield opened


def test_what_is_there_is_read(folder: OpenFolder, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * 300_000)
    snapshot = read_stable(folder, "a.md")
    assert snapshot.data == b"x" * 300_000
    assert snapshot.still_at((tmp_path / "a.md").stat())


def test_a_file_that_is_half_written_is_waited_for(folder: OpenFolder, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old\n")
    writer = os.open(path, os.O_WRONLY | os.O_TRUNC)
    os.write(writer, b"first half, ")

    def finish() -> None:
        os.write(writer, b"second half\n")
        os.close(writer)

    timer = threading.Timer(0.05, finish)
    timer.start()
    assert read_stable(folder, "a.md").data == b"first half, second half\n"
    timer.join()


def test_who_never_stops_is_not_waited_for_forever(folder: OpenFolder, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    with path.open("wb"), pytest.raises(StillBeingWritten) as raised:
        read_stable(folder, "a.md", known_as="notes")
    assert raised.value.sentence == "Another program keeps writing notes, so it was left alone."
    assert read_stable(folder, "a.md").data == b""


def test_a_lease_tells_readers_from_writers(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"x")
    reader = os.open(path, os.O_RDONLY)
    with read_lease(reader) as lease:
        assert lease is Lease.HELD
    with path.open("rb"):
        with read_lease(reader) as lease:
            assert lease is Lease.HELD
        with write_lease(reader) as lease:
            assert lease is Lease.TAKEN
    with write_lease(reader) as lease:
        assert lease is Lease.HELD
    with path.open("ab"), read_lease(reader) as lease:
        assert lease is Lease.TAKEN
    os.close(reader)


def test_a_writer_waits_for_the_lease_and_nothing_dies_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"before")
    reader = os.open(path, os.O_RDONLY)
    writer = threading.Thread(target=lambda: path.write_bytes(b"after"))
    with read_lease(reader) as lease:
        assert lease is Lease.HELD
        writer.start()
        writer.join(0.05)
        assert writer.is_alive()
        assert os.read(reader, 100) == b"before"
    writer.join()
    assert path.read_bytes() == b"after"
    os.close(reader)


def test_where_there_is_no_lease_two_reads_must_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\n")
    reader = os.open(path, os.O_RDONLY)
    quiet = _read_twice(reader)
    assert quiet is not None
    assert quiet.data == b"one\n"
    monkeypatch.setattr(time, "sleep", lambda _pause_s: path.write_bytes(b"two\n"))
    assert _read_twice(reader) is None
    os.close(reader)


@pytest.mark.parametrize("what", ["pipe", "socket", "folder", "link", "device"])
def test_only_regular_files_are_opened(
    folder: OpenFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "a.md"
    with socket.socket(socket.AF_UNIX) as listener:
        if what == "pipe":
            os.mkfifo(path)
        elif what == "folder":
            path.mkdir()
        elif what == "link":
            path.symlink_to("b.md")
        elif what == "socket":
            monkeypatch.chdir(tmp_path)  # the name of a socket may not be long
            listener.bind("a.md")
        if what == "device":
            with pytest.raises(Refused, match="is a pipe, a socket or a device"):
                require_regular_file("/dev/null", os.stat("/dev/null"))
        else:
            with pytest.raises(Refused, match=r"a\.md (is a|has just become a)"):
                read_stable(folder, "a.md")


def test_a_pipe_with_a_writer_waiting_is_not_disturbed(folder: OpenFolder, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    os.mkfifo(path)
    with pytest.raises(Refused):
        read_stable(folder, "a.md")
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_missing_file_is_missing(folder: OpenFolder) -> None:
    with pytest.raises(FileNotFoundError):
        read_stable(folder, "a.md")
