"""The watcher: hints from the system, settled, then proven by comparing bytes.

Correctness never depends on an event: every root is looked through at the start, on request, after sleep, when
events were lost, when the observer dies, when a root is replaced, and every ten seconds.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence

from memdesk.watch.lookout import Lookout
from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.settling import SettlingHints
from memdesk.watch.state import WatchMode, WatchRoot, WatchState

RESCAN_S = 10.0
POLL_S = 2.0
_PULSE_S = 1.0
_SLEPT_S = 3.0
_REST_S = 0.04
_BREATH_S = 0.005
"""A pause between two portions of hashing, so that the window is not held up at its start."""

_BROKEN = "Watching has stopped ({error}); press F5 to look for changes, or start Memdesk again."


class Watcher:
    """Tells which files under the roots changed, appeared or vanished, by whomever but ourselves.

    Both callbacks are called in the watcher's own thread. `on_changed(paths)` gets absolute paths whose bytes
    differ, one call per settled batch. `on_state(state)` is called when the state changes, and each time newly set
    roots have been taken as known: what was read before that is then compared with the disk once.
    """

    def __init__(
        self, on_changed: Callable[[frozenset[str]], None], on_state: Callable[[WatchState], None]
    ) -> None:
        self._on_changed = on_changed
        self._on_state = on_state
        self._own = OwnWrites()
        self._wake = threading.Condition()
        self._hints = SettlingHints()
        self._wanted: tuple[WatchRoot, ...] | None = None
        self._rescan_asked = False
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="memdesk-watcher", daemon=True)
        self._lookout = Lookout(self._own, self._on_hint, self.look_again)
        self._reported = self._lookout.state
        self._pulse_due_s = self._rescan_due_s = time.monotonic()
        self._restless_due_s = math.inf
        self._clock_offset_s = time.time() - time.monotonic()
        self._thread.start()

    def set_roots(self, roots: Sequence[WatchRoot]) -> None:
        """Watch these roots and no others. Returns at once; `on_state` tells when they are known."""
        with self._wake:
            self._wanted = tuple(dict.fromkeys(roots))
            self._wake.notify()

    def look_again(self) -> None:
        """Look through all roots now: on focus, on F5. Returns at once."""
        with self._wake:
            self._rescan_asked = True
            self._wake.notify()

    def note_own_write(self, path: str, data: bytes) -> None:
        """Bytes that a save of ours puts at `path`: seen there, they are no outside change. Any thread."""
        self._own.note(path, data)

    def stop(self) -> None:
        """Stop watching and wait for the threads; no callback is called afterwards. Not from a callback."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()

    def _on_hint(self, path: str) -> None:
        with self._wake:
            if not self._hints:
                self._wake.notify()
            self._hints.add(path, time.monotonic())

    def _run(self) -> None:
        try:
            while self._turn():
                self._tell_state()
        except Exception as error:  # noqa: BLE001 - whatever ends this thread, the state must say so
            self._reported = WatchState(WatchMode.STOPPED, _BROKEN.format(error=error))
            self._on_state(self._reported)
        finally:
            self._lookout.close()

    def _turn(self) -> bool:
        """Wait for something to do and do it; False when the watcher is to end."""
        with self._wake:
            if not (self._stopping or self._rescan_asked or self._wanted is not None):
                self._wake.wait(self._idle_s())
            if self._stopping:
                return False
            wanted, self._wanted = self._wanted, None
            rescan, self._rescan_asked = self._rescan_asked, False
            hinted = self._hints.take(time.monotonic())
        if wanted is not None:
            self._adopt(wanted)
        if hinted or time.monotonic() >= self._restless_due_s:
            self._look_at(hinted)
        if time.monotonic() >= self._pulse_due_s:
            self._pulse()
        if rescan or time.monotonic() >= self._rescan_due_s:
            self._rescan()
        if self._lookout.has_unhashed:
            self._lookout.hash_some()
        return True

    def _idle_s(self) -> float:
        """How long nothing is due."""
        now_s = time.monotonic()
        due_s = min(self._rescan_due_s, self._pulse_due_s, self._restless_due_s, self._hints.due_s)
        if self._lookout.has_unhashed:
            due_s = min(due_s, now_s + _BREATH_S)
        return max(0.0, due_s - now_s)

    def _look_at(self, hinted: frozenset[str]) -> None:
        self._restless_due_s = math.inf
        self._tell(self._lookout.look_at(hinted))

    def _adopt(self, roots: tuple[WatchRoot, ...]) -> None:
        self._lookout.adopt(roots)
        self._plan_rescan()
        self._reported = self._lookout.state
        self._on_state(self._reported)

    def _pulse(self) -> None:
        """Once a second: roots that were replaced, an observer that died, a machine that slept."""
        self._pulse_due_s = time.monotonic() + _PULSE_S
        offset_s = time.time() - time.monotonic()
        if abs(offset_s - self._clock_offset_s) > _SLEPT_S:
            self._rescan_due_s = time.monotonic()
        self._clock_offset_s = offset_s
        self._tell(self._lookout.look_after_roots())

    def _rescan(self) -> None:
        with self._wake:
            was_quiet = not self._hints
        self._tell(self._lookout.look_everywhere(was_quiet=was_quiet))
        self._plan_rescan()

    def _plan_rescan(self) -> None:
        polling = self._lookout.state.mode is WatchMode.POLLING
        self._rescan_due_s = time.monotonic() + (POLL_S if polling else RESCAN_S)

    def _tell(self, changed: frozenset[str]) -> None:
        if self._lookout.has_restless:
            self._restless_due_s = time.monotonic() + _REST_S
        if changed:
            self._on_changed(changed)

    def _tell_state(self) -> None:
        if self._lookout.state != self._reported:
            self._reported = self._lookout.state
            self._on_state(self._reported)
