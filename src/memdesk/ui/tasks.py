"""Work off the UI thread: a pure function goes to a worker, its result comes back in a turn of the UI thread's own."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.ui.bell import Bell
from memdesk.ui.timers import single_shot

Result = TypeVar("Result")

_A_MOMENT_S = 0.25
_FIRST_WORKERS = 4
"""More than the user waits for at once: some may hang with their disk."""


def _ignore(_found: object) -> None:
    """Take up nothing."""


class Task(Generic[Result]):
    """One piece of work; `cancel` drops its result, also where it is running already."""

    def __init__(self, future: Future[Result]) -> None:
        self.future = future
        self.cancelled = False

    def cancel(self) -> None:
        """Do not start it, or do not deliver what it finds."""
        self.cancelled = True
        self.future.cancel()


class Newest(Generic[Result]):
    """Runs only the latest request; earlier results are dropped."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._task: Task[Result] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a result will come."""
        return self._task is not None

    def run(self, work: Callable[[], Result], done: Callable[[Result], object]) -> None:
        """Run `work` in a worker, then `done` with its result."""
        self.cancel()
        self._task = self._tasks.run(work, partial(self._end, done), partial(self._end, _ignore))

    def attempt(self, work: Callable[[], Result], done: Callable[[Result | MemdeskError], object]) -> None:
        """Run `work` in a worker, then `done` with its result, or with the error that it raised."""
        self.cancel()
        self._task = self._tasks.attempt(work, partial(self._end, done))

    def cancel(self) -> None:
        """Drop what was asked so far."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _end(self, done: Callable[[Any], object], found: object) -> None:
        self._task = None
        done(found)


def unforeseen() -> MemdeskError:
    """The words for an error that nobody foresaw, where its answer would have stood; it is told elsewhere as well."""
    return MemdeskError("Something went wrong that Memdesk did not expect.")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be done in a worker, and whom it answers. `held` is the work until a worker has begun it."""

    task: Task[Any]
    work: Callable[[], object]
    done: Callable[[Any], object]
    failed: Callable[[MemdeskError], object]
    held: list[Callable[[], Any]]


class Tasks(QObject):
    """A small pool of workers. `failed` gets what a task raised that nobody foresaw; it belongs to the crash dialog.

    Where it `is_held`, what is asked for waits for `release`: threads of Python take turns, and each turn of a worker
    is one that the window would wait for.

    What a task was asked to do, and whom it answers, often refers to widgets, and only the UI thread may take these
    down: it keeps hold of both until the worker has let go of them.
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None, workers: int = 2, *, is_held: bool = False) -> None:
        super().__init__(parent)
        self._may_work = threading.Event()
        if not is_held:
            self._may_work.set()
        self._pool = ThreadPoolExecutor(
            workers, thread_name_prefix="memdesk", initializer=self._may_work.wait
        )
        self._first = ThreadPoolExecutor(_FIRST_WORKERS, thread_name_prefix="memdesk-first")
        self._bell = Bell(self._on_rung, self)
        self._pending: dict[Future[Any], _Asked] = {}
        self._arrived: deque[Future[Any]] = deque()
        """What is finished, put there by any thread."""
        self._delivery = single_shot(self, 0, self._deliver)
        self._is_finished = False

    def run(
        self,
        work: Callable[[], Result],
        done: Callable[[Result], object],
        failed: Callable[[MemdeskError], object] = _ignore,
        *,
        first: bool = False,
    ) -> Task[Result]:
        """Run `work` in a worker, then `done` with its result in the UI thread; after `finish` neither.

        Where it raises something, `failed` gets words for that. What the user waits for goes `first`: it is not held,
        and does not stand behind what nobody waits for.
        """
        if self._is_finished:
            return Task(Future())
        held = [work]
        future = (self._first if first else self._pool).submit(_do, held)
        asked = _Asked(Task(future), work, done, failed, held)
        self._pending[future] = asked
        future.add_done_callback(_Arrival(self._arrived, self._bell.ring))
        return asked.task

    def attempt(
        self,
        work: Callable[[], Result],
        done: Callable[[Result | MemdeskError], object],
        *,
        first: bool = False,
    ) -> Task[Any]:
        """Run `work`, then `done` with its result, or with the error that it raised; see `run`."""
        return self.run(_or_error(work), done, done, first=first)

    def wait_a_moment(self, task: Task[Any]) -> None:
        """Take up what nearly always is there at once, such as a small file, before the next key; a disk may hang."""
        wait((task.future,), _A_MOMENT_S)
        if task.future.done():
            self._take(task.future)

    def _on_rung(self) -> None:
        if self._arrived and not self._delivery.isActive():
            self._delivery.start()

    def _deliver(self) -> None:
        """Deliver one result, and the next in a turn of its own: each may be as much as fits into one."""
        future = self._arrived.popleft()
        # Before the result is taken up: that may open a dialog, behind which the others arrive.
        if self._arrived:
            self._delivery.start()
        self._take(future)

    def _take(self, future: Future[Any]) -> None:
        asked = self._pending.pop(future, None)
        if asked is None:
            return  # taken up already
        # What was cancelled before it began still waits for a worker, which would be the last to let go of it.
        asked.held.clear()
        if asked.task.cancelled or future.cancelled():
            return
        error = future.exception()
        if error is None:
            asked.done(future.result())
            return
        try:
            asked.failed(unforeseen())
        finally:
            self.failed.emit(error)

    def release(self) -> None:
        """Let the workers begin."""
        self._may_work.set()

    @property
    def busy(self) -> bool:
        """Whether work is running or its result has not been delivered."""
        return bool(self._pending)

    def finish(self) -> None:
        """Wait for what is running, drop what waits; for the end of the program."""
        self._is_finished = True
        for asked in self._pending.values():
            asked.task.cancel()
        self.release()
        for pool in (self._first, self._pool):
            pool.shutdown(wait=True, cancel_futures=True)
        self._bell.close()
        self._delivery.stop()
        self._pending.clear()
        self._arrived.clear()


class _Arrival:
    """Says in a worker that work is finished."""

    def __init__(self, arrived: deque[Future[Any]], ring: Callable[[], None]) -> None:
        self._arrived = arrived
        self._ring = ring

    def __call__(self, future: Future[Any]) -> None:
        self._arrived.append(future)
        self._ring()


def _or_error(work: Callable[[], Result]) -> Callable[[], Result | MemdeskError]:
    """`work`, which gives the foreseen error that it raises."""

    def attempt() -> Result | MemdeskError:
        try:
            return work()
        except MemdeskError as error:
            return error

    return attempt


def _do(held: list[Callable[[], Result]]) -> Result:
    """What is held, which is let go of before the result is known."""
    return held.pop()()
