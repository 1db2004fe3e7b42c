"""Which path lies in which folder."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from memdesk import paths
from memdesk.paths import is_below, is_within, with_slashes


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
