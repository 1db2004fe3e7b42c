"""Unsaved buffers outlive the program."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.store.drafts import Draft, DraftFacts, Drafts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "own" / "drafts"


@pytest.fixture
def drafts(folder: Path) -> Drafts:
    return Drafts(str(folder), clock=count(1000).__next__)


def test_asking_makes_nothing(drafts: Drafts, folder: Path) -> None:
    assert drafts.get("/m/a.md") is None
    assert drafts.all() == ()
    drafts.remove("/m/a.md")
    assert not folder.exists()


def test_a_draft_comes_back(drafts: Drafts, folder: Path) -> None:
    drafts.put("/m/a.md", b"base\xff", b"text\0")
    assert drafts.get("/m/a.md") == Draft("/m/a.md", b"base\xff", b"text\0", 1000)
    drafts.put("/m/a.md", b"", b"later")
    drafts.put("/m/b.md", None, b"new file")
    assert Drafts(str(folder)).facts() == (
        DraftFacts("/m/a.md", 1001),
        DraftFacts("/m/b.md", 1002),
    )
    assert drafts.get("/m/b.md") == Draft("/m/b.md", None, b"new file", 1002)
    drafts.remove("/m/a.md")
    assert [draft.path for draft in drafts.all()] == ["/m/b.md"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(min_size=1, max_size=30), st.none() | st.binary(max_size=100), st.binary(max_size=100))
def test_any_draft_comes_back(drafts: Drafts, path: bytes, base: bytes | None, text: bytes) -> None:
    drafts.put(os.fsdecode(path), base, text)
    found = drafts.get(os.fsdecode(path))
    assert found is not None
    assert (os.fsencode(found.path), found.base, found.text) == (path, base, text)


def test_only_this_user_can_read_drafts_and_their_names_tell_nothing(drafts: Drafts, folder: Path) -> None:
    drafts.put("/m/passwords.md", b"", b"secret")
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "passwords" not in file.name


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[:-1], id="cut off"),
        pytest.param(lambda data: data + b"x", id="longer"),
        pytest.param(lambda data: data.replace(b"text", b"TEXT"), id="changed"),
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: b"\xff" * 100, id="no draft at all"),
        pytest.param(lambda data: data.replace(b'"path"', b'"way"'), id="no path"),
        pytest.param(lambda data: data.replace(b"{", b"["), id="no JSON"),
        pytest.param(lambda data: data.replace(b"{", b"[" * 100_000), id="too deep"),
    ],
)
def test_a_damaged_draft_is_passed_over_and_kept(
    drafts: Drafts, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    drafts.put("/m/a.md", b"base", b"text")
    drafts.put("/m/b.md", b"", b"whole")
    file = folder / Path(drafts._file("/m/a.md")).name
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    assert [draft.path for draft in drafts.all()] == ["/m/b.md"]
    assert drafts.get("/m/a.md") is None
    drafts.put("/m/a.md", b"base", b"again")
    (kept,) = folder.glob("*.broken")
    assert kept.read_bytes() == damaged


def test_what_killed_writes_left_is_cleared_away_at_the_next_look(drafts: Drafts, folder: Path) -> None:
    drafts.put("/m/a.md", b"", b"text")
    for name in ("left.draft.00.tmp~", "going-on.draft.00.tmp~"):
        (folder / name).write_bytes(b"half")
    with open(folder / "going-on.draft.00.tmp~", "rb") as going_on:
        fcntl.flock(going_on, fcntl.LOCK_EX)
        assert len(drafts.all()) == 1
    assert [path.name for path in folder.glob("*.tmp~")] == ["going-on.draft.00.tmp~"]
    assert len(drafts.all()) == 1
    assert list(folder.glob("*.tmp~")) == []


def test_a_write_that_fails_keeps_the_old_draft(drafts: Drafts, folder: Path) -> None:
    drafts.put("/m/a.md", b"", b"old")
    obstacle = Path(drafts._file("/m/b.md"))
    obstacle.mkdir()
    with pytest.raises(IsADirectoryError):
        drafts.put("/m/b.md", b"", b"new")
    obstacle.rmdir()
    assert [path.suffix for path in folder.iterdir()] == [".draft"]
