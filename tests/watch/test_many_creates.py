"""Six thousand files at once here; `python -m tests.watch` makes sixty thousand."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import WatchRoot
from memdesk.watch.tree import KnownTree
from tests.watch.many_creates import is_good, make_many, sentence_of


def test_thousands_of_quick_creates_are_all_known(tmp_path: Path) -> None:
    figures = make_many(tmp_path, 6000)
    sys.stdout.write(sentence_of(figures) + "\n")
    assert is_good(figures), sentence_of(figures)


def test_a_look_through_many_folders_ends_when_the_program_does(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}").mkdir()
    ending = threading.Event()
    looked: list[str] = []

    def is_temporary(name: str) -> bool:
        looked.append(name)
        ending.set()
        return False

    tree = KnownTree(WatchRoot(str(tmp_path), None, is_temporary), OwnWrites(), ending.is_set)
    (tmp_path / "0" / "a.md").write_bytes(b"x")
    tree.look_everywhere()
    assert len(looked) == 300, "the first folder, and none of those in it"
