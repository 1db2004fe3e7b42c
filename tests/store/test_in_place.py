"""Writing into a file that has to stay the same file, and mending what a crash left of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.store.confine import Target
from memdesk.store.exchange import Landed, LostRace
from memdesk.store.in_place import hold_file, mended
from memdesk.store.open_folder import OpenFolder


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    (tmp_path / "a.md").write_bytes(b"before, and long")
    with OpenFolder.at(str(tmp_path)) as folder:
        yield Target(folder, "a.md", narrow=False)


def test_the_same_file_holds_the_new_bytes(target: Target) -> None:
    inode = os.stat(target.path).st_ino
    with hold_file(target) as file:
        assert file.is_alone
        assert file.read() == b"before, and long"
        assert file.write(b"before, and long", b"after") == Landed()
    assert Path(target.path).read_bytes() == b"after"
    assert os.stat(target.path).st_ino == inode


def test_other_bytes_than_those_read_are_left_alone(target: Target) -> None:
    with hold_file(target) as file:
        assert file.write(b"before", b"after") == LostRace()
    assert Path(target.path).read_bytes() == b"before, and long"


def test_a_file_that_was_renamed_over_is_left_alone(target: Target) -> None:
    with hold_file(target) as file:
        other = Path(target.folder.path) / "other"
        other.write_bytes(b"theirs")
        other.replace(target.path)
        assert file.write(b"before, and long", b"after") == LostRace()
        Path(target.path).unlink()
        assert file.write(b"before, and long", b"after") == LostRace()


def test_who_opens_the_file_meanwhile_waits(target: Target) -> None:
    """So what another program adds is added to the new text."""

    def add() -> None:
        with open(target.path, "ab") as file:
            file.write(b", theirs")

    agent = threading.Thread(target=add)
    with hold_file(target) as file:
        agent.start()
        assert file.write(b"before, and long", b"after") == Landed()
    agent.join()
    assert Path(target.path).read_bytes() == b"after, theirs"


def test_a_reader_that_never_lets_go_does_not_keep_it_from_being_written(target: Target) -> None:
    with open(target.path, "rb"), hold_file(target) as file:
        assert not file.is_alone
        assert file.write(b"before, and long", b"after") == Landed()
    assert Path(target.path).read_bytes() == b"after"


def broken_off(before: bytes, after: bytes, written: int) -> bytes:
    """What is there when `written` bytes of `after` have been written over `before`."""
    return after[:written] + before[written:]


@given(st.data(), st.binary(max_size=40), st.binary(max_size=40))
def test_wherever_a_write_breaks_off_it_is_mended(data: st.DataObject, before: bytes, after: bytes) -> None:
    found = broken_off(before, after, data.draw(st.integers(0, len(after))))
    assert mended(found, before, after) == (None if found in (before, after) else before)


@given(st.data(), st.text("ab\n", min_size=5), st.text("ab\n", min_size=5), st.text("XYZ", max_size=10))
def test_what_was_added_since_stays(data: st.DataObject, before: str, after: str, added: str) -> None:
    broken = broken_off(before.encode(), after.encode(), data.draw(st.integers(0, len(after) - 1)))
    found = broken + added.encode()
    whole = mended(found, before.encode(), after.encode())
    assert whole in (None, (before + added).encode())
    assert whole or broken.startswith((before.encode(), after.encode()))


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12), st.text("abc\n", max_size=12))
def test_nothing_else_is_taken_for_half_written(before: str, after: str, other: str) -> None:
    texts = [text.encode() for text in (before, after, other)]
    halves = [broken_off(texts[0], texts[1], written) for written in range(len(texts[1]) + 1)]
    if mended(texts[2], texts[0], texts[1]) is not None:
        assert texts[2].startswith(tuple(halves))
        assert texts[2] not in texts[:2]


def test_an_addition_that_begins_like_ours_is_not_ours() -> None:
    assert mended(b"- a\n- theirs\n", b"- a\n", b"- a\n- mine\n") is None
    assert mended(b"- a\n- mi", b"- a\n", b"- a\n- mine\n") == b"- a\n"
    assert mended(b"- m", b"", b"- mine\n") == b""
