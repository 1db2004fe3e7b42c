"""What a running window writes into its log: what was done to which file, and never what stands in one."""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler, qVersion

from memdesk import __version__
from memdesk.services.faults.crash_report import report_of_fault
from memdesk.store.crash_reports import CrashReports
from memdesk.store.log_file import LogFile, LogHandler
from memdesk.text.redaction import redacted
from memdesk.ui.i18n import tr
from memdesk.ui.messages import Message, Tone

if TYPE_CHECKING:
    from memdesk.services.documents.changes import Changes
    from memdesk.store.outcomes import SaveResult
    from memdesk.ui.program import Program
    from memdesk.watch.state import WatchState

log = logging.getLogger("memdesk.window")
_qt_log = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.DEBUG,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Logbook:
    """The log of one running window, from `open` to `close`.

    Python's records from WARNING upwards and our own from INFO upwards get into the file, Qt's messages as well; what
    is printed on stderr is redacted alike. With `takes_faults` a crash of the interpreter itself leaves its places.
    """

    def __init__(self, folder: str, home: str, *, takes_faults: bool) -> None:
        self._home = home
        self._reports = CrashReports(folder)
        self._handler = LogHandler(LogFile(folder), home)
        self._takes_faults = takes_faults
        self._faults: int | None = None

    def open(self) -> None:
        """Begin to take records."""
        root = logging.getLogger()
        root.addHandler(self._handler)
        logging.getLogger("memdesk").setLevel(logging.INFO)
        for handler in root.handlers:
            if handler is not self._handler:
                handler.setLevel(logging.WARNING)
                handler.setFormatter(RedactingFormatter(self._home))
        qInstallMessageHandler(_note_qt)
        log.info("start of %s, Python %s, Qt %s", __version__, platform.python_version(), qVersion())

    def close(self) -> None:
        """Write what is left and take no more."""
        log.info("end")
        qInstallMessageHandler(None)
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()
        if self._faults is not None:
            faulthandler.disable()
            os.close(self._faults)
            self._faults = None
            self._reports.forget_faults()

    # Of the running program

    def follow(self, program: Program) -> None:
        """Note what `program` does, and tell what an earlier run died of."""
        program.memory.saving.save_finished.connect(self._on_save_finished)
        program.outside.changed.connect(self._on_outside_changed)
        program.outside.state_changed.connect(self._on_watch_state_changed)
        program.messages.told.connect(self._on_told)
        program.opening.changed.connect(lambda _changes: self._note_roots(program))
        self._note_roots(program)
        if self._takes_faults:
            self._take_faults(program)

    def _take_faults(self, program: Program) -> None:
        try:
            said = self._reports.take_fault()
            self._faults = self._reports.open_for_faults()
            path = self._reports.write(report_of_fault(said, self._home, time.time())) if said else ""
        except OSError as error:
            log.warning("a crash could not be reported: %s", error.strerror)
            return
        faulthandler.enable(self._faults)
        if path:
            log.error("the process of an earlier start died of a fault")
            words = tr("Memdesk ended by a fault of its own last time.")
            where = tr("A report lies in {path}.", path=redacted(path, self._home))
            program.messages.tell(Message(words, Tone.WARNING, "fault", where))

    def _note_roots(self, program: Program) -> None:
        log.info("%d roots are open", len(program.desk.workspace.roots))

    def _on_save_finished(self, path: str, result: SaveResult, _changes: Changes) -> None:
        log.info("save of %s: %s", path, type(result).__name__)

    def _on_outside_changed(self, changes: Changes) -> None:
        if changes.written:
            log.info("%d documents were written by others", len(changes.written))

    def _on_watch_state_changed(self, state: WatchState) -> None:
        log.info("watching: %s", state.mode.value)

    def _on_told(self, message: Message) -> None:
        """That there was a message: its words may name what stands in a document."""
        if message.tone is not Tone.NOTE:
            log.info("told of %s: %s", message.tone.value, message.subject)


class RedactingFormatter(logging.Formatter):
    """One line for a terminal, which may be a file as well: redacted, without what an exception says."""

    def __init__(self, home: str) -> None:
        super().__init__()
        self._home = home

    def format(self, record: logging.LogRecord) -> str:
        kind = record.exc_info[0] if record.exc_info else None
        behind = f" ({kind.__name__})" if kind is not None else ""
        return redacted(f"{record.levelname} {record.name}: {record.getMessage()}{behind}", self._home)


def _note_qt(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)
