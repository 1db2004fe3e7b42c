"""The kill between the exchange of the two files and the look at what came out: the one moment that has its own name.

`memdesk set` is stopped right after a call, as `SIGSTOP` does it, so that another program can write in just that gap.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.cli.conftest import Ran
from tests.patience import PATIENCE_S, wait_until
from tests.store.saver import CHECKOUT, write_unnoticed
from tests.store.strikes import needs_strace

pytestmark = needs_strace

OLD = b"## Preferences\nShort answers.\n\n## Working style\nTests first.\n\n## Recurring topics\nSQLite.\n"
NEW = OLD.replace(b"Short", b"Long!")
THEIRS = OLD.replace(b"Tests", b"Plans")
NEW_FILE_SYNCED, EXCHANGED = "fsync", "renameat2"


class StoppedSave:
    """`memdesk set` on its way, stopped after the first call of each of `kinds`."""

    def __init__(self, log: Path, *kinds: str) -> None:
        faults = [part for kind in kinds for part in ("-e", f"inject={kind}:signal=STOP:when=1")]
        words = ["set", "evva:USER_PROFILE.md", "--section", "Preferences", "--body", "Long! answers."]
        command = ["strace", "-f", "-o", str(log), "-e", f"trace={','.join(kinds)}", *faults]
        self._log = log
        self._stops = 0
        self._strace = subprocess.Popen(
            [*command, sys.executable, "-B", "-m", "memdesk.cli", *words],
            cwd=CHECKOUT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait_for_stop(self) -> None:
        """Return once it stands still."""
        self._stops += 1

        def stands() -> bool:
            told = self._log.read_bytes() if self._log.exists() else b""
            return told.count(b"stopped by SIGSTOP") >= self._stops

        wait_until(stands, what="the save to come to a stop")

    def send(self, number: signal.Signals) -> None:
        """Let it go on, or kill it."""
        os.kill(int(self._log.read_bytes().split()[0]), number)

    def wait(self) -> None:
        """Return once it is gone."""
        self._strace.wait(PATIENCE_S)


@pytest.fixture
def path(home: Path) -> Path:
    """The file that is saved to."""
    path = home / ".evva/USER_PROFILE.md"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def left_beside(path: Path) -> list[bytes]:
    """What our temporary files hold."""
    return [left.read_bytes() for left in path.parent.glob(".memdesk-*")]


def start_again(path: Path, memdesk_here: Callable[..., Ran]) -> None:
    """A command that opens the root and finds nothing to change in it."""
    assert memdesk_here("set", path, "--entry", "No such thing", "--body", "x").code == 1
    assert left_beside(path) == []


def texts_of(path: Path) -> list[bytes]:
    """What the history has of the file."""
    with closing(History(StateFolders.of_this_user().history)) as history:
        assert history.pending() == ()
        return [history.data(version.id) for version in history.versions(str(path))]


def test_killed_between_exchange_and_verify(
    path: Path, tmp_path: Path, memdesk_here: Callable[..., Ran]
) -> None:
    save = StoppedSave(tmp_path / "log", EXCHANGED)
    save.wait_for_stop()
    save.send(signal.SIGKILL)
    save.wait()
    assert path.read_bytes() == NEW
    assert left_beside(path) == [OLD], "nothing is removed before it was looked at"
    start_again(path, memdesk_here)
    assert path.read_bytes() == NEW
    assert {OLD, NEW} <= set(texts_of(path))


def test_killed_between_exchange_and_verify_when_another_program_wrote_unseen(
    path: Path, tmp_path: Path, memdesk_here: Callable[..., Ran]
) -> None:
    save = StoppedSave(tmp_path / "log", NEW_FILE_SYNCED, EXCHANGED)
    save.wait_for_stop()
    write_unnoticed(str(path), THEIRS)
    save.send(signal.SIGCONT)
    save.wait_for_stop()
    save.send(signal.SIGKILL)
    save.wait()
    assert path.read_bytes() == NEW
    assert left_beside(path) == [THEIRS]
    start_again(path, memdesk_here)
    assert path.read_bytes() == THEIRS, "what nobody had looked at has its name again"
    assert {OLD, NEW, THEIRS} <= set(texts_of(path))
    assert memdesk_here("set", path, "--section", "Preferences", "--body", "Long! answers.").code == 0
    assert path.read_bytes() == THEIRS.replace(b"Short", b"Long!")


def test_going_on_between_exchange_and_verify_merges_what_another_program_wrote_unseen(
    path: Path, tmp_path: Path, memdesk_here: Callable[..., Ran]
) -> None:
    save = StoppedSave(tmp_path / "log", NEW_FILE_SYNCED)
    save.wait_for_stop()
    write_unnoticed(str(path), THEIRS)
    save.send(signal.SIGCONT)
    save.wait()
    assert path.read_bytes() == THEIRS.replace(b"Short", b"Long!")
    assert {OLD, THEIRS} <= set(texts_of(path))
    start_again(path, memdesk_here)
