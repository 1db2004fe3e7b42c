"""Who holds a lock, in words for a message: as far as the system tells."""

from __future__ import annotations

import os
import re
from pathlib import Path

_LOCKS = "/proc/locks"  # Linux alone: proc_locks(5)
_HELD = re.compile(
    r"^\d+: (?:FLOCK|POSIX|OFDLCK)\s+\S+\s+\S+\s+(?P<process>\d+)\s+\S+:(?P<inode>\d+)\s", re.MULTILINE
)
_NUMBER = re.compile(rb"\b\d{1,10}\b")
_READ_BYTES = 256
SOMEBODY = "Another program"


def holder_of(status: os.stat_result) -> str:
    """Who holds a lock on the file of this `status`; never fails."""
    try:
        listed = Path(_LOCKS).read_bytes().decode("ascii", "replace")
    except OSError:
        return SOMEBODY
    processes = (
        int(held["process"]) for held in _HELD.finditer(listed) if int(held["inode"]) == status.st_ino
    )
    return next((name_of(process) for process in processes if process != os.getpid()), SOMEBODY)


def writer_of(data: bytes) -> str:
    """Who wrote a file that says by being there that somebody is busy: most programs put their number into it."""
    found = _NUMBER.search(data[:_READ_BYTES])
    return name_of(int(found[0])) if found else SOMEBODY


def name_of(process: int) -> str:
    """What a process is called, with its number; `SOMEBODY` where there is none of that number."""
    try:
        name = Path(f"/proc/{process}/comm").read_bytes().decode("utf-8", "replace").strip()
    except OSError:
        return SOMEBODY
    return f"{name} (process {process})"
