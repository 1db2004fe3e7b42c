"""Very many files made at once by a second process, and what the watcher makes of them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from memdesk.watch.state import WatchMode, WatchRoot, WatchState
from memdesk.watch.watcher import Watcher

MAKE = """
import os, sys
for number in range(int(sys.argv[2])):
    folder = os.path.join(sys.argv[1], f"d{number // 100}")
    if number % 100 == 0:
        os.makedirs(folder)
    with open(os.path.join(folder, f"{number}.md"), "wb") as file:
        file.write(b"x")
"""

PATIENCE_S = 120.0


class Figures(NamedTuple):
    """What a run came to. `settled_s` is how long after the last write the watcher knew all."""

    files: int
    missed: int
    told_twice: int
    calls: int
    written_s: float
    settled_s: float
    rss_growth_mb: float
    state: WatchState


def make_many(root: Path, files: int) -> Figures:
    """Watch `root`, which is empty, while a second process makes so many files in it."""
    told: list[frozenset[str]] = []
    states: list[WatchState] = []
    known = threading.Event()

    def take_state(state: WatchState) -> None:
        states.append(state)
        known.set()

    watcher = Watcher(told.append, take_state)
    watcher.set_roots([WatchRoot(str(root))])
    known.wait(PATIENCE_S)
    before_mb, started_s = _rss_mb(), time.monotonic()
    subprocess.run([sys.executable, "-c", MAKE, root, str(files)], check=True)
    written_s = time.monotonic() - started_s
    on_disk = {os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names}
    while len(on_disk) > len(set().union(*told)) and time.monotonic() < started_s + written_s + PATIENCE_S:
        time.sleep(0.05)
    settled_s = time.monotonic() - started_s - written_s
    growth_mb = _rss_mb() - before_mb
    watcher.stop()
    seen = set().union(*told)
    twice = sum(map(len, told)) - len(seen)
    return Figures(files, len(on_disk - seen), twice, len(told), written_s, settled_s, growth_mb, states[-1])


def sentence_of(figures: Figures) -> str:
    """The figures, for people."""
    return (
        f"{figures.files} files made in {figures.written_s:.1f} s, all known {figures.settled_s:.1f} s later: "
        f"{figures.missed} missed, {figures.told_twice} told twice, {figures.calls} calls, "
        f"{figures.state.overflows} overflows, {figures.rss_growth_mb:.0f} MB more, {figures.state.mode.value}"
    )


def is_good(figures: Figures) -> bool:
    """Nothing missed, still watching, and neither calls nor memory beyond their bounds.

    A slow machine lets changes rest between two of them: then each tenth of a second may be told by itself.
    """
    most_calls = 20 + 10 * (figures.written_s + figures.settled_s)
    return (
        figures.missed == 0
        and figures.state.mode is WatchMode.WATCHING
        and figures.calls <= most_calls
        and figures.rss_growth_mb <= 20 + figures.files / 500
    )


def _rss_mb() -> float:
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0.0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
