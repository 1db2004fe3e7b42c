"""The rungs by which a new file takes the place of an old one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.store.open_folder import OpenFolder
from memdesk.store.swap import (
    LEAST_TIME_NS,
    _link_aside,
    place,
    second_name,
    swap,
    temporary_name,
    write_first,
    write_like,
)

NEW = ".memdesk-0123456789ab.tmp~"
OLD = ".memdesk-0123456789ab.old.tmp~"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[OpenFolder]:
    (tmp_path / "a.md").write_bytes(b"old\n")
    (tmp_path / NEW).write_bytes(b"new\n")
    with OpenFolder.at(str(tmp_path)) as opened:
        yield opened


def contents(folder: OpenFolder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder.path).iterdir()}


def test_names_are_hidden_and_never_taken_for_memory() -> None:
    names = {temporary_name() for _ in range(100)}
    assert len(names) == 100
    assert all(name.startswith(".") and name.endswith(".tmp~") for name in names)
    assert second_name(NEW) == OLD
    assert second_name(OLD) == NEW


def test_two_names_change_places(folder: OpenFolder) -> None:
    assert swap(folder, NEW, "a.md") == NEW
    assert contents(folder) == {"a.md": b"new\n", NEW: b"old\n"}


def test_without_an_exchange_the_old_file_is_linked_aside(folder: OpenFolder) -> None:
    assert _link_aside(folder, NEW, "a.md") == OLD
    assert contents(folder) == {"a.md": b"new\n", OLD: b"old\n"}
    assert _link_aside(folder, OLD, "a.md") == NEW
    assert contents(folder) == {"a.md": b"old\n", NEW: b"new\n"}


def test_a_swap_that_fails_leaves_both_names(folder: OpenFolder) -> None:
    for act in (swap, _link_aside):
        with pytest.raises(FileNotFoundError):
            act(folder, NEW, "none.md")
        with pytest.raises(FileNotFoundError):
            act(folder, "none", "a.md")
    assert contents(folder) == {"a.md": b"old\n", NEW: b"new\n"}


def test_a_file_is_placed_only_where_none_is(folder: OpenFolder) -> None:
    with pytest.raises(FileExistsError):
        place(folder, NEW, "a.md")
    place(folder, NEW, "b.md")
    assert contents(folder) == {"a.md": b"old\n", "b.md": b"new\n"}


def test_a_new_file_takes_after_its_model(folder: OpenFolder) -> None:
    (Path(folder.path) / "a.md").chmod(0o6751)
    write_like(folder, "b.md", b"x", "a.md", durable=True)
    made = os.stat(Path(folder.path) / "b.md")
    assert made.st_mode & 0o7777 == 0o6751


def test_no_file_stays_where_writing_fails(folder: OpenFolder) -> None:
    with pytest.raises(FileNotFoundError):
        write_like(folder, "b.md", b"x", "none.md", durable=True)
    with pytest.raises(FileExistsError):
        write_first(folder, "a.md", b"x", 0o600)
    assert contents(folder) == {"a.md": b"old\n", NEW: b"new\n"}


def test_a_new_file_differs_in_time_from_the_one_it_replaces(folder: OpenFolder) -> None:
    old, new = Path(folder.path, "a.md"), temporary_name()
    write_like(folder, new, b"newer\n", "a.md", durable=False)
    ahead_s = time.time() + 60
    os.utime(old, (ahead_s, ahead_s))
    assert abs(Path(folder.path, new).stat().st_mtime - time.time()) < 60
    # As near as another program can have come: written in the same tick of the clock.
    now_ns = Path(folder.path, new).stat().st_mtime_ns
    os.utime(old, ns=(now_ns, now_ns))
    for _ in range(3):
        again = temporary_name()
        write_like(folder, again, b"newest\n", "a.md", durable=False)
        written_ns = Path(folder.path, again).stat().st_mtime_ns
        assert abs(written_ns - old.stat().st_mtime_ns) >= LEAST_TIME_NS
        os.utime(old, ns=(written_ns, written_ns))
