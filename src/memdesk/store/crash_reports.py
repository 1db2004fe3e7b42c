"""Reports on errors that nobody foresaw: small private files beside the log, the newest ten of them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress

from memdesk.store.folders import make_private_folder
from memdesk.store.private_file import remove_if_there, write_private_file

MOST_REPORTS = 10
_MOST_BYTES = 64 * 1024
_HARD = "hard-crash.txt"
_NAME = re.compile(r"crash-\d{8}-\d{6}(?:-[0-9a-f]+)?\.txt")


class CrashReports:
    """The reports in `folder`. Calls raise `OSError` where the file system says no."""

    def __init__(self, folder: str, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def write(self, report: str) -> str:
        """Keep a report, and let go of old ones; gives where it lies."""
        moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._clock()))
        path = os.path.join(self._folder, f"crash-{moment}-{os.urandom(2).hex()}.txt")
        write_private_file(path, report.encode("utf-8", "backslashreplace"))
        for name in self.names()[:-MOST_REPORTS]:
            remove_if_there(os.path.join(self._folder, name))
        return path

    def names(self) -> list[str]:
        """The files of all reports, oldest first."""
        try:
            return sorted(name for name in os.listdir(self._folder) if _NAME.fullmatch(name))
        except FileNotFoundError:
            return []

    def open_for_faults(self) -> int:
        """A file that the interpreter writes to while the process dies; the caller closes it."""
        path = os.path.join(make_private_folder(self._folder), _HARD)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)

    def take_fault(self) -> str:
        """What a process wrote there as it died; empty where none did. It is told once."""
        path = os.path.join(self._folder, _HARD)
        try:
            with open(path, "rb") as stream:
                said = stream.read(_MOST_BYTES)
        except FileNotFoundError:
            return ""
        remove_if_there(path)
        return said.decode("utf-8", "backslashreplace")

    def forget_faults(self) -> None:
        """The process ends as it should."""
        with suppress(OSError):
            remove_if_there(os.path.join(self._folder, _HARD))
