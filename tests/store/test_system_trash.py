"""The trash of the desktop: what the specification says stands there, and what is ours is taken back."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.store import system_trash
from memdesk.store.system_trash import SystemTrash
from tests.store.conftest import files_no_larger_than

NOW = datetime(2026, 5, 26, 14, 3, 7, tzinfo=UTC)


@pytest.fixture
def trash(tmp_path: Path) -> SystemTrash:
    return SystemTrash(str(tmp_path), {"XDG_DATA_HOME": str(tmp_path / "data")}, "linux")


def info_of(file: str) -> str:
    path = Path(file)
    return (path.parent.parent / "info" / f"{path.name}.trashinfo").read_text("ascii")


def test_a_file_lies_there_with_where_it_was(trash: SystemTrash, tmp_path: Path) -> None:
    path = tmp_path / "a b" / "Mémoire.md"
    file = trash.put(str(path), b"text\xff", now=NOW)
    assert file == str(tmp_path / "data" / "Trash" / "files" / "Mémoire.md")
    assert Path(file).read_bytes() == b"text\xff"
    lines = info_of(file).split("\n")
    assert lines[:3] == [
        "[Trash Info]",
        f"Path={tmp_path}/a%20b/M%C3%A9moire.md",
        "DeletionDate=2026-05-26T14:03:07",
    ]
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data" / "Trash").stat().st_mode) == 0o700


def test_names_that_are_taken_get_a_number(trash: SystemTrash, tmp_path: Path) -> None:
    names = [os.path.basename(trash.put(str(tmp_path / "a.md"), b"%d" % n)) for n in range(3)]
    assert names == ["a.md", "a.2.md", "a.3.md"]


def test_only_what_we_put_there_is_taken_back(trash: SystemTrash, tmp_path: Path) -> None:
    path = str(tmp_path / "a.md")
    ours = trash.put(path, b"ours")
    theirs = trash.put(path, b"theirs")
    info = Path(theirs).parent.parent / "info" / f"{Path(theirs).name}.trashinfo"
    info.write_text("\n".join(info.read_text("ascii").split("\n")[:3]) + "\n")
    assert not trash.take_back(path, b"other")
    assert not trash.take_back(path, b"theirs")
    assert not trash.take_back(str(tmp_path / "b.md"), b"ours")
    assert trash.take_back(path, b"ours")
    assert not os.path.exists(ours)
    assert os.path.exists(theirs)
    assert not trash.take_back(path, b"ours")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(name=st.binary(min_size=1, max_size=40), data=st.binary(max_size=50))
def test_any_name_comes_back(trash: SystemTrash, name: bytes, data: bytes) -> None:
    path = b"/m/" + name.replace(b"/", b"_").replace(b"\0", b"_")
    trash.put(os.fsdecode(path), data)
    assert trash.take_back(os.fsdecode(path), data)


def on_another_disk(monkeypatch: pytest.MonkeyPatch, top: Path) -> None:
    mount_of: Callable[[str], str] = system_trash._mount_of
    monkeypatch.setattr(
        system_trash,
        "_mount_of",
        lambda folder: str(top) if f"{folder}/".startswith(f"{top}/") else mount_of(folder),
    )


def test_another_disk_has_a_trash_of_its_own(
    trash: SystemTrash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "disk"
    (top / "notes").mkdir(parents=True)
    on_another_disk(monkeypatch, top)
    file = trash.put(str(top / "notes" / "a.md"), b"text")
    assert file == str(top / f".Trash-{os.getuid()}" / "files" / "a.md")
    assert "Path=notes/a.md\n" in info_of(file)
    assert trash.take_back(str(top / "notes" / "a.md"), b"text")


def test_a_shared_trash_counts_where_it_is_sticky_and_no_link(
    trash: SystemTrash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "disk"
    top.mkdir()
    on_another_disk(monkeypatch, top)
    (top / ".Trash").mkdir()
    assert f".Trash-{os.getuid()}" in trash.put(str(top / "a.md"), b"1")
    (top / ".Trash").chmod(0o1777)
    file = trash.put(str(top / "a.md"), b"2")
    assert file == str(top / ".Trash" / str(os.getuid()) / "files" / "a.md")
    assert "Path=a.md\n" in info_of(file)
    assert trash.take_back(str(top / "a.md"), b"2")


def test_a_trash_that_is_a_link_gets_nothing(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "Trash").symlink_to(elsewhere)
    trash = SystemTrash(str(tmp_path), {"XDG_DATA_HOME": str(tmp_path / "data")}, "linux")
    with pytest.raises(OSError, match="is a link"):
        trash.put(str(tmp_path / "a.md"), b"text")
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_where_it_is_not_to_be_had_it_is_said(tmp_path: Path, platform: str) -> None:
    trash = SystemTrash(str(tmp_path), {}, platform)
    assert "the history keeps them" in trash.why_not
    with pytest.raises(OSError, match="history keeps"):
        trash.put(str(tmp_path / "a.md"), b"text")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room_bytes", [20, 400], ids=["no room for the info", "no room for the text"])
def test_on_a_full_disk_nothing_stays_there(trash: SystemTrash, tmp_path: Path, room_bytes: int) -> None:
    trash.put(str(tmp_path / "first.md"), b"first\n")
    with files_no_larger_than(room_bytes), pytest.raises(OSError, match="too large"):
        trash.put(str(tmp_path / "a.md"), b"x" * 2000)
    names = sorted(path.name for path in (tmp_path / "data" / "Trash").rglob("*.md*"))
    assert names == ["first.md", "first.md.trashinfo"]
