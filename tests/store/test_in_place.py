"""Writing into a file that has to stay the same file, and mending what a crash left of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.store.confine import Target
from memdesk.store.exchange import Landed, LostRace
from memdesk.store.in_place import is_half_written, write_in_place
from memdesk.store.open_folder import OpenFolder


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    (tmp_path / "a.md").write_bytes(b"before, and long")
    with OpenFolder.at(str(tmp_path)) as folder:
        yield Target(folder, "a.md", narrow=False)


def test_the_same_file_holds_the_new_bytes(target: Target) -> None:
    inode = os.stat(target.path).st_ino
    assert write_in_place(target, b"before, and long", b"after") == Landed()
    assert Path(target.path).read_bytes() == b"after"
    assert os.stat(target.path).st_ino == inode


def test_other_bytes_than_those_read_are_left_alone(target: Target) -> None:
    assert write_in_place(target, b"before", b"after") == LostRace()
    assert Path(target.path).read_bytes() == b"before, and long"


def test_a_reader_that_never_lets_go_does_not_keep_it_from_being_written(target: Target) -> None:
    with open(target.path, "rb"):
        assert write_in_place(target, b"before, and long", b"after") == Landed()
    assert Path(target.path).read_bytes() == b"after"


def broken_off(before: bytes, after: bytes, written: int) -> bytes:
    """What is there when `written` bytes of `after` have been written over `before`."""
    return after[:written] + before[written:]


@given(st.data(), st.binary(max_size=40), st.binary(max_size=40))
def test_every_place_where_a_write_breaks_off_is_seen(
    data: st.DataObject, before: bytes, after: bytes
) -> None:
    found = broken_off(before, after, data.draw(st.integers(0, len(after))))
    assert is_half_written(found, before, after) == (found not in (before, after))


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12), st.text("abc\n", max_size=12))
def test_nothing_else_is_taken_for_half_written(before: str, after: str, other: str) -> None:
    texts = [text.encode() for text in (before, after, other)]
    halves = {broken_off(texts[0], texts[1], written) for written in range(len(texts[1]) + 1)}
    assert is_half_written(texts[2], texts[0], texts[1]) == (texts[2] in halves - set(texts[:2]))
