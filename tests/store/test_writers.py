"""Two hundred saves while another process writes the same file without asking anybody.

It always writes all that it has written before, so each of its lines must be on disk in the end: only a save of ours
could have taken one away. Ours it may write over, since it may have read the file before our save; then they are in
the history.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memdesk.store.outcomes import Conflicted, Merged, Saved, SaveResult
from tests.store.conftest import Desk
from tests.store.saver import CHECKOUT
from tests.store.writer import WAYS

SAVES = 200


@contextmanager
def writing(path: Path, way: str) -> Iterator[list[int]]:
    """An agent at work; at the end the list holds how many lines it wrote."""
    written: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", str(path), way],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
    ) as agent:
        yield written
        written.append(int(agent.communicate()[0]))


def save_line(desk: Desk, path: Path, base: bytes, line: bytes) -> SaveResult:
    """Add one line to what we know, as an editor does."""
    return desk.save(path, base, base + line)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_anybody_wrote_is_lost(desk: Desk, way: str) -> None:
    path = desk.file("a.md", b"head: 0\n")
    base, outcomes = path.read_bytes(), []
    with writing(path, way) as written:
        for number in range(SAVES):
            result = save_line(desk, path, base, b"mine-%d: text\n" % number)
            outcomes.append(type(result))
            assert isinstance(result, Saved | Merged), result
            base = result.data
    lines = set(path.read_bytes().split(b"\n"))
    assert written[0] > 10
    assert Merged in outcomes, "the two never met, so this proved nothing"
    assert [n for n in range(written[0]) if b"agent-%d: learned this" % n not in lines] == []

    ours = {b"mine-%d: text" % number for number in range(SAVES)}
    known = {line for text in desk.texts(path) for line in text.split(b"\n")}
    assert ours <= known
    if way == "append":
        assert ours <= lines


@pytest.mark.parametrize("way", WAYS)
def test_a_conflict_says_what_the_disk_holds(desk: Desk, way: str) -> None:
    """The same line is changed by both, so that most saves cannot be merged; those must write nothing."""
    path = desk.file("a.md", b"head: 0\n")
    base = path.read_bytes()
    with writing(path, way) as written:
        for number in range(50):
            mine = b"agent-%d: mine\n" % (base.count(b"agent-") + 1)
            result = desk.save(path, base, base + mine)
            if isinstance(result, Conflicted):
                base = result.theirs
                assert mine not in base
            else:
                assert isinstance(result, Saved | Merged), (number, result)
                base = result.data
    lines = path.read_bytes().split(b"\n")
    keys = {line.partition(b":")[0] for line in lines}
    assert {b"agent-%d" % n for n in range(written[0])} <= keys
