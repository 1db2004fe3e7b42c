"""Looking at a window of the same process: its memory, and when it was last painted."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

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
        _tell_and_end(self._last_s)


class FirstPaint(QObject):
    """Prints when all was painted in the turn that first paints in `widget` while `is_so`, and ends the process."""

    def __init__(self, widget: QWidget, is_so: Callable[[], bool], app: QApplication) -> None:
        super().__init__(app)
        self._widget = widget
        self._is_so = is_so
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt names it
        """Look for that paint. What is covered by its parts is not painted itself."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            is_inside = watched is self._widget or self._widget.isAncestorOf(watched)
            if is_inside and self._is_so():
                QTimer.singleShot(0, self, self._on_painted)
        return False

    def _on_painted(self) -> None:
        _tell_and_end(time.monotonic())


def _tell_and_end(painted_s: float) -> None:
    sys.stdout.write(f"{painted_s} {memory_mib()} 0\n")
    sys.stdout.flush()
    os._exit(0)


def watch_paints() -> LastPaint:
    """Watch the application that is running."""
    return LastPaint(_app())


def watch_for_paint(widget: QWidget, is_so: Callable[[], bool]) -> FirstPaint:
    """Watch `widget` in the application that is running."""
    return FirstPaint(widget, is_so, _app())


def _app() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
