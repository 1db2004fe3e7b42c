"""Marks: kept privately, by address, seen by another process, without any memory text."""

from __future__ import annotations

import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.store.marks import FILE_NAME, Mark, MarkKind, Marks, MarksError, digest_of


@pytest.fixture
def marks(tmp_path: Path) -> Marks:
    return Marks(str(tmp_path / "marks"))


def test_nothing_is_made_before_the_first_mark(marks: Marks, tmp_path: Path) -> None:
    assert marks.of("pinned") == ()
    assert not marks.remove("pinned", "/a", "k")
    assert list(tmp_path.iterdir()) == []


def test_a_mark_comes_back_as_it_was_put(marks: Marks, tmp_path: Path) -> None:
    path = "/memory/\udcff.md"
    marks.put("pinned", path, "a\udcfe key", digest_of("text"), 12.5, occurrence=2)
    marks.close()
    again = Marks(str(tmp_path / "marks"))
    assert again.of("pinned") == (Mark(MarkKind.PINNED, path, "a\udcfe key", 2, digest_of("text"), 12.5),)
    assert again.of("reviewed") == ()
    again.close()


def test_one_mark_of_each_kind_for_an_address(marks: Marks) -> None:
    marks.put("reviewed", "/a", "k", "1", 1.0)
    marks.put("reviewed", "/a", "k", "2", 2.0)
    marks.put("dismissed", "/a", "k", "3", 3.0)
    assert [mark.sha256 for mark in marks.of("reviewed")] == ["2"]
    assert marks.remove("reviewed", "/a", "k")
    assert marks.of("reviewed") == ()
    assert [mark.sha256 for mark in marks.of("dismissed")] == ["3"]
    marks.close()


def test_changes_are_turned_back_and_made_once_more(marks: Marks) -> None:
    marks.put("pinned", "/a", "k", "1", 1.0)
    before = marks.of("pinned")
    new = Mark(MarkKind.PINNED, "/a", "new", 0, "2", 2.0)
    changes = marks.change([new, new._replace(key="k")], [(MarkKind.PINNED, "/a", "k", 0)])
    after = marks.of("pinned")
    back = marks.turn_back(changes)
    assert marks.of("pinned") == before
    assert marks.turn_back(back)
    assert marks.of("pinned") == after
    marks.close()


def test_nothing_is_turned_back_where_one_became_another_mark_since(marks: Marks) -> None:
    marks.put("pinned", "/a", "old", "1", 1.0)
    new = Mark(MarkKind.PINNED, "/a", "new", 0, "1", 2.0)
    changes = marks.change([new], [(MarkKind.PINNED, "/a", "old", 0)])
    assert marks.put("pinned", "/a", "new", "1", 2.0) == (), "nothing became another one"
    marks.put("pinned", "/a", "new", "2", 3.0)
    assert marks.turn_back(changes) == ()
    assert [(mark.key, mark.sha256) for mark in marks.of("pinned")] == [("new", "2")]
    marks.remove("pinned", "/a", "new")
    assert marks.turn_back(changes) == ()
    assert marks.of("pinned") == ()
    marks.close()


def test_only_the_document_stays_in_which_one_became_another_mark_since(marks: Marks) -> None:
    kept = [Mark(MarkKind.REVIEWED, path, key, 0, "1", 1.0) for path in ("/a", "/b") for key in ("k", "l")]
    changes = marks.put_all(kept)
    marks.put("reviewed", "/b", "l", "2", 2.0)
    back = marks.turn_back(changes)
    assert [(one.before, one.after) for one in back] == [(mark, None) for mark in kept[:2]]
    assert [(mark.path, mark.key, mark.sha256) for mark in marks.of("reviewed")] == [
        ("/b", "k", "1"),
        ("/b", "l", "2"),
    ]
    assert marks.turn_back(back)
    assert len(marks.of("reviewed")) == 4
    marks.close()


def test_pins_of_several_documents_are_turned_back_together_or_not_at_all(marks: Marks) -> None:
    marks.put("pinned", "/a", "old", "1", 1.0)
    new = Mark(MarkKind.PINNED, "/b", "new", 0, "1", 2.0)
    review = Mark(MarkKind.REVIEWED, "/a", "old", 0, "1", 2.0)
    changes = marks.change([new, review], [(MarkKind.PINNED, "/a", "old", 0)])
    marks.put("pinned", "/b", "new", "2", 3.0)
    assert marks.turn_back(changes) == ()
    assert [(mark.path, mark.sha256) for mark in marks.of("pinned")] == [("/b", "2")]
    marks.close()


def test_what_lay_in_a_folder_goes_with_it(marks: Marks) -> None:
    marks.put("pinned", "/a/b/c.md", "", "1", 1.0)
    marks.put("pinned", "/a/bc.md", "", "1", 1.0)
    marks.forget_below("/a/b")
    assert [mark.path for mark in marks.of("pinned")] == ["/a/bc.md"]
    marks.close()


def test_the_file_is_for_this_user_alone(marks: Marks, tmp_path: Path) -> None:
    marks.put("pinned", "/a", "", "1", 1.0)
    for file in (tmp_path / "marks").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "marks").stat().st_mode) == 0o700
    marks.close()


def test_what_another_process_marks_is_seen(marks: Marks, tmp_path: Path) -> None:
    marks.put("pinned", "/a", "one", "1", 1.0)
    assert len(marks.of("pinned")) == 1
    code = (
        "import sys; from memdesk.store.marks import Marks\n"
        "marks = Marks(sys.argv[1]); marks.put('pinned', '/a', 'two', '2', 2.0); marks.close()"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "marks")], check=True)
    assert [mark.key for mark in marks.of("pinned")] == ["one", "two"]
    marks.close()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"not a database, but long enough to be looked at" * 40)
    with pytest.raises(MarksError, match="cannot be used") as caught:
        Marks(str(folder)).of("pinned")
    assert caught.value.hint == "Move the file away to start without pins and reviews."


def test_marks_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "marks"
    marks = Marks(str(folder))
    marks.put("pinned", "/a", "one", "1", 1.0)
    marks.close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as rows, rows:
        rows.execute("PRAGMA user_version = 99")
    with pytest.raises(MarksError, match="a newer Memdesk made it") as caught:
        Marks(str(folder)).of("pinned")
    assert caught.value.hint.startswith("Update Memdesk")


_MARKING = """
import sys
from memdesk.store.marks import Marks
marks = Marks(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
marks.put("pinned", "/a", sys.argv[2], "1", 1.0)
"""


def test_many_make_the_marks_at_once(tmp_path: Path) -> None:
    keys = [str(n) for n in range(4)]
    for turn in range(3):
        folder = str(tmp_path / str(turn))
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", _MARKING, folder, key], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for key in keys
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write(b"\n")
            writer.stdin.flush()
        for writer in writers:
            writer.communicate()
            assert writer.returncode == 0
        marks = Marks(folder)
        assert sorted(mark.key for mark in marks.of("pinned")) == keys
        marks.close()


def test_a_purge_leaves_no_byte_of_a_mark_that_was_taken_away_before(tmp_path: Path) -> None:
    folder = tmp_path / "marks"
    marks = Marks(str(folder))
    marks.put("pinned", "/a", "the key hunter2", "1", 1.0)
    marks.put("pinned", "/a", "another", "1", 1.0)
    assert marks.remove("pinned", "/a", "the key hunter2")
    assert any(b"hunter2" in file.read_bytes() for file in folder.iterdir())
    assert marks.purge(re.compile(b"hunter2")) == 0
    assert not any(b"hunter2" in file.read_bytes() for file in folder.iterdir())
    assert [mark.key for mark in marks.of("pinned")] == ["another"]
    marks.close()


def test_a_purge_makes_no_file_of_marks(tmp_path: Path) -> None:
    assert Marks(str(tmp_path / "marks")).purge(re.compile(b"hunter2")) == 0
    assert not (tmp_path / "marks").exists()


_KILLED_WHILE_PURGING = """
import os, re, sys
from memdesk.store import marks
marks.cut_log = lambda *_: os._exit(9)
marks.Marks(sys.argv[1]).purge(re.compile(b"hunter2"))
"""


def test_what_a_killed_purge_left_goes_when_the_marks_are_opened_again(tmp_path: Path) -> None:
    folder = tmp_path / "marks"
    marks = Marks(str(folder))
    marks.put("pinned", "/a", "the key hunter2", "1", 1.0)
    marks.put("pinned", "/a", "another", "1", 1.0)
    marks.close()
    killed = subprocess.run([sys.executable, "-c", _KILLED_WHILE_PURGING, str(folder)], check=False)
    assert killed.returncode == 9
    assert any(b"hunter2" in file.read_bytes() for file in folder.iterdir())
    assert [mark.key for mark in marks.of("pinned")] == ["another"]
    assert not any(b"hunter2" in file.read_bytes() for file in folder.iterdir())
    marks.close()
