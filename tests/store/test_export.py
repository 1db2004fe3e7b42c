"""An export can be read by any program, and holds every byte of the history."""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.errors import Refused, Stopped, StorageError
from memdesk.store.clearing import Scope
from memdesk.store.export import export_history
from memdesk.store.history import History
from memdesk.store.versions import Author
from tests.store.stopping import StoppedAfter

PATHS = ("/m/MEMORY.md", "/m/a:b?.md", "/m/a_b_.md", "/m/\udcff.md", "/m/" + "long" * 60, "/m/record")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with closing(History(str(tmp_path / "history"))) as made:
        for path in PATHS:
            made.record_seen(path, b"first\r\n\xff")
            made.record_seen(path, f"of {len(path)}\n".encode(), Author.YOU, "edit")
        made.record_all([("/m/record", None)])
        yield made


def check(read: Callable[[str], bytes], history: History) -> None:
    """Every version is there, byte for byte, under a name of its own."""
    index = json.loads(read("index.json"))
    assert index["format"] == "memdesk history 1"
    entries = {entry["path"]: entry["versions"] for entry in index["documents"]}
    assert sorted(entries) == sorted(PATHS)
    names = [one["file"] for each in entries.values() for one in each if not one["removed"]]
    assert len(set(names)) == len(names) == 2 * len(PATHS)
    for path in PATHS:
        known = history.versions(path)
        assert [one["id"] for one in entries[path]] == [version.id for version in reversed(known)]
        for one in entries[path]:
            if not one["removed"]:
                assert read(one["file"]) == history.data(one["id"])
                assert hashlib.sha256(read(one["file"])).hexdigest() == one["sha256"]


def test_as_a_folder(history: History, tmp_path: Path) -> None:
    target = tmp_path / "out" / "new"
    assert export_history(history, str(target)) == 2 * len(PATHS) + 1
    check(lambda name: (target / name).read_bytes(), history)
    files = [path for path in target.rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    with pytest.raises(Refused, match="is at"):
        export_history(history, str(target))


def test_as_a_zip_file(history: History, tmp_path: Path) -> None:
    target = tmp_path / "out.zip"
    export_history(history, str(target))
    with zipfile.ZipFile(target) as file:
        check(file.read, history)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with pytest.raises(Refused):
        export_history(history, str(target))


def test_a_part_of_it(history: History, tmp_path: Path) -> None:
    assert export_history(history, str(tmp_path / "one"), Scope("/m/MEMORY.md")) == 2
    assert export_history(history, str(tmp_path / "none.zip"), Scope("/elsewhere")) == 0
    assert export_history(history, str(tmp_path / "old"), Scope(before=1.0)) == 0


def test_what_is_broken_off_is_not_taken_for_whole(history: History, tmp_path: Path) -> None:
    said_of_folder = "Stopped: {path} holds 2 of 13 versions, and no index."
    said_of_file = "Stopped: nothing was exported, and there is no {path}."
    for name, said in (("out", said_of_folder), ("out.zip", said_of_file)):
        with pytest.raises(Stopped) as stopped:
            export_history(history, str(tmp_path / name), progress=StoppedAfter(2))
        assert stopped.value.sentence == said.format(path=tmp_path / name)
    assert not (tmp_path / "out" / "index.json").exists()
    assert not (tmp_path / "out.zip").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history", "out"]


def test_a_disk_that_says_no_is_told(history: History, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="cannot be written to"):
        export_history(history, str(tmp_path / "file" / "out"))
