"""Attackers that let folders and files change places with links out of the root, while the program saves there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.linux_calls import exchange
from memdesk.store.open_folder import OpenFolder
from memdesk.store.outcomes import FileChange
from memdesk.store.save import Store, merge_by_sections

CHECKOUT = Path(__file__).parents[2]
_PATIENCE_S = 60.0
_FILES = ("notes/a.md", "notes/b.md", "notes/new.md", "notes/moved.md")


@dataclass
class Escapes:
    """What came of one attack: how often each thing was answered, and what is wrong.

    `outside` is what is not as it was outside the root, `litter` what the next start after the attack left in it.
    """

    answers: Counter[str] = field(default_factory=Counter)
    outside: list[str] = field(default_factory=list)
    litter: list[str] = field(default_factory=list)


def attack(folder: Path, seconds: float, until: Collection[str] = ()) -> Escapes:
    """Save, create, remove, rename and change several files in a root below `folder`, for so long, under attack.

    It goes on until each answer of `until` was given, if that takes longer: up to a minute, on a busy machine.
    """
    root, outside = folder / "memory", folder / "outside"
    _make_files(root / "notes", b"mine\n")
    _make_files(outside, b"outside\n")
    (root / "out").symlink_to(outside)
    (root / "notes" / "a.link").symlink_to(outside / "a.md")
    escapes = Escapes()
    before = _all_below(outside)
    with _attackers(root):
        begun = time.monotonic()
        while (taken := time.monotonic() - begun) < _PATIENCE_S:
            if taken >= seconds and escapes.answers.keys() >= set(until):
                break
            escapes.answers.update(_round(folder, root))
    after = _all_below(outside)
    escapes.outside = sorted(name for name in before.keys() | after if before.get(name) != after.get(name))
    _swap_back(root)
    _sweep(folder, root)
    escapes.litter = [str(path) for path in root.rglob(".memdesk-*")]
    return escapes


def _swap_back(root: Path) -> None:
    """Have the folder and the file at their names again."""
    for folder, name, other in ((root, "notes", "out"), (root / "notes", "a.md", "a.link")):
        if (folder / name).is_symlink():
            with OpenFolder.at(str(folder)) as held:
                exchange(held.required_descriptor, name, other)


def _sweep(folder: Path, root: Path) -> None:
    with _store(folder, root) as store:
        store.sweep()


@contextmanager
def _store(folder: Path, root: Path) -> Iterator[Store]:
    """A store as a fresh start has it."""
    folders = StateFolders.below(str(folder / "own"))
    with closing(History(folders.history)) as history:
        yield Store(folders, history, lambda: [Root(str(root))])


def _make_files(folder: Path, data: bytes) -> None:
    folder.mkdir(parents=True)
    for name in ("a.md", "b.md"):
        (folder / name).write_bytes(data)


@contextmanager
def _attackers(root: Path) -> Iterator[None]:
    """Two other processes that swap until this ends: the folder with its link, and a file with its link."""
    # Each holds its folder open: by a path they would themselves be led outside by the other.
    pairs = ((root / "notes", "a.md", "a.link"), (root, "notes", "out"))
    started = [_attacker(*map(str, pair)) for pair in pairs]
    try:
        yield
    finally:
        for attacker in started:
            attacker.kill()
            attacker.communicate()


def _attacker(folder: str, one: str, other: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.faults.attack", folder, one, other]
    attacker = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE)
    assert attacker.stdout is not None
    assert attacker.stdout.readline(), "the attacker did not start"
    return attacker


def _round(folder: Path, root: Path) -> Iterator[str]:
    """Every way to write, some times; what was answered."""
    with _store(folder, root) as store:
        store.sweep()
        merge = merge_by_sections
        a, b, new, moved = (str(root / name) for name in _FILES)
        for number in range(20):
            for path in (a, b):
                text = _read(path)
                result = store.save(path, text, text + b"- %d\n" % number, merge)
                yield type(result).__name__
            yield type(store.create(new, b"new\n")).__name__
            yield "applied" if store.rename(new, moved, b"new\n").stopped is None else "not renamed"
            changes = [FileChange(new, None, b"new\n", merge), FileChange(moved, b"new\n", None, merge)]
            yield "applied" if store.apply(changes, why="test").stopped is None else "not applied"
            yield type(store.delete(new, b"new\n")).__name__
            yield type(store.delete(moved, b"new\n")).__name__


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _all_below(folder: Path) -> Mapping[str, tuple[object, ...]]:
    """Every name below a folder, with its bytes and with what a write or a change of mode leaves a trace in."""
    found: dict[str, tuple[object, ...]] = {}
    for path in (folder, *folder.rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (data, status.st_ino, status.st_mode, status.st_mtime_ns, status.st_ctime_ns)
    return found


def keep_swapping(folder: str, one: str, other: str) -> None:
    """Let two names in a folder change places until this process is killed."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        try:
            exchange(descriptor, one, other)
        except OSError:
            time.sleep(0)  # the other attacker, or the program, has it somewhere else for the moment


if __name__ == "__main__":
    keep_swapping(*sys.argv[1:])
