"""The last line of defence: an error nobody foresaw saves the drafts first, then says so."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.ui.i18n import tr

log = logging.getLogger(__name__)


class CrashGuard(QObject):
    """Takes over unhandled errors of every thread. `keep_drafts` runs first, whatever happened."""

    _caught = Signal(object)

    def __init__(self, window: QWidget, keep_drafts: Callable[[], object]) -> None:
        super().__init__(window)
        self._window = window
        self._keep_drafts = keep_drafts
        self._shown = False
        self._caught.connect(self._on_caught)

    def install(self) -> None:
        """Take over from the interpreter's own hooks."""
        sys.excepthook = self._hook
        threading.excepthook = lambda args: self._caught.emit(args.exc_value)

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
        # The message of an error may quote memory text: the log gets its kind and place alone.
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("unexpected %s\n%s", type(error).__name__, places)
        if self._shown:
            return
        self._shown = True
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Memdesk"))
        box.setText(tr("Something went wrong that Memdesk did not expect."))
        box.setInformativeText(
            tr(
                "Your unsaved text is kept as a draft and comes back at the next start. You can go on, or start again."
            )
            if kept
            else tr("Copy unsaved text to a safe place, then start Memdesk again.")
        )
        box.setDetailedText(f"{type(error).__name__}\n{places}")
        box.setStandardButtons(QMessageBox.StandardButton.Close)
        box.finished.connect(self._on_closed)
        box.setModal(False)
        box.show()
        self._box = box

    def _on_closed(self, _result: int) -> None:
        self._shown = False

    def _try_to_keep_drafts(self) -> bool:
        try:
            self._keep_drafts()
        except Exception:  # noqa: BLE001 - nothing may stop the report of the first error
            log.error("drafts could not be kept")  # noqa: TRY400 - the error may quote memory text
            return False
        return True
