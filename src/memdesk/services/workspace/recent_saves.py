"""The saves that are watched, by path: what an agent that read before one of them may still write over."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

WATCHED_S = 10.0
"""So long after a save an old copy is looked for: the longest that an agent is expected to hold one."""
NOTICED_WITHIN_S = 2.0
"""So long after it was written an old copy may be looked at: a save is watched until that is over."""
_MOST_SAVES = 64
_MOST_FILES = 256
"""Of so many files saves are remembered where nobody looks, beside those that were saved a moment ago."""


class RecentSave(NamedTuple):
    """What we meant to make of a file: `after` of `before`, None for no file. `when_s` is by the clock of the saves.

    `ours` are the lines that the user had changed, where it puts back what was lost; None where all is the user's.
    `met` is what the file held when it was written, where others had written there meanwhile.
    """

    before: bytes | None
    after: bytes | None
    when_s: float
    ours: frozenset[str] | None = None
    met: bytes | None = None


class RecentSaves:
    """Remembers saves until whoever watches them lets go of them, whether their documents are open or not.

    A save is old after `WATCHED_S` and `NOTICED_WITHIN_S` more. On a busy machine nobody may have looked by then: age
    alone lets go of nothing. Any thread. `clock` tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._saves: OrderedDict[str, list[RecentSave]] = OrderedDict()  # those saved last at the end
        self._being_written: Counter[str] = Counter()

    @contextmanager
    def writing(self, paths: Collection[str]) -> Iterator[None]:
        """For as long as we write these files; what became of each is noted before it ends.

        Until then nobody can tell a text of ours, such as that of an undo, from an old copy.
        """
        with self._lock:
            self._being_written.update(paths)
        try:
            yield
        finally:
            with self._lock:
                self._being_written.subtract(paths)

    def note(
        self,
        path: str,
        before: bytes | None,
        after: bytes | None,
        ours: frozenset[str] | None = None,
        met: bytes | None = None,
    ) -> None:
        """A save of ours has made `after` of `before` at `path`, and of what it `met` there where others wrote it."""
        with self._lock:
            saves = self._saves.setdefault(path, [])
            saves.append(RecentSave(before, after, self.now_s, ours, met))
            del saves[:-_MOST_SAVES]
            self._saves.move_to_end(path)
            while len(self._saves) > _MOST_FILES and self._is_old(next(iter(self._saves.values()))[-1]):
                self._saves.popitem(last=False)

    def of(self, path: str) -> tuple[RecentSave, ...]:
        """The saves of one file that are still watched, oldest first."""
        with self._lock:
            return tuple(self._saves.get(path, ()))

    def settled(self, path: str) -> tuple[RecentSave, ...] | None:
        """As `of`; None while we write the file."""
        with self._lock:
            if self._being_written[path]:
                return None
        return self.of(path)

    @property
    def paths(self) -> frozenset[str]:
        """The files of which a save is still watched."""
        with self._lock:
            return frozenset(self._saves)

    def let_go_of_old(self, path: str, looked_s: float) -> None:
        """Watch those saves of one file no longer that were old by `looked_s`: nothing of them was missing then."""
        with self._lock:
            self._keep(path, [save for save in self._saves.get(path, ()) if not self._is_old(save, looked_s)])

    def forget(self, path: str, newest: RecentSave) -> None:
        """Watch the saves of one file up to `newest` no longer."""
        with self._lock:
            self._keep(path, [save for save in self._saves.get(path, ()) if save.when_s > newest.when_s])

    @property
    def now_s(self) -> float:
        """What the clock of the saves says."""
        return self._clock()

    def age_s(self, save: RecentSave) -> float:
        """How long ago a save was, in seconds."""
        return self.now_s - save.when_s

    def is_fresh(self, save: RecentSave) -> bool:
        """Whether what a save left may not have been taken up yet: the window is told of it in a turn of its own."""
        return self.age_s(save) < NOTICED_WITHIN_S

    def _is_old(self, save: RecentSave, by_s: float | None = None) -> bool:
        return (self.now_s if by_s is None else by_s) - save.when_s >= WATCHED_S + NOTICED_WITHIN_S

    def _keep(self, path: str, saves: list[RecentSave]) -> None:
        """Remember no others of one file."""
        if saves:
            self._saves[path] = saves
        else:
            self._saves.pop(path, None)
