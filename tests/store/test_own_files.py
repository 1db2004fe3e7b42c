"""The folders that are ours, and the settings in them."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders, make_private_folder
from memdesk.store.settings_file import SettingsFile
from tests.store.conftest import Desk


@pytest.mark.skipif(sys.platform != "linux", reason="these are the conventions of Linux")
def test_the_conventions_of_the_system_hold(home: Path) -> None:
    folders = StateFolders.of_this_user()
    assert folders == StateFolders(
        data=f"{home}/.local/share/memdesk",
        state=f"{home}/.local/state/memdesk",
        config=f"{home}/.config/memdesk",
        cache=f"{home}/.cache/memdesk",
    )
    assert folders.history == f"{home}/.local/share/memdesk/history"
    assert folders.settings_file == f"{home}/.config/memdesk/settings.json"
    assert not (home / ".local").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="these are the conventions of Linux")
def test_the_user_may_move_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert StateFolders.of_this_user().drafts == f"{tmp_path}/state/memdesk/drafts"


@pytest.mark.skipif(sys.platform != "linux", reason="these are the conventions of Linux")
def test_they_stay_where_they_are_whatever_becomes_of_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", "relative")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    assert StateFolders.of_this_user().data == f"{tmp_path}/relative/.local/share/memdesk"


def test_no_memory_root_may_touch_them(tmp_path: Path) -> None:
    folders = StateFolders.below(str(tmp_path / "own"))
    assert folders.overlap(str(tmp_path))
    assert folders.overlap(str(tmp_path / "own" / "data"))
    assert folders.overlap(str(tmp_path / "own" / "state" / "drafts" / "x"))
    assert not folders.overlap(str(tmp_path / "own" / "database"))
    assert not folders.overlap(str(tmp_path / "memory"))
    assert folders.owns(folders.history)
    assert not folders.owns(str(tmp_path / "own"))
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "own" / "data")
    assert folders.owns(str(link / "history"))


def test_a_folder_of_ours_is_private_whatever_it_was(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    for folder in (tmp_path / "open", tmp_path / "a" / "b" / "c"):
        assert make_private_folder(str(folder)) == str(folder)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform != "linux", reason="it takes a file system that takes no folders")
def test_where_no_folder_can_be_made_that_is_said_and_nothing_becomes_private() -> None:
    before = Path("/proc").stat().st_mode
    with pytest.raises(FileNotFoundError):
        make_private_folder("/proc/memdesk/history")
    assert Path("/proc").stat().st_mode == before


def test_a_file_in_the_place_of_a_folder_of_ours_stays(tmp_path: Path) -> None:
    path = tmp_path / "drafts"
    path.write_bytes(b"x")
    with pytest.raises(FileExistsError):
        make_private_folder(str(path))
    assert path.read_bytes() == b"x"


def test_settings_come_back(tmp_path: Path) -> None:
    settings = SettingsFile(str(tmp_path / "config" / "settings.json"))
    assert settings.read() == {}
    values: dict[str, object] = {"theme": "dark", "roots": ["/a/\udcff"], "width": 900}
    settings.write(values)
    assert settings.read() == values
    assert stat.S_IMODE((tmp_path / "config" / "settings.json").stat().st_mode) == 0o600


def test_what_a_killed_write_of_settings_left_is_cleared_away(tmp_path: Path) -> None:
    left = tmp_path / "settings.json.00.tmp~"
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    SettingsFile(str(tmp_path / "settings.json")).write({})
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_the_start_clears_away_what_killed_writes_left_in_any_folder_of_ours(desk: Desk) -> None:
    left = [
        Path(folder, "x.00.tmp~") for folder in (*desk.folders.each, desk.folders.drafts, desk.folders.log)
    ]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    desk.store.sweep()
    assert [path for path in left if path.exists()] == []


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b'{"a": 1}x', b"[" * 100_000])
def test_broken_settings_count_as_none_and_are_kept(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    settings = SettingsFile(str(path))
    assert settings.read() == {}
    settings.write({"theme": "light"})
    (kept,) = tmp_path.glob("*.broken")
    assert kept.read_bytes() == data
    assert settings.read() == {"theme": "light"}
