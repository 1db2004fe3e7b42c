"""Where the system's reports fail: what is lost is found all the same, and the state says so."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.observers.inotify_c import InotifyFD

from memdesk.watch.state import Cause, WatchMode, WatchRoot
from memdesk.watch.watcher import Rhythm
from tests.patience import PATIENCE_S
from tests.watch.conftest import Observed, write_elsewhere

SELDOM = Rhythm(rescan_s=300.0, poll_s=300.0, pulse_s=0.1)
"""So seldom that what is found was found for another reason."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "MEMORY.md").write_bytes(b"x")
    return root


@pytest.fixture
def seldom() -> Iterator[Observed]:
    observed = Observed(SELDOM)
    yield observed
    observed.watcher.stop()


STOPPED = """
import json, os, sys, time
from memdesk.watch.state import WatchRoot
from memdesk.watch.watcher import Rhythm, Watcher

root, states, changed = sys.argv[1], [], set()
watcher = Watcher(changed.update, states.append, Rhythm(rescan_s=300.0))
watcher.set_roots([WatchRoot(root)])
while not states:
    time.sleep(0.01)
print("ready", flush=True)
sys.stdin.readline()
def on_disk():
    return {os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names}
deadline = time.monotonic() + 600
while time.monotonic() < deadline and not (changed >= on_disk() and states[-1].overflows):
    time.sleep(0.05)
watcher.stop()
missed = len(on_disk() - changed)
print(json.dumps([missed, states[-1].overflows, states[-1].mode.value, len(states)]), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a queue of events that can overflow")
def test_an_overflow_loses_nothing_and_is_counted(tmp_path: Path) -> None:
    """The whole process is stopped while more happens than the system's queue holds."""
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 50_000:
        pytest.skip(f"the system's queue holds {limit} events, too many to fill here")
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGSTOP)
        try:
            # Made, and written to twice, each without a pause that would let the system join the reports.
            for number in range(limit // 2 + 200):
                with open(tmp_path / f"{number % 2000}-{number // 2000}.md", "wb", buffering=0) as file:
                    file.write(b"1")
        finally:
            os.kill(process.pid, signal.SIGCONT)
        said, _ = process.communicate("go\n", timeout=PATIENCE_S)
    missed, overflows, mode, states = json.loads(said)
    assert missed == 0
    assert overflows >= 1
    assert mode == "watching", "events that were held up with the process are no reason to poll"
    assert states < 20


@pytest.mark.skipif(sys.platform != "linux", reason="the reader is the library's on Linux")
def test_a_reader_that_dies_is_replaced(seldom: Observed, root: Path) -> None:
    seldom.watch(WatchRoot(str(root)))
    readers = [thread for thread in threading.enumerate() if isinstance(thread, InotifyFD)]
    assert readers, "the observer has a reader of its own"
    for reader in readers:
        reader.stop()
        reader.join()
    (root / "a" / "MEMORY.md").write_bytes(b"while nobody listened")
    seldom.wait_for(root / "a" / "MEMORY.md")
    seldom.batches.clear()
    (root / "a" / "MEMORY.md").write_bytes(b"with the new reader")
    seldom.wait_for(root / "a" / "MEMORY.md")
    assert seldom.states[-1].mode is WatchMode.WATCHING


def test_a_watcher_that_ends_leaves_no_reader(root: Path) -> None:
    observed = Observed()
    observed.watch(WatchRoot(str(root)))
    observed.watcher.stop()
    assert not [thread for thread in threading.enumerate() if isinstance(thread, InotifyFD)]


def test_after_sleep_everything_is_looked_through(root: Path, tmp_path: Path) -> None:
    """What lies behind a link is reported by nobody, so that only a look finds it."""
    slept_s = 0.0
    observed = Observed(SELDOM._replace(wall_clock=lambda: time.time() + slept_s))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.md").write_bytes(b"1")
    (root / "linked").symlink_to(elsewhere)
    try:
        observed.watch(WatchRoot(str(root)))
        (elsewhere / "a.md").write_bytes(b"22")
        (root / "marker.md").write_bytes(b"x")
        observed.wait_for(root / "marker.md")
        assert str(root / "linked" / "a.md") not in observed.changed
        slept_s = 3600.0
        observed.wait_for(root / "linked" / "a.md")
        assert observed.states[-1].mode is WatchMode.WATCHING
    finally:
        observed.watcher.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems report writes to mapped memory")
def test_a_change_that_nobody_reports_shows_that_polling_is_needed(root: Path) -> None:
    """Writes to mapped memory are among those. Only one that is a while old shows that no report is coming."""
    observed, memory = Observed(Rhythm(rescan_s=2.6, poll_s=0.2, pulse_s=0.1)), root / "a" / "MEMORY.md"
    observed.watch(WatchRoot(str(root)))
    try:
        for attempt in range(4):
            with open(memory, "r+b") as file, mmap.mmap(file.fileno(), 1) as mapped:
                mapped[0:1] = b"%d" % attempt
                mapped.flush()
            observed.wait_for(memory)
            time.sleep(0.05)
            if observed.states[-1].mode is WatchMode.POLLING:
                break
            observed.batches.clear()
        assert observed.states[-1].cause is Cause.UNREPORTED
        assert str(memory) in observed.states[-1].reason
        assert observed.states[-1].interval_s == 0.2
    finally:
        observed.watcher.stop()


def test_while_paused_nothing_is_told_and_all_of_it_afterwards(seldom: Observed, root: Path) -> None:
    seldom.watch(WatchRoot(str(root)))
    seldom.watcher.pause()
    seldom.wait_for_mode(WatchMode.PAUSED)
    write_elsewhere("for n in range(50): Path(args[0], f'{n}.md').write_bytes(b'x')", root)
    (root / "a" / "MEMORY.md").unlink()
    seldom.watcher.look_again()
    time.sleep(0.6)
    assert seldom.batches == []
    seldom.watcher.resume()
    seldom.wait_for_mode(WatchMode.WATCHING)
    seldom.wait_for(root / "a" / "MEMORY.md", *(root / f"{number}.md" for number in range(50)))


def test_roots_can_be_changed_while_paused(seldom: Observed, root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    seldom.watch(WatchRoot(str(root)))
    seldom.watcher.pause()
    seldom.wait_for_mode(WatchMode.PAUSED)
    seldom.watch(WatchRoot(str(other)))
    assert seldom.states[-1].mode is WatchMode.PAUSED
    (other / "a.md").write_bytes(b"x")
    seldom.watcher.resume()
    seldom.wait_for(other / "a.md")


AGAIN = """
import json, sys, time
from pathlib import Path
from memdesk.watch.state import WatchRoot
from memdesk.watch.watcher import Rhythm, Watcher

root, states, changed = Path(sys.argv[1]), [], []
watcher = Watcher(changed.extend, states.append, Rhythm(rescan_s=0.5, poll_s=0.3, pulse_s=0.1))
watcher.set_roots([WatchRoot(str(root))])
deadline = time.monotonic() + 600
while time.monotonic() < deadline and (not states or states[-1].mode.value != "watching"):
    time.sleep(0.02)
(root / "a" / "MEMORY.md").write_bytes(b"changed")
while time.monotonic() < deadline and not changed:
    time.sleep(0.02)
watcher.stop()
print(json.dumps([[[s.mode.value, s.cause and s.cause.value] for s in states], changed]))
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace: apt-get install strace")
@pytest.mark.parametrize(
    "fault", ["inotify_add_watch:error=ENOSPC:when=1..4", "/inotify_init:error=EMFILE:when=1..3"]
)
def test_where_there_is_room_again_it_is_watched_again(root: Path, fault: str) -> None:
    command = ["strace", "-f", "-qq", "-e", "trace=/inotify", "-e", f"inject={fault}", "-o", "/dev/null"]
    told = subprocess.run(
        [*command, sys.executable, "-c", AGAIN, root], capture_output=True, check=True, timeout=PATIENCE_S
    )
    states, changed = json.loads(told.stdout)
    assert states[0] == ["polling", "no room"]
    assert states[-1] == ["watching", None]
    assert changed == [str(root / "a" / "MEMORY.md")]
