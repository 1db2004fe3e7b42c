"""Which path lies in which folder."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from memdesk import paths
from memdesk.paths import is_below, is_below_one, is_within, with_slashes


def test_a_folder_holds_what_is_below_it_and_not_what_only_begins_like_it() -> None:
    assert is_below("/home/a/notes/x.md", "/home/a")
    assert is_below("/home/a/x.md", "/home/a/")
    assert not is_below("/home/ab/x.md", "/home/a")
    assert not is_below("/home/a", "/home/a")
    assert is_within("/home/a", "/home/a")


def test_the_paths_of_windows_are_told_in_either_spelling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "os", SimpleNamespace(sep="\\"))
    assert is_below("C:/Users/a/.claude/CLAUDE.md", "C:/Users/a/.claude")
    assert is_below("C:\\Users\\a\\x.md", "C:/Users/a")
    assert with_slashes("C:\\Users\\a") == "C:/Users/a"


def test_a_backslash_is_part_of_a_name_elsewhere() -> None:
    assert with_slashes("/home/a\\b") == "/home/a\\b"


@pytest.mark.parametrize("path", ["/home/a/x.md", "/home/a/b/c/x.md", "/srv/x.md"])
def test_of_many_folders_one_holds_what_is_below_it(path: str) -> None:
    assert is_below_one(path, {"/home/a", "/srv", "/home/a/b"})


@pytest.mark.parametrize("path", ["/home/ab/x.md", "/home/a", "/home/x.md", "x.md", "/x.md", ""])
def test_of_many_folders_none_holds_what_only_begins_like_it(path: str) -> None:
    assert not is_below_one(path, {"/home/a", "/home/b"})
    assert not is_below_one(path, frozenset())
