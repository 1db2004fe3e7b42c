"""The limits of the history: what may be typed, and that none of them undoes what another promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import UsageError
from memdesk.services.settings.limits import HISTORY_LIMITS, RANGES, checked_limit, limits_of, wanted_limits
from memdesk.services.settings.schema import SCHEMA_VERSION
from memdesk.services.settings.settings import SettingsStore
from memdesk.store.retention import Limits


def test_the_limits_as_they_come_are_those_of_retention() -> None:
    assert limits_of({}) == Limits()


@given(st.dictionaries(st.sampled_from(sorted(HISTORY_LIMITS)), st.integers(1, 2_000_000)))
def test_no_limit_contradicts_another(chosen: dict[str, int]) -> None:
    limits = limits_of(chosen)
    assert limits.all_s <= limits.hourly_s <= limits.daily_s
    assert wanted_limits(wanted_limits(chosen)) == wanted_limits(chosen)


@pytest.mark.parametrize("name", sorted(RANGES))
@pytest.mark.parametrize("text", ["", " ", "-1", "0", "1.5", "a", "²", "9999999"])
def test_what_is_no_number_of_the_range_is_told(name: str, text: str) -> None:
    with pytest.raises(UsageError, match="A whole number from 1 to"):
        checked_limit(name, text, {})


def test_what_contradicts_is_told() -> None:
    assert checked_limit("all_hours", " 720 ", {}) == 720
    with pytest.raises(UsageError, match="721 hours are more than 30 days"):
        checked_limit("all_hours", "721", {})
    with pytest.raises(UsageError, match="366 days are more than 365"):
        checked_limit("hourly_days", "366", {})
    assert checked_limit("daily_days", "400", {"hourly_days": 366}) == 400


def test_an_old_settings_file_is_brought_up(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    chosen = {"all_hours": 96, "hourly_days": 2, "other": 1}
    path.write_bytes(json.dumps({"schema_version": 1, "history_limits": chosen, "theme": "dark"}).encode())
    store = SettingsStore(str(path))
    settings = store.read()
    assert settings.history_limits == {"all_hours": 96, "hourly_days": 4, "other": 1}
    store.write(settings)
    written = json.loads(path.read_bytes())
    assert (written["schema_version"], written["theme"]) == (SCHEMA_VERSION, "dark")


@pytest.mark.parametrize("version", [None, "x", True, 0, -3])
def test_a_version_that_is_none_counts_as_the_first(tmp_path: Path, version: object) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(json.dumps({"schema_version": version, "history_limits": {"daily_days": 3}}).encode())
    assert SettingsStore(str(path)).read().history_limits == {"daily_days": 30}


def test_a_newer_file_keeps_its_version_and_keys(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"schema_version": 99, "new": {"a": 1}, "history_limits": {"daily_days": 3}}')
    store = SettingsStore(str(path))
    store.write(store.read())
    written = json.loads(path.read_bytes())
    assert (written["schema_version"], written["new"]) == (99, {"a": 1})
    assert written["history_limits"] == {"daily_days": 3}
