"""Rung in any thread and heard in the UI thread, without a call of Qt in the other one.

A signal of PySide that is emitted in a worker looks classes up in a table without holding Python's lock. On Python 3.11
that table is changed whenever a class of Qt is made or used for the first time: who looks there in that moment finds
nothing, and the program ends by a fault, once in some hundred starts. A socket knows nothing of this.
"""

from __future__ import annotations

import socket
import weakref
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QSocketNotifier

_MOST_READ = 4096


class Bell(QObject):
    """Calls `heard` in the UI thread soon after each `ring`, at least once for those that came since the last call."""

    def __init__(self, heard: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._heard = heard
        self._here, there = socket.socketpair()
        for one in (self._here, there):
            one.setblocking(False)
        self.ring: Callable[[], None] = _Rope(there).pull
        """Let it be heard; any thread."""
        self._notifier = QSocketNotifier(self._here.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_rung)
        self._closing = weakref.finalize(self, _close, self._here, there)

    def close(self) -> None:
        """Hear nothing any more; to ring still does no harm."""
        self._notifier.setEnabled(False)
        self._closing()

    def _on_rung(self) -> None:
        # Some systems tell of what was read already.
        with suppress(BlockingIOError):
            self._here.recv(_MOST_READ)
        self._heard()


class _Rope:
    """The end of a bell that other threads pull: no object of Qt."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def pull(self) -> None:
        try:
            self._end.send(b"\0")
        except OSError:
            # Rung so often that it is heard anyway, or nobody listens any more.
            return


def _close(*ends: socket.socket) -> None:
    for end in ends:
        end.close()
