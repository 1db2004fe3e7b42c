"""A fact goes forth and back between two files while other processes write both without asking anybody."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from memdesk.store.open_folder import OpenFolder
from memdesk.store.outcomes import FileChange
from memdesk.store.stable_read import read_stable
from tests.store.conftest import Desk
from tests.store.lines import merge_lines
from tests.store.test_writers import writing
from tests.store.writer import WAYS

MOVES = 40
FACT = b"fact: the ferry leaves at 07:40\n"


def change(path: Path, after: bytes, before: bytes) -> FileChange:
    return FileChange(str(path), before, after, merge_lines)


def read(path: Path) -> bytes:
    """What a file holds while nobody is in the middle of writing it."""
    with OpenFolder.at(str(path.parent)) as folder:
        return read_stable(folder, path.name).data


def without_fact(data: bytes) -> bytes:
    return data.replace(FACT, b"")


def move(desk: Desk, here: Path, there: Path) -> bool:
    """Move the fact from one file to the other; whether that came off."""
    bases = read(here), read(there)
    applied = desk.store.apply(
        [
            change(there, without_fact(bases[1]) + FACT, bases[1]),
            change(here, without_fact(bases[0]), bases[0]),
        ],
        why="move",
    )
    return applied.stopped is None


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_lost_on_the_way(desk: Desk, way: str) -> None:
    files = [desk.file("a.md", b"head: 0\n" + FACT), desk.file("b.md", b"head: 0\n")]
    with ExitStack() as agents:
        written = [agents.enter_context(writing(path, way)) for path in files]
        moved = [move(desk, files[number % 2], files[1 - number % 2]) for number in range(MOVES)]
    assert any(moved)
    texts = [path.read_bytes() for path in files]
    for (count,), text in zip(written, texts, strict=True):
        lines = set(text.split(b"\n"))
        assert count > 10
        assert [n for n in range(count) if b"agent-%d: learned this" % n not in lines] == []
    if way == "append":  # who reads early and writes late may undo a move in one of the files
        assert sum(FACT in text for text in texts) == 1
    assert any(FACT in text for text in texts) or any(
        FACT in text for path in files for text in desk.texts(path)
    )
    assert desk.history.pending_changes() == ()
