"""What the file system refuses, in the real window: a full disk, files and folders that may not be written."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.window.display import Display
from tests.window.homes import MEMORY, entries_below, make_home, memory_of
from tests.window.real import RealProgram
from tests.window.reporting import AS_NOBODY, NOBODY
from tests.window.test_real_window import go_to_section

LIMIT_BYTES = 32 * 1024
LONG = (
    b"## Project facts\n"
    + b"- a fact that takes some room on the disk\n" * 2000
    + b"\n## Decisions\nUse npm.\n"
)


def told(program: RealProgram, words: str) -> bool:
    """Whether the user read these words."""
    return any(words in str(message["text"]) for message in program.reports("message"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process from outside")
def test_a_full_disk_is_said_and_the_text_kept(display: Display, home: Path, tmp_path: Path) -> None:
    import resource

    memory = memory_of(make_home(home, LONG))
    with RealProgram(display, tmp_path, memory.parents[2], reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+Home", "x")
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (LIMIT_BYTES, resource.RLIM_INFINITY))
        program.keys("ctrl+s")
        assert program.wait_for_report("save")[0]["result"] == "Declined"
        assert told(program, "Not saved: ")
        assert memory.read_bytes() == LONG
        assert sorted(os.listdir(memory.parent)) == ["MEMORY.md"]
        assert program.is_dirty
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        program.keys("ctrl+s")
        assert program.wait_for_report("save", 2)[1]["result"] == "Saved"
    assert memory.read_bytes() == LONG.replace(b"Use npm", b"xUse npm")


@pytest.fixture
def open_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home that belongs to nobody, where nobody gets to it; the program will run as nobody."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield home
        return
    folder = Path(tempfile.mkdtemp(prefix="memdesk-home-"))
    for name, value in os.environ.items():
        if value.startswith(str(home)):
            monkeypatch.setenv(name, value.replace(str(home), str(folder), 1))
    monkeypatch.setenv(AS_NOBODY, "1")
    yield folder
    shutil.rmtree(folder)


def give_to_nobody(folder: Path) -> None:
    """Let everything in `folder` belong to who will run the program."""
    if os.environ.get(AS_NOBODY):
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)


def test_a_file_that_may_not_be_written_is_shown_and_not_edited(
    display: Display, open_home: Path, tmp_path: Path
) -> None:
    memory = memory_of(make_home(open_home))
    give_to_nobody(open_home)
    os.chmod(memory, 0o444)
    before = entries_below(memory.parent)
    with RealProgram(display, tmp_path, memory.parents[2], reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        assert program.wait_for_report("state")[-1]["text"] == "Read-only"
        assert program.reports("state")[-1]["why"]
        program.keys("ctrl+Home", "x", "ctrl+s")
        program.settle(0.3)
        assert not program.is_dirty
        assert not program.reports("save")
    assert entries_below(memory.parent) == before


def test_a_file_in_a_folder_that_may_not_be_written_is_saved_in_place(
    display: Display, open_home: Path, tmp_path: Path
) -> None:
    memory = memory_of(make_home(open_home))
    give_to_nobody(open_home)
    os.chmod(memory.parent, 0o555)
    before = os.stat(memory)
    with RealProgram(display, tmp_path, memory.parents[2], reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+Home", "x", "ctrl+s")
        assert program.wait_for_report("save")[0]["result"] == "Saved"
    assert memory.read_bytes() == MEMORY.replace(b"Use npm", b"xUse npm")
    assert os.stat(memory).st_ino == before.st_ino
    assert os.listdir(memory.parent) == ["MEMORY.md"]


def test_a_file_that_may_not_be_read_is_said(display: Display, open_home: Path, tmp_path: Path) -> None:
    memory = memory_of(make_home(open_home))
    give_to_nobody(open_home)
    os.chmod(memory, 0)
    with RealProgram(display, tmp_path, memory.parents[2], reporting=True) as program:
        program.keys("ctrl+t")
        program.type("MEMORY")
        program.keys("Down", "Down", "Down")
        wait_until(lambda: told(program, "cannot be read: Permission denied"), what="the reason")
        assert "USER_PROFILE" in program.title
    os.chmod(memory, 0o600)
    assert memory.read_bytes() == MEMORY
