"""Another program writes in the middle of a save.

The merge runs after the disk was read and before it is written, so what it does to the file happens in between. A
change that the file's status shows is noticed before the swap; one that it does not show, by what the swap brings out.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.store.open_folder import OpenFolder
from memdesk.store.outcomes import Conflicted, Declined, Merged, MergeTexts, Vanished
from memdesk.text.merge_result import Merge
from tests.patience import PATIENCE_S, wait_until
from tests.store.conftest import Desk
from tests.store.lines import merge_lines
from tests.store.saver import write_unnoticed

BASE = b"a: 1\nb: 1\n"
DISK = b"a: 1\nb: 2\n"
MINE = b"a: mine\nb: 1\n"


def meddling(*acts: Callable[[], object]) -> MergeTexts:
    """A merge by line, during each call of which the next act happens."""
    waiting = list(acts)

    def merge(base: str, mine: str, theirs: str) -> Merge:
        if waiting:
            waiting.pop(0)()
        return merge_lines(base, mine, theirs)

    return merge


def rename_over(path: Path, data: bytes) -> None:
    """Write as careful agents do."""
    temporary = path.with_name("agent.tmp")
    temporary.write_bytes(data)
    temporary.replace(path)


@pytest.mark.parametrize("write", [Path.write_bytes, rename_over, lambda p, d: write_unnoticed(str(p), d)])
def test_what_was_written_in_between_is_merged_too(
    desk: Desk, write: Callable[[Path, bytes], object]
) -> None:
    path = desk.file("a.md", DISK)
    result = desk.save(path, BASE, MINE, meddling(lambda: write(path, b"a: 1\nb: 3\n")))
    assert result == Merged(b"a: mine\nb: 3\n", theirs=b"a: 1\nb: 3\n")
    assert path.read_bytes() == b"a: mine\nb: 3\n"
    assert b"a: 1\nb: 3\n" in desk.texts(path)


def test_it_goes_on_for_as_long_as_somebody_writes(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    acts = [lambda n=n: write_unnoticed(str(path), b"a: 1\nb: %d\n" % n) for n in range(3, 9)]
    result = desk.save(path, BASE, MINE, meddling(*acts))
    assert result == Merged(b"a: mine\nb: 8\n", theirs=b"a: 1\nb: 8\n")


def test_a_clash_found_by_the_swap_puts_the_other_text_back(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    before = path.stat().st_ino
    result = desk.save(path, BASE, MINE, meddling(lambda: write_unnoticed(str(path), b"a: 9\nb: 2\n")))
    assert isinstance(result, Conflicted)
    assert result.theirs == path.read_bytes() == b"a: 9\nb: 2\n"
    assert path.stat().st_ino == before


def test_a_file_removed_in_between_is_not_made_again(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    assert desk.save(path, BASE, MINE, meddling(path.unlink)) == Vanished()
    assert desk.listing() == []


def test_a_folder_put_in_between_is_left_alone(desk: Desk) -> None:
    path = desk.file("a.md", DISK)

    def become_folder() -> None:
        path.unlink()
        path.mkdir()

    result = desk.save(path, BASE, MINE, meddling(become_folder))
    assert isinstance(result, Declined)
    assert path.is_dir()


def test_a_link_put_in_between_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    path = desk.file("a.md", DISK)
    outside = tmp_path / "outside.md"
    outside.write_bytes(DISK)

    def become_link() -> None:
        path.unlink()
        path.symlink_to(outside)

    assert isinstance(desk.save(path, BASE, MINE, meddling(become_link)), Declined)
    assert path.is_symlink()
    assert outside.read_bytes() == DISK


def test_a_hard_linked_file_written_in_between_is_merged_too(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    (desk.root / "b.md").hardlink_to(path)
    result = desk.save(path, BASE, MINE, meddling(lambda: write_unnoticed(str(path), b"a: 1\nb: 3\n")))
    assert result == Merged(b"a: mine\nb: 3\n", theirs=b"a: 1\nb: 3\n")
    assert (desk.root / "b.md").read_bytes() == b"a: mine\nb: 3\n"


class HeldOpen:
    """A program that opens the file while it is merged, and writes to it only after ours has come in its place."""

    def __init__(self, path: Path, when_ours_is_there: Callable[[], object]) -> None:
        self._path = path
        self._act = when_ours_is_there
        self._inode = path.stat().st_ino
        self._thread = threading.Thread(target=self._run)
        self.descriptor = -1

    def open(self) -> None:
        self.descriptor = os.open(self._path, os.O_WRONLY)
        self._thread.start()

    def _run(self) -> None:
        pause = threading.Event()
        wait_until(lambda: self._path.stat().st_ino != self._inode, pause=lambda: pause.wait(0.001))
        self._act()

    def write_late(self, data: bytes) -> None:
        os.write(self.descriptor, data)
        os.close(self.descriptor)

    def join(self) -> None:
        self._thread.join(PATIENCE_S)


def test_who_had_the_file_open_is_waited_for(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    agent = HeldOpen(path, lambda: agent.write_late(b"a: 1\nb: 3\n"))
    result = desk.save(path, BASE, MINE, meddling(agent.open))
    agent.join()
    assert result == Merged(b"a: mine\nb: 3\n", theirs=b"a: 1\nb: 3\n")
    assert path.read_bytes() == b"a: mine\nb: 3\n"


def test_what_a_third_made_of_our_text_comes_along(desk: Desk) -> None:
    path = desk.file("a.md", DISK)

    def write_both() -> None:
        with path.open("ab") as ours:
            ours.write(b"c: third\n")
        agent.write_late(b"a: 1\nb: 3\n")

    agent = HeldOpen(path, write_both)
    result = desk.save(path, BASE, MINE, meddling(agent.open))
    agent.join()
    assert result == Merged(b"a: mine\nb: 3\nc: third\n", theirs=b"a: mine\nb: 3\nc: third\n")
    assert path.read_bytes() == b"a: mine\nb: 3\nc: third\n"
    assert {b"a: 1\nb: 3\n", b"a: mine\nb: 2\nc: third\n"} <= set(desk.texts(path))


def test_who_read_what_was_put_back_for_a_moment_takes_nothing_of_the_third_with_it(desk: Desk) -> None:
    """The fourth never saw what the third made of our text: the first file had its name again while it read."""
    path = desk.file("a.md", DISK)

    def write_both() -> None:
        with path.open("ab") as ours:
            ours.write(b"c: third\n")
        agent.write_late(b"a: 1\nb: 3\n")

    agent = HeldOpen(path, write_both)
    result = desk.save(
        path, BASE, MINE, meddling(agent.open, lambda: rename_over(path, b"a: 1\nb: 3\nd: fourth\n"))
    )
    agent.join()
    assert isinstance(result, Merged)
    assert path.read_bytes() == result.data
    assert set(result.data.split(b"\n")) == {b"a: mine", b"b: 3", b"c: third", b"d: fourth", b""}
    assert b"a: mine\nb: 2\nc: third\n" in desk.texts(path)


def test_who_reads_ours_and_renames_over_what_was_put_back_takes_nothing_with_it(desk: Desk) -> None:
    """The second program never saw what the first one wrote: our text stood at the name while it read."""
    path = desk.file("a.md", DISK)
    read: list[bytes] = []

    def read_ours() -> None:
        read.append(path.read_bytes())
        agent.write_late(b"a: 1\nb: 3\n")

    agent = HeldOpen(path, read_ours)
    result = desk.save(
        path, BASE, MINE, meddling(agent.open, lambda: rename_over(path, read[0] + b"c: second\n"))
    )
    agent.join()
    assert isinstance(result, Merged)
    assert path.read_bytes() == result.data == b"a: mine\nb: 3\nc: second\n"


def test_who_reads_ours_and_empties_what_was_put_back_takes_nothing_with_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As above, but what the first one wrote stands nowhere any more: the second one writes into the same file."""
    path = desk.file("a.md", DISK)
    theirs, read, opened = path.stat().st_ino, list[bytes](), list[int]()
    force_to_disk = OpenFolder.force_to_disk

    def meddle(folder: OpenFolder) -> None:
        is_theirs = path.stat().st_ino == theirs
        if not read and not is_theirs:
            read.append(path.read_bytes())
            os.write(opened[0], b"a: 1\nb: 3\n")
            os.close(opened[0])
        elif len(read) == 1 and is_theirs:
            read.append(b"")
            path.write_bytes(read[0] + b"c: second\n")
        force_to_disk(folder)

    monkeypatch.setattr(OpenFolder, "force_to_disk", meddle)
    result = desk.save(path, BASE, MINE, meddling(lambda: opened.append(os.open(path, os.O_WRONLY))))
    assert isinstance(result, Merged)
    assert path.read_bytes() == result.data == b"a: mine\nb: 3\nc: second\n"
    assert b"a: 1\nb: 3\n" in desk.texts(path)


def test_what_was_written_while_the_save_was_stopped_for_long_comes_along(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our text stands at the name for a minute, in which one agent adds to it and one writes into the old file."""
    path = desk.file("a.md", DISK)
    force_to_disk, monotonic = OpenFolder.force_to_disk, time.monotonic
    theirs, stood_s, opened = path.stat().st_ino, [0.0], list[int]()

    def stop(folder: OpenFolder) -> None:
        if not stood_s[0] and path.stat().st_ino != theirs:
            stood_s[0] = 60.0
            with path.open("ab") as ours:
                ours.write(b"c: third\n")
            os.write(opened[0], b"a: 1\nb: 3\n")
            os.close(opened[0])
        force_to_disk(folder)

    monkeypatch.setattr(OpenFolder, "force_to_disk", stop)
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + stood_s[0])
    result = desk.save(path, BASE, MINE, meddling(lambda: opened.append(os.open(path, os.O_WRONLY))))
    assert result == Merged(b"a: mine\nb: 3\nc: third\n", theirs=b"a: mine\nb: 3\nc: third\n")
    assert path.read_bytes() == b"a: mine\nb: 3\nc: third\n"


def test_who_keeps_the_file_open_gets_it_back(desk: Desk) -> None:
    path = desk.file("a.md", DISK)
    before = path.stat().st_ino
    agent = HeldOpen(path, lambda: None)
    result = desk.save(path, BASE, MINE, meddling(agent.open))
    agent.join()
    assert isinstance(result, Declined)
    assert result.sentence == f"Another program keeps writing {path}, so it was left alone."
    assert path.stat().st_ino == before
    agent.write_late(b"a: 1\nb: 3\n")
    assert path.read_bytes() == b"a: 1\nb: 3\n"


def test_a_file_created_in_between_is_not_overwritten(desk: Desk) -> None:
    """Many try to make the same file at once: one does, the others are told what is there."""
    path = desk.root / "sub" / "a.md"
    results: dict[bytes, object] = {}

    def create(data: bytes) -> None:
        results[data] = desk.store.create(str(path), data)

    threads = [threading.Thread(target=create, args=(b"%d\n" % n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = path.read_bytes()
    assert type(results.pop(written)).__name__ == "Saved"
    assert set(results.values()) == {Conflicted(written, ())}
