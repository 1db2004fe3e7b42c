"""The agent's own lock, held by a real second process in the agent's way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memdesk.layouts.optional import AgentLock, LockKind
from memdesk.store import agent_locks
from memdesk.store.agent_locks import AgentLocks
from memdesk.store.confine import Root
from memdesk.store.lock_holders import SOMEBODY, holder_of, writer_of
from memdesk.store.locks import DocumentLocks
from memdesk.store.open_folder import OpenFolder
from memdesk.store.outcomes import Declined, Merged, Removed, Saved
from memdesk.store.save import Store
from memdesk.store.swap import place
from tests.store.conftest import Desk, files_no_larger_than
from tests.store.lines import merge_lines

needs_proc = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux tells who holds a lock")

AGENT = """
import fcntl, os, sys
kind, lock, path = sys.argv[1:]
if kind == "presence":
    held = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR)
    os.write(held, b"%d" % os.getpid())
else:
    held = os.open(lock, os.O_CREAT | os.O_RDWR)
    (fcntl.flock if kind == "flock" else fcntl.lockf)(held, fcntl.LOCK_EX)
text = open(path, "rb").read()
print("held", flush=True)
if sys.stdin.readline():
    open(path + ".new", "wb").write(text + b"agent: learned\\n")
    os.replace(path + ".new", path)
if kind == "presence":
    os.unlink(lock)
os.close(held)
print("free", flush=True)
sys.stdin.read()
"""


@contextmanager
def agent_holding(kind: LockKind, path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An agent that has read the document under its lock; a line on its stdin lets it write, the end of it go."""
    words = [sys.executable, "-c", AGENT, kind.value, f"{path}.lock", str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        assert agent.stdout is not None
        assert agent.stdin is not None
        assert agent.stdout.readline() == b"held\n"
        yield agent
        agent.stdin.close()


def locking(desk: Desk, kind: LockKind, *, stale_after_s: float | None = None) -> Store:
    """The store of an agent whose lock stands beside each document."""

    def lock_of(path: str) -> AgentLock:
        return AgentLock(f"{path}.lock", kind, stale_after_s)

    return Store(desk.folders, desk.history, lambda: desk.roots, lock_of=lock_of)


@pytest.mark.parametrize("kind", LockKind)
def test_a_save_waits_for_the_agent_and_takes_what_it_wrote(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, kind: LockKind
) -> None:
    monkeypatch.setattr(agent_locks, "PATIENCE_S", 20)
    path = desk.file("a.md", b"a: 1\n")
    store = locking(desk, kind)
    with agent_holding(kind, path) as agent:
        saving = threading.Thread(target=lambda: results.append(save(store, path)))
        results: list[object] = []
        saving.start()
        assert agent.stdin is not None
        agent.stdin.write(b"write\n")
        agent.stdin.flush()
        saving.join()
    # The agent wrote first, whole, and nothing of either is lost.
    assert results == [Merged(b"a: mine\nagent: learned\n", theirs=b"a: 1\nagent: learned\n")]
    left = [] if kind is LockKind.PRESENCE else ["a.md.lock"]
    assert desk.listing() == ["a.md", *left]


def save(store: Store, path: Path) -> object:
    return store.save(str(path), b"a: 1\n", b"a: mine\n", merge_lines)


@needs_proc
@pytest.mark.parametrize("kind", LockKind)
def test_who_does_not_let_go_is_named(desk: Desk, monkeypatch: pytest.MonkeyPatch, kind: LockKind) -> None:
    monkeypatch.setattr(agent_locks, "PATIENCE_S", 0.05)
    path = desk.file("a.md", b"a: 1\n")
    with agent_holding(kind, path) as agent:
        result = save(locking(desk, kind), path)
        assert isinstance(result, Declined)
        assert result.refused
        name = Path(f"/proc/{agent.pid}/comm").read_text().strip()
        assert result.sentence == (
            f"{name} (process {agent.pid}) holds {path}.lock, the lock of {path}, so that was left alone."
        )
        assert result.advice == "Wait until that program is done, then save again."
        assert path.read_bytes() == b"a: 1\n"
    assert save(locking(desk, kind), path) == Saved(b"a: mine\n")


@pytest.mark.parametrize("kind", LockKind)
def test_it_is_held_while_a_file_is_made_changed_and_removed_and_no_longer(
    desk: Desk, kind: LockKind
) -> None:
    path, store = desk.root / "a.md", locking(desk, kind)
    assert store.create(str(path), b"a: 1\n") == Saved(b"a: 1\n")
    assert save(store, path) == Saved(b"a: mine\n")
    assert store.delete(str(path), b"a: mine\n") == Removed(b"a: mine\n")
    with agent_holding(kind, desk.file("a.md", b"")):
        pass


def test_a_lock_that_was_left_behind_is_cleared_by_the_agents_rule(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_locks, "PATIENCE_S", 0.05)
    path, lock = desk.file("a.md", b"a: 1\n"), desk.file("a.md.lock", b"4194399")
    assert isinstance(save(locking(desk, LockKind.PRESENCE), path), Declined)
    assert isinstance(save(locking(desk, LockKind.PRESENCE, stale_after_s=60), path), Declined)
    old_s = time.time() - 61
    os.utime(lock, (old_s, old_s))
    assert save(locking(desk, LockKind.PRESENCE, stale_after_s=60), path) == Saved(b"a: mine\n")
    assert desk.listing() == ["a.md"]


def test_a_lock_that_somebody_has_just_made_anew_is_not_cleared(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new file often gets the number of the one that was removed before it."""
    monkeypatch.setattr(agent_locks, "PATIENCE_S", 0.05)
    path, lock = desk.file("a.md", b"a: 1\n"), desk.file("a.md.lock", b"4194399")
    old_s = time.time() - 61
    os.utime(lock, (old_s, old_s))

    def after_another(folder: OpenFolder, name: str, to: str) -> None:
        if name == lock.name:
            lock.write_bytes(b"1")
        place(folder, name, to)

    monkeypatch.setattr(agent_locks, "place", after_another)
    assert isinstance(save(locking(desk, LockKind.PRESENCE, stale_after_s=60), path), Declined)
    assert lock.read_bytes() == b"1"
    assert desk.listing() == ["a.md", "a.md.lock"]


def test_a_lock_outside_every_root_is_refused(desk: Desk, tmp_path: Path) -> None:
    path = desk.file("a.md", b"a: 1\n")
    desk.roots[:] = [Root(str(desk.root), "a.md")]
    result = save(locking(desk, LockKind.WHOLE_FILE), path)
    assert isinstance(result, Declined)
    assert "outside every open memory folder" in result.sentence
    assert desk.listing() == ["a.md"]


def test_a_lock_that_is_a_link_leads_nowhere_outside(desk: Desk, tmp_path: Path) -> None:
    path, outside = desk.file("a.md", b"a: 1\n"), tmp_path / "outside"
    (desk.root / "a.md.lock").symlink_to(outside)
    assert isinstance(save(locking(desk, LockKind.WHOLE_FILE), path), Declined)
    assert not outside.exists()


def test_documents_may_share_a_lock(desk: Desk) -> None:
    paths = [desk.file(f"{number}.md", b"a: 1\n") for number in range(3)]
    shared = AgentLock(str(desk.root / "lock"), LockKind.RECORD)
    store = Store(desk.folders, desk.history, lambda: desk.roots, lock_of=lambda _path: shared)
    saving = [threading.Thread(target=save, args=(store, path)) for path in paths]
    for thread in saving:
        thread.start()
    for thread in saving:
        thread.join()
    assert {path.read_bytes() for path in paths} == {b"a: mine\n"}


def test_who_is_gone_or_says_nothing_is_another_program(tmp_path: Path) -> None:
    (tmp_path / "free").touch()
    assert holder_of((tmp_path / "free").stat()) == SOMEBODY
    assert {writer_of(data) for data in (b"", b"locked", b"4194399")} == {SOMEBODY}


def test_a_lock_is_let_go_of_where_no_name_can_be_written_into_it(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    lock = AgentLock(f"{path}.lock", LockKind.PRESENCE, None)
    locks = AgentLocks(lambda _path: lock, lambda: desk.roots, DocumentLocks(desk.folders.locks))
    with files_no_larger_than(0), locks.held(str(path)):
        assert Path(lock.path).exists()
    assert desk.listing() == ["a.md"]
