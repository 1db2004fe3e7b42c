"""An error that nobody foresaw, outside the window: one sentence, and a report in the folder of the log."""

from __future__ import annotations

import os
import time

from memdesk.errors import place_of
from memdesk.services.faults.crash_report import report_of
from memdesk.services.machine.machine import Surroundings
from memdesk.store.crash_reports import CrashReports
from memdesk.store.folders import StateFolders


def report_on(error: BaseException) -> str:
    """Write a report on `error` into the folder of the log; where it lies. Raises `OSError`."""
    home = Surroundings.of_this_process().home
    return CrashReports(StateFolders.of_this_user().log).write(report_of(error, home, time.time()))


def sentence_of_failure(error: BaseException) -> str:
    """What to tell of `error`, after a report on it was written where that can be done."""
    words = f"Memdesk itself has failed, which nobody foresaw ({type(error).__name__} in {place_of(error)})"
    try:
        path = report_on(error)
    except OSError as refused:
        return f"{words}; no report could be written ({os.strerror(refused.errno or 0)})."
    return f"{words}; a report without any memory text lies in {path}."
