"""Marks are written one after the other, in a worker, and nothing is looked at in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.ui.attempts import or_error
from memdesk.ui.messages import Messages
from memdesk.ui.tasks import Task, Tasks


def _nothing(_: object = None) -> None:
    pass


class _Write(NamedTuple):
    work: Callable[[], object]
    done: Callable[[object], object]
    failed: Callable[[], object]


class MarkWrites(QObject):
    """The writes of one window.

    Signals:
        all_written: nothing waits to be written any more.
    """

    all_written = Signal()

    def __init__(self, tasks: Tasks, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._messages = messages
        self._waiting: deque[_Write] = deque()
        self._task: Task[object] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being written."""
        return self._task is not None

    def write(
        self,
        work: Callable[[], object],
        done: Callable[[object], object] = _nothing,
        failed: Callable[[], object] = _nothing,
    ) -> None:
        """Do `work` in a worker, after what was to be written before; it may raise `MemdeskError`.

        Then `done` gets what came of it; where it could not be written, that is told, and `failed` called.
        """
        self._waiting.append(_Write(work, done, failed))
        self._write_next()

    def _write_next(self) -> None:
        if self._task is not None:
            return
        if not self._waiting:
            self.all_written.emit()
            return
        write = self._waiting.popleft()
        self._task = self._tasks.run(or_error(write.work), partial(self._on_written, write))

    def _on_written(self, write: _Write, ended: object) -> None:
        self._task = None
        if isinstance(ended, MemdeskError):
            write.failed()
            self._messages.tell_error(ended, "inbox")
        else:
            write.done(ended)
        self._write_next()
