"""The settings file, as it was written and as it must never harm."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.services.settings import Settings, SettingsStore


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    settings = Settings("dark")
    settings.window, settings.panel_widths, settings.roots = (1, 2, 800, 600), {"tree": 240}, ["/a"]
    settings.open_roots = {"/a": {"agent": "evva", "generation": ""}}
    settings.history_limits = {"all_hours": 1}
    settings.bind("/a", "-srv-api", "/srv/api")
    SettingsStore(str(path)).write(settings)
    assert SettingsStore(str(path)).read() == settings
    assert settings.bound_folder("/a", "-srv-api") == "/srv/api"
    settings.bind("/a", "-srv-api", None)
    assert settings.bound_folder("/a", "-srv-api") is None


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
    program = "import sys; import memdesk.services.settings; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout
    assert not any(
        name in loaded
        for name in (b"'pydantic'", b"'sqlite3'", b"'watchdog'", b"'platformdirs'", b"'ctypes'")
    )
