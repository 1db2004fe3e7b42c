"""The log: a small private file of what was done to which file, and never of what stands in one.

A record costs the caller one queue; redacting and writing are done by a thread of the log's own. What cannot be
written is dropped: a log that stands in the way of the program would be worse than none.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

from memdesk.store.descriptors import write_all
from memdesk.store.folders import make_private_folder
from memdesk.store.locks import try_to_lock
from memdesk.text.redaction import redacted

NAME = "memdesk.log"
MOST_BYTES = 512 * 1024
"""So large one file gets; one more of that size is kept, the one before it."""

_ENDING_S = 2.0
_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_OPEN_FILES_MOVE = sys.platform != "win32"
"""Whether a file can be renamed while it is open, and so under its lock."""


class LogFile:
    """The file `memdesk.log` in `folder`, which is made with the first record. Several processes may write to it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    @property
    def path(self) -> str:
        """Where it lies."""
        return os.path.join(self._folder, NAME)

    def append(self, text: str) -> None:
        """Put `text` at its end; what is too long by then becomes the older file. Raises `OSError`."""
        make_private_folder(self._folder)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NOFOLLOW, 0o600)
        try:
            write_all(descriptor, text.encode("utf-8", "backslashreplace"))
            written = os.fstat(descriptor)
            if _OPEN_FILES_MOVE and written.st_size > MOST_BYTES and try_to_lock(descriptor):
                self._make_older(written)
        finally:
            os.close(descriptor)
        if not _OPEN_FILES_MOVE and written.st_size > MOST_BYTES:
            self._make_older(written)

    def _make_older(self, written: os.stat_result) -> None:
        """Let what was `written` be the older file, unless another process has done that: its name has a new one."""
        with suppress(FileNotFoundError):
            if os.path.samestat(written, os.stat(self.path)):
                os.replace(self.path, f"{self.path}.1")


class LogHandler(logging.Handler):
    """Takes records of the standard library's `logging` to a `LogFile`, `home` shortened to `~`.

    Of an exception only its kind gets there: what it says may quote memory text.
    """

    def __init__(
        self, file: LogFile, home: str, clock: Callable[[float], time.struct_time] = time.localtime
    ) -> None:
        super().__init__()
        self._file = file
        self._home = home
        self._clock = clock
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Queue what `record` says."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="memdesk log", daemon=True)
            self._thread.start()
        kind = record.exc_info[0] if record.exc_info else None
        when = time.strftime("%Y-%m-%d %H:%M:%S", self._clock(record.created))
        said = f"{record.getMessage()} ({kind.__name__})" if kind is not None else record.getMessage()
        self._queue.put(f"{when} {record.levelname} {record.name}: {said}")

    def close(self) -> None:
        """Write what is left, for two seconds at most."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join(_ENDING_S)
        super().close()

    def _work(self) -> None:
        while (record := self._queue.get()) is not None:
            with suppress(OSError):
                self._file.append(redacted(record, self._home) + "\n")
