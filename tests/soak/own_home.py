"""A home of its own for a soak that runs the program in its own process, and what the program noted of errors there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def own_home() -> Iterator[Path]:
    """Let the program keep everything below a temporary folder, and show its window nowhere."""
    with tempfile.TemporaryDirectory(prefix="memdesk-soak-") as folder:
        os.environ |= {"HOME": folder, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": folder}
        for name in ("DATA", "STATE", "CONFIG", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        tempfile.tempdir = folder
        yield Path(folder)


def crash_reports() -> Sequence[str]:
    """What the program noted of errors that nobody foresaw."""
    from memdesk.store.crash_reports import CrashReports
    from memdesk.store.folders import StateFolders

    folder = StateFolders.of_this_user().log
    return [Path(folder, name).read_text() for name in CrashReports(folder).names()]
