"""Watchdog's events as hints: something happened at this path.

Only created, modified, moved and deleted are asked for. With the default mask, reading a large tree reports its own
opens, overflows the system's queue and walks the tree again without end; without "created", new folders would not
be followed.
"""

from __future__ import annotations

import logging
import os
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

_ASKED_FOR: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]


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
    """Hears about folders through one observer; `on_hint(path)` and `on_lost()` are called in its threads."""

    def __init__(self, on_hint: Callable[[str], None], on_lost: Callable[[], None]) -> None:
        self._handler = _Handler(on_hint)
        self._watches: dict[Watched, ObservedWatch] = {}
        self._complaints = _Complaints(on_lost)
        self._log = logging.getLogger("watchdog")
        self._log.addHandler(self._complaints)
        # Its complaints end here: they are about its own threads, and all there is to do is to look again.
        self._log.propagate = False
        # Said of folders that are made in quick succession; it is harmless, and nobody could act on it.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
        self._observer: BaseObserver = Observer()
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
        """Whether the observer, or what serves one of its folders, has died."""
        emitters = self._observer.emitters
        return not self._observer.is_alive() or not all(emitter.is_alive() for emitter in emitters)

    def has_room(self, path: str) -> bool:
        """Whether the system allows one more watch. The library swallows its refusal for folders below a root."""
        probe = Watched(path, recursive=False)
        if probe in self._watches:
            return True
        try:
            self._observer.unschedule(self._schedule(probe))
        except OSError:
            return not os.path.isdir(path)
        return True

    def close(self) -> None:
        """Stop and wait for the observer's threads."""
        self._observer.stop()
        self._observer.join()
        self._log.removeHandler(self._complaints)
        self._log.propagate = True

    def _schedule(self, watched: Watched) -> ObservedWatch:
        return self._observer.schedule(
            self._handler, watched.path, recursive=watched.recursive, event_filter=_ASKED_FOR
        )
