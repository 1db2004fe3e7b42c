"""On which kind of file system a path lies, as far as the system tells."""

from __future__ import annotations

import re
from pathlib import Path

from memdesk.paths import is_within

_MOUNTS = "/proc/self/mountinfo"  # Linux alone: proc_pid_mountinfo(5)
_ESCAPED = re.compile(r"\\([0-7]{3})")


def file_system_of(path: str) -> str:
    """The kind of file system that `path`, absolute and without links, lies on; empty where nobody tells."""
    try:
        listed = Path(_MOUNTS).read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return ""
    return kind_among(listed, path)


def kind_among(listed: str, path: str) -> str:
    """The kind of the mount that holds `path`, of mounts listed as the system does it; the last of equals is on top."""
    best, kind = -1, ""
    for line in listed.split("\n"):
        before, found, after = line.partition(" - ")
        fields = before.split(" ")
        if not found or len(fields) < 5:
            continue
        point = _ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), fields[4])
        if is_within(path, point) and len(point) >= best:
            best, kind = len(point), after.split(" ")[0]
    return kind
