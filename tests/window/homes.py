"""Homes with an agent's memory in them, and what a folder holds, down to modes and times."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

PROJECT = "-srv-api"

PROFILE = b"""## Preferences
Short answers.
- no emoji

## Working style
Tests first.

## Recurring topics
Go, SQLite.
"""

MEMORY = b"""## Project facts
Go service with two workers.
- start it with make dev

## Decisions
Use npm, not yarn.

## Open issues
The importer is slow.

## References
docs/design.md
"""


def make_home(home: Path, memory: bytes = MEMORY) -> Path:
    """Put a profile and one project's memory into `home`; returns the root."""
    root = home / ".evva"
    project = root / "projects" / PROJECT
    project.mkdir(parents=True)
    (root / "USER_PROFILE.md").write_bytes(PROFILE)
    (project / "MEMORY.md").write_bytes(memory)
    return root


def memory_of(root: Path) -> Path:
    """The memory of the one project in a home that `make_home` made."""
    return root / "projects" / PROJECT / "MEMORY.md"


class Entry(NamedTuple):
    """What can be told of one name in a folder, but for when it was read."""

    mode: int
    inode: int
    size_bytes: int
    modified_ns: int
    content: bytes


def entries_below(folder: Path) -> dict[str, Entry]:
    """Everything below `folder`, itself included, by its path in it."""
    found = {".": _entry(folder)}
    for base, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(base, name)
            found[str(path.relative_to(folder))] = _entry(path)
    return found


def _entry(path: Path) -> Entry:
    status = os.lstat(path)
    content = b""
    if stat.S_ISREG(status.st_mode):
        content = path.read_bytes()
    elif stat.S_ISLNK(status.st_mode):
        content = os.fsencode(os.readlink(path))
    return Entry(status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, content)
