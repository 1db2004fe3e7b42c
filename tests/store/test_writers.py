"""Saves that cannot be merged, while another process writes the same file without asking anybody.

What nobody may lose in such a race, `tests/races` sees to.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memdesk.store.outcomes import Conflicted, Merged, Saved
from tests.store.conftest import Desk
from tests.store.saver import CHECKOUT
from tests.store.writer import WAYS


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
