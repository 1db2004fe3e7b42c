"""What is said where there is no room for our own databases."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from memdesk.store.database import HistoryError
from memdesk.store.history import History
from memdesk.store.marks import Marks, MarksError


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "memdesk-test", str(disk)]
    if subprocess.run(mount, stderr=subprocess.PIPE, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "fill").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def test_a_full_disk_is_called_so_and_is_used_again_once_there_is_room(disk: Path) -> None:
    with closing(History(str(disk / "history"))) as history, closing(Marks(str(disk / "marks"))) as marks:
        history.record_all([(str(disk / "a.md"), b"a")])
        marks.put("pinned", "/a", "k", "0" * 64, 1.0)
        history.close()
        marks.close()
        fill(disk)
        with pytest.raises(HistoryError) as no_history:
            history.record_all([(str(disk / "b.md"), b"b" * 9000)])
        with pytest.raises(MarksError) as no_marks:
            marks.put("pinned", "/b", "k", "0" * 64, 1.0)
        for error in (no_history.value, no_marks.value):
            assert os.strerror(errno.ENOSPC) in error.sentence
        (disk / "fill").unlink()
        history.record_all([(str(disk / "b.md"), b"b")])
        marks.put("pinned", "/b", "k", "0" * 64, 1.0)
