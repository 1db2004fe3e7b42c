"""The settings file, as it was written and as it must never harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.errors import StorageError
from memdesk.services.settings.settings import Settings, SettingsStore


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    settings = Settings("dark")
    settings.window, settings.panel_widths, settings.roots = (
        (1, 2, 800, 600),
        {"inbox": {"left": 240}},
        ["/a"],
    )
    settings.open_roots = {"/a": {"agent": "evva", "generation": ""}}
    settings.history_limits = {"all_hours": 1}
    settings.bind("/a", "-srv-api", "/srv/api")
    SettingsStore(str(path)).write(settings)
    assert SettingsStore(str(path)).read() == settings
    assert settings.bound_folders("/a") == {"-srv-api": "/srv/api"}
    settings.bind("/a", "-srv-api", None)
    assert settings.bound_folders("/a") == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "not json",
        '{"theme": 3, "window": [1, 2, "x", 4], "roots": "a", "bindings": {"/a": ["b"]}, "panel_widths": [1]}',
        '{"history_limits": {"all_hours": 0, "hourly_days": "9", "daily_days": true}}',
        '{"history_limits": [48]}',
        '{"window": [1, 2, 0, 0], "roots": [1, null, "a\\u0000b"], "panel_widths": {"tree": true}}',
    ],
)
def test_what_cannot_be_used_counts_as_not_set(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text.encode())
    assert SettingsStore(str(path)).read() == Settings()


def test_keys_of_other_versions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"from_the_future": [1]}')
    store = SettingsStore(str(path))
    store.write(store.read())
    assert json.loads(path.read_bytes())["from_the_future"] == [1]


def test_what_the_first_paint_needs_loads_no_library() -> None:
    program = "import sys; import memdesk.services.settings.settings; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout
    assert not any(
        name in loaded
        for name in (b"'pydantic'", b"'sqlite3'", b"'watchdog'", b"'platformdirs'", b"'ctypes'")
    )


def test_what_another_process_wrote_stays(tmp_path: Path) -> None:
    path, locks = tmp_path / "config" / "settings.json", tmp_path / "locks"
    stores = [SettingsStore(str(path), str(locks)) for _ in range(2)]
    window, shell = (store.read() for store in stores)
    window.recorded["/a"] = False
    window.bind("/a", "x", "/srv/x")
    stores[0].write(window)
    shell.last_notes[""] = {"path": "p", "section": "s"}
    shell.bind("/a", "y", "/srv/y")
    stores[1].write(shell)
    window.theme = "dark"
    window.bind("/a", "x", None)
    window.roots.append("/b")
    stores[0].write(window)
    now = SettingsStore(str(path)).read()
    assert (now.recorded, now.theme, now.roots) == ({"/a": False}, "dark", ["/b"])
    assert now.last_notes == {"": {"path": "p", "section": "s"}}
    assert now.bindings == {"/a": {"y": "/srv/y"}}


def test_what_belongs_together_comes_from_one_process(tmp_path: Path) -> None:
    stores = [SettingsStore(str(tmp_path / "settings.json")) for _ in range(2)]
    first = stores[0].read()
    first.last_notes[""] = {"path": "a", "section": "a"}
    stores[0].write(first)
    second = stores[1].read()
    first.last_notes[""] = {"path": "b", "section": "a"}
    stores[0].write(first)
    second.last_notes[""] = {"path": "a", "section": "c"}
    stores[1].write(second)
    assert stores[0].read().last_notes == {"": {"path": "a", "section": "c"}}


def test_words_that_are_purged_go_out_of_what_others_wrote_too(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"from_the_future": {"SECRET": 1}, "root_names": {"/a": "SECRET"}}')
    store = SettingsStore(str(path))
    settings = store.read()
    other = SettingsStore(str(path))
    theirs = other.read()
    theirs.root_names["/b"] = "a SECRET as well"
    other.write(theirs)
    store.change_words(settings, lambda data: data.replace(b"SECRET", b"***"))
    store.write(settings)
    assert b"SECRET" not in path.read_bytes()
    assert settings.root_names == {"/a": "***", "/b": "a *** as well"}


def test_what_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"in the way")
    with pytest.raises(StorageError, match="The settings could not be kept: "):
        SettingsStore(str(tmp_path / "state" / "settings.json")).write(Settings())


def test_where_nothing_can_be_locked_it_is_written_all_the_same(tmp_path: Path) -> None:
    path, locks = tmp_path / "settings.json", tmp_path / "no folder"
    locks.write_bytes(b"")
    store = SettingsStore(str(path), str(locks))
    settings = store.read()
    settings.theme = "dark"
    store.write(settings)
    assert SettingsStore(str(path)).read().theme == "dark"


_WRITER = """
import sys
from memdesk.services.settings.settings import SettingsStore
path, locks, who = sys.argv[1:]
store = SettingsStore(path, locks)
settings = store.read()
for number in range(12):
    settings.root_names[f"/{who}/{number}"] = who
    store.write(settings)
"""


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path, names = str(tmp_path / "settings.json"), ("a", "b", "c")
    command = [sys.executable, "-c", _WRITER, path, str(tmp_path / "locks")]
    writers = [subprocess.Popen([*command, who]) for who in names]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    expected = {f"/{who}/{number}": who for who in names for number in range(12)}
    assert SettingsStore(path).read().root_names == expected


def test_widths_of_the_one_screen_that_kept_them_stay_its_own(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"schema_version": 2, "panel_widths": {"left": 240, "right": 400}}')
    assert SettingsStore(str(path)).read().panel_widths == {"memory": {"left": 240, "right": 400}}


def test_a_first_look_leaves_what_is_no_use_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"{")
    looking = SettingsStore(str(path), only_looks=True)
    assert looking.read() == Settings()
    assert not looking.aside
    store = SettingsStore(str(path))
    assert store.read() == Settings()
    assert Path(store.aside).read_bytes() == b"{"
    assert not path.exists()


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read everything"
)
def test_what_may_not_be_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"theme": "dark"}')
    path.chmod(0)
    store = SettingsStore(str(path))
    store.write(store.read())
    assert json.loads(path.read_bytes())["theme"] == "system"
    aside = Path(store.aside)
    aside.chmod(0o600)
    assert aside.read_bytes() == b'{"theme": "dark"}'
