"""The watcher: hints from the system, settled, then proven by comparing bytes.

Correctness never depends on an event: every root is looked through at the start, on request, after sleep, when
events were lost, when the observer dies, when a root is replaced, and every ten seconds.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.errors import place_of
from memdesk.text.sentence import say
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
_LATE_S = 1.0
"""A look that begins so much later than it was due says nothing about events: they may be held up as well."""
_LEAST_REST = 5
"""Looking through everything takes at most one part in so many of the time, and one."""
_LONGER_S = (10.0, 60.0, 600.0)

_BROKEN = "Watching has failed ({kind} in {place}); it is tried again every second."


class Rhythm(NamedTuple):
    """How often what is done, in seconds: looks through everything, by watching and by polling, and at the roots.

    `wall_clock` gives seconds since 1970: where it leaps against the steady clock, the machine slept.
    """

    rescan_s: float = RESCAN_S
    poll_s: float = POLL_S
    pulse_s: float = _PULSE_S
    wall_clock: Callable[[], float] = time.time


class Watcher:
    """Tells which files under the roots changed, appeared or vanished, by whomever but ourselves.

    Both callbacks are called in the watcher's own thread, which an error in one of them does not end.
    `on_changed(paths)` gets absolute paths whose bytes differ, one call per settled batch. `on_state(state)` is called
    when the state changes, and each time newly set roots have been taken as known: what was read before that is then
    compared with the disk once.
    """

    def __init__(
        self,
        on_changed: Callable[[frozenset[str]], None],
        on_state: Callable[[WatchState], None],
        rhythm: Rhythm = Rhythm(),  # noqa: B008 - it never changes
    ) -> None:
        self._on_changed = on_changed
        self._on_state = on_state
        self._rhythm = rhythm
        self._own = OwnWrites()
        self._wake = threading.Condition()
        self._hints = SettlingHints()
        self._wanted: tuple[WatchRoot, ...] | None = None
        self._rescan_asked = False
        self._was_lost = False
        self._is_paused = False
        self._stopping = False
        self._overflows = 0
        self._interval_s = rhythm.rescan_s
        self._thread = threading.Thread(target=self._run, name="memdesk-watcher", daemon=True)
        self._lookout = Lookout(self._own, self._on_hint, self._on_lost, lambda: self._stopping)
        self._reported = self._state()
        self._pulse_due_s = self._rescan_due_s = self._retry_due_s = time.monotonic()
        self._restless_due_s = math.inf
        self._clock_offset_s = rhythm.wall_clock() - time.monotonic()
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

    def pause(self) -> None:
        """Look at nothing and tell of no change before `resume`. Returns at once; `on_state` tells when it is so."""
        self._set_paused(is_paused=True)

    def resume(self) -> None:
        """Watch again; what changed meanwhile is told. Returns at once."""
        self._set_paused(is_paused=False)

    def _set_paused(self, *, is_paused: bool) -> None:
        with self._wake:
            if self._is_paused != is_paused:
                self._is_paused = is_paused
                # Both need a turn: one to say so, the other to look at what was passed over.
                self._hints.clear()
                self._rescan_asked = True
                self._wake.notify()

    def note_own_write(self, path: str, data: bytes) -> None:
        """Bytes that a save of ours is about to put at `path`: seen there, they are no outside change. Any thread."""
        self._own.note(path, data)

    def note_own_landed(self, path: str, data: bytes | None) -> None:
        """A change of ours put these bytes at `path`, None where it took the file away. Any thread.

        Anything else there is an outside change, also what was there before, however soon it comes back.
        """
        self._own.note_landed(path, data)
        # Somebody may have come back to what was there before this was known, and nothing else will happen there.
        self._on_hint(os.path.realpath(path))

    def stop(self) -> None:
        """Stop watching and wait for the threads; no callback is called afterwards. Not from a callback."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()

    def _on_hint(self, path: str) -> None:
        with self._wake:
            if self._is_paused:
                return
            if not self._hints:
                self._wake.notify()
            self._hints.add(path, time.monotonic())

    def _on_lost(self) -> None:
        with self._wake:
            self._was_lost = self._rescan_asked = True
            self._wake.notify()

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            try:
                goes_on = self._turn()
                if goes_on:
                    self._tell_state()
            except Exception as error:  # noqa: BLE001 - watching goes on, and says what was wrong
                self._recover(error)
        self._lookout.close()

    def _recover(self, error: Exception) -> None:
        """Say of an unforeseen error what it was and where, never its words; then look at everything."""
        _report(error)
        self._reported = WatchState(
            WatchMode.STOPPED, say(_BROKEN, kind=type(error).__name__, place=place_of(error))
        )
        try:
            self._on_state(self._reported)
        except Exception as another:  # noqa: BLE001 - as above
            _report(another)
        with self._wake:
            if not self._stopping:
                self._wake.wait(self._rhythm.pulse_s)
            self._rescan_asked = True

    def _turn(self) -> bool:
        """Wait for something to do and do it; False when the watcher is to end."""
        with self._wake:
            if not (self._stopping or self._rescan_asked or self._wanted is not None):
                self._wake.wait(self._idle_s())
            if self._stopping:
                return False
            wanted = self._wanted
            rescan, self._rescan_asked = self._rescan_asked, False
            hinted = self._hints.take(time.monotonic())
            is_paused = self._is_paused
        if wanted is not None:
            self._adopt(wanted)
            with self._wake:
                self._wanted = None if self._wanted is wanted else self._wanted
        if not is_paused:
            self._look(hinted, is_asked=rescan)
        return True

    def _look(self, hinted: frozenset[str], *, is_asked: bool) -> None:
        """Look at what is due."""
        if hinted or time.monotonic() >= self._restless_due_s:
            self._look_at(hinted)
        if time.monotonic() >= self._pulse_due_s:
            self._pulse()
        if is_asked or time.monotonic() >= self._rescan_due_s:
            self._rescan(is_asked=is_asked)
        if self._lookout.has_unhashed:
            self._lookout.hash_some()

    def _idle_s(self) -> float | None:
        """How long nothing is due; None for as long as it is paused."""
        if self._is_paused:
            return None
        now_s = time.monotonic()
        due_s = min(self._rescan_due_s, self._pulse_due_s, self._restless_due_s, self._hints.due_s)
        if self._lookout.has_unhashed:
            due_s = min(due_s, now_s + _BREATH_S)
        return max(0.0, due_s - now_s)

    def _look_at(self, hinted: frozenset[str]) -> None:
        self._restless_due_s = math.inf
        self._tell(self._lookout.look_at(hinted))

    def _adopt(self, roots: tuple[WatchRoot, ...]) -> None:
        started_s = time.monotonic()
        self._lookout.adopt(roots)
        self._plan_rescan(time.monotonic() - started_s)
        self._retry_due_s = time.monotonic() + self._rhythm.rescan_s
        self._reported = self._state()
        self._on_state(self._reported)

    def _pulse(self) -> None:
        """Once a second: roots that were replaced, an observer that died, a machine that slept, room to watch again."""
        self._pulse_due_s = time.monotonic() + self._rhythm.pulse_s
        offset_s = self._rhythm.wall_clock() - time.monotonic()
        if abs(offset_s - self._clock_offset_s) > _SLEPT_S:
            with self._wake:
                self._rescan_asked = True
        self._clock_offset_s = offset_s
        changed = self._lookout.look_after_roots()
        # That a root is away is to be known before it is told that its files are gone.
        self._tell_state()
        self._tell(changed)
        if time.monotonic() >= self._retry_due_s:
            self._retry_due_s = time.monotonic() + self._rhythm.rescan_s
            self._lookout.retry_hearing()

    def _rescan(self, *, is_asked: bool) -> None:
        started_s = time.monotonic()
        is_late = started_s > self._rescan_due_s + _LATE_S
        with self._wake:
            doubts = not (is_asked or is_late or self._hints)
            self._overflows += self._was_lost
            self._was_lost = False
        self._tell(self._lookout.look_everywhere(doubts=doubts))
        self._plan_rescan(time.monotonic() - started_s)

    def _plan_rescan(self, took_s: float) -> None:
        """Plan the next look through everything; where one takes long, they come less often."""
        is_polling = self._lookout.state.mode is WatchMode.POLLING
        usual_s = self._rhythm.poll_s if is_polling else self._rhythm.rescan_s
        longer_s = (interval_s for interval_s in _LONGER_S if interval_s > usual_s)
        self._interval_s = next((s for s in (usual_s, *longer_s) if s >= took_s * _LEAST_REST), _LONGER_S[-1])
        self._rescan_due_s = time.monotonic() + self._interval_s

    def _tell(self, changed: frozenset[str]) -> None:
        if self._lookout.has_restless:
            self._restless_due_s = time.monotonic() + _REST_S
        if changed and not self._stopping:
            try:
                self._on_changed(changed)
            except Exception as error:  # noqa: BLE001 - whoever listens, what changed is known now
                _report(error)

    def _state(self) -> WatchState:
        found = self._lookout.state
        mode = WatchMode.PAUSED if self._is_paused else found.mode
        return replace(found, mode=mode, interval_s=self._interval_s, overflows=self._overflows)

    def _tell_state(self) -> None:
        state = self._state()
        if state != self._reported:
            self._reported = state
            self._on_state(state)


def _report(error: Exception) -> None:
    """Hand an error on as one that would have ended this thread."""
    threading.excepthook(
        threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
    )
