"""Changes by other programs, brought from the watcher's thread to the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.services.documents.changes import Changes
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.bell import Bell
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.timers import single_shot

if TYPE_CHECKING:
    from memdesk.services.workspace.workspace import Meetings
    from memdesk.watch.state import WatchRoot, WatchState
    from memdesk.watch.watcher import Watcher

LOOK_AGAIN_MS = 120

AT_ONCE = 24
"""So many changed files are taken up in one go; the window answers between two."""

TELL_MS = 5
"""So long after a large document was changed everybody is told of it: the window answers between the two."""

MOST_MEETINGS = 4
"""So often a large document is brought together with the disk in a worker, where it changes meanwhile; then here."""


def _none(_paths: frozenset[str]) -> frozenset[str]:
    return frozenset()


class OutsideChanges(QObject):
    """Watches the roots of `workspace` and takes up what others write.

    What changed at a large document that is open, a worker reads and brings together with the buffer. That is laid into
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
        self._met: dict[str, Task[Meetings]] = {}
        self._taken = Changes()
        self._telling = single_shot(self, TELL_MS, self._tell_taken)
        self._watcher: Watcher | None = None
        self._followed: Sequence[WatchRoot] | None = None
        self._doubted: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._next = single_shot(self, 0, self._on_next)
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
        self.take(self._workspace.refresh())

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
        return bool(self._waiting or self._met or self._taken)

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
        for task in self._met.values():
            task.cancel()
        self._met.clear()
        for timer in (self._next, self._again, self._telling):
            timer.stop()

    def take_up(self, changes: Changes) -> None:
        """Changes that a save or a command brought: looked at again where somebody seems to be writing."""
        if changes.look_again:
            self._doubted |= changes.look_again
            self._again.start()

    def read(self, paths: frozenset[str]) -> None:
        """Take up what the disk holds now at `paths`, where somebody wrote."""
        if paths:
            self.take(self._workspace.refresh(paths))

    def _meets(self, path: str) -> bool:
        """Whether a worker works out first what becomes of a document, or does so already."""
        if path in self._met:
            return True  # it finds that the disk moved on
        jobs = self._workspace.prepare_meetings(path)
        if not jobs or self._meetings.get(path, 0) >= MOST_MEETINGS:
            self._meetings.pop(path, None)
            return False
        self._meetings[path] = self._meetings.get(path, 0) + 1
        meet = partial(self._workspace.meet, jobs)
        self._met[path] = self._tasks.run(meet, partial(self._on_met, path), lambda _: self._on_unmet(path))
        return True

    def _on_met(self, path: str, met: Meetings) -> None:
        del self._met[path]
        changes = self._workspace.refresh((path,), met)
        if path not in changes.look_again:
            self._meetings.pop(path, None)
        # To show it everywhere else takes a turn of its own.
        self._taken |= changes
        self._telling.start()

    def _on_unmet(self, path: str) -> None:
        """Do here what broke in the worker."""
        del self._met[path]
        self.read(frozenset({path}))

    def _tell_taken(self) -> None:
        taken, self._taken = self._taken, Changes()
        self.take(taken)

    def take(self, changes: Changes) -> None:
        """Take up what other programs changed, and tell of it."""
        self.take_up(changes)
        if changes:
            self.changed.emit(changes)

    def _on_seen(self, paths: Iterable[str]) -> None:
        seen = frozenset(paths)
        if any(map(self._workspace.is_expected, seen)):
            self.appeared.emit()
        waiting = dict.fromkeys(sorted(seen - self.hold_back(seen)))
        # What is open is on screen, or holds what somebody types.
        opened = {path: None for path in waiting if path in self._workspace.sessions}
        self._waiting = opened | self._waiting | waiting
        if not self._next.isActive():
            self._on_next()

    def _on_next(self) -> None:
        """Take up a few of the changes, and the others when the window has had its turn."""
        now = frozenset(islice(self._waiting, AT_ONCE))
        for path in now:
            del self._waiting[path]
        if self._waiting:
            self._next.start()
        self.read(frozenset(path for path in now if not self._meets(path)))

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
