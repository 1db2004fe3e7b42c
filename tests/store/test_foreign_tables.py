"""Rows of databases that other programs hold open: of one moment, current, and without a trace beside them."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from memdesk.errors import StorageError
from memdesk.store import database_copy
from memdesk.store.database_copy import NeverAtRest, copied_database, copied_folder
from memdesk.store.foreign_tables import LibraryMissing, lance_rows, sqlite_rows

ROWS = 7


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Another process that writes the database at `path` without a pause."""
    command = [sys.executable, str(Path(__file__).with_name("wal_writer.py")), str(path), str(ROWS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield
        process.communicate()


def test_rows_are_of_one_moment_while_another_process_writes(tmp_path: Path) -> None:
    path, ours = tmp_path / "index" / "system.db", str(tmp_path / "ours")
    path.parent.mkdir()
    with writing(path):
        newest = -1
        for _ in range(25):
            # A machine that is busy may give no quiet moment in time; that is said, not guessed around.
            with suppress(NeverAtRest):
                rows = sqlite_rows(str(path), "t", ["batch", "text", "later"], ours)
                assert set(Counter(row["batch"] for row in rows).values()) <= {ROWS}
                latest = max(int(str(row["batch"])) for row in rows)
                assert latest >= newest
                newest = latest
        assert newest >= 0
    assert os.listdir(ours) == []


def test_what_is_still_in_the_log_is_read_and_nothing_is_made_beside_it(tmp_path: Path) -> None:
    path, ours = tmp_path / "index" / "system.db", str(tmp_path / "ours")
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("CREATE TABLE t (a, b)")
    connection.execute("INSERT INTO t VALUES ('one', 1)")
    connection.commit()
    before = picture(path.parent)
    assert sqlite_rows(str(path), "t", ["b", "a", "missing"], ours) == ({"b": 1, "a": "one"},)
    connection.execute("UPDATE t SET b = 2")
    connection.commit()
    changed = picture(path.parent)
    assert sqlite_rows(str(path), "t", ["b"], ours) == ({"b": 2},)
    assert before.keys() == changed.keys() == picture(path.parent).keys()
    assert picture(path.parent) == changed
    connection.close()


def picture(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """What a folder holds, with times and rights."""
    return {
        name: (
            hashlib.sha256((folder / name).read_bytes()).digest(),
            (folder / name).stat().st_mtime_ns,
            (folder / name).stat().st_mode,
        )
        for name in sorted(os.listdir(folder))
    }


@pytest.mark.skipif(not Path("/usr/bin/strace").exists(), reason="needs strace")
def test_no_call_of_the_system_opens_the_database_for_writing(tmp_path: Path) -> None:
    path = tmp_path / "index" / "system.db"
    path.parent.mkdir()
    sqlite3.connect(path).execute("CREATE TABLE t (a)").connection.close()
    code = (
        "import sys; from memdesk.store.foreign_tables import sqlite_rows;"
        "print(len(sqlite_rows(sys.argv[1], 't', ['a'], sys.argv[2])))"
    )
    trace = tmp_path / "trace"
    subprocess.run(
        [
            *("/usr/bin/strace", "-f", "-qq", "-e", "trace=file,lseek,fcntl", "-o", str(trace)),
            *(sys.executable, "-c", code, str(path), str(tmp_path / "ours")),
        ],
        check=True,
        capture_output=True,
    )
    about = [line for line in trace.read_bytes().decode().split("\n") if str(path.parent) in line]
    opened = [line for line in about if "openat(" in line]
    assert opened
    assert all("O_RDONLY" in line and "O_CREAT" not in line for line in opened)
    others = {line.partition(" ")[2].strip(" ").partition("(")[0] for line in about if "openat(" not in line}
    assert others <= {"newfstatat", "lstat", "stat", "statx", "access", "faccessat2", "execve", "readlink"}


def test_a_copy_is_private_and_gone_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"x")
    path.chmod(0o644)
    with copied_database(str(path), str(tmp_path / "ours")) as copy:
        assert stat.S_IMODE(os.stat(os.path.dirname(copy)).st_mode) == 0o700
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert os.listdir(tmp_path / "ours") == []


def test_copies_of_a_program_that_was_killed_are_removed(tmp_path: Path) -> None:
    left = tmp_path / "ours" / "left"
    left.mkdir(parents=True)
    (left / "copy.db").write_bytes(b"x")
    os.utime(left, (1, 1))
    (tmp_path / "a.db").write_bytes(b"x")
    with copied_database(str(tmp_path / "a.db"), str(tmp_path / "ours")):
        assert not left.exists()


def test_what_is_missing_or_no_database_is_said(tmp_path: Path) -> None:
    ours = str(tmp_path / "ours")
    with pytest.raises(FileNotFoundError):
        sqlite_rows(str(tmp_path / "none.db"), "t", ["a"], ours)
    path = tmp_path / "a.db"
    sqlite3.connect(path).execute("CREATE TABLE t (a)").connection.close()
    with pytest.raises(FileNotFoundError):
        sqlite_rows(str(path), "other", ["a"], ours)
    path.write_bytes(b"no database at all, but long enough to look at" * 20)
    with pytest.raises(StorageError, match="cannot be read as a database"):
        sqlite_rows(str(path), "t", ["a"], ours)


def test_a_database_without_a_quiet_moment_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"x")
    copy_file = database_copy._copy_file

    def grows(one: str, copy: str) -> tuple[int, bytes] | None:
        found = copy_file(one, copy)
        with path.open("ab") as file:
            file.write(b"x")
        return found

    monkeypatch.setattr(database_copy, "_copy_file", grows)
    monkeypatch.setattr(database_copy, "PATIENCE_S", 0.05)
    with pytest.raises(NeverAtRest), copied_database(str(path), str(tmp_path / "ours")):
        pass


def test_without_lances_library_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lance", None)
    (tmp_path / "episode.lance").mkdir()
    with pytest.raises(LibraryMissing) as caught:
        lance_rows(str(tmp_path), "episode", ["id"], str(tmp_path / "ours"))
    assert caught.value.advice == "Install memdesk[everos] to see its rows."


def test_a_folder_is_copied_without_its_links(tmp_path: Path) -> None:
    source = tmp_path / "t.lance"
    (source / "data").mkdir(parents=True)
    (source / "_versions").mkdir()
    (source / "data" / "a").write_bytes(b"1")
    (source / "_versions" / "1").write_bytes(b"2")
    (source / "link").symlink_to(tmp_path)
    with copied_folder(str(source), str(tmp_path / "ours")) as copy:
        assert sorted(str(p.relative_to(copy)) for p in Path(copy).rglob("*") if p.is_file()) == [
            "_versions/1",
            "data/a",
        ]
