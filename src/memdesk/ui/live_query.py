"""Keeps an answer up to date: looks in a worker, one look at a time, and again where something changed meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, place_of
from memdesk.ui.tasks import Task, Tasks, unforeseen
from memdesk.ui.timers import single_shot

Result = TypeVar("Result")

SLOW_MS = 500
"""A look that takes longer says so and can be stopped."""


@dataclass(slots=True)
class CancelToken:
    """Whether what a look finds is still wanted; a look that takes long asks now and then."""

    is_wanted: bool = True

    def __call__(self) -> bool:
        return self.is_wanted


class Pace(NamedTuple):
    """The rest between two looks: `rest_ms`, or `per_work` times as long as the last one took; `polls` for ever."""

    rest_ms: int = 0
    per_work: float = 0
    polls: bool = False


_AT_ONCE = Pace()


def _always() -> bool:
    return True


class LiveQuery(QObject, Generic[Result]):
    """Looks once started: at once for `refresh`, after a rest for `mark_stale`, and only while `is_wanted()`.

    `prepare` gives the work of one look, None where that has to wait; `done` gets what it found.

    An error in a look ends that look alone, and leaves the answer stale. `failed`, where there is one, gets it in words
    for the user; one that nobody foresaw also goes to the crash dialog, once until a look succeeds or fails elsewhere.

    Signals:
        slow: a look takes long, or is over; argument: whether it is under way.
    """

    slow = Signal(bool)

    def __init__(
        self,
        tasks: Tasks,
        prepare: Callable[[CancelToken], Callable[[], Result] | None],
        done: Callable[[Result], object],
        parent: QObject,
        *,
        failed: Callable[[MemdeskError], object] | None = None,
        is_wanted: Callable[[], bool] = _always,
        pace: Pace = _AT_ONCE,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._prepare, self._done = tasks, prepare, done
        self._failed, self._is_wanted = failed, is_wanted
        self._pace = pace
        self._task: Task[Result | Exception] | None = None
        self._token = CancelToken()
        self.is_started = self.is_stale = self._is_pressing = False
        """Whether it looks at all; whether something changed since the last look began, or that look failed."""
        self._began_s = 0.0
        self._told: tuple[type, str] | None = None
        self._rest = single_shot(self, pace.rest_ms, self._look)
        self._slow = single_shot(self, SLOW_MS, partial(self.slow.emit, True))

    @property
    def is_running(self) -> bool:
        """Whether a look is under way."""
        return self._task is not None

    @property
    def is_settled(self) -> bool:
        """Whether the last look found all there is, and no other one waits."""
        return not (self.is_stale or self.is_running or self._rest.isActive())

    @property
    def is_cancelled(self) -> bool:
        """Whether the last look was told to end early."""
        return not self._token.is_wanted

    def start(self, *, rests: bool = False) -> None:
        """Look, where it `rests` after a rest, and from now on whenever it is asked for."""
        self.is_started = True
        if rests:
            self.mark_stale()
        else:
            self.refresh()

    def refresh(self) -> None:
        """Look now; where a look is under way, once more as soon as it is over."""
        self.is_stale = self._is_pressing = True
        self._look()

    def refresh_stale(self) -> None:
        """Look now where something changed since the last look: what is shown comes into view."""
        if self.is_stale:
            self._look()

    def mark_stale(self, *, postpones: bool = False) -> None:
        """Look after a rest. Who calls it all the time does not put the look off for ever, unless it `postpones`."""
        self.is_stale = True
        if self.is_started and self._is_wanted() and (postpones or not self._rest.isActive()):
            self._rest.start()

    def cancel(self) -> None:
        """End the present look as soon as it can be; what it found by then is taken."""
        self._token.is_wanted = False

    def drop(self) -> None:
        """Take nothing any more of the present look."""
        self.cancel()
        self._rest.stop()
        if self._task is not None:
            self._task.cancel()
            self._end()

    def stop(self) -> None:
        """Look no more."""
        self.is_started = False
        self.drop()

    def _look(self) -> None:
        if not self.is_started or self._task is not None or not self._is_wanted():
            return
        self._rest.stop()
        token = CancelToken()
        work = self._prepare(token)
        if work is None:
            self.mark_stale()
            return
        self.is_stale = self._is_pressing = False
        self._token, self._began_s = token, time.monotonic()
        self._slow.start()
        self._task = self._tasks.run(_or_any_error(work), self._on_ended)

    def _end(self) -> None:
        self._task = None
        self._slow.stop()
        self.slow.emit(False)

    def _on_ended(self, found: Result | Exception) -> None:
        took_ms = (time.monotonic() - self._began_s) * 1000
        self._rest.setInterval(max(self._pace.rest_ms, int(self._pace.per_work * took_ms)))
        goes_on = (self.is_stale or self._pace.polls) and not self.is_cancelled
        self._end()
        try:
            if isinstance(found, Exception):
                self._on_failed(found)
            else:
                self._told = None
                self._done(found)
        finally:
            if self._is_pressing:
                self._look()
            elif goes_on:
                self.mark_stale()

    def _on_failed(self, error: Exception) -> None:
        self.is_stale = True
        if self._failed is not None:
            self._failed(error if isinstance(error, MemdeskError) else unforeseen())
            if isinstance(error, MemdeskError):
                return
        told, self._told = self._told, (type(error), place_of(error))
        if told != self._told:
            self._tasks.failed.emit(error)


def _or_any_error(work: Callable[[], Result]) -> Callable[[], Result | Exception]:
    """`work`, which gives the error that it raises, whatever it is."""

    def attempt() -> Result | Exception:
        try:
            return work()
        except Exception as error:  # noqa: BLE001 - the UI thread tells it
            return error

    return attempt
