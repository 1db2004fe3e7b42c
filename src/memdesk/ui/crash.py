"""The last line of defence: an error nobody foresaw saves the drafts first, then says so and offers a report."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.services.faults.crash_report import place_of, report_of
from memdesk.store.crash_reports import CrashReports
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.marks import WarningMark

log = logging.getLogger(__name__)

_PAINTING = {"paintEvent", "paint", "drawRow", "drawBranches", "data", "sizeHint"}
"""Methods that Qt calls of widgets, delegates and models when it paints."""


class CrashGuard(QObject):
    """Takes over unhandled errors of every thread. `keep_drafts` runs first, whatever happened.

    A report says where in the code it was, never what anything said; `home` stands as `~` in it. An error in painting
    is told once: the same widget is painted anew as soon as the dialog closes, and whenever the pointer moves.
    """

    _caught = Signal(object)

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
        self._told_of_painting: set[tuple[type[BaseException], str]] = set()
        self._caught.connect(self._on_caught)

    def install(self) -> None:
        """Take over from the interpreter's own hooks, until `remove`."""
        self._hooks_before = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._hook
        threading.excepthook = lambda args: self._caught.emit(args.exc_value)
        sys.unraisablehook = lambda args: _note(args.exc_value)

    def remove(self) -> None:
        """Give the hooks back, which would go on holding all that the window is made of."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks_before

    def take(self, error: BaseException) -> None:
        """An error that a worker brought back."""
        self._on_caught(error)

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._caught.emit(error)

    def _on_caught(self, error: BaseException) -> None:
        kept = self._try_to_keep_drafts()
        if self._is_told_of_painting(error):
            return
        _note(error)
        if self._shown:
            return
        self._shown = True
        report = report_of(error, self._home, time.time())
        path = self._try_to_write(report)
        # In the middle of a paint no window may come up.
        QTimer.singleShot(0, self, lambda: self._show_box(kept, report, path))

    def _is_told_of_painting(self, error: BaseException) -> bool:
        """Whether `error` comes from a paint that failed like this before."""
        if not _is_of_painting(error):
            return False
        known = (type(error), place_of(error))
        if known in self._told_of_painting:
            return True
        self._told_of_painting.add(known)
        return False

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
