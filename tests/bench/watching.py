"""Looking at a window of the same process: its memory, and when it was last painted."""

from __future__ import annotations

import os
import sys
import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

QUIET_MS = 700


def memory_mib() -> float:
    """The resident memory of this process."""
    with open("/proc/self/statm", "rb") as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class LastPaint(QObject):
    """Prints when the last paint was, once there was none for `QUIET_MS`, and ends the process."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._last_s = time.monotonic()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._on_quiet)
        self._quiet.start()
        app.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt names it
        """Note a paint."""
        if event.type() == QEvent.Type.Paint:
            self._last_s = time.monotonic()
            self._quiet.start()
        return False

    def _on_quiet(self) -> None:
        sys.stdout.write(f"{self._last_s} {memory_mib()} 0\n")
        sys.stdout.flush()
        os._exit(0)


def watch_paints() -> LastPaint:
    """Watch the application that is running."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return LastPaint(app)
