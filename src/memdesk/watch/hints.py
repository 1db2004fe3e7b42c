"""Watchdog's events as hints: something happened at this path.

Only created, modified, moved and deleted are asked for. With the default mask, reading a large tree reports its own
opens, overflows the system's queue and walks the tree again without end; without "created", new folders would not
be followed.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import NamedTuple

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.utils import BaseThread

_ASKED_FOR: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]

NO_ROOM = (errno.ENOSPC, errno.EMFILE, errno.ENFILE)
"""What the system says where it hands out no more watches, or no more queues for them."""


class Watched(NamedTuple):
    """A real folder to hear about, with all below it or by itself."""

    path: str
    recursive: bool


class _Handler(FileSystemEventHandler):
    def __init__(self, on_hint: Callable[[str], None]) -> None:
        self._on_hint = on_hint

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            if path:
                self._on_hint(os.fsdecode(path))


class _Complaints(logging.Handler):
    """The library says only in its log that the system's queue overflowed and events were lost."""

    def __init__(self, on_complaint: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._on_complaint = on_complaint

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - every complaint means: look again
        self._on_complaint()


class FolderHints:
    """Hears about folders through one observer; `on_hint(path)` and `on_lost()` are called in its threads.

    That a file is written whose name `is_noise(watched folder, name)` need not be told, where the system allows it.
    """

    def __init__(
        self,
        on_hint: Callable[[str], None],
        on_lost: Callable[[], None],
        is_noise: Callable[[str, str], bool],
    ) -> None:
        self._handler = _Handler(on_hint)
        self._watches: dict[Watched, ObservedWatch] = {}
        self._complaints = _Complaints(on_lost)
        self._log = logging.getLogger("watchdog")
        self._log.addHandler(self._complaints)
        # Its complaints end here: they are about its own threads, and all there is to do is to look again.
        self._log.propagate = False
        # Said of folders that are made in quick succession; it is harmless, and nobody could act on it.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
        self._reader, self._observer = _open_observer(is_noise)
        self._observer.start()

    def hear(self, wanted: Iterable[Watched]) -> dict[Watched, OSError]:
        """Hear about these folders and no others; returns those the system refused. Missing ones are refused."""
        wanted = set(wanted)
        for watched in self._watches.keys() - wanted:
            self.forget(watched)
        refused = {}
        for watched in sorted(wanted - self._watches.keys()):
            try:
                self._watches[watched] = self._schedule(watched)
            except OSError as error:
                refused[watched] = error
        return refused

    def forget(self, watched: Watched) -> None:
        """Hear no more about one folder. Does nothing where it was not heard about."""
        watch = self._watches.pop(watched, None)
        if watch is not None:
            self._observer.unschedule(watch)

    def is_deaf(self) -> bool:
        """Whether the observer, what reads the system's queue, or what serves one of the folders, has died."""
        threads = {self._observer, *self._observer.emitters}
        if self._reader is not None:
            threads.add(self._reader)
        return not all(thread.is_alive() for thread in threads)

    def has_room(self, path: str) -> bool:
        """Whether the system allows one more watch. The library swallows its refusal for folders below a root."""
        probe = Watched(path, recursive=False)
        if probe in self._watches:
            return True
        try:
            self._observer.unschedule(self._schedule(probe))
        except OSError as error:
            return error.errno not in NO_ROOM
        return True

    def close(self) -> None:
        """Stop and wait for the observer's threads."""
        self._observer.stop()
        self._observer.join()
        if self._reader is not None:
            self._reader.stop()
            self._reader.join()
        self._log.removeHandler(self._complaints)
        self._log.propagate = True

    def _schedule(self, watched: Watched) -> ObservedWatch:
        return self._observer.schedule(
            self._handler, watched.path, recursive=watched.recursive, event_filter=_ASKED_FOR
        )


def _open_observer(is_noise: Callable[[str, str], bool]) -> tuple[BaseThread | None, BaseObserver]:
    """An observer that is not started, with what reads the system's queue for it where that is a thread of its own.

    On Linux the library shares one reader in a process and never looks whether it lives: an observer that is made
    anew would be as deaf as the last one. So each observer gets a reader of its own.
    """
    if sys.platform != "linux":
        return None, Observer()
    from watchdog.observers.inotify import InotifyEmitter

    from memdesk.watch.inotify_reader import InotifyReader

    reader = InotifyReader(is_noise)
    reader.start()
    return reader, BaseObserver(InotifyEmitter, inotify_fd=reader)
