"""The log is private and small, says nothing that stands in a memory, and never stands in the way."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.store.crash_reports import MOST_REPORTS, CrashReports
from memdesk.store.log_file import MOST_BYTES, LogFile, LogHandler
from tests.store.saver import CHECKOUT

HOME = "/home/ada"
TOKEN = "ghp_" + "a1B2" * 9


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    """A logger of this test's own, which nobody else hears."""
    log = logging.getLogger("memdesk.test")
    log.propagate = False
    log.setLevel(logging.INFO)
    yield log
    for handler in tuple(log.handlers):
        log.removeHandler(handler)
        handler.close()


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(os.lstat(path).st_mode) for path in folder.iterdir()}


def test_records_come_redacted_one_to_a_line(tmp_path: Path, log: logging.Logger) -> None:
    folder = tmp_path / "log"
    handler = LogHandler(LogFile(str(folder)), HOME)
    log.addHandler(handler)
    assert not folder.exists(), "nothing is made before there is something to say"
    log.warning("save of %s: %s", f"{HOME}/.evva/MEMORY.md", "Saved")
    log.info("two\nlines and %s", TOKEN)
    try:
        raise ValueError(f"Use {TOKEN} for the deploy")
    except ValueError:
        log.exception("that failed")
    handler.close()
    lines = (folder / "memdesk.log").read_bytes().decode().split("\n")
    assert [line[20:] for line in lines] == [
        "WARNING memdesk.test: save of ~/.evva/MEMORY.md: Saved",
        "INFO memdesk.test: two\\nlines and ••••••",
        "ERROR memdesk.test: that failed (ValueError)",
        "",
    ]
    assert (stat.S_IMODE(os.stat(folder).st_mode), modes(folder)) == (0o700, {0o600})


def test_it_stays_small(tmp_path: Path) -> None:
    file = LogFile(str(tmp_path / "log"))
    for _ in range(40):
        file.append("x" * (MOST_BYTES // 8) + "\n")
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "log").iterdir()}
    assert set(sizes) <= {"memdesk.log", "memdesk.log.1"}
    assert max(sizes.values()) <= MOST_BYTES * 9 // 8 + 1
    assert modes(tmp_path / "log") == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed there")
def test_two_who_find_it_full_at_once_keep_the_older_file(tmp_path: Path) -> None:
    path, older = tmp_path / "memdesk.log", tmp_path / "memdesk.log.1"
    line = b"x" * 63 + b"\n"
    program = (
        "import sys; from memdesk.store.log_file import LogFile\n"
        f"file = LogFile({str(tmp_path)!r})\n"
        f"for _ in range(400): file.append('x' * {MOST_BYTES // 8 - 1} + chr(10))\n"
    )
    path.write_bytes(line)
    writers = [subprocess.Popen([sys.executable, "-c", program], cwd=CHECKOUT) for _ in range(4)]
    sizes = list[int]()
    while any(writer.poll() is None for writer in writers):
        if older.exists():
            sizes.append(older.stat().st_size)
    assert [writer.returncode for writer in writers] == [0] * 4
    assert sizes
    assert min(sizes) > MOST_BYTES


def test_a_log_that_cannot_be_written_is_no_trouble(tmp_path: Path, log: logging.Logger) -> None:
    (tmp_path / "log").write_bytes(b"in the way")
    handler = LogHandler(LogFile(str(tmp_path / "log")), HOME)
    log.addHandler(handler)
    log.error("nobody reads this")
    handler.close()
    assert (tmp_path / "log").read_bytes() == b"in the way"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "memdesk.log").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link"):
        LogFile(str(tmp_path / "log")).append("x")
    assert not (tmp_path / "elsewhere").exists()


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    clock = iter(range(0, 10_000, 10))
    reports = CrashReports(str(tmp_path / "log"), lambda: next(clock))
    written = [reports.write(f"report {count}") for count in range(MOST_REPORTS + 5)]
    kept = [str(tmp_path / "log" / name) for name in reports.names()]
    assert kept == written[5:]
    assert modes(tmp_path / "log") == {0o600}
    assert Path(written[-1]).read_bytes() == b"report 14"


def test_what_a_dying_process_wrote_is_told_once(tmp_path: Path) -> None:
    reports = CrashReports(str(tmp_path / "log"))
    assert reports.take_fault() == ""
    descriptor = reports.open_for_faults()
    os.write(descriptor, b"Fatal Python error")
    os.close(descriptor)
    assert reports.take_fault() == "Fatal Python error"
    assert reports.take_fault() == ""
    os.close(reports.open_for_faults())
    reports.forget_faults()
    assert os.listdir(tmp_path / "log") == []
