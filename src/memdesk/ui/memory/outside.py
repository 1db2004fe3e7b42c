"""Changes by other programs, brought from the watcher's thread to the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.services.documents.changes import Changes
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.bell import Bell
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.timers import single_shot

if TYPE_CHECKING:
    from memdesk.services.documents.disk_state import DiskState
    from memdesk.watch.state import WatchRoot, WatchState
    from memdesk.watch.watcher import Watcher

LOOK_AGAIN_MS = 120

AT_ONCE = 24
"""So many changed files are taken up in one go; the window answers between two."""

MOST_MEETINGS = 4
"""So often a large document is brought together with the disk in a worker, where it changes meanwhile; then here."""

_ALL_OPEN = "*"
"""In place of a path: a look at all open documents."""


def _none(_paths: frozenset[str]) -> frozenset[str]:
    return frozenset()


class OutsideChanges(QObject):
    """Watches the roots of `workspace` and takes up what others write.

    A worker looks at the disk, which may hang, and brings a large document together with the buffer. That is laid into
    the buffer only where neither moved meanwhile; else it is done again, from the newest of both.

    `hold_back(paths)` may be set; it says which of them somebody else takes up, by `read`, in a moment. `tell_first`
    may be set as well, before `start`: it is told in the watcher's thread, however busy the window is, and before it.

    Signals:
        changed: something is different; argument: `Changes`.
        appeared: files came to where an agent had no memory yet.
        state_changed: how well the disk is watched; argument: `WatchState`.
    """

    changed = Signal(object)
    appeared = Signal()
    state_changed = Signal(object)

    def __init__(self, workspace: Workspace, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._tasks = tasks
        self._meetings: dict[str, int] = {}
        self._looks: dict[str, Task[DiskState]] = {}
        """Those under way, by what they look at."""
        self._watcher: Watcher | None = None
        self._followed: Sequence[WatchRoot] | None = None
        self._doubted: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._next = single_shot(self, 0, self._read_next)
        self.hold_back: Callable[[frozenset[str]], frozenset[str]] = _none
        self.tell_first: Callable[[frozenset[str]], object] = _none
        self._again = single_shot(self, LOOK_AGAIN_MS, self._on_look_again)
        self._told: deque[frozenset[str] | WatchState] = deque()
        """What the watcher told of, put there in its thread."""
        self._bell = Bell(self._on_rung, self)

    def start(self) -> None:
        """Begin to watch. Loads the watcher, which is why the first paint does not wait for it."""
        from memdesk.watch.watcher import Watcher

        in_turn = _InTurn(self._told, self._bell.ring)
        self._watcher = Watcher(_Telling(self.tell_first, in_turn), in_turn)
        self._workspace.informed = self._watcher
        self.follow_roots()

    def _on_rung(self) -> None:
        try:
            while self._told:
                told = self._told.popleft()
                if isinstance(told, frozenset):
                    self._on_seen(told)
                else:
                    self.state_changed.emit(told)
        finally:
            # An error at one of them is told elsewhere; the others do not wait until somebody writes again.
            if self._told:
                self._bell.ring()

    def follow_roots(self) -> None:
        """The roots, or their narrow roots, are others now."""
        wanted = self._workspace.watch_roots()
        if self._watcher is not None and wanted != self._followed:
            self._followed = wanted
            self._watcher.set_roots(wanted)

    def compare(self) -> None:
        """Compare the open documents with the disk: what changed before their roots were watched, nobody tells."""
        self._waiting[_ALL_OPEN] = None
        self._read_next()

    def pause(self) -> None:
        """Take up nothing before `resume`."""
        if self._watcher is not None:
            self._watcher.pause()

    def resume(self) -> None:
        """Go on, with what was written meanwhile."""
        if self._watcher is not None:
            self._watcher.resume()

    @property
    def is_started(self) -> bool:
        """Whether it is watched, or will be in a moment."""
        return self._watcher is not None

    @property
    def is_behind(self) -> bool:
        """Whether changes that were told of are still to be taken up."""
        return bool(self._waiting or self._looks)

    def look_again(self) -> None:
        """Look at the disk now, unless that is paused."""
        if self._watcher is not None:
            self._watcher.look_again()

    def stop(self) -> None:
        """Stop watching and wait for the watcher to end."""
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None
        self._bell.close()
        self._told.clear()
        self._waiting.clear()
        for task in self._looks.values():
            task.cancel()
        self._looks.clear()
        for timer in (self._next, self._again):
            timer.stop()

    def take_up(self, changes: Changes) -> None:
        """Changes that a save or a command brought: looked at again where somebody seems to be writing."""
        if changes.look_again:
            self._doubted |= changes.look_again
            self._again.start()

    def read(self, paths: Iterable[str]) -> None:
        """Take up what the disk holds at `paths`, where somebody wrote, as soon as a worker has looked."""
        waiting = dict.fromkeys(sorted(paths))
        # What is open is on screen, or holds what somebody types.
        opened = {path: None for path in waiting if path in self._workspace.sessions}
        self._waiting = opened | self._waiting | waiting
        self._read_next()

    def _read_next(self) -> None:
        """Look at a few of the paths; those of a look under way have to wait for it, which may hang."""
        free = [path for path in self._waiting if path not in self._looks]
        now = [path for path in free if path != _ALL_OPEN][:AT_ONCE]
        for path in (*now, _ALL_OPEN):
            if path in free:
                del self._waiting[path]
        if _ALL_OPEN in free:
            self._look((_ALL_OPEN,), None)
        if now:
            self._look(now, now)
        if len(free) > len(now) + 1:
            self._next.start()

    def _look(self, held: Sequence[str], paths: Sequence[str] | None) -> None:
        job = self._workspace.prepare_disk_state(
            paths, meets=lambda path: self._meetings.get(path, 0) < MOST_MEETINGS
        )
        task = self._tasks.run(
            job.run, partial(self._on_looked, held, paths), lambda _: self._on_failed(held)
        )
        self._looks |= dict.fromkeys(held, task)

    def _end(self, held: Sequence[str]) -> None:
        for path in held:
            self._looks.pop(path, None)
        self._next.start()

    def _on_failed(self, held: Sequence[str]) -> None:
        """Look once more, without bringing anything together: that is done here then."""
        again = [path for path in held if self._meetings.get(path, 0) < MOST_MEETINGS]
        self._meetings |= dict.fromkeys(again, MOST_MEETINGS)
        self._waiting |= dict.fromkeys(again)
        self._end(held)

    def _on_looked(self, held: Sequence[str], paths: Sequence[str] | None, state: DiskState) -> None:
        self._end(held)
        changes = self._workspace.refresh(paths, state)
        for path, found in state.texts.items():
            if path in changes.look_again and found.meeting is not None:
                self._meetings[path] = self._meetings.get(path, 0) + 1
            elif path not in changes.look_again:
                self._meetings.pop(path, None)
        self.take(changes)

    def take(self, changes: Changes) -> None:
        """Take up what other programs changed, and tell of it."""
        self.take_up(changes)
        if changes:
            self.changed.emit(changes)

    def _on_seen(self, paths: Iterable[str]) -> None:
        seen = frozenset(paths)
        if any(map(self._workspace.is_expected, seen)):
            self.appeared.emit()
        self.read(seen - self.hold_back(seen))

    def _on_look_again(self) -> None:
        paths, self._doubted = self._doubted, set()
        self._on_seen(paths)


class _InTurn:
    """Lets the UI thread know in a turn of its own what the watcher tells in another one."""

    def __init__(self, told: deque[frozenset[str] | WatchState], ring: Callable[[], None]) -> None:
        self._told = told
        self._ring = ring

    def __call__(self, news: frozenset[str] | WatchState) -> None:
        self._told.append(news)
        self._ring()


class _Telling:
    """Tells of changed files: `first` in the watcher's thread, then the window."""

    def __init__(self, first: Callable[[frozenset[str]], object], then: _InTurn) -> None:
        self._first = first
        self._then = then

    def __call__(self, paths: frozenset[str]) -> None:
        try:
            self._first(paths)
        finally:
            self._then(paths)
