"""The history moves to another folder while others use it, and nothing of it is lost."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.errors import Refused, StorageError
from memdesk.store.database import Database, HistoryError
from memdesk.store.history import History
from memdesk.store.history_place import FILE_NAME, FOLDER_NAME
from tests.store.saver import CHECKOUT
from tests.store.strikes import needs_strace


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return tmp_path / "own" / "history"


def texts(history: History, path: str = "/m/a.md") -> list[bytes]:
    return [history.data(version.id) for version in history.versions(path)]


def test_it_goes_on_at_the_new_place(first: Path, tmp_path: Path) -> None:
    new = tmp_path / "disk"
    with closing(History(str(first))) as history, closing(History(str(first))) as other:
        history.record_seen("/m/a.md", b"one\n")
        assert texts(other) == [b"one\n"]
        assert history.place.move(str(new)) == str(new / FOLDER_NAME)
        other.record_seen("/m/a.md", b"two\n")
        assert texts(history) == texts(other) == [b"two\n", b"one\n"]
        assert history.place.folder == other.place.folder == str(new / FOLDER_NAME)
    assert not (first / FILE_NAME).exists()
    assert stat.S_IMODE((new / FOLDER_NAME).stat().st_mode) == 0o700
    assert stat.S_IMODE((new / FOLDER_NAME / FILE_NAME).stat().st_mode) == 0o600
    with closing(History(str(first))) as again:
        assert texts(again) == [b"two\n", b"one\n"]
        again.place.move(str(tmp_path / "third"))
        again.place.move(str(first))
        assert texts(again) == [b"two\n", b"one\n"]
    assert [path.name for path in first.iterdir()] == [FILE_NAME]
    assert not list((tmp_path / "third" / FOLDER_NAME).iterdir())


def test_what_is_written_meanwhile_comes_along(first: Path, tmp_path: Path) -> None:
    with closing(History(str(first))) as history, closing(History(str(first))) as writer:
        history.record_seen("/m/a.md", b"0\n")
        done = threading.Event()

        def write() -> None:
            number = 1
            while not done.is_set():
                writer.record_seen("/m/a.md", b"%d\n" % number)
                number += 1

        thread = threading.Thread(target=write)
        thread.start()
        for place in ("one", "two", "three"):
            history.place.move(str(tmp_path / place))
        done.set()
        thread.join()
        found = texts(history)
        assert found == [b"%d\n" % number for number in reversed(range(len(found)))]
        assert found == texts(writer)


@pytest.mark.parametrize("found", [b"no database any more", None])
def test_what_was_moved_while_it_was_being_opened_is_opened_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: bytes | None
) -> None:
    left, new = tmp_path / "left.sqlite", tmp_path / "new.sqlite"
    with closing(Database(str(new))) as made, made.writing():
        pass
    if found is not None:
        left.write_bytes(found)
    place = str(left)

    def make_ready(self: Database) -> None:
        nonlocal place
        place = str(new)
        whole(self)

    whole = Database._make_ready
    monkeypatch.setattr(Database, "_make_ready", make_ready)
    database = Database(str(tmp_path / "first.sqlite"), lambda: place)
    with closing(database), database.writing() as connection:
        assert connection.execute("PRAGMA database_list").fetchone()[2] == str(new)


def test_a_place_that_is_gone_is_told_and_nothing_is_made_there(first: Path, tmp_path: Path) -> None:
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
        target = Path(history.place.move(str(tmp_path / "stick")))
    target.rename(tmp_path / "pulled out")
    with closing(History(str(first))) as history:
        with pytest.raises(HistoryError, match="is not there now"):
            history.record_seen("/m/a.md", b"two\n")
        with pytest.raises(HistoryError, match="is not there now") as told:
            history.versions("/m/a.md")
        assert told.value.advice == f"Connect that disk, or remove {first}/moved.json to begin a new history."
        assert not target.exists()
        (tmp_path / "pulled out").rename(target)
        assert texts(history) == [b"one\n"]
    (first / "moved.json").unlink()
    with closing(History(str(first))) as history:
        assert texts(history) == []


def test_a_folder_that_holds_something_is_refused(first: Path, tmp_path: Path) -> None:
    taken = tmp_path / "disk" / FOLDER_NAME
    taken.mkdir(parents=True)
    (taken / "mine.txt").write_bytes(b"mine")
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
        with pytest.raises(Refused, match="is not empty"):
            history.place.move(str(tmp_path / "disk"))
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(StorageError, match="cannot be moved"):
            history.place.move(str(tmp_path / "file"))
        assert texts(history) == [b"one\n"]
        assert history.place.folder == str(first)
    assert [path.name for path in taken.iterdir()] == ["mine.txt"]


@needs_strace
@pytest.mark.parametrize(("call", "number"), [("rename", 1), ("rename", 2), ("unlink", 2), ("unlink", 4)])
def test_a_kill_leaves_it_at_one_of_the_two_places(
    first: Path, tmp_path: Path, call: str, number: int
) -> None:
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
    program = (
        "from memdesk.store.history import History;"
        f"History({str(first)!r}).place.move({str(tmp_path / 'disk')!r})"
    )
    inject = f"inject={call}:signal=KILL:when={number}"
    strace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]
    ended = subprocess.run([*strace, sys.executable, "-c", program], cwd=CHECKOUT, check=False)
    assert ended.returncode == -signal.SIGKILL
    with closing(History(str(first))) as history:
        assert texts(history) == [b"one\n"]
        history.place.clear_away()
        history.place.move(str(tmp_path / "disk"))
        assert texts(history) == [b"one\n"]
    assert not (first / FILE_NAME).exists()
    names = sorted(os.listdir(tmp_path / "disk" / FOLDER_NAME))
    assert names == [FILE_NAME]


@needs_strace
def test_a_kill_on_the_way_back_leaves_no_copy_that_a_purge_does_not_reach(
    first: Path, tmp_path: Path
) -> None:
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
        moved = Path(history.place.move(str(tmp_path / "disk")))
    program = f"from memdesk.store.history import History; History({str(first)!r}).place.move({str(first)!r})"
    is_over, number = False, 0
    while not is_over:
        number += 1
        inject = f"inject=unlink:signal=KILL:when={number}"
        strace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=unlink", "-e", inject]
        ended = subprocess.run([*strace, sys.executable, "-c", program], cwd=CHECKOUT, check=False)
        is_over = ended.returncode == 0
        with closing(History(str(first))) as history:
            assert texts(history) == [b"one\n"]
            history.place.clear_away()
            if history.place.folder == str(first):
                assert os.listdir(moved) == []
                open_now = {f"{FILE_NAME}{end}" for end in ("", "-wal", "-shm")}
                assert set(os.listdir(first)) <= open_now
                history.place.move(str(tmp_path / "disk"))
            assert texts(history) == [b"one\n"]
    assert number > 2


@needs_strace
@pytest.mark.parametrize("way", ["there", "back"])
def test_a_disk_that_fails_at_any_moment_loses_nothing(first: Path, tmp_path: Path, way: str) -> None:
    """The last of these comes when the new place is in force already."""
    target = first if way == "back" else tmp_path / "disk"
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
        if way == "back":
            history.place.move(str(tmp_path / "disk"))
    program = (
        f"from memdesk.store.history import History; History({str(first)!r}).place.move({str(target)!r})"
    )
    is_there, number = False, 0
    while not is_there:
        number += 1
        inject = ["-e", "trace=fsync,fdatasync", "-e", f"inject=fsync,fdatasync:error=EIO:when={number}+"]
        strace = ["strace", "-f", "-qqq", "-o", "/dev/null", *inject]
        ended = subprocess.run(
            [*strace, sys.executable, "-c", program], capture_output=True, cwd=CHECKOUT, check=False
        )
        with closing(History(str(first))) as history:
            assert texts(history) == [b"one\n"]
            history.place.clear_away()
            assert texts(history) == [b"one\n"]
            is_there = history.place.folder == str(target if way == "back" else target / FOLDER_NAME)
        assert is_there or ended.returncode, "it said that it was moved"


def test_nothing_is_cleared_away_while_the_new_place_is_not_there(first: Path, tmp_path: Path) -> None:
    with closing(History(str(first))) as history:
        history.record_seen("/m/a.md", b"one\n")
        target = Path(history.place.move(str(tmp_path / "stick")))
        left = first / FILE_NAME
        left.write_bytes((target / FILE_NAME).read_bytes())
        target.rename(tmp_path / "pulled out")
        history.place.clear_away()
        assert left.exists()
        (tmp_path / "pulled out").rename(target)
        history.place.clear_away()
        assert not left.exists()
