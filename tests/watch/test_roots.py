"""Roots that go, come back, hide or become something else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import Absence, AwayRoot, WatchMode, WatchRoot
from memdesk.watch.tree import KnownTree
from tests.patience import PATIENCE_S
from tests.watch.conftest import Observed


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    (root / "a").mkdir(parents=True)
    (root / "a" / "MEMORY.md").write_bytes(b"one")
    return root


def away(root: Path, absence: Absence) -> tuple[AwayRoot, ...]:
    return (AwayRoot(str(root), absence),)


def become_a_file(root: Path) -> None:
    root.rename(root.with_name("aside"))
    root.write_bytes(b"no folder")


def be_renamed(root: Path) -> None:
    root.rename(root.with_name("aside"))


def dangle(root: Path) -> None:
    root.rename(root.with_name("aside"))
    root.symlink_to(root.with_name("nowhere"))


WAYS: list[tuple[Callable[[Path], None], Absence]] = [
    (shutil.rmtree, Absence.GONE),
    (be_renamed, Absence.GONE),
    (dangle, Absence.GONE),
    (become_a_file, Absence.NO_FOLDER),
]


@pytest.mark.parametrize(("go", "absence"), WAYS)
def test_a_root_that_goes_is_named_and_followed_when_it_is_back(
    observed: Observed, root: Path, go: Callable[[Path], None], absence: Absence
) -> None:
    memory = root / "a" / "MEMORY.md"
    observed.watch(WatchRoot(str(root)))
    go(root)
    observed.wait_for(memory)
    observed.wait_until(lambda: observed.states[-1].away == away(root, absence))
    observed.batches.clear()
    if os.path.lexists(root):
        root.unlink()
    memory.parent.mkdir(parents=True)
    memory.write_bytes(b"two")
    observed.wait_for(memory)
    observed.wait_until(lambda: not observed.states[-1].away)
    observed.batches.clear()
    memory.write_bytes(b"three")
    observed.wait_for(memory)
    assert observed.states[-1].mode is WatchMode.WATCHING


def test_a_root_that_becomes_a_link_is_followed_to_where_it_leads(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    other = root.with_name("other")
    shutil.copytree(root, other)
    shutil.rmtree(root)
    root.symlink_to(other)
    (other / "a" / "new.md").write_bytes(b"x")
    observed.wait_for(root / "a" / "new.md")
    observed.batches.clear()
    (other / "a" / "MEMORY.md").write_bytes(b"behind the link")
    observed.wait_for(root / "a" / "MEMORY.md")


def test_the_project_of_a_narrow_root_goes_and_comes_back(observed: Observed, root: Path) -> None:
    rules = root / "a" / "EVVA.md"
    rules.write_bytes(b"## Rules\n")
    observed.watch(WatchRoot(str(rules.parent), narrow_file="EVVA.md"))
    shutil.rmtree(rules.parent)
    observed.wait_for(rules)
    observed.wait_until(lambda: observed.states[-1].away == away(rules.parent, Absence.GONE))
    observed.batches.clear()
    rules.parent.mkdir()
    rules.write_bytes(b"## Rules\nShort.\n")
    observed.wait_for(rules)
    observed.wait_until(lambda: not observed.states[-1].away)


def test_a_narrow_root_that_never_was_is_not_missed(observed: Observed, tmp_path: Path) -> None:
    observed.watch(WatchRoot(str(tmp_path / "never"), narrow_file="EVVA.md"))
    assert observed.states[-1].away == ()


PROGRAM = """
import os, sys, threading, time
import memdesk.watch.hints, watchdog.observers.inotify
from memdesk.watch.state import Absence, WatchMode, WatchRoot
from memdesk.watch.watcher import Watcher

root, other, user = sys.argv[1:]
if os.getuid() == 0:
    os.setgroups([])
    os.setresgid(int(user), int(user), int(user))
    os.setresuid(int(user), int(user), int(user))
said, states, changed = threading.Condition(), [], []

def take(what, into):
    with said:
        into.append(what)
        said.notify_all()

def wait(is_so):
    with said:
        assert said.wait_for(is_so, 20), (states[-1:], changed)

watcher = Watcher(lambda paths: take(paths, changed), lambda state: take(state, states))
watcher.set_roots([WatchRoot(root), WatchRoot(other)])
wait(lambda: states)
os.chmod(root, 0)
wait(lambda: [away.absence for away in states[-1].away] == [Absence.UNREADABLE])
assert states[-1].mode is WatchMode.WATCHING, states[-1]
watcher.look_again()
open(other + "/b.md", "wb").write(b"seen all the same")
wait(lambda: any(other + "/b.md" in paths for paths in changed))
assert not any(root + "/a.md" in paths for paths in changed), "what cannot be read is not gone"
os.chmod(root, 0o700)
wait(lambda: not states[-1].away)
open(root + "/a.md", "wb").write(b"again")
wait(lambda: any(root + "/a.md" in paths for paths in changed))
watcher.stop()
"""

NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter; those of pytest are closed again whenever another run begins."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def test_a_root_that_cannot_be_read_for_a_while_keeps_what_is_known_of_it(open_folder: Path) -> None:
    """In a second process, which gives up an administrator's rights: with these everything can be read."""
    roots = [open_folder / "root", open_folder / "other"]
    for folder in roots:
        folder.mkdir()
        (folder / "a.md").write_bytes(b"x")
    if os.getuid() == 0:
        for path in (*roots, *(folder / "a.md" for folder in roots)):
            os.chown(path, NOBODY, NOBODY)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, roots), str(NOBODY)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Mounts a file system of its own at `tmp_path / "mount"`; skips where that is not allowed."""
    point = tmp_path / "mount"
    point.mkdir()

    def mount_it() -> None:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "memdesk", str(point)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")

    if shutil.which("mount") is None:
        pytest.skip("there is no program to mount a file system with")
    yield mount_it
    while os.path.ismount(point):
        subprocess.run(["umount", "-l", str(point)], check=True)


def test_a_mount_that_goes_is_told_from_a_folder_that_was_emptied(
    observed: Observed, tmp_path: Path, mount: Callable[[], None]
) -> None:
    mount()
    root, memory = tmp_path / "mount", tmp_path / "mount" / "MEMORY.md"
    memory.write_bytes(b"one")
    observed.watch(WatchRoot(str(root)))
    subprocess.run(["umount", "-l", str(root)], check=True)
    observed.wait_for(memory)
    assert observed.states[-1].away == away(root, Absence.UNMOUNTED), (
        "said before its files are said to be gone"
    )
    observed.batches.clear()
    mount()
    memory.write_bytes(b"one")
    observed.wait_for(memory)
    observed.wait_until(lambda: not observed.states[-1].away)
    observed.batches.clear()
    memory.write_bytes(b"two")
    observed.wait_for(memory)
    memory.unlink()
    observed.look(tmp_path / "mount" / "marker")
    assert not observed.states[-1].away


def test_another_device_that_is_empty_is_a_mount_that_went(tmp_path: Path) -> None:
    """What the mount test shows, where none can be mounted: the root was a link to another device."""
    elsewhere = next((place for place in (Path("/dev/shm"), Path("/run")) if os.access(place, os.W_OK)), None)
    if elsewhere is None or elsewhere.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second device here to put a folder on")
    there, here, root = elsewhere / f"memdesk-{os.getpid()}", tmp_path / "here", tmp_path / "root"
    there.mkdir()
    try:
        (there / "a.md").write_bytes(b"x")
        here.mkdir()
        root.symlink_to(there)
        tree = KnownTree(WatchRoot(str(root)), OwnWrites())
        tree.learn()
        assert not tree.look_after()
        root.unlink()
        root.symlink_to(here)
        assert tree.look_after()
        assert tree.absence is Absence.UNMOUNTED
        assert list(tree.look_everywhere().changed) == [str(root / "a.md")]
        tree.look_after()
        assert tree.absence is Absence.UNMOUNTED
        (here / "b.md").write_bytes(b"x")
        tree.look_after()
        assert tree.absence is None
    finally:
        shutil.rmtree(there)


def test_a_root_that_was_expected_is_told_of_though_it_came_first(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    expected = root.with_name("expected")
    expected.mkdir()
    (expected / "MEMORY.md").write_bytes(b"one")
    observed.watch(WatchRoot(str(root)), WatchRoot(str(expected), is_expected=True))
    observed.wait_for(expected / "MEMORY.md")
    assert str(root / "a" / "MEMORY.md") not in observed.changed
