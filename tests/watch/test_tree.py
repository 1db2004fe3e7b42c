"""What a look finds, without the system's help."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import WatchRoot
from memdesk.watch.tree import KnownTree


def known(root: Path) -> KnownTree:
    tree = KnownTree(WatchRoot(str(root)), OwnWrites())
    tree.learn()
    return tree


def age(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def rested(tree: KnownTree) -> dict[str, int]:
    """All changes, once every file has come to rest."""
    changed: dict[str, int] = {}
    while True:
        findings = tree.look_everywhere()
        changed |= findings.changed
        if not findings.restless:
            return changed
        time.sleep(0.01)


def test_a_look_at_ten_thousand_unchanged_files_reads_none_of_them(tmp_path: Path) -> None:
    for folder in range(100):
        (tmp_path / str(folder)).mkdir()
        for number in range(100):
            (tmp_path / str(folder) / f"{number}.md").write_bytes(b"x")
    tree = known(tmp_path)
    while tree.hash_some(1000):
        pass
    opened: list[str] = []
    listening = True
    sys.addaudithook(lambda event, args: opened.append(event) if listening and event == "open" else None)
    # What was written less than two seconds ago may change again under the same time stamp, and is read again.
    time.sleep(2.1)
    tree.look_everywhere()
    opened.clear()
    assert tree.look_everywhere().changed == {}
    listening = False
    assert opened == []


def test_a_file_being_written_is_left_for_a_moment(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"1")
    tree = known(tmp_path)
    (tmp_path / "a.md").write_bytes(b"22")
    assert list(rested(tree)) == [str(tmp_path / "a.md")]
    assert rested(tree) == {}


def test_same_size_and_time_but_other_bytes_is_seen_while_the_stamp_is_young(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"1")
    tree = known(tmp_path)
    path.write_bytes(b"2")
    status = path.stat()
    assert list(rested(tree)) == [str(path)]
    path.write_bytes(b"3")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert list(rested(tree)) == [str(path)]


def test_an_old_file_moved_into_place_is_seen(tmp_path: Path) -> None:
    path, other = tmp_path / "a.md", tmp_path / "other"
    path.write_bytes(b"1")
    tree = known(tmp_path)
    other.write_bytes(b"2")
    age(other, 10_000)
    other.rename(path)
    assert list(rested(tree)) == [str(path)]


def test_folders_that_link_to_each_other_end(tmp_path: Path) -> None:
    names = "abcdef"
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").write_bytes(b"x")
        for other in names:
            (tmp_path / name / other).symlink_to(tmp_path / other)
    tree = KnownTree(WatchRoot(str(tmp_path)), OwnWrites())
    changed = rested(tree)
    assert str(tmp_path / "a" / "b" / "x.md") in changed
    assert len(changed) < 300


def test_a_root_that_is_a_file_or_missing_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    for path in (tmp_path / "file", tmp_path / "missing"):
        tree = known(path)
        assert tree.identity is None
        assert not tree.look_after()
        assert tree.is_away
        assert tree.look_everywhere().changed == {}


def test_names_outside_the_root_are_not_its_business(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    tree = known(tmp_path / "root")
    assert tree.folder_for(str(tmp_path / "root2" / "a.md")) is None
    assert tree.folder_for(str(tmp_path / "root" / "a.md")) == str(tmp_path / "root")
    assert tree.folder_for(str(tmp_path / "root")) == str(tmp_path / "root")
    assert tree.folder_for(str(tmp_path)) is None


def test_a_folder_that_is_never_memory_is_not_looked_into(tmp_path: Path) -> None:
    inside = tmp_path / ".index" / "sqlite"
    inside.mkdir(parents=True)
    (inside / "system.db").write_bytes(b"1")
    root = WatchRoot(str(tmp_path), is_temporary=lambda name: name == ".index")
    tree = KnownTree(root, OwnWrites())
    tree.learn()
    (inside / "system.db").write_bytes(b"22")
    (tmp_path / "a.md").write_bytes(b"x")
    assert rested(tree).keys() == {str(tmp_path / "a.md")}
    real = os.path.realpath(tmp_path)
    assert tree.folder_for(os.path.join(real, ".index", "sqlite", "system.db-wal")) is None
    assert tree.folder_for(os.path.join(real, ".index")) is None
    assert tree.folder_for(os.path.join(real, "b", "c.md")) == str(tmp_path / "b")
