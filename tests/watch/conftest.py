"""A watcher that notes what it says, and a second process that writes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.watch.state import WatchMode, WatchRoot, WatchState
from memdesk.watch.watcher import Rhythm, Watcher
from tests.patience import PATIENCE_S


class Observed:
    """A running watcher and everything that it has said so far."""

    def __init__(self, rhythm: Rhythm = Rhythm()) -> None:  # noqa: B008 - it never changes
        self._said = threading.Condition()
        self.batches: list[frozenset[str]] = []
        self.states: list[WatchState] = []
        self.watcher = Watcher(self._on_changed, self._on_state, rhythm)

    def _on_changed(self, paths: frozenset[str]) -> None:
        with self._said:
            self.batches.append(paths)
            self._said.notify_all()

    def _on_state(self, state: WatchState) -> None:
        with self._said:
            self.states.append(state)
            self._said.notify_all()

    @property
    def changed(self) -> set[str]:
        return set().union(*self.batches)

    def watch(self, *roots: WatchRoot) -> None:
        known = len(self.states)
        self.watcher.set_roots(roots)
        self.wait_until(lambda: len(self.states) > known)

    def wait_until(self, is_so: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        with self._said:
            assert self._said.wait_for(is_so, within_s), f"said only {self.batches} and {self.states}"

    def wait_for(self, *paths: Path) -> None:
        self.wait_until(lambda: {str(path) for path in paths} <= self.changed)

    def wait_for_mode(self, mode: WatchMode, within_s: float = PATIENCE_S) -> None:
        self.wait_until(lambda: self.states[-1].mode is mode, within_s)

    def look(self, marker: Path) -> None:
        """Return once everything written before this call has been compared."""
        marker.write_bytes(str(time.time_ns()).encode())
        self.watcher.look_again()
        self.wait_for(marker)


@pytest.fixture
def observed() -> Iterator[Observed]:
    observed = Observed()
    yield observed
    observed.watcher.stop()


def write_elsewhere(program: str, *arguments: str | Path) -> None:
    """Run Python code in a second process; `sys`, `os` and `Path` are at hand, and `args` are the arguments."""
    code = f"import os, sys, time\nfrom pathlib import Path\nargs = sys.argv[1:]\n{program}"
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True, timeout=PATIENCE_S)
