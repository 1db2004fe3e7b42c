"""The last line of defence: an error nobody foresaw saves the drafts first, then says so and offers a report."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.errors import place_of
from memdesk.services.faults.crash_report import report_of
from memdesk.store.crash_reports import CrashReports
from memdesk.ui.bell import Bell
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.marks import WarningMark

log = logging.getLogger(__name__)

_PAINTING = {"paintEvent", "paint", "drawRow", "drawBranches", "data", "sizeHint"}
"""Methods that Qt calls of widgets, delegates and models when it paints."""


class CrashGuard(QObject):
    """Takes over unhandled errors of every thread. `keep_drafts` runs first, whatever happened.

    A report says where in the code it was, never what anything said; `home` stands as `~` in it. An error in painting,
    or in a thread, is told once: the same widget is painted anew as soon as the dialog closes, and whenever the pointer
    moves, and nobody asked for what a thread does by itself.
    """

    def __init__(
        self,
        themes: ThemeManager,
        window: QWidget,
        keep_drafts: Callable[[], object],
        reports: CrashReports,
        home: str,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._window = window
        self._keep_drafts = keep_drafts
        self._reports = reports
        self._home = home
        self._shown = False
        self._hooks_before = sys.excepthook, threading.excepthook, sys.unraisablehook
        self._told: set[tuple[type[BaseException], str]] = set()
        self._arrived: deque[BaseException] = deque()
        """The errors of other threads, put there by these."""
        self._bell = Bell(self._on_rung, self)

    def install(self) -> None:
        """Take over from the interpreter's own hooks, until `remove`."""
        self._hooks_before = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._hook
        threading.excepthook = lambda args: self._hook(args.exc_type, args.exc_value)
        sys.unraisablehook = lambda args: _note(args.exc_value)

    def remove(self) -> None:
        """Give the hooks back, which would go on holding all that the window is made of."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks_before
        self._bell.close()
        for error in self._arrived:
            _note(error)

    def take(self, error: BaseException) -> None:
        """An error that a worker brought back."""
        self._on_caught(error)

    def _hook(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None = None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error or kind(), trace)
        elif error is None or issubclass(kind, SystemExit):
            return
        elif threading.current_thread() is threading.main_thread():
            self._on_caught(error, once=_is_of_painting(error))
        else:
            # No call of Qt in another thread: it may have gone down already, and its tables are not locked.
            self._arrived.append(error)
            self._bell.ring()

    def _on_rung(self) -> None:
        while self._arrived:
            self._on_caught(self._arrived.popleft(), once=True)

    def _on_caught(self, error: BaseException, *, once: bool = False) -> None:
        kept = self._try_to_keep_drafts()
        known = (type(error), place_of(error))
        if once and known in self._told:
            return
        self._told.add(known)
        _note(error)
        if self._shown:
            return
        self._shown = True
        report = report_of(error, self._home, time.time())
        path = self._try_to_write(report)
        # In the middle of a paint no window may come up.
        QTimer.singleShot(0, self, lambda: self._show_box(kept, report, path))

    def _show_box(self, kept: bool, report: str, path: str) -> None:
        self._make_box(kept, report, path).show()

    def _make_box(self, kept: bool, report: str, path: str) -> QMessageBox:
        box = QMessageBox(self._window)
        WarningMark(self._themes, box)
        box.setWindowTitle(tr("Memdesk"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Something went wrong that Memdesk did not expect."))
        words = (
            tr(
                "Your unsaved text is kept as a draft and comes back at the next start. You can go on, or start again."
            )
            if kept
            else tr("Copy unsaved text to a safe place, then start Memdesk again.")
        )
        if path:
            where = tr("A report without any memory text lies in {path}.", path=path)
            words = f"{words}\n\n{where}"
        box.setInformativeText(words)
        box.setDetailedText(report)
        copy = box.addButton(tr("Copy report"), QMessageBox.ButtonRole.ActionRole)
        # A button of a message box closes it; this one only copies.
        copy.clicked.disconnect()
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Close))
        box.finished.connect(self._on_closed)
        box.setModal(False)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return box

    def _on_closed(self, _result: int) -> None:
        self._shown = False

    def _try_to_keep_drafts(self) -> bool:
        try:
            self._keep_drafts()
        except Exception:  # noqa: BLE001 - nothing may stop the report of the first error
            log.error("drafts could not be kept")  # noqa: TRY400 - the error may quote memory text
            return False
        return True

    def _try_to_write(self, report: str) -> str:
        try:
            return self._reports.write(report).replace(self._home, "~", 1)
        except OSError as error:
            log.warning("a crash report could not be written: %s", error.strerror)
            return ""


def _is_of_painting(error: BaseException) -> bool:
    """Whether `error` was raised in what Qt calls to paint the window: nobody asked for anything in particular."""
    return any(
        frame.f_code.co_name in _PAINTING and frame.f_globals.get("__name__", "").startswith("memdesk.ui.")
        for frame, _line in traceback.walk_tb(error.__traceback__)
    )


def _note(error: BaseException | None) -> None:
    """Log kind and place alone: the message of an error may quote memory text."""
    if error is not None:
        log.error("unexpected %s at %s", type(error).__name__, place_of(error))
