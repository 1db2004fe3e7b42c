"""The history: what it keeps, that it is private, and that two processes get along in it."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.errors import NotFound
from memdesk.store.database import SCHEMA_VERSION, Database, HistoryError
from memdesk.store.history import History
from memdesk.store.history_place import FILE_NAME
from memdesk.store.private_database import raising
from memdesk.store.versions import Author, PendingSave
from tests.store.saver import CHECKOUT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "own" / "history"


@pytest.fixture
def history(folder: Path) -> Iterator[History]:
    with closing(History(str(folder), clock=count(1000.0).__next__)) as made:
        yield made


def begin(history: History, base: bytes | None, disk: bytes | None, new: bytes) -> PendingSave:
    return history.record_save("/m/a.md", base, disk, new, "edit", file="/m/a.md", temporary=".t")


def texts(history: History) -> list[tuple[bytes, str, str]]:
    """Text, author and reason of each version, oldest first."""
    versions = reversed(history.versions("/m/a.md"))
    return [(history.data(version.id), version.author.value, version.why) for version in versions]


def test_asking_makes_nothing(history: History, folder: Path) -> None:
    assert history.versions("/m/a.md") == ()
    assert history.pending() == ()
    with pytest.raises(NotFound):
        history.data(1)
    assert not folder.exists()


def test_only_this_user_can_read_it(history: History, folder: Path) -> None:
    history.record_seen("/m/a.md", b"secret")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert set(modes) == {FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_a_save_keeps_base_disk_and_new(history: History) -> None:
    save = begin(history, b"base", b"disk", b"new")
    assert texts(history) == [
        (b"base", "program", "first seen"),
        (b"disk", "program", "found on disk"),
        (b"new", "you", "edit"),
    ]
    assert [version.landed for version in history.versions("/m/a.md")] == [False, True, True]
    assert history.pending() == history.pending("/m/a.md") == (save,)
    assert history.pending("/m/b.md") == ()
    history.finish(save, landed=True)
    assert history.pending() == ()
    newest = history.versions("/m/a.md")[0]
    assert (newest.landed, newest.size_bytes, newest.when) == (True, 3, 1000.0)


def test_what_is_known_is_not_kept_twice(history: History) -> None:
    history.finish(begin(history, b"one", b"one", b"two"), landed=True)
    history.finish(begin(history, b"two", b"two", b"one"), landed=True)
    history.record_seen("/m/a.md", b"one")
    assert [text for text, _, _ in texts(history)] == [b"one", b"two", b"one"]
    with closing(sqlite3.connect(history.place.file)) as rows:
        assert rows.execute("SELECT count(*) FROM texts").fetchone() == (2,)


def test_a_save_that_came_to_nothing_is_forgotten(history: History) -> None:
    history.record_seen("/m/b.md", b"shared")
    for new in (b"shared", b"mine alone"):
        history.forget(begin(history, None, None, new))
    assert history.versions("/m/a.md") == ()
    assert history.pending() == ()
    with closing(sqlite3.connect(history.place.file)) as rows:
        assert rows.execute("SELECT size_bytes FROM texts").fetchall() == [(6,)]


def test_an_interrupted_save_keeps_its_text(history: History) -> None:
    history.finish(begin(history, None, None, b"mine"), landed=False)
    version = history.versions("/m/a.md")[0]
    assert not version.landed
    assert history.data(version.id) == b"mine"


def test_who_wrote_is_kept(history: History) -> None:
    version = history.record_seen("/m/a.md", b"one", Author.AGENT, "learned")
    assert (version.author, version.why, version.parent) == (Author.AGENT, "first seen", None)
    later = history.record_seen("/m/a.md", b"two", Author.AGENT, "learned")
    assert (later.author, later.why, later.parent) == (Author.AGENT, "learned", version.id)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.binary(min_size=1, max_size=30), data=st.binary(max_size=300))
def test_any_path_and_any_bytes_come_back(history: History, path: bytes, data: bytes) -> None:
    version = history.record_seen(os.fsdecode(path), data)
    assert os.fsencode(version.path) == path
    assert history.data(history.versions(os.fsdecode(path))[0].id) == data


def test_damage_is_told_from_a_text(history: History) -> None:
    version = history.record_seen("/m/a.md", b"one" * 100)
    with closing(sqlite3.connect(history.place.file)) as rows, rows:
        rows.execute("UPDATE texts SET packed = x'00'")
    with pytest.raises(HistoryError, match="one of its texts is damaged"):
        history.data(version.id)


def test_a_newer_history_is_left_alone(history: History) -> None:
    history.record_seen("/m/a.md", b"one")
    history.close()
    with closing(sqlite3.connect(history.place.file)) as rows, rows:
        rows.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(HistoryError, match="a newer Memdesk made it") as caught:
        history.record_seen("/m/a.md", b"two")
    assert caught.value.hint.startswith("Update Memdesk")


def test_a_file_that_is_no_database_is_to_be_moved_away(history: History) -> None:
    os.makedirs(os.path.dirname(history.place.file), exist_ok=True)
    Path(history.place.file).write_bytes(b"not a database, but long enough to be looked at" * 40)
    with pytest.raises(HistoryError, match="cannot be used") as caught:
        history.record_seen("/m/a.md", b"one")
    assert caught.value.hint == "Move the file away to start a new history."


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.EACCES, "Give yourself the right to write in that folder."),
        (errno.EROFS, "Give yourself the right to write in that folder."),
        (errno.ENOSPC, "Make room on that disk, or move the file away to start a new history."),
    ],
)
def test_what_to_do_depends_on_what_the_system_said(number: int, hint: str) -> None:
    with pytest.raises(HistoryError) as caught, raising(HistoryError, lambda: "/x/history.sqlite"):
        raise OSError(number, os.strerror(number))
    assert caught.value.hint == hint


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "own").write_bytes(b"a file")
    history = History(str(tmp_path / "own" / "history"))
    with pytest.raises(HistoryError, match="cannot be used"):
        history.record_seen("/m/a.md", b"one")


def test_a_failure_leaves_no_half_transaction(history: History) -> None:
    history.record_seen("/m/a.md", b"one")
    with closing(sqlite3.connect(history.place.file)) as rows, rows:
        rows.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON pending BEGIN SELECT RAISE(FAIL, 'no room'); END"
        )
    with pytest.raises(HistoryError, match="no room"):
        begin(history, b"one", b"two", b"three")
    assert [text for text, _, _ in texts(history)] == [b"one"]


WRITER = """
import sys
from memdesk.store.history import History
history = History(sys.argv[1])
for n in range(25):
    path = f"/m/{sys.argv[2]}.md"
    save = history.record_save(path, b"", b"%d" % n, b"%d mine" % n, "edit", file=path, temporary=".t")
    history.finish(save, landed=True)
history.close()
"""


def test_processes_that_start_at_once_get_along(history: History, folder: Path) -> None:
    """The first of them makes the database while the others wait for it."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(folder), name], cwd=CHECKOUT) for name in "abcd"
    ]
    assert [writer.wait() for writer in writers] == [0] * 4
    for name in "abcd":
        assert len(history.versions(f"/m/{name}.md")) == 51
    assert history.pending() == ()


def test_who_reads_sees_one_state_while_another_process_writes(tmp_path: Path) -> None:
    ours, theirs = (Database(str(tmp_path / "history.sqlite")) for _ in range(2))
    with theirs.writing() as connection:
        connection.execute("INSERT INTO changes (why, is_undone) VALUES ('move', 0)")
    with ours.reading() as connection:
        assert connection is not None
        assert connection.execute("SELECT count(*) FROM changes").fetchone() == (1,)
        with theirs.writing() as other:
            other.execute("DELETE FROM changes")
        assert connection.execute("SELECT count(*) FROM changes").fetchone() == (1,)
    with ours.reading() as connection:
        assert connection is not None
        assert connection.execute("SELECT count(*) FROM changes").fetchone() == (0,)
    ours.close()
    theirs.close()
