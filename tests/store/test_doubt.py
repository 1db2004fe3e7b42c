"""A text that is mostly gone from the disk: read again after a pause, then asked about, never merged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.store import save_attempts
from memdesk.store.outcomes import Conflicted, FileChange, Merged
from memdesk.text.doubt import Doubt, doubt_of
from tests.store.conftest import Desk
from tests.store.lines import merge_lines

BASE = b"".join(b"entry-%d: learned\n" % number for number in range(12))
MINE = BASE.replace(b"entry-3: learned", b"entry-3: corrected by me")

EMPTY_THEN_FILL = """
import os, sys, time
path, rest_s, text = sys.argv[1], float(sys.argv[2]), sys.stdin.buffer.read()
with open(path, "wb") as file:
    file.write(text[:20])
print("emptied", flush=True)
time.sleep(rest_s)
with open(path, "wb") as file:
    file.write(text)
"""

LEFT_SHORT = """
import itertools, os, select, sys
path = sys.argv[1]
for number in itertools.count():
    with open(path + ".tmp", "wb") as file:
        file.write(b"entry-0: learned %d\\n" % number)
    os.replace(path + ".tmp", path)
    if number == 0:
        print("cut short", flush=True)
    if select.select([sys.stdin], [], [], 0.02)[0]:
        break
"""


@pytest.mark.parametrize("theirs", [b"", b"entry-0: learned\n", b"\0" * 40, "entry-0\n".encode("utf-16")])
def test_nothing_is_merged_with_what_is_hardly_meant(desk: Desk, theirs: bytes) -> None:
    path = desk.file("a.md", theirs)
    result = desk.save(path, BASE, MINE)
    assert isinstance(result, Conflicted)
    assert result.doubt is doubt_of(BASE.decode(), theirs)
    assert result.doubt is not None
    assert path.read_bytes() == theirs
    assert not desk.texts(path)


def test_a_file_written_into_is_doubted_as_well(desk: Desk) -> None:
    path = desk.file("a.md", b"entry-0: learned\n")
    (desk.root / "second.md").hardlink_to(path)
    result = desk.save(path, BASE, MINE)
    assert isinstance(result, Conflicted)
    assert result.doubt is Doubt.MOSTLY_GONE
    assert path.read_bytes() == b"entry-0: learned\n"


def test_a_text_that_comes_back_is_merged_with(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent empties the file, closes it, and fills it a moment later: no lease tells of that."""
    monkeypatch.setattr(save_attempts, "DOUBT_PAUSE_S", 1.5)
    path = desk.file("a.md", BASE)
    added = BASE + b"entry-12: learned meanwhile\n"
    words = [sys.executable, "-c", EMPTY_THEN_FILL, str(path), "0.2"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        agent.stdin.write(added)
        agent.stdin.close()
        assert agent.stdout.readline() == b"emptied\n"
        result = desk.save(path, BASE, MINE)
    wanted = MINE + b"entry-12: learned meanwhile\n"
    assert result == Merged(wanted, theirs=added)
    assert path.read_bytes() == wanted


def test_a_text_that_is_cut_short_again_and_again_is_asked_about(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that write over each other leave half of it each time; a save does not go on for ever."""
    monkeypatch.setattr(save_attempts, "PATIENCE_S", 60.0)
    path = desk.file("a.md", b"")
    words = [sys.executable, "-c", LEFT_SHORT, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        assert agent.stdout.readline() == b"cut short\n"
        result = desk.save(path, BASE, MINE)
        agent.stdin.close()
    assert isinstance(result, Conflicted)
    assert result.doubt is Doubt.MOSTLY_GONE


def test_who_emptied_a_text_himself_saves_that(desk: Desk) -> None:
    path = desk.file("a.md", BASE)
    assert desk.save(path, BASE, b"").__class__.__name__ == "Saved"
    assert path.read_bytes() == b""


def test_a_change_of_several_files_stops_at_it(desk: Desk) -> None:
    one, other = desk.file("a.md", b"a: 1\n"), desk.file("b.md", b"")
    applied = desk.store.apply(
        [
            FileChange(str(one), b"a: 1\n", b"a: 2\n", merge_lines),
            FileChange(str(other), BASE, MINE, merge_lines),
        ],
        why="test",
    )
    assert applied.stopped is not None
    assert isinstance(applied.stopped.result, Conflicted)
    assert applied.stopped.result.doubt is Doubt.MOSTLY_GONE
    assert (Path(one).read_bytes(), Path(other).read_bytes()) == (b"a: 1\n", b"")
